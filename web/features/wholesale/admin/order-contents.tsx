// What a wholesale order holds, for whom it is, and what it comes to.
import { formatCents } from '@balcao/shared/money.ts';
import { dayWithWeekday } from '@balcao/shared/store/calendar.ts';
import { formatPhone } from '@balcao/shared/phone.ts';
import { formatTaxId } from '@balcao/shared/wholesale/fields.ts';
import type { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import { countText } from '../../../text/menu.ts';

export function OrderContents({ order }: { order: WholesaleOrder }) {
  const units = order.items.reduce((sum, item) => sum + item.quantity, 0);
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-sm">
        <Fact label="Cliente" value={order.customerName ?? 'N/A'} />
        <Fact label="Telefone" value={order.customerPhone && formatPhone(order.customerPhone)} />
        <Fact label="CPF/CNPJ" value={order.customerCpfCnpj && formatTaxId(order.customerCpfCnpj)} />
        <Fact label="Endereço" value={order.customerAddress} />
        <Fact label="Entrega" value={order.wishedDate && dayWithWeekday(order.wishedDate)} />
        <Fact label="Pagamento" value={order.terms} />
      </dl>
      <ul className="flex flex-col gap-1 border-y border-base-300 py-2">
        {order.items.map((item) => (
          <li key={item.id} className="flex justify-between gap-3">
            <span className="min-w-0">
              <span className="numbers font-semibold">{item.quantity} x</span> {item.productName}
              <span className="block text-sm">
                {[
                  item.selectedSize === null ? null : `Tamanho: ${item.selectedSize}`,
                  item.selectedFlavor === null ? null : `Sabor: ${item.selectedFlavor}`,
                ]
                  .filter((part) => part !== null)
                  .join(' · ')}
              </span>
            </span>
            <span className="numbers whitespace-nowrap">{formatCents(item.totalPriceCents)}</span>
          </li>
        ))}
      </ul>
      {order.observations !== '' && (
        <p className="rounded-2xl bg-base-200 p-3 text-sm">
          <strong className="block">Observações</strong>
          {order.observations}
        </p>
      )}
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-sm">
          {countText(order.items.length, 'item', 'itens')} · {countText(units, 'unidade', 'unidades')}
        </span>
        <span className="numbers text-xl font-bold">Total {formatCents(order.totalCents)}</span>
      </p>
    </>
  );
}

function Fact({ label, value }: { label: string; value: string | null }) {
  if (value === null || value === '') return null;
  return (
    <>
      <dt className="font-semibold">{label}</dt>
      <dd className="min-w-0 break-words">{value}</dd>
    </>
  );
}
