// One order in the kitchen: number, age, what to make, and the one tap that moves it on.
import type { StaffMove } from '@balcao/shared/http/staff.ts';
import { useSetAtom } from 'jotai';
import {
  ChefHat,
  CircleCheck,
  HandPlatter,
  Hourglass,
  Printer,
  ShoppingBag,
  Undo2,
  Utensils,
  WifiOff,
} from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { call } from '../../data/request.ts';
import { useAction } from '../../data/staff/action.ts';
import { waitingSince } from '../../data/staff/board/board.ts';
import { tapAtom } from '../../data/staff/board/live.ts';
import { OrderItems } from '../../ui/staff/order-items.tsx';
import { minutesSince, phoneText } from '../../ui/staff/order-text.ts';
import { useTimes } from '../../data/staff/times.ts';
import { AWAITS_PICKUP, CONSUMPTION } from '../../text/staff.ts';
import { useToast } from '../../ui/toast.tsx';
import { AGE_LOOKS, ageOf, type AgeLimits } from './age.ts';
import type { Card } from './columns.ts';

const AWAITS_PAYMENT = 'Aguardando pagamento';

type SimpleMove = Extract<StaffMove, { seen?: unknown }>['kind'] &
  ('start' | 'mark-ready' | 'deliver' | 'back-to-received' | 'back-to-preparing' | 'undo-delivery');
type Step = { kind: SimpleMove; label: string; Icon: typeof ChefHat };

const FORWARD: Partial<Record<Card['order']['status'], Step>> = {
  RECEBIDO: { kind: 'start', label: 'Iniciar Preparo', Icon: ChefHat },
  PREPARING: { kind: 'mark-ready', label: 'Marcar Pronto', Icon: CircleCheck },
  READY: { kind: 'deliver', label: 'Marcar Entregue', Icon: HandPlatter },
};
const BACK: Partial<Record<Card['order']['status'], Step>> = {
  PREPARING: { kind: 'back-to-received', label: 'Voltar para Recebidos', Icon: Undo2 },
  READY: { kind: 'back-to-preparing', label: 'Voltar para Em Preparo', Icon: Undo2 },
};
/** A tap on a healthy network is confirmed long before: no flicker. */
const WAITING_SHOWN_AFTER_MS = 1_200;

type Props = {
  card: Card;
  now: number;
  limits: AgeLimits;
  isNew: boolean;
  onSee: (ids: readonly string[]) => void;
};

