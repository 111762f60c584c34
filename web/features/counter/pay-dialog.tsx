// Takes the money for a sale or for an order that waits: place it, be paid, say the number.
import type { StaffMove } from '@balcao/shared/http/staff.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { CheckCircle2, Printer } from 'lucide-react';
import { useState } from 'react';
import { ApiError, call } from '../../data/request.ts';
import { useAction } from '../../data/staff/action.ts';
import { moveOrder } from '../../data/staff/board/move.ts';
import { OpenDrawer } from '../../data/staff/cash/open-drawer.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { focusAtOpening } from '../../ui/staff/focus-at-opening.ts';
import { useToast } from '../../ui/toast.tsx';
import { CashPay } from './cash-pay.tsx';
import { PixPay } from './pix-pay.tsx';
import { placeSale, type Placed, type Sale } from './sale.ts';
import type { PayWay } from './sale-ticket.tsx';

/** Either a sale that becomes an order here, or an order that waits for its money. */
export type Subject =
  | {
      sale: Sale;
      totalCents: number;
      onSending: (sale: Sale) => void;
      onPlaced: (placed: Placed) => void;
    }
  | { order: Order };

type Props = {
  way: PayWay;
  subject: Subject;
  onPricesChanged?: () => void;
  onClose: () => void;
  onDone: () => void;
};
type Paid = { order: Order; receivedCents: number | null };
type Confirm = Omit<Extract<StaffMove, { kind: 'confirm-payment' }>, 'kind' | 'seen'>;

const TITLES: Record<PayWay, string> = {
  cash: 'Dinheiro',
  terminal: 'Maquininha',
  pix: 'PIX do balcão',
  later: 'Pagar depois',
};
const CARDS = [
  ['debito', 'Débito'],
  ['credito', 'Crédito'],
  ['vale', 'Vale'],
] as const;

