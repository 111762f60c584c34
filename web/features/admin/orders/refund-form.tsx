// Gives back a part or the whole of what was paid online.
import { formatCents } from '@balcao/shared/money.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { isPaidOnline } from '@balcao/shared/payment/store-answer.ts';
import { useState, type FormEvent } from 'react';
import { useAction } from '../../../data/staff/action.ts';
import { TextField } from '../../../ui/staff/fields.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { refundAmount, refundOrder, refundWords } from './refund.ts';

export function RefundForm({ order }: { order: Order }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const action = useAction();
  const toast = useToast();
  if (!isPaidOnline(order)) return null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const cents = refundAmount(text, order.totalCents);
    setError(
      cents === 'wrong'
        ? `Informe um valor de R$ 0,01 a ${formatCents(order.totalCents)}, ou deixe vazio para devolver tudo.`
        : null,
    );
    if (cents === 'wrong') return;
    // All of it calls the order off: never by one tap on an empty field.
    if (cents === null) setAsking(true);
    else giveBack(cents);
  };
  const giveBack = (cents: number | null) => {
    setAsking(false);
    void action.run('Não deu para devolver', async () => {
      toast({ ...refundWords(await refundOrder(order.id, cents)), tone: 'success' });
      setText('');
    });
  };
  if (asking)
    return (
      <div role="alertdialog" aria-label="Devolver tudo?" className="mt-5 border-t border-base-300 pt-4">
        <p className="font-semibold">
          Devolver tudo o que resta ao cliente?
          {order.status !== 'DELIVERED' && order.status !== 'CANCELLED' && ' O pedido será cancelado.'}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <button type="button" autoFocus className="btn btn-error" onClick={() => giveBack(null)}>
            Devolver tudo
          </button>
          <button type="button" className="btn" onClick={() => setAsking(false)}>
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
        value={text}
        onValue={setText}
        error={error ?? action.failed}
      />
      <button type="submit" className="btn btn-outline btn-error mt-6" disabled={action.busy}>
        Devolver pelo Mercado Pago
      </button>
    </form>
  );
}
