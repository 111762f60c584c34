// What the sale holds, how it leaves the shop, what it costs, and the ways to pay.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { formatCents } from '@balcao/shared/money.ts';
import {
  BadgePercent,
  Banknote,
  Clock,
  CreditCard,
  Gift,
  QrCode,
  ShoppingBag,
  Split,
  Utensils,
  X,
} from 'lucide-react';
import type { Concession } from '@balcao/shared/order/order.ts';
import { CONCESSION_NAMES } from '@balcao/shared/pricing/concession.ts';
import { useState } from 'react';
import { newId } from '../../data/new-id.ts';
import type { CartItem } from '../../cart/cart.ts';
import { describeItem } from '../../cart/describe.ts';
import type { CartPrice } from '../../cart/price.ts';
import { ConcessionDialog } from './concession-dialog.tsx';
import { NotesDialog } from './notes-dialog.tsx';
import { mayBePlaced, type Sale, type SaleFields } from './sale.ts';
import { TicketLine } from './ticket-line.tsx';

/** `none`: nothing is left to pay. */
export type PayWay = 'cash' | 'terminal' | 'pix' | 'later' | 'none';
/** Or in parts, which is a dialog of its own. */
export type TicketWay = PayWay | 'split';

const WAYS = [
  ['cash', 'Dinheiro', Banknote, 'col-span-3 btn-primary'],
  ['terminal', 'Maquininha', CreditCard, 'col-span-3 btn-primary'],
  ['pix', 'PIX', QrCode, 'col-span-2 btn-primary'],
  ['split', 'Dividir', Split, 'col-span-2'],
  ['later', 'Pagar depois', Clock, 'col-span-2'],
] as const;

type Props = {
  sale: Sale;
  menu: Menu;
  /** Before anything is given away. */
  price: CartPrice;
  concession: Concession | null;
  totalCents: number;
  failure: string | null;
  onChange: (fields: SaleFields) => void;
  onEdit: (line: CartItem) => void;
  onPay: (way: TicketWay) => void;
  onCancel: () => void;
};

export function SaleTicket({
  sale,
  menu,
  price,
  concession,
  totalCents,
  failure,
  onChange,
  onEdit,
  onPay,
  onCancel,
}: Props) {
  const [noting, setNoting] = useState<{ about: string | null } | null>(null);
  const [giving, setGiving] = useState(false);
  const noted = [sale.phone, sale.observations].filter((text) => text !== '').join(' · ');
  return (
    <aside aria-label="Venda" className="flex min-h-0 flex-col gap-2 rounded-2xl bg-base-100 p-2">
      <Consumption of={sale.consumptionType} onChange={onChange} />
      <TicketItems
        sale={sale}
        menu={menu}
        onChange={onChange}
        onEdit={onEdit}
        onNote={(about) => setNoting({ about })}
      />
      <div className="flex shrink-0 gap-2">
        <NotedButton noted={noted} onClick={() => setNoting({ about: null })} />
        <SaleButtons
          sale={sale}
          isEmpty={noted === '' && sale.items.length === 0}
          onGive={() => setGiving(true)}
          onCancel={onCancel}
        />
      </div>
      <p className="flex shrink-0 items-baseline justify-between px-1">
        <DiscountLines price={price} concession={concession} />
        <strong className="numbers text-4xl leading-none font-extrabold whitespace-nowrap sm:max-lg:text-3xl 2xl:text-6xl">
          {formatCents(totalCents)}
        </strong>
      </p>
      {failure !== null && (
        <p role="alert" className="shrink-0 text-sm font-semibold text-error">
          {failure}
        </p>
      )}
      {totalCents === 0 && concession !== null ? (
        <button
          type="button"
          className="btn btn-primary h-16 shrink-0 text-xl! 2xl:h-20"
          onClick={() => onPay('none')}
        >
          <Gift aria-hidden className="size-6" /> Registrar {CONCESSION_NAMES[concession.kind].toLowerCase()}
        </button>
      ) : (
        <PayWays disabled={sale.items.length === 0} onPay={onPay} />
      )}
      {noting !== null && (
        <NotesDialog sale={sale} {...noting} onChange={onChange} onClose={() => setNoting(null)} />
      )}
      {giving && (
        <ConcessionDialog
          chargedCents={price.totalCents}
          concession={sale.concession}
          onGive={(concession) => {
            onChange({ concession });
            setGiving(false);
          }}
          onClose={() => setGiving(false)}
        />
      )}
    </aside>
  );
}

