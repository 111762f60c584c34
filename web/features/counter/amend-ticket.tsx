// A change of an order that is open, in place of the ticket: what it holds, what comes, what goes, and what is to be paid or given back then.
import { useAtomValue } from 'jotai';
import { panelAtom } from '../../data/staff/board/live.ts';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { Order, OrderItem } from '@balcao/shared/order/order.ts';
import { Check, Minus, Undo2 } from 'lucide-react';
import { describeItem } from '../../cart/describe.ts';
import { itemPriceCents } from '../../cart/price.ts';
import { useAction } from '../../data/staff/action.ts';
import { useManagerPin } from '../../data/staff/pin/use-manager-pin.tsx';
import { itemFlavours, itemTitle, orderName } from '../../ui/staff/order-text.ts';
import {
  changeAmendment,
  amendedPrice,
  isEmptyAmendment,
  mayChange,
  sendAmendment,
  toggleTakenOff,
  type Amendment,
} from './amendment.ts';

type Props = {
  amendment: Amendment;
  menu: Menu;
  onChange: (amendment: Amendment) => void;
  /** With the order after it, as the store has it. */
  onDone: (order: Order) => void;
  onLeave: () => void;
};

export function AmendTicket({ amendment, menu, onChange, onDone, onLeave }: Props) {
  const { order, add, takeOff } = amendment;
  const panel = useAtomValue(panelAtom);
  const action = useAction();
  const { withPin, pinDialog } = useManagerPin();
  const price = amendedPrice(amendment, menu);
  const refusal = 'refusal' in price ? price.refusal : null;
  const isEmpty = isEmptyAmendment(amendment);
  const send = () => {
    if ('refusal' in price) return;
    void action.run({ lead: 'Não deu para mudar o pedido.' }, async () =>
      onDone(await withPin((pin) => sendAmendment(amendment, price.totalCents, pin))),
    );
  };
  return (
    <aside
      aria-label={`Mudar o pedido ${orderName(order, panel)}`}
      className="flex min-h-0 flex-col gap-2 rounded-2xl bg-base-100 p-2"
    >
      <h2 className="px-1 text-xl">Mudar o pedido {orderName(order, panel)}</h2>
      <ul className="min-h-0 flex-1 overflow-y-auto" aria-label="Itens">
        {order.items.map((item) => (
          <SoldLine
            key={item.id}
            item={item}
            isOff={takeOff.includes(item.id)}
            onToggle={
              mayChange(order, 'take-off') ? () => onChange(toggleTakenOff(amendment, item.id)) : null
            }
          />
        ))}
        {add.map((item) => (
          <NewLine
            key={item.id}
            item={item}
            menu={menu}
            onDrop={() =>
              onChange(changeAmendment(amendment, { add: add.filter(({ id }) => id !== item.id) }))
            }
          />
        ))}
      </ul>
      {isEmpty && (
        <p className="px-1 text-sm">
          {mayChange(order, 'take-off')
            ? 'Toque no cardápio para acrescentar, ou tire o que não vai mais.'
            : 'Toque no cardápio para acrescentar. A cozinha já começou: nada mais sai deste pedido.'}
        </p>
      )}
      <Money order={order} price={price} />
      {/* Why it cannot be sent as it is now comes before why another could not. */}
      {(refusal ?? action.failed) !== null && (
        <p role="alert" className="px-1 font-semibold text-error">
          {refusal ?? action.failed}
        </p>
      )}
      <button
        type="button"
        className="btn btn-primary h-16 text-xl!"
        disabled={isEmpty || refusal !== null || action.busy}
        onClick={send}
      >
        <Check aria-hidden className="size-6" /> Confirmar a mudança
      </button>
      <button type="button" className="btn h-12" disabled={action.busy} onClick={onLeave}>
        Voltar sem mudar
      </button>
      {pinDialog}
    </aside>
  );
}

type NewLineProps = { item: Amendment['add'][number]; menu: Menu; onDrop: () => void };

function NewLine({ item, menu, onDrop }: NewLineProps) {
  const { title, details } = describeItem(item, menu);
  return (
    <li className="flex items-center gap-2 border-b border-base-300 py-1 leading-tight">
      <span className="min-w-0 flex-1">
        <strong className="block text-sm text-success">Entra</strong>
        <strong>{title}</strong>
        <span className="line-clamp-1 text-sm">{details.join(', ')}</span>
      </span>
      <span className="numbers font-bold">{formatCents(itemPriceCents(item, menu) ?? item.priceCents)}</span>
      <button
        type="button"
        className="btn h-12 w-12 p-0"
        aria-label={`Não acrescentar ${title}`}
        onClick={onDrop}
      >
        <Minus aria-hidden className="size-5" />
      </button>
    </li>
  );
}

type SoldLineProps = { item: OrderItem; isOff: boolean; onToggle: (() => void) | null };

function SoldLine({ item, isOff, onToggle }: SoldLineProps) {
  const title = itemTitle(item);
  const words = (
    <>
      <strong>{title}</strong>
      <span className="block text-sm">{itemFlavours(item)}</span>
    </>
  );
  return (
    <li className="flex items-center gap-2 border-b border-base-300 py-1 leading-tight">
      {isOff ? (
        <del className="min-w-0 flex-1 opacity-80">{words}</del>
      ) : (
        <span className="min-w-0 flex-1">{words}</span>
      )}
      <span className="numbers font-bold">{formatCents(item.priceCents)}</span>
      {onToggle !== null && (
        <button
          type="button"
          className={`btn h-12 w-12 p-0 ${isOff ? 'btn-accent' : ''}`}
          aria-label={isOff ? `Deixar ${title}` : `Tirar ${title}`}
          aria-pressed={isOff}
          onClick={onToggle}
        >
          {isOff ? <Undo2 aria-hidden className="size-5" /> : <Minus aria-hidden className="size-5" />}
        </button>
      )}
    </li>
  );
}

function Money({ order, price }: { order: Order; price: ReturnType<typeof amendedPrice> }) {
  if ('refusal' in price) return null;
  const { totalCents, balanceCents } = price;
  return (
    <dl className="numbers grid grid-cols-[1fr_auto] items-baseline px-1">
      <dt>Antes</dt>
      <dd className="text-right">{formatCents(order.totalCents)}</dd>
      <dt>Agora</dt>
      <dd className="text-right text-2xl font-extrabold">{formatCents(totalCents)}</dd>
      {balanceCents !== null && balanceCents !== 0 && (
        <>
          <dt className="font-bold">{balanceCents > 0 ? 'Falta' : 'Devolver'}</dt>
          <dd className="text-right text-2xl font-extrabold">{formatCents(Math.abs(balanceCents))}</dd>
        </>
      )}
    </dl>
  );
}
