// What a change of a paid order left open: the rest is taken as a sale's money is, or what is too much goes back the way it came.
import { useAtomValue } from 'jotai';
import { panelAtom } from '../../data/staff/board/live.ts';
import type { GivenBack, Order, TerminalCard } from '@balcao/shared/order/order.ts';
import { isTakenByHand } from '@balcao/shared/order/taken-by-hand.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { givenBackOf } from '@balcao/shared/payment/given-back.ts';
import { TENDER_NAMES } from '@balcao/shared/payment/tender-names.ts';
import { useRef, useState } from 'react';
import { newId } from '../../data/new-id.ts';
import { ApiError, call } from '../../data/request.ts';
import { useAction } from '../../data/staff/action.ts';
import { METHOD_NAMES, wayText } from '../../text/staff.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/staff/failed.tsx';
import { focusAtOpening } from '../../ui/staff/focus-at-opening.ts';
import { orderName } from '../../ui/staff/order-text.ts';
import { useToast } from '../../ui/toast.tsx';
import { CardKinds } from './card-kinds.tsx';
import { CashPay } from './cash-pay.tsx';
import { OpenDrawerDialog } from './open-drawer-dialog.tsx';
import { PixPay } from './pix-pay.tsx';

type Way = 'cash' | 'terminal' | 'pix';
type Taken = {
  method: 'cash' | 'terminal' | 'pix_manual';
  card?: TerminalCard;
  receivedCents?: number;
};
type Props = { order: Order; onClose: () => void };

const WAYS = [
  ['cash', 'Dinheiro'],
  ['terminal', 'Maquininha'],
  ['pix', 'PIX'],
] as const satisfies readonly (readonly [Way, string])[];

export function DifferenceDialog({ order, onClose }: Props) {
  const balanceCents = order.balanceCents ?? 0;
  return balanceCents > 0 ? (
    <TakeDialog order={order} cents={balanceCents} onClose={onClose} />
  ) : (
    <GiveBackDialog order={order} cents={-balanceCents} onClose={onClose} />
  );
}

type Amount = Props & { cents: number };

function TakeDialog({ order, cents, onClose }: Amount) {
  const { idOf, renew, action, waiting, setWaiting, take, tellTaken } = useTakenDifference({
    order,
    cents,
    onClose,
  });
  const panel = useAtomValue(panelAtom);
  const [way, setWay] = useState<Way | null>(null);
  if (waiting !== null)
    return (
      <OpenDrawerDialog
        hint="O caixa está fechado. Quanto há na gaveta para começar, sem este dinheiro? Depois o pagamento continua."
        onOpened={() => {
          setWaiting(null);
          take(waiting);
        }}
        onClose={() => setWaiting(null)}
      />
    );
  return (
    <Dialog title={`Falta ${formatCents(cents)} · pedido ${orderName(order, panel)}`} onClose={onClose} wide>
      {way === null && <WayChoice onWay={setWay} onLater={onClose} />}
      {way === 'cash' && (
        <CashPay
          totalCents={cents}
          busy={action.busy}
          onReceived={(receivedCents) => take({ method: 'cash', receivedCents })}
        />
      )}
      {way === 'terminal' && (
        <>
          <p className="mb-3 text-lg">
            Passe {formatCents(cents)} na maquininha. Quando aprovar, toque no tipo do cartão:
          </p>
          <CardKinds busy={action.busy} onCard={(card) => take({ method: 'terminal', card })} />
        </>
      )}
      {way === 'pix' && (
        <PixPay
          orderOf={() => Promise.resolve({ order })}
          cents={cents}
          partId={idOf}
          // The provider's code may be paid all the same: what is said then is another payment.
          onLeavePart={renew}
          busy={action.busy}
          onPaid={() => tellTaken(0)}
          onReceived={() => take({ method: 'pix_manual' })}
        />
      )}
      {way !== null && (
        <button
          type="button"
          className="btn mt-3 h-14 w-full"
          disabled={action.busy}
          onClick={() => {
            action.forgive();
            setWay(null);
          }}
        >
          Voltar
        </button>
      )}
      <Failed text={action.failed} className="mt-3 text-lg" />
    </Dialog>
  );
}

