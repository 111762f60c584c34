// Payments that no rule could settle: each with the one action that ends it.
import type { UnresolvedPayment } from '@balcao/shared/http/refunds.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { GIVEN_BY_HAND } from '@balcao/shared/payment/review-item.ts';
import { formatCode } from '@balcao/shared/order/code.ts';
import { useAtomValue } from 'jotai';
import { useRef, useState, type KeyboardEvent } from 'react';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { orderEventAtom } from '../../../data/staff/board/live.ts';
import { useTimes } from '../../../data/staff/times.ts';
import { useLoaded } from '../../../data/staff/resource.ts';
import { refundWords } from './refund.ts';
import { useToast } from '../../../ui/toast.tsx';
import { Failed } from '../../../ui/staff/failed.tsx';

export function Resolve() {
  const { turn } = useAtomValue(orderEventAtom);
  const list = useLoaded('GET /api/staff/payments/unresolved', { turn });
  const action = useAction();
  const toast = useToast();
  const [tried, setTried] = useState<string | null>(null);
  const resolve = (payment: UnresolvedPayment, { action: how, actionText }: Way) => {
    setTried(payment.id);
    void action.run('Não deu para resolver', async () => {
      const { refund } = await call('POST /api/staff/payments/{id}/resolve', {
        params: { id: payment.id },
        body: { action: how },
      });
      toast({
        ...(refund ? refundWords(refund) : { title: 'Resolvido', text: actionText }),
        tone: 'success',
      });
      await list.reload();
    });
  };

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
        <Item
          key={payment.id}
          payment={payment}
          busy={action.busy}
          failed={payment.id === tried ? action.failed : null}
          onResolve={(how) => resolve(payment, how)}
        />
      ))}
    </ul>
  );
}

type Way = Pick<UnresolvedPayment, 'action' | 'actionText'>;
const isGiven = ({ actionText }: Way): boolean => actionText === GIVEN_BY_HAND.actionText;
type ItemProps = {
  payment: UnresolvedPayment;
  busy: boolean;
  failed: string | null;
  onResolve: (how: Way) => void;
};

/** Exported for its test. */
export function Item({ payment, busy, failed, onResolve }: ItemProps) {
  const { shortDateTime } = useTimes();
  const [asking, setAsking] = useState<Way | null>(null);
  // The button that asked has the focus again once it stands there again, and only then.
  const backTo = useRef<string | null>(null);
  const leave = () => {
    backTo.current = asking?.actionText ?? null;
    setAsking(null);
  };
  const leaveByEscape = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') leave();
  };
  const amount = formatCents(payment.amountCents);
  const button = (way: Way, look: string) => (
    <button
      type="button"
      ref={(element) => {
        if (element === null || backTo.current !== way.actionText) return;
        backTo.current = null;
        element.focus();
      }}
      className={`btn ${look}`}
      disabled={busy}
      // Money that went back does not come again, and what was said to have is listed no more: never by one tap.
      onClick={() => (way.action === 'refund' || isGiven(way) ? setAsking(way) : onResolve(way))}
    >
      {way.actionText}
    </button>
  );
  return (
    <li className="flex flex-wrap items-center gap-4 rounded-2xl border-l-8 border-warning bg-base-100 p-4">
      <p className="numbers text-2xl font-extrabold">{amount}</p>
      <div className="min-w-60 flex-1">
        <p>{payment.reason}</p>
        <p className="text-sm">
          {shortDateTime(payment.atMs)}
          {payment.simpleId !== null && ` · pedido #${payment.simpleId}`}
          {payment.code !== null && ` · ${formatCode(payment.code)}`}
        </p>
      </div>
      {asking === null ? (
        <>
          {button(payment, 'btn-primary')}
          {payment.other && button(payment.other, '')}
        </>
      ) : (
        <div
          role="alertdialog"
          aria-label={isGiven(asking) ? `Já devolveu ${amount}?` : `Devolver ${amount}?`}
          className="flex flex-wrap items-center gap-2"
        >
          <p className="font-semibold">
            {isGiven(asking)
              ? 'Este valor já voltou a quem pagou? Ele sai desta lista.'
              : 'Devolver tudo a quem pagou?'}
          </p>
          <button
            type="button"
            className="btn btn-error"
            disabled={busy}
            onKeyDown={leaveByEscape}
            onClick={() => {
              leave();
              onResolve(asking);
            }}
          >
            {isGiven(asking) ? `Sim, devolvi ${amount}` : `Devolver ${amount}`}
          </button>
          {/* Not the one beside it: Enter that is held down repeats onto what has the focus. */}
          <button type="button" autoFocus className="btn" onKeyDown={leaveByEscape} onClick={leave}>
            Voltar
          </button>
        </div>
      )}
      <Failed text={failed} className="basis-full" />
    </li>
  );
}
