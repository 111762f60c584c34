// Whether a wholesale order is paid: marked with day and method, taken back where it was a mistake.
import { localTime } from '@balcao/shared/store/business-day.ts';
import type { WholesaleOrder, WholesalePaid, WholesalePaidWith } from '@balcao/shared/wholesale/order.ts';
import { WHOLESALE_PAID_WITH_TEXTS } from '@balcao/shared/wholesale/status-text.ts';
import { BadgeCheck, CircleDashed } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { useDraft } from '../../../data/staff/draft.ts';
import { FormDialog } from '../../../data/staff/form-dialog.tsx';
import { useStoreAway } from '../../../data/staff/session/shell.tsx';
import { useTimeZone } from '../../../data/staff/times.ts';
import { SelectField, TextField } from '../../../ui/staff/fields.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { OPERATOR } from '../texts.ts';

type Props = { order: WholesaleOrder; onChanged: (order: WholesaleOrder) => void };

const mark = (order: WholesaleOrder, paid: WholesalePaid | null) =>
  call('POST /api/staff/wholesale/orders/{id}/payment', { params: { id: order.id }, body: { paid } });

const dayText = (date: string): string => date.split('-').reverse().join('/');

export function PaymentMark({ order, onChanged }: Props) {
  const action = useAction();
  const away = useStoreAway();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const { paid, orderNumber } = order;

  const set = (done: WholesaleOrder) => {
    toast({ title: done.paid ? 'Marcado como pago' : 'Pagamento desfeito', tone: 'success' });
    onChanged(done);
  };
  const undo = () => void action.run(OPERATOR.unpayFailed, async () => set((await mark(order, null)).order));

  if (order.status === 'CANCELADO' && paid === null) return null;
  return (
    <>
      <div className="flex items-center justify-between gap-2 rounded-2xl bg-base-200 px-3 py-2">
        <p className="flex min-w-0 items-center gap-2 text-sm font-semibold">
          {paid ? (
            <>
              <BadgeCheck aria-hidden className="size-5 shrink-0 text-success" />
              Pago · {WHOLESALE_PAID_WITH_TEXTS[paid.method]}, {dayText(paid.onDate)}
            </>
          ) : (
            <>
              <CircleDashed aria-hidden className="size-5 shrink-0" /> A receber
            </>
          )}
        </p>
        {!away &&
          (paid ? (
            <button
              type="button"
              className="btn btn-sm min-h-9 shrink-0"
              aria-label={`Desfazer o pagamento do pedido nº ${orderNumber}`}
              disabled={action.busy}
              onClick={undo}
            >
              Desfazer
            </button>
          ) : (
            <button
              type="button"
              className="btn btn-sm min-h-9 shrink-0"
              aria-label={`Marcar como pago o pedido nº ${orderNumber}`}
              onClick={() => setAsking(true)}
            >
              Marcar como pago
            </button>
          ))}
      </div>
      {action.failed !== null && (
        <p role="alert" className="text-sm font-semibold text-error">
          {action.failed}
        </p>
      )}
      {asking && !away && (
        <PaymentForm
          order={order}
          onPaid={(done) => {
            setAsking(false);
            set(done);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

const METHODS = Object.entries(WHOLESALE_PAID_WITH_TEXTS);
const isMethod = (text: string): text is WholesalePaidWith => text in WHOLESALE_PAID_WITH_TEXTS;

type FormProps = {
  order: WholesaleOrder;
  onPaid: (order: WholesaleOrder) => void;
  onClose: () => void;
};

function PaymentForm({ order, onPaid, onClose }: FormProps) {
  const today = localTime(Date.now(), useTimeZone()).date;
  const draft = useDraft({ onDate: today, method: 'pix' }, { guarded: false });
  const submit = () =>
    void draft.save({
      heading: OPERATOR.payFailed,
      check: ({ onDate }) => (onDate === '' ? { onDate: 'Diga em que dia foi pago.' } : {}),
      work: async ({ onDate, method }) => {
        if (isMethod(method)) onPaid((await mark(order, { onDate, method })).order);
      },
    });
  return (
    <FormDialog
      title={`Pagamento do pedido nº ${order.orderNumber}`}
      draft={draft}
      save="Marcar como pago"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="Data do pagamento" type="date" max={today} required {...draft.field('onDate')} />
      <SelectField label="Forma de pagamento" options={METHODS} {...draft.field('method')} />
    </FormDialog>
  );
}
