// What the sale holds, how it leaves the shop, what it costs, and the ways to pay.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { formatPhone, phoneDigits } from '@balcao/shared/phone.ts';
import { Banknote, Clock, CreditCard, QrCode, ShoppingBag, Trash2, Utensils, X } from 'lucide-react';
import { useId, useState } from 'react';
import { describe, toppingsLine } from '../../cart/describe.ts';
import { itemPriceCents, type CartPrice } from '../../cart/price.ts';
import { AreaField, TextField } from '../../ui/staff/fields.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { mayBePlaced, type Sale } from './sale.ts';

export type PayWay = 'cash' | 'terminal' | 'pix' | 'later';
const PHONE_DIGITS_MAX = 11;

const WAYS = [
  ['cash', 'Dinheiro', Banknote],
  ['terminal', 'Maquininha', CreditCard],
  ['pix', 'PIX', QrCode],
  ['later', 'Pagar depois', Clock],
] as const;

type Props = {
  sale: Sale;
  menu: Menu;
  price: CartPrice;
  wrong: string | null;
  onChange: (fields: Partial<Pick<Sale, 'items' | 'consumptionType' | 'phone' | 'observations'>>) => void;
  onPay: (way: PayWay) => void;
  onCancel: () => void;
};

export function SaleTicket({ sale, menu, price, wrong, onChange, onPay, onCancel }: Props) {
  const [noting, setNoting] = useState(false);
  const notesId = useId();
  const noted = [sale.phone, sale.observations].filter((text) => text !== '').join(' · ');
  return (
    <aside aria-label="Venda" className="flex min-h-0 flex-col gap-2 rounded-2xl bg-base-100 p-2">
      <div role="group" aria-label="Consumo" className="grid shrink-0 grid-cols-2 gap-2">
        {(
          [
            ['takeaway', 'Levar', ShoppingBag],
            ['local', 'Aqui', Utensils],
          ] as const
        ).map(([value, label, Icon]) => (
          <button
            key={value}
            type="button"
            aria-pressed={sale.consumptionType === value}
            onClick={() => onChange({ consumptionType: value })}
            className={`btn h-16 text-lg! ${sale.consumptionType === value ? 'btn-secondary' : ''}`}
          >
            <Icon aria-hidden className="size-5" /> {label}
          </button>
        ))}
      </div>
      <ul className="min-h-0 flex-1 overflow-y-auto" aria-label="Itens">
        {sale.items.length === 0 && (
          <li className="grid h-full place-items-center px-4 text-center">
            Toque no que o cliente quer. Cada toque entra aqui.
          </li>
        )}
        {sale.items.map((item) => {
          const described = describe(item, menu);
          return (
            <li key={item.id} className="flex items-center gap-2 border-b border-base-300 py-1">
              <div className="min-w-0 flex-1 leading-tight">
                <p className="flex justify-between gap-2 font-bold">
                  <span>{described.title}</span>
                  <span className="numbers shrink-0">
                    {formatCents(itemPriceCents(item, menu) ?? item.priceCents)}
                  </span>
                </p>
                {described.details.length > 0 && (
                  <p className="line-clamp-1 text-sm">{described.details.join(', ')}</p>
                )}
                {item.toppings.length > 0 && (
                  <p className="line-clamp-2 text-sm">{toppingsLine(described)}</p>
                )}
                {described.unavailable.length > 0 && (
                  <p className="text-sm font-semibold text-error">
                    Acabou: {described.unavailable.join(', ')}
                  </p>
                )}
              </div>
              <button
                type="button"
                className="btn btn-ghost size-12 p-0"
                aria-label={`Tirar ${described.title}`}
                onClick={() => onChange({ items: sale.items.filter((one) => one.id !== item.id) })}
              >
                <Trash2 aria-hidden className="size-5" />
              </button>
            </li>
          );
        })}
      </ul>
      <div className="flex shrink-0 gap-2">
        <button
          type="button"
          className="btn h-12 min-w-0 flex-1 justify-start"
          onClick={() => setNoting(true)}
        >
          <span className="truncate">{noted === '' ? 'Telefone e observações (opcional)' : noted}</span>
        </button>
        <button
          type="button"
          className="btn size-12 p-0"
          aria-label="Cancelar a venda"
          disabled={noted === '' && sale.items.length === 0 && !mayBePlaced(sale)}
          onClick={onCancel}
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
      <p className="flex shrink-0 items-baseline justify-between px-1">
        <span>{price.discountCents > 0 ? `Desconto ${formatCents(price.discountCents)}` : 'Total'}</span>
        <strong className="numbers text-4xl leading-none font-extrabold">
          {formatCents(price.totalCents)}
        </strong>
      </p>
      {wrong !== null && (
        <p role="alert" className="shrink-0 text-sm font-semibold text-error">
          {wrong}
        </p>
      )}
      <div className="grid shrink-0 grid-cols-2 gap-2">
        {WAYS.map(([way, label, Icon]) => (
          <button
            key={way}
            type="button"
            disabled={sale.items.length === 0}
            onClick={() => onPay(way)}
            className={`btn h-16 px-1 text-base! ${way === 'later' ? '' : 'btn-primary'}`}
          >
            <Icon aria-hidden className="size-5" /> {label}
          </button>
        ))}
      </div>
      {noting && (
        <Dialog
          title="Telefone e observações"
          onClose={() => setNoting(false)}
          actions={
            <button type="submit" form={notesId} className="btn btn-primary h-16">
              Pronto
            </button>
          }
        >
          <form
            id={notesId}
            noValidate
            className="flex flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              setNoting(false);
            }}
          >
            <TextField
              label="Telefone"
              hint="Para o cliente acompanhar pelo celular. Sem telefone também vale."
              inputMode="tel"
              value={sale.phone}
              onValue={(phone) =>
                onChange({ phone: formatPhone(phoneDigits(phone).slice(0, PHONE_DIGITS_MAX)) })
              }
            />
            <AreaField
              label="Observações"
              value={sale.observations}
              maxLength={500}
              onValue={(observations) => onChange({ observations })}
            />
          </form>
        </Dialog>
      )}
    </aside>
  );
}