function OrderCardView({ card, now, limits, isNew, onSee }: Props) {
  const { timeText } = useTimes();
  const { order, tappedAtMs, past } = card;
  const tap = useSetAtom(tapAtom);
  const toast = useToast();
  const flash = useFlash(order.status);
  const unpaid = order.status === 'PENDING';
  const age = ageOf(minutesSince(waitingSince(order), now), limits);
  const looks = AGE_LOOKS[age];
  const forward = FORWARD[order.status];
  const back = BACK[order.status];
  const waiting = tappedAtMs !== null && Date.now() - tappedAtMs > WAITING_SHOWN_AFTER_MS;
  const minutes = minutesSince(order.createdAtMs, now);

  const go = ({ kind }: Step) => {
    onSee([order.id]);
    if (!tap(order.id, { kind, seen: order.status })) {
      toast({
        title: 'Muitos toques esperando',
        text: 'Há toques demais guardados sem conexão. Espere a loja voltar.',
        tone: 'error',
      });
      return;
    }
    if (kind === 'mark-ready')
      toast({
        title: 'Pedido Pronto',
        text: `Nº ${order.panelNumber ?? order.simpleId}: o cliente é avisado no celular e no painel.`,
        tone: 'success',
      });
    if (kind === 'deliver') {
      toast({
        title: 'Pedido entregue',
        text: `Nº ${order.panelNumber ?? order.simpleId}`,
        tone: 'success',
        durationMs: 10_000,
        action: {
          label: 'Desfazer',
          run: () => void tap(order.id, { kind: 'undo-delivery', seen: 'DELIVERED' }),
        },
      });
    }
  };

  return (
    <li
      onPointerDown={() => onSee([order.id])}
      className={`shrink-0 overflow-hidden rounded-2xl border-l-8 bg-base-100 ${unpaid ? 'border-base-300' : looks.edge} ${flash || isNew ? 'kitchen-flash' : ''}`}
    >
      <div className={unpaid ? 'text-base-content/85' : ''}>
        <div className="flex flex-wrap items-start gap-0.5 pt-2 pr-2 pl-3 xl:gap-2">
          <p className="min-w-27 grow">
            {past || order.panelNumber === null ? (
              <>
                <span className="numbers block text-4xl leading-none font-extrabold">#{order.simpleId}</span>
                <span className="numbers mt-1 block text-lg leading-none">
                  {timeText(order.createdAtMs)}
                  {past && ` · antes nº ${order.panelNumber}`}
                </span>
              </>
            ) : (
              <>
                <span className="sr-only">Número </span>
                <span className="numbers block text-6xl leading-[0.85] font-extrabold tracking-tight whitespace-nowrap">
                  {order.panelNumber}
                </span>
                {/* Longer than most panel numbers, it reaches below the printer rather than push the age away. */}
                <span className="numbers mt-1 block w-0 text-base leading-none whitespace-nowrap xl:text-lg">
                  #{order.simpleId} · {timeText(order.createdAtMs)}
                </span>
              </>
            )}
          </p>
          {!unpaid && <ReprintButton order={order} />}
          <div className="ml-auto flex shrink-0 flex-row-reverse items-center gap-1 lg:flex-col lg:items-end">
            <p
              className={`numbers flex items-center gap-1 rounded-full px-2 py-0.5 text-xl font-extrabold xl:gap-1.5 xl:px-3 xl:text-2xl ${unpaid ? 'bg-base-300' : looks.chip}`}
            >
              <span aria-hidden>{looks.glyph}</span>
              {minutes} min
              <span className="sr-only">, {looks.words}</span>
            </p>
            {isNew && (
              <p className="rounded-full bg-accent px-2.5 text-base font-bold text-accent-content">NOVO</p>
            )}
          </div>
        </div>
        <p
          className={`mt-1 flex items-center gap-2 px-3 py-1 text-lg font-bold ${unpaid ? 'bg-base-300' : order.consumptionType === 'local' ? 'bg-info text-info-content' : 'bg-secondary text-secondary-content'}`}
        >
          {order.consumptionType === 'local' ? (
            <Utensils aria-hidden className="size-5" />
          ) : (
            <ShoppingBag aria-hidden className="size-5" />
          )}
          {CONSUMPTION[order.consumptionType]}
        </p>
        <div className="px-3 py-2 text-lg">
          {order.late && <p className="mb-1 font-bold text-error">Pago depois do prazo</p>}
          <OrderItems items={order.items} />
          {order.observations !== '' && (
            <p className="mt-2 rounded-xl border-2 border-accent bg-accent/15 px-3 py-2 text-xl leading-snug font-semibold">
              <span className="block text-sm font-bold tracking-wide uppercase">Observações</span>
              {order.observations}
            </p>
          )}
          {(order.status === 'READY' || order.status === 'DELIVERED') && (
            <p className="mt-2 flex flex-wrap justify-between gap-x-3 text-xl font-bold">
              {/* The kitchen is told the phone of an order that is ready: until the store has heard of it, nothing is known. */}
              <span className="numbers">
                {order.customerPhone === null && tappedAtMs !== null ? '' : phoneText(order.customerPhone)}
              </span>
              <span className="text-success">{AWAITS_PICKUP}</span>
            </p>
          )}
        </div>
      </div>
      {waiting && (
        <p
          role="status"
          className="flex items-center gap-2 bg-warning px-3 py-1.5 font-semibold text-warning-content"
        >
          <WifiOff aria-hidden className="size-5" />
          {order.status === 'DELIVERED'
            ? 'Entregue aqui; esperando a conexão'
            : 'Toque guardado; esperando a conexão'}
        </p>
      )}
      {unpaid ? (
        <p className="flex items-center gap-2 px-3 pb-3 text-xl font-bold">
          <Hourglass aria-hidden className="size-6 shrink-0" /> {AWAITS_PAYMENT}
        </p>
      ) : (
        (forward || back) && (
          <div className="flex gap-2 p-2 pt-0">
            {back && (
              <button
                type="button"
                aria-label={`${back.label}: pedido ${order.panelNumber ?? order.simpleId}`}
                title={back.label}
                onClick={() => go(back)}
                className="btn h-16 w-16 shrink-0 p-0"
              >
                <back.Icon aria-hidden className="size-7" />
              </button>
            )}
            {forward && (
              <button
                type="button"
                onClick={() => go(forward)}
                className={`btn h-16 min-w-0 flex-1 px-2 text-xl! ${order.status === 'READY' ? 'btn-success' : 'btn-primary'}`}
              >
                <forward.Icon aria-hidden className="size-6" />
                {forward.label}
              </button>
            )}
          </div>
        )
      )}
    </li>
  );
}

/** The ticket once more; where it still waits it goes now, and a repeat says so on the paper. */
function ReprintButton({ order }: { order: Card['order'] }) {
  const action = useAction();
  const toast = useToast();
  const name = `nº ${order.panelNumber ?? order.simpleId}`;
  return (
    <button
      type="button"
      className="btn btn-ghost size-16 shrink-0 p-0"
      aria-label={`Imprimir de novo: pedido ${order.panelNumber ?? order.simpleId}`}
      title="Imprimir de novo"
      disabled={action.busy}
      onClick={() =>
        void action
          .run('Erro na impressão', () =>
            call('POST /api/staff/orders/{id}/reprint', { params: { id: order.id } }),
          )
          .then((done) => {
            if (done) toast({ title: 'Na fila de impressão', text: `Comanda ${name}`, tone: 'success' });
          })
      }
    >
      <Printer aria-hidden className="size-7" />
    </button>
  );
}

/** True for a moment after the status changed on this screen. */
function useFlash(status: string): boolean {
  const before = useRef(status);
  const [flash, setFlash] = useState(false);
  useEffect(() => {
    if (before.current === status) return;
    before.current = status;
    setFlash(true);
    const timer = setTimeout(() => setFlash(false), 1_700);
    return () => clearTimeout(timer);
  }, [status]);
  return flash;
}

// The clock ticks every second; a card's words change once a minute.
export const OrderCard = memo(
  OrderCardView,
  (a, b) =>
    a.card.order === b.card.order &&
    a.card.tappedAtMs === b.card.tappedAtMs &&
    b.card.tappedAtMs === null &&
    a.card.past === b.card.past &&
    a.limits === b.limits &&
    a.isNew === b.isNew &&
    a.onSee === b.onSee &&
    minutesSince(a.card.order.createdAtMs, a.now) === minutesSince(b.card.order.createdAtMs, b.now) &&
    minutesSince(waitingSince(a.card.order), a.now) === minutesSince(waitingSince(b.card.order), b.now),
);
