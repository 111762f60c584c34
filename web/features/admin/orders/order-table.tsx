// Orders as rows: who, how much, paid or not, and the status that can be chosen.
import type { Order } from '@balcao/shared/order/order.ts';
import { shownPaymentStatus } from '@balcao/shared/payment/store-answer.ts';
import { formatCode } from '@balcao/shared/order/code.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { phoneText } from '../../../ui/staff/order-text.ts';
import { SortableHead, useSorted } from '../../../ui/staff/sort.tsx';
import { useTimes } from '../../../data/staff/times.ts';
import { wayText } from '../../../text/staff.ts';
import { OrderActions } from './order-actions.tsx';
import { StatusSelect } from './status-select.tsx';

type Props = {
  orders: readonly Order[];
  empty: string;
  onOpen: (id: string) => void;
  onChanged: (order: Order) => void;
  onGone: () => void;
};

const STEPS: readonly Order['status'][] = [
  'PENDING',
  'RECEBIDO',
  'PREPARING',
  'READY',
  'DELIVERED',
  'CANCELLED',
];
const SORT_KEYS = {
  panel: (order: Order) => order.panelNumber,
  order: (order: Order) => order.simpleId,
  phone: (order: Order) => order.customerPhone,
  total: (order: Order) => order.totalCents,
  payment: (order: Order) => PAYMENT_NAMES[shownPaymentStatus(order)].text,
  status: (order: Order) => STEPS.indexOf(order.status),
};

export function OrderTable({ orders, empty, onOpen, onChanged, onGone }: Props) {
  const { rows, head } = useSorted(orders, SORT_KEYS);
  if (orders.length === 0) return <p className="rounded-2xl bg-base-100 p-6">{empty}</p>;
  return (
    <div className="@container rounded-2xl bg-base-100 md:overflow-x-auto">
      {/* On a phone each row is a card of three lines, and of more where letters are large. */}
      <table className="table table-sm max-md:block max-md:[&_tbody]:block max-xl:[&_:is(td,th)]:px-1.5 xl:[&_:is(td,th)]:px-2.5 max-md:[&_td]:border-0 max-md:[&_td]:p-0 [&_th]:py-0.5">
        <thead className="max-md:hidden">
          <tr>
            <SortableHead head={head} column="panel" label="Painel" />
            <SortableHead head={head} column="order" label="Pedido" />
            <SortableHead head={head} column="phone" label="Cliente" className="max-xl:hidden" />
            <th scope="col" className="max-xl:hidden">
              Itens
            </th>
            <SortableHead head={head} column="total" label="Total" right />
            <SortableHead head={head} column="payment" label="Pagamento" />
            <SortableHead head={head} column="status" label="Status" />
            <th scope="col">
              <span className="sr-only">Ações</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((order) => (
            <OrderRow key={order.id} order={order} onOpen={onOpen} onChanged={onChanged} onGone={onGone} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function OrderRow({ order, onOpen, onChanged, onGone }: Omit<Props, 'orders' | 'empty'> & { order: Order }) {
  const { shortDateTime } = useTimes();
  return (
    <tr className="border-base-content/15 max-md:flex max-md:flex-wrap max-md:border-b max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:px-3 max-md:py-2 md:[&>td]:py-1">
      <td className="numbers text-2xl leading-none font-extrabold whitespace-nowrap max-md:min-w-10 @max-[16rem]:-order-2">
        {order.panelNumber ?? '–'}
      </td>
      <td className="text-xs leading-tight whitespace-nowrap max-md:min-w-0 max-md:flex-1 @max-[16rem]:basis-full! @max-[16rem]:whitespace-normal">
        <button
          type="button"
          className="link numbers min-h-6 text-sm font-semibold"
          onClick={() => onOpen(order.id)}
        >
          #{order.simpleId}
        </button>{' '}
        <span>{shortDateTime(order.createdAtMs)}</span>
        <span className="numbers block">{formatCode(order.code)}</span>
        <span className={`block xl:hidden ${order.customerPhone === null ? 'md:hidden' : ''}`}>
          {phoneText(order.customerPhone)}
        </span>
      </td>
      <td className="whitespace-nowrap max-xl:hidden!">{phoneText(order.customerPhone)}</td>
      <td className="max-w-56 text-xs leading-tight max-xl:hidden!">
        <span className="line-clamp-2">
          {order.items.map((item) => item.productName ?? `Açaí ${item.sizeName ?? ''}`).join(', ')}
        </span>
      </td>
      <td className="numbers text-right text-base font-semibold whitespace-nowrap max-md:self-start @max-[16rem]:-order-1 @max-[16rem]:ml-auto">
        {formatCents(order.totalCents)}
      </td>
      <td className="leading-none max-md:basis-full max-md:flex max-md:items-center max-md:gap-2 @max-[16rem]:flex-wrap">
        <PaymentState order={order} />
      </td>
      <td className="max-md:flex-1 @max-[16rem]:basis-full!">
        <StatusSelect order={order} onChanged={onChanged} onRefused={onGone} />
      </td>
      <td className="max-md:ml-auto">
        <OrderActions order={order} onOpen={onOpen} onChanged={onChanged} onGone={onGone} />
      </td>
    </tr>
  );
}

const PAYMENT_NAMES: Record<Order['paymentStatus'], { text: string; tone: string }> = {
  pending: { text: 'Aguardando pagamento', tone: 'badge-warning' },
  in_process: { text: 'Em análise', tone: 'badge-warning' },
  approved: { text: 'Pago', tone: 'badge-success' },
  rejected: { text: 'Recusado', tone: 'badge-error' },
  expired: { text: 'Expirado', tone: 'badge-neutral' },
  cancelled: { text: 'Cancelado', tone: 'badge-neutral' },
  partially_refunded: { text: 'Devolvido em parte', tone: 'badge-warning' },
  refunded: { text: 'Devolvido', tone: 'badge-neutral' },
  charged_back: { text: 'Contestado', tone: 'badge-error' },
};

export function PaymentState({ order }: { order: Order }) {
  const { text, tone } = PAYMENT_NAMES[shownPaymentStatus(order)];
  return (
    <>
      <span
        className={`badge badge-sm font-semibold whitespace-nowrap @max-[16rem]:h-auto @max-[16rem]:whitespace-normal md:max-xl:h-auto md:max-xl:max-w-28 md:max-xl:text-center md:max-xl:whitespace-normal ${tone}`}
      >
        {text}
      </span>
      <span className="block text-xs whitespace-nowrap">{wayText(order) || 'Não escolhido'}</span>
    </>
  );
}