export function PayDialog({ way, subject, onPricesChanged, onClose, onDone }: Props) {
  const action = useAction();
  const [paid, setPaid] = useState<Paid | null>(null);
  /** What is confirmed as soon as the drawer is open. */
  const [waiting, setWaiting] = useState<{ move: Confirm; receivedCents: number | null } | null>(null);
  const totalCents =
    'order' in subject
      ? subject.order.totalCents
      : (subject.sale.placed?.order.totalCents ?? subject.totalCents);

  /** The order, placed now if it is not yet. The same sale asked for twice is one order. */
  const orderOf = async (): Promise<{ order: Order; trackingToken: string | null }> => {
    if ('order' in subject) return { order: subject.order, trackingToken: null };
    try {
      const placed = await placeSale(subject.sale, subject.totalCents, subject.onSending);
      subject.onPlaced(placed);
      return placed;
    } catch (error) {
      if (
        error instanceof ApiError &&
        (error.problem.code === 'price-changed' || error.problem.code === 'invalid-order')
      )
        onPricesChanged?.();
      throw error;
    }
  };
  const confirm = (move: Confirm, receivedCents: number | null) =>
    void action.run('Erro ao confirmar pagamento', async () => {
      const { order } = await orderOf();
      try {
        setPaid({ order: await moveOrder(order.id, { kind: 'confirm-payment', ...move }), receivedCents });
      } catch (error) {
        if (!(error instanceof ApiError) || error.problem.code !== 'drawer-closed') throw error;
        setWaiting({ move, receivedCents });
      }
    });
  const goOn = () => {
    setWaiting(null);
    if (waiting !== null) confirm(waiting.move, waiting.receivedCents);
  };
  const later = () =>
    void action.run('Não deu para guardar o pedido', async () => {
      const { order, trackingToken } = await orderOf();
      const reply = await call('POST /api/orders/{code}/cash', {
        params: { code: order.code },
        body: { changeForCents: null },
        token: trackingToken,
      });
      setPaid({ order: reply.order, receivedCents: null });
    });

  if (paid) return <PaidDialog paid={paid} onDone={onDone} />;
  if (waiting !== null)
    return (
      <Dialog title="Abrir o caixa" onClose={() => setWaiting(null)} wide>
        <OpenDrawer
          hint="O caixa está fechado. Quanto há na gaveta para começar, sem o dinheiro desta venda? Depois a venda continua."
          onOpened={goOn}
        />
      </Dialog>
    );
  return (
    <Dialog title={`${TITLES[way]} · ${formatCents(totalCents)}`} onClose={onClose} wide>
      {way === 'cash' && (
        <CashPay
          totalCents={totalCents}
          busy={action.busy}
          onReceived={(receivedCents) =>
            confirm({ method: 'cash', receivedCents, drawer: 'open' }, receivedCents)
          }
        />
      )}
      {way === 'terminal' && (
        <>
          <p ref={focusAtOpening} tabIndex={-1} className="mb-3 text-lg outline-none">
            Passe {formatCents(totalCents)} na maquininha. Quando aprovar, toque no tipo do cartão:
          </p>
          <div className="grid grid-cols-3 gap-3">
            {CARDS.map(([card, label]) => (
              <button
                key={card}
                type="button"
                className="btn btn-primary h-24 text-2xl!"
                disabled={action.busy}
                onClick={() => confirm({ method: 'terminal', card }, null)}
              >
                {label}
              </button>
            ))}
          </div>
        </>
      )}
      {way === 'pix' && (
        <PixPay
          orderOf={orderOf}
          busy={action.busy}
          onReceived={() => confirm({ method: 'pix_manual' }, null)}
        />
      )}
      {way === 'later' && (
        <>
          <p className="mb-3 text-lg">
            O pedido recebe um número e espera em Pendentes. A cozinha só começa quando o dinheiro chegar.
          </p>
          <button
            ref={focusAtOpening}
            type="button"
            className="btn btn-primary h-20 w-full text-2xl!"
            disabled={action.busy}
            onClick={later}
          >
            Guardar o pedido
          </button>
        </>
      )}
      {action.failed !== null && (
        <p role="alert" className="mt-3 text-lg font-semibold text-error">
          {action.failed}
        </p>
      )}
    </Dialog>
  );
}

function PaidDialog({ paid: { order, receivedCents }, onDone }: { paid: Paid; onDone: () => void }) {
  const action = useAction();
  const toast = useToast();
  const changeCents = receivedCents === null ? 0 : receivedCents - order.totalCents;
  const print = () =>
    void action
      .run('Erro na impressão', () =>
        call('POST /api/staff/orders/{id}/reprint', {
          params: { id: order.id },
          query: { purpose: 'counter' },
        }),
      )
      .then((done) => {
        if (done) toast({ title: 'Via enviada para a impressora', tone: 'success' });
      });
  return (
    <Dialog
      title={order.status === 'PENDING' ? 'Pedido guardado' : 'Pago'}
      onClose={onDone}
      actions={
        <>
          <button
            ref={focusAtOpening}
            type="button"
            className="btn btn-primary h-20 flex-1 text-2xl!"
            onClick={onDone}
          >
            Nova venda
          </button>
          <button type="button" className="btn h-20" disabled={action.busy} onClick={print}>
            <Printer aria-hidden className="size-6" /> Imprimir via
          </button>
        </>
      }
    >
      <div className="text-center">
        <CheckCircle2 aria-hidden className="mx-auto size-12 text-success" />
        <p className="text-lg">Número do cliente</p>
        <p className="numbers text-8xl leading-none font-extrabold">
          {order.panelNumber ?? `#${order.simpleId}`}
        </p>
        {changeCents > 0 && (
          <p className="mt-3 rounded-2xl bg-accent p-3 text-2xl text-accent-content">
            Troco: <strong className="numbers text-4xl">{formatCents(changeCents)}</strong>
          </p>
        )}
      </div>
    </Dialog>
  );
}
