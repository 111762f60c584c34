// A whole ticket, opened by its number or its chip: everything of it, the way on and back, and the paper once more.
import { useAtomValue } from 'jotai';
import { panelAtom } from '../../data/staff/board/live.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { Printer } from 'lucide-react';
import { call } from '../../data/request.ts';
import { useAction } from '../../data/staff/action.ts';
import { waitingSince } from '../../data/staff/board/board.ts';
import { minutesSince, numberedName, orderName } from '../../ui/staff/order-text.ts';
import { Failed } from '../../ui/staff/failed.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { AGE_LOOKS, ageOf, type AgeLimits } from './age.ts';
import type { Card } from './columns.ts';
import { newsOf } from './line-news.ts';
import { stepsOf, useTakeStep, type Step } from './steps.ts';
import { TicketItems } from './ticket-items.tsx';
import {
  AgeText,
  EatenWhere,
  isWaiting,
  LineNewsButton,
  NumberText,
  Observations,
  Pickup,
  WaitingText,
} from './ticket-parts.tsx';

type Props = {
  card: Card;
  now: number;
  limits: AgeLimits;
  bumped: readonly string[];
  onBump: (id: string) => void;
  onClose: () => void;
};

export function TicketSheet({ card, now, limits, bumped, onBump, onClose }: Props) {
  const panel = useAtomValue(panelAtom);
  const { order } = card;
  const name = orderName(order, panel);
  const news = newsOf(order, bumped);
  const { busy, failed, reprint } = useReprint(order);
  const take = useTakeStep();
  const age = ageOf(minutesSince(waitingSince(order), now), limits);
  const go = (step: Step) => {
    if (take(card, step)) onClose();
  };
  return (
    <Dialog
      title={`Pedido ${name}`}
      onClose={onClose}
      wide
      actions={
        <>
          <StepButtons card={card} name={name} onStep={go} />
          <button
            type="button"
            className="kitchen-touch btn leading-tight sm:flex-1"
            aria-label={`Imprimir de novo: pedido ${name}`}
            disabled={busy}
            onClick={reprint}
          >
            <Printer aria-hidden className="size-6 shrink-0" />
            Imprimir de novo
          </button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-lg">
        <div
          className={`flex items-center justify-between gap-3 rounded-xl px-3 py-1.5 ${AGE_LOOKS[age].head}`}
        >
          <p>
            <NumberText card={card} className="text-5xl" />
          </p>
          <p className="flex flex-col items-end">
            <span className="text-2xl">
              <AgeText minutes={minutesSince(order.createdAtMs, now)} age={age} />
            </span>
            <EatenWhere order={order} />
          </p>
        </div>
        {(order.status === 'READY' || order.status === 'DELIVERED') && (
          <p className="flex flex-wrap justify-between gap-x-3 text-xl font-bold">
            <Pickup card={card} />
          </p>
        )}
        {isWaiting(card) && <WaitingText order={order} />}
        {order.late && <p className="font-bold text-error">Pago depois do prazo</p>}
        <TicketItems items={order.items} news={news} />
        {news.changeIds.length > 0 && (
          <LineNewsButton order={order} onNoted={() => news.changeIds.forEach(onBump)} />
        )}
        {card.part?.made && (
          <p className="text-xl font-bold">Sua parte está pronta; falta {card.part.awaits.join(' e ')}.</p>
        )}
        <Observations text={order.observations} />
        <Failed text={failed} />
      </div>
    </Dialog>
  );
}

type StepProps = { card: Card; name: string; onStep: (step: Step) => void };

/** The way on, and the way back. */
function StepButtons({ card, name, onStep }: StepProps) {
  const { forward, back } = stepsOf(card);
  return (
    <>
      {forward && (
        <button
          type="button"
          className="kitchen-touch btn btn-primary text-xl! sm:flex-[2]"
          onClick={() => onStep(forward)}
        >
          <forward.Icon aria-hidden className="size-7 shrink-0" />
          {forward.label}
        </button>
      )}
      {back && (
        <button
          type="button"
          aria-label={`${back.label}: pedido ${name}`}
          className="kitchen-touch btn leading-tight sm:flex-1"
          onClick={() => onStep(back)}
        >
          <back.Icon aria-hidden className="size-6 shrink-0" />
          {back.label}
        </button>
      )}
    </>
  );
}

/** The ticket once more; where it still waits it goes now, and a repeat says so on the paper. */
function useReprint(order: Order) {
  const panel = useAtomValue(panelAtom);
  const { busy, failed, run } = useAction();
  const toast = useToast();
  const reprint = () =>
    void run('Erro na impressão', async () => {
      await call('POST /api/staff/orders/{id}/reprint', { params: { id: order.id } });
      toast({
        title: 'Na fila de impressão',
        text: `Comanda ${numberedName(order, panel)}`,
        tone: 'success',
      });
    });
  return { busy, failed, reprint };
}