type SaleButtonsProps = { sale: Sale; isEmpty: boolean; onGive: () => void; onCancel: () => void };

function SaleButtons({ sale, isEmpty, onGive, onCancel }: SaleButtonsProps) {
  return (
    <>
      <button
        type="button"
        className={`btn size-12 p-0 ${sale.concession === null ? '' : 'btn-accent'}`}
        aria-label="Desconto ou cortesia"
        title="Desconto ou cortesia"
        disabled={sale.items.length === 0}
        onClick={onGive}
      >
        <BadgePercent aria-hidden className="size-6" />
      </button>
      <button
        type="button"
        className="btn size-12 p-0"
        aria-label="Cancelar a venda"
        disabled={isEmpty && !mayBePlaced(sale)}
        onClick={onCancel}
      >
        <X aria-hidden className="size-5" />
      </button>
    </>
  );
}

type TicketItemsProps = Pick<Props, 'sale' | 'menu' | 'onChange' | 'onEdit'> & {
  /** Something is to be noted of the item that is called so. */
  onNote: (title: string) => void;
};

function TicketItems({ sale, menu, onChange, onEdit, onNote }: TicketItemsProps) {
  return (
    <ul className="min-h-0 flex-1 overflow-y-auto" aria-label="Itens">
      {sale.items.length === 0 && (
        <li className="grid h-full place-items-center px-4 text-center">
          Toque no que o cliente quer. Cada toque entra aqui.
        </li>
      )}
      {sale.items.map((item) => (
        <TicketLine
          key={item.id}
          item={item}
          menu={menu}
          onEdit={() => onEdit(item)}
          onAgain={() => onChange({ items: [...sale.items, { ...item, id: newId() }] })}
          onNote={() => onNote(describeItem(item, menu).title)}
          onRemove={() => onChange({ items: sale.items.filter((one) => one.id !== item.id) })}
        />
      ))}
    </ul>
  );
}

function Consumption({ of: chosen, onChange }: { of: Sale['consumptionType']; onChange: Props['onChange'] }) {
  return (
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
          aria-pressed={chosen === value}
          onClick={() => onChange({ consumptionType: value })}
          className={`btn h-14 text-lg! 2xl:h-16 ${chosen === value ? 'btn-secondary' : ''}`}
        >
          <Icon aria-hidden className="size-5" /> {label}
        </button>
      ))}
    </div>
  );
}

function NotedButton({ noted, onClick }: { noted: string; onClick: () => void }) {
  return (
    <button type="button" className="btn h-12 min-w-0 flex-1 justify-start" onClick={onClick}>
      <span className="line-clamp-2 text-left leading-tight">
        {noted === '' ? 'Nome, telefone, observações' : noted}
      </span>
    </button>
  );
}

/** What is off the price, before the total. */
function DiscountLines({ price, concession }: { price: CartPrice; concession: Concession | null }) {
  const lines = [
    ...(price.discountCents > 0
      ? [`${concession === null ? 'Desconto' : 'Desconto Especial'} ${formatCents(price.discountCents)}`]
      : []),
    ...(concession === null
      ? []
      : [`${CONCESSION_NAMES[concession.kind]} −${formatCents(concession.cents)}`]),
  ];
  if (lines.length === 0) return <span>Total</span>;
  return (
    <span className="min-w-0 text-sm leading-tight">
      {lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </span>
  );
}

function PayWays({ disabled, onPay }: { disabled: boolean; onPay: (way: TicketWay) => void }) {
  return (
    <div className="grid shrink-0 grid-cols-6 gap-2">
      {WAYS.map(([way, label, Icon, look]) => (
        <button
          key={way}
          type="button"
          disabled={disabled}
          onClick={() => onPay(way)}
          className={`btn h-16 px-1 text-base! leading-tight 2xl:h-20 2xl:text-xl! ${look}`}
        >
          <Icon aria-hidden className={`size-5 ${way === 'later' ? 'max-2xl:hidden' : ''}`} /> {label}
        </button>
      ))}
    </div>
  );
}
