// What a customer keeps of an order, on paper or as text: who sold it, what it was and what it costs. The law has the shop hand it over in a form
// that can be kept (Decreto 7.962/2013, art. 4º).
import type { StoreInfo } from '@balcao/shared/http/store-info.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { formatCode } from '@balcao/shared/order/code.ts';
import { readCustomerName } from '@balcao/shared/order/customer-name.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { formatPhone } from '@balcao/shared/phone.ts';
import { CONCESSION_NAMES } from '@balcao/shared/pricing/concession.ts';
import { describeSold, soldLine } from '../../cart/order-items.ts';
import { paymentLabel, type MoneyState } from '../../data/money.ts';
import { STATUS_LABELS } from '../../text/order.ts';
import { percentText } from './percent-text.ts';

export type OrderCopy = { title: string; sections: { title: string; lines: string[] }[] };

const some = (lines: (string | false)[]): string[] =>
  lines.filter((line) => line !== false && line !== '') as string[];

/** Whom it is called for stands in the observations, as their first line. */
function notesOf({ observations }: Order): (string | false)[] {
  const { name, rest } = readCustomerName(observations);
  return [name !== '' && `Nome: ${name}`, rest !== '' && `Observações: ${rest}`];
}

/** The copy by the shop's clock, in the words of the page. */
export function orderCopy(order: Order, store: StoreInfo, money: MoneyState['state']): OrderCopy {
  const placed = new Intl.DateTimeFormat('pt-BR', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: store.timeZone,
  });
  return {
    title: `Pedido nº ${order.simpleId}`,
    sections: [
      {
        title: 'Quem vende',
        lines: some([
          store.name,
          store.legalName,
          store.taxId !== '' && `CNPJ ${store.taxId}`,
          store.address,
          store.phone !== '' && `Telefone ${store.phone}`,
        ]),
      },
      {
        title: 'Pedido',
        lines: some([
          `Código ${formatCode(order.code)}`,
          `Feito em ${placed.format(order.createdAtMs)}`,
          STATUS_LABELS[order.status],
          order.consumptionType === 'local' ? 'Comer aqui' : 'Levar',
          order.customerPhone !== null && `Seu telefone ${formatPhone(order.customerPhone)}`,
          ...notesOf(order),
        ]),
      },
      {
        title: 'Itens',
        lines: order.items.map((item) => {
          const sold = describeSold(item, null);
          return `${some([sold.title, soldLine(sold)]).join(' · ')}: ${formatCents(item.priceCents)}`;
        }),
      },
      {
        title: 'Valores',
        lines: some([
          `Subtotal: ${formatCents(order.subtotalCents)}`,
          order.discountCents > 0 &&
            `Desconto Especial (${percentText(order.discountPercent)}%): −${formatCents(order.discountCents)}`,
          order.concession !== undefined &&
            `${CONCESSION_NAMES[order.concession.kind]}: −${formatCents(order.concession.cents)}`,
          `Total: ${formatCents(order.totalCents)}`,
          paymentLabel(order, money),
        ]),
      },
      { title: 'Documento', lines: ['NÃO É DOCUMENTO FISCAL'] },
    ],
  };
}

/** The copy as text, for a file and for other apps. */
export const copyText = ({ title, sections }: OrderCopy): string =>
  `${[title, ...sections.map((section) => [section.title.toUpperCase(), ...section.lines].join('\n'))].join('\n\n')}\n`;
