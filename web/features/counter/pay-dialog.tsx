// Takes the money for a sale or for an order that waits: place it, be paid.
import { formatCents } from '@balcao/shared/money.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { focusAtOpening } from '../../ui/staff/focus-at-opening.ts';
import { CashPay } from './cash-pay.tsx';
import type { PaidResult } from './paid.tsx';
import { PixPay } from './pix-pay.tsx';
import type { PayWay } from './sale-ticket.tsx';
import { TerminalPay } from './terminal-pay.tsx';
import { useSalePayment, type Subject } from './use-payment.ts';
import { OpenDrawerDialog } from './open-drawer-dialog.tsx';

type Props = {
  way: PayWay;
  subject: Subject;
  onPricesChanged?: () => void;
  onClose: () => void;
  onDone: (result: PaidResult) => void;
};

const TITLES: Record<PayWay, string> = {
  cash: 'Dinheiro',
  terminal: 'Maquininha',
  pix: 'PIX do balcão',
  later: 'Pagar depois',
  none: 'Nada a pagar',
};

export function PayDialog({ way, subject, onPricesChanged, onClose, onDone }: Props) {
  const payment = useSalePayment(subject, { onPricesChanged, onDone });
  const { busy, failed, totalCents, confirm } = payment;
  if (payment.asksForDrawer)
    return <OpenDrawerDialog onOpened={payment.goOn} onClose={payment.leaveDrawer} />;
  return (
    <Dialog title={`${TITLES[way]} · ${formatCents(totalCents)}`} onClose={onClose} wide>
      {way === 'cash' && (
        <CashPay
          totalCents={totalCents}
          busy={busy}
          onReceived={(receivedCents) =>
            confirm({ method: 'cash', receivedCents, drawer: 'open' }, receivedCents)
          }
        />
      )}
      {way === 'terminal' && (
        <TerminalPay
          totalCents={totalCents}
          orderOf={payment.orderOf}
          busy={busy}
          onPaid={payment.paid}
          onByHand={(card) => confirm({ method: 'terminal', card }, null)}
          onLeave={onClose}
        />
      )}
      {way === 'pix' && (
        <PixPay
          orderOf={payment.orderOf}
          busy={busy}
          onPaid={payment.paid}
          onReceived={() => confirm({ method: 'pix_manual' }, null)}
        />
      )}
      {way === 'later' && (
        <Confirmation
          text="O pedido recebe um número e espera em Pendentes. A cozinha só começa quando o dinheiro chegar."
          label="Guardar o pedido"
          busy={busy}
          onConfirm={payment.later}
        />
      )}
      {way === 'none' && (
        <Confirmation
          text="O pedido vai direto para a cozinha, sem pagamento."
          label="Registrar"
          busy={busy}
          onConfirm={payment.give}
        />
      )}
      {payment.pinDialog}
      {failed !== null && (
        <p role="alert" className="mt-3 text-lg font-semibold text-error">
          {failed}
        </p>
      )}
    </Dialog>
  );
}

type ConfirmationProps = { text: string; label: string; busy: boolean; onConfirm: () => void };

/** Of a sale for which no money is taken now. */
function Confirmation({ text, label, busy, onConfirm }: ConfirmationProps) {
  return (
    <>
      <p className="mb-3 text-lg">{text}</p>
      <button
        ref={focusAtOpening}
        type="button"
        className="btn btn-primary h-20 w-full text-2xl!"
        disabled={busy}
        onClick={onConfirm}
      >
        {label}
      </button>
    </>
  );
}
