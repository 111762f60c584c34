// Gives back a part or the whole of what was paid online.
import { formatCents } from '@balcao/shared/money.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { isPaidOnline } from '@balcao/shared/payment/store-answer.ts';
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useDraft } from '../../../data/staff/draft.ts';
import { TextField } from '../../../ui/staff/fields.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { refundAmount, refundOrder, refundWords } from './refund.ts';

export function RefundForm({ order }: { order: Order }) {
  const draft = useDraft({ amount: '' });
  const [asking, setAsking] = useState(false);
  // The button that asked has the focus again once it stands there again, and only then.
  const isBack = useRef(false);
  const leave = () => {
    isBack.current = true;
    setAsking(false);
  };
  const toast = useToast();
  if (!isPaidOnline(order)) return null;

  const check = ({ amount }: { amount: string }) =>
    refundAmount(amount, order.totalCents) === 'wrong'
      ? {
          amount: `Informe um valor de R$ 0,01 a ${formatCents(order.totalCents)}, ou deixe vazio para devolver tudo.`,
        }
      : {};
  const giveBack = async () => {
    if (asking) leave();
    await draft.save({
      heading: 'Não deu para devolver',
      check,
      clears: true,
      work: async ({ amount }) => {
        const cents = refundAmount(amount, order.totalCents);
        if (cents === 'wrong') throw new Error('an amount that was checked is wrong');
        toast({ ...refundWords(await refundOrder(order.id, cents)), tone: 'success' });
      },
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // All of it calls the order off: never by one tap on an empty field.
    if (refundAmount(draft.values.amount, order.totalCents) === null) setAsking(true);
    else void giveBack();
  };
  const leaveByEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // The dialog around it would close as well.
    event.preventDefault();
    event.stopPropagation();
    leave();
  };
  if (asking)
    return (
      <div role="alertdialog" aria-label="Devolver tudo?" className="mt-5 border-t border-base-300 pt-4">
        <p className="font-semibold">
          Devolver tudo o que resta ao cliente?
          {order.status !== 'DELIVERED' && order.status !== 'CANCELLED' && ' O pedido será cancelado.'}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <button
            type="button"
            className="btn btn-error"
            onKeyDown={leaveByEscape}
            onClick={() => void giveBack()}
          >
            Devolver tudo
          </button>
          {/* Not the one beside it: Enter that is held down repeats onto what has the focus. */}
          <button type="button" autoFocus className="btn" onKeyDown={leaveByEscape} onClick={leave}>
            Voltar
          </button>
        </div>
      </div>
    );
  return (
    <form
      noValidate
      onSubmit={submit}
      className="mt-5 flex flex-wrap items-start gap-3 border-t border-base-300 pt-4"
    >
      <TextField
        label="Devolver (R$)"
        hint="Vazio devolve tudo."
        className="w-48"
        inputMode="decimal"
        {...draft.field('amount')}
        error={draft.errors['amount'] ?? draft.failed}
      />
      <button
        type="submit"
        ref={(element) => {
          if (element === null || !isBack.current) return;
          isBack.current = false;
          element.focus();
        }}
        className="btn btn-outline btn-error mt-6"
        disabled={draft.busy}
      >
        Devolver pelo Mercado Pago
      </button>
    </form>
  );
}