function WayChoice({ onWay, onLater }: { onWay: (way: Way) => void; onLater: () => void }) {
  return (
    <>
      <p ref={focusAtOpening} tabIndex={-1} className="mb-3 text-lg outline-none">
        O pedido continua na cozinha. Ele só é entregue depois de receber a diferença.
      </p>
      <div className="grid grid-cols-3 gap-3">
        {WAYS.map(([one, label]) => (
          <button
            key={one}
            type="button"
            className="btn btn-primary h-24 px-1 text-xl! max-sm:text-base!"
            onClick={() => onWay(one)}
          >
            {label}
          </button>
        ))}
      </div>
      <button type="button" className="btn mt-3 h-16 w-full" onClick={onLater}>
        Receber depois (fica em Pendentes)
      </button>
    </>
  );
}

/** Books the difference once, whatever is sent again; with the drawer closed it waits until that is open. */
function useTakenDifference({ order, cents, onClose }: Amount) {
  const action = useAction();
  const toast = useToast();
  const panel = useAtomValue(panelAtom);
  const [firstId] = useState(() => newId());
  const id = useRef(firstId);
  /** What is booked as soon as the drawer is open. */
  const [waiting, setWaiting] = useState<Taken | null>(null);
  const tellTaken = (changeCents: number) => {
    toast({
      title: changeCents > 0 ? `Troco: ${formatCents(changeCents)}` : 'Diferença recebida',
      text: `Pedido ${orderName(order, panel)}, ${formatCents(cents)}.`,
      tone: 'success',
      ...(changeCents > 0 && { durationMs: 12_000 }),
    });
    onClose();
  };
  const take = (taken: Taken) =>
    void action.run('Erro ao registrar o pagamento', async () => {
      try {
        await call('POST /api/staff/orders/{id}/difference', {
          params: { id: order.id },
          body: {
            kind: 'take',
            id: id.current,
            cents,
            ...taken,
            ...(taken.method === 'cash' && { drawer: 'open' as const }),
          },
        });
      } catch (error) {
        if (!(error instanceof ApiError && error.problem.code === 'drawer-closed')) throw error;
        setWaiting(taken);
        return;
      }
      tellTaken((taken.receivedCents ?? cents) - cents);
    });
  return {
    idOf: () => id.current,
    renew: () => {
      id.current = newId();
    },
    action,
    waiting,
    setWaiting,
    take,
    tellTaken,
  };
}

function GiveBackDialog({ order, cents, onClose }: Amount) {
  const action = useAction();
  const toast = useToast();
  const panel = useAtomValue(panelAtom);
  const [id] = useState(() => newId());
  const isOnline = order.paymentMethod !== null && !isTakenByHand(order.paymentMethod);
  const amount = formatCents(cents);
  const giveBack = () =>
    void action.run('Não deu para registrar a devolução', async () => {
      const reply = await call('POST /api/staff/orders/{id}/difference', {
        params: { id: order.id },
        body: { kind: 'give-back', id, cents },
      });
      const before = givenBackOf(order);
      toast({
        title: isOnline ? 'Devolução pedida' : 'Devolução registrada',
        // Long enough to be counted out of the drawer.
        ...{ text: backText(reply.order, before) || amount, tone: 'success', durationMs: 12_000 },
      });
      onClose();
    });
  return (
    <Dialog title={`Devolver ${amount} · pedido ${orderName(order, panel)}`} onClose={onClose}>
      {/* Not the button: the Enter that ended a PIN must not say that money went. */}
      <p ref={focusAtOpening} tabIndex={-1} className="mb-3 text-lg outline-none">
        {isOnline
          ? `Primeiro volta, em mãos, o que foi recebido no balcão. O resto um administrador devolve pelo Mercado Pago (${wayText(order)}).`
          : `Devolva ${amount} ao cliente (${wayText(order)}). O caixa registra a saída.`}
      </p>
      <button
        type="button"
        className="btn btn-primary h-20 w-full text-2xl!"
        disabled={action.busy}
        onClick={giveBack}
      >
        {isOnline ? `Devolver ${amount}` : `Devolvi ${amount}`}
      </button>
      <Failed text={action.failed} className="mt-3 text-lg" />
    </Dialog>
  );
}

/** `R$ 3,60 em mãos (Dinheiro) + R$ 3,60 (PIX)`: what went back just now, by its ways. */
const backText = (order: Order, before: readonly GivenBack[]): string =>
  givenBackOf(order)
    .map(({ method, card, cents }) => {
      const beforeCents = before.find((one) => one.method === method && one.card === card)?.cents ?? 0;
      const name = card === null ? METHOD_NAMES[method] : TENDER_NAMES[card];
      return { cents: cents - beforeCents, text: `${isTakenByHand(method) ? 'em mãos ' : ''}(${name})` };
    })
    .filter((one) => one.cents > 0)
    .map((one) => `${formatCents(one.cents)} ${one.text}`)
    .join(' + ');
