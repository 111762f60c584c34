// An unpaid order is not made: this says so, and takes the payment that lies on the counter.
import { formatCents } from '@balcao/shared/money.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { useAction } from '../../../data/staff/action.ts';
import { METHOD_NAMES } from '../../../text/staff.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { orderTitle } from '../../../ui/staff/order-text.ts';
import { useToast } from '../../../ui/toast.tsx';
import { formatCode } from '@balcao/shared/order/code.ts';
import { moveOrder } from '../../../data/staff/board/move.ts';

const CONFIRM_PAYMENT_FIRST = 'Confirme o pagamento primeiro';

const METHODS = ['cash', 'terminal', 'pix_manual'] as const;

export function PayFirst({
  order,
  onClose,
  onPaid,
}: {
  order: Order;
  onClose: () => void;
  onPaid: (order: Order) => void;
}) {
  const action = useAction();
  const toast = useToast();
  const confirm = (method: (typeof METHODS)[number]) =>
    void action.run('Erro ao confirmar pagamento', async () => {
      const paid = await moveOrder(order.id, { kind: 'confirm-payment', method, seen: 'PENDING' });
      toast({
        title: 'Pagamento confirmado',
        text: `Pedido ${formatCode(order.code)}: ${METHOD_NAMES[method]}.`,
        tone: 'success',
      });
      onPaid(paid);
    });
  return (
    <Dialog title={CONFIRM_PAYMENT_FIRST} onClose={onClose}>
      <p>
        O pedido {orderTitle(order)} ainda não foi pago. Ele vai para a cozinha depois que você confirmar que
        recebeu <strong>{formatCents(order.totalCents)}</strong>.
      </p>
      <div className="mt-4 flex flex-col gap-2">
        {METHODS.map((method) => (
          <button
            key={method}
            type="button"
            className="btn btn-primary btn-lg"
            disabled={action.busy}
            onClick={() => confirm(method)}
          >
            Recebi em {METHOD_NAMES[method]}
          </button>
        ))}
      </div>
      {action.failed !== null && (
        <p role="alert" className="mt-3 font-semibold text-error">
          {action.failed}
        </p>
      )}
    </Dialog>
  );
}
