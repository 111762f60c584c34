// Payments that no rule could settle: each with the one action that ends it.
import type { UnresolvedPayment } from '@balcao/shared/http/refunds.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { formatCode } from '@balcao/shared/order/code.ts';
import { useAtomValue } from 'jotai';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { orderEventAtom } from '../../../data/staff/board/live.ts';
import { useTimes } from '../../../data/staff/times.ts';
import { useLoaded } from '../../../data/staff/resource.ts';
import { useToast } from '../../../ui/toast.tsx';

export function Resolve() {
  const { shortDateTime } = useTimes();
  const { turn } = useAtomValue(orderEventAtom);
  const list = useLoaded('GET /api/staff/payments/unresolved', { turn });
  const action = useAction();
  const toast = useToast();
  const resolve = (
    payment: UnresolvedPayment,
    { action: how, actionText }: Pick<UnresolvedPayment, 'action' | 'actionText'>,
  ) =>
    void action.run('Não deu para resolver', async () => {
      await call('POST /api/staff/payments/{id}/resolve', {
        params: { id: payment.id },
        body: { action: how },
      });
      toast({ title: 'Resolvido', text: actionText, tone: 'success' });
      await list.reload();
    });

  if (list.value === null) return <Loaded of={list} rows={3} />;
  if (list.value.payments.length === 0)
    return (
      <p className="rounded-2xl bg-base-100 p-6">
        Nenhum pagamento precisa de você. Quando um pagamento não fechar sozinho, ele aparece aqui.
      </p>
    );
  return (
    <ul className="flex flex-col gap-2">
      {list.value.payments.map((payment) => (
        <li
          key={payment.id}
          className="flex flex-wrap items-center gap-4 rounded-2xl border-l-8 border-warning bg-base-100 p-4"
        >
          <p className="numbers text-2xl font-extrabold">{formatCents(payment.amountCents)}</p>
          <div className="min-w-60 flex-1">
            <p>{payment.reason}</p>
            <p className="text-sm">
              {shortDateTime(payment.atMs)}
              {payment.simpleId !== null && ` · pedido #${payment.simpleId}`}
              {payment.code !== null && ` · ${formatCode(payment.code)}`}
            </p>
          </div>
          <button
            type="button"
            className="btn btn-primary"
            disabled={action.busy}
            onClick={() => resolve(payment, payment)}
          >
            {payment.actionText}
          </button>
          {payment.other && (
            <button
              type="button"
              className="btn"
              disabled={action.busy}
              onClick={() => payment.other && resolve(payment, payment.other)}
            >
              {payment.other.actionText}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
