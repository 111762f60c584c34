// Cancels many unpaid orders at once: marked one by one, by their age, or by their phone. What was paid meanwhile stays.
import type { CancelUnpaid } from '@balcao/shared/http/staff.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { useState } from 'react';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { TextField } from '../../../ui/staff/fields.tsx';
import { minutesSince, phoneText } from '../../../ui/staff/order-text.ts';
import { useTimes } from '../../../data/staff/times.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';

const MINUTES_AT_FIRST = '30';
const REASONS = [
  ['expirado', 'Ninguém veio pagar'],
  ['cliente', 'O cliente pediu'],
  ['loja', 'A loja não pode fazer'],
] as const satisfies readonly (readonly [CancelUnpaid['reason'], string])[];

type Props = { orders: readonly Order[]; now: number; onClose: () => void; onDone: () => void };

export function CancelUnpaidDialog({ orders, now, onClose, onDone }: Props) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [minutes, setMinutes] = useState(MINUTES_AT_FIRST);
  const [reason, setReason] = useState<CancelUnpaid['reason']>('expirado');
  const { timeText } = useTimes();
  const action = useAction();
  const toast = useToast();
  // Somebody may have paid since: who is gone from the list is not cancelled.
  const chosen = orders.filter((order) => marked.has(order.id));
  const phones = new Map<string, number>();
  for (const { customerPhone } of orders)
    if (customerPhone !== null) phones.set(customerPhone, (phones.get(customerPhone) ?? 0) + 1);

  const mark = (which: (order: Order) => boolean) =>
    setMarked(new Set([...marked, ...orders.filter(which).map((order) => order.id)]));
  const toggle = (id: string) => {
    const next = new Set(marked);
    if (!next.delete(id)) next.add(id);
    setMarked(next);
  };
  const oldest = Number(minutes.trim());
  const isAge = minutes.trim() !== '' && Number.isFinite(oldest);

  const cancel = () =>
    void action.run('Não deu para cancelar', async () => {
      const { outcomes } = await call('POST /api/staff/orders/cancel-unpaid', {
        body: { ids: chosen.map((order) => order.id), reason },
      });
      const count = outcomes.filter((one) => one.outcome === 'cancelled').length;
      const paid = outcomes.filter((one) => one.outcome === 'paid').length;
      toast({
        title: count === 1 ? '1 pedido cancelado' : `${count} pedidos cancelados`,
        text:
          paid === 0
            ? 'Nenhum deles vai para a cozinha.'
            : `${paid === 1 ? '1 foi pago' : `${paid} foram pagos`} neste meio-tempo e continua${paid === 1 ? '' : 'm'} valendo.`,
        tone: paid === 0 ? 'success' : 'info',
      });
      onDone();
    });

  return (
    <ConfirmDialog
      wide
      form
      title="Cancelar pedidos não pagos"
      confirm={
        chosen.length === 0
          ? 'Marque os pedidos'
          : chosen.length === 1
            ? 'Cancelar 1 pedido'
            : `Cancelar ${chosen.length} pedidos`
      }
      disabled={chosen.length === 0}
      busy={action.busy}
      failed={action.failed}
      onConfirm={cancel}
      onClose={onClose}
    >
      <form
        noValidate
        className="grid grid-cols-3 items-end gap-2 sm:flex"
        onSubmit={(event) => {
          event.preventDefault();
          if (isAge) mark((order) => minutesSince(order.createdAtMs, now) >= oldest);
        }}
      >
        <TextField
          label="Não pagos há mais de (min)"
          className="max-sm:col-span-3 sm:w-56"
          inputMode="numeric"
          maxLength={4}
          value={minutes}
          onValue={setMinutes}
        />
        <button type="submit" className="btn max-sm:px-1" disabled={!isAge}>
          Marcar esses
        </button>
        <button type="button" className="btn max-sm:px-1" onClick={() => mark(() => true)}>
          Marcar todos
        </button>
        <button
          type="button"
          className="btn btn-ghost max-sm:px-1"
          disabled={marked.size === 0}
          onClick={() => setMarked(new Set())}
        >
          Desmarcar
        </button>
      </form>
      <ul aria-label="Pedidos não pagos" className="mt-3 divide-y divide-base-300">
        {orders.map((order, at) => {
          const { customerPhone: phone } = order;
          // Once a phone: beside the first of its orders.
          const isFirst = orders.findIndex((one) => one.customerPhone === phone) === at;
          const same = phone === null || !isFirst ? 0 : (phones.get(phone) ?? 0);
          return (
            <li key={order.id} className="flex flex-wrap items-center gap-x-3 py-1">
              <label className="flex min-h-11 min-w-0 flex-1 basis-56 cursor-pointer items-center gap-3">
                <input
                  type="checkbox"
                  className="checkbox checkbox-primary shrink-0"
                  checked={marked.has(order.id)}
                  onChange={() => toggle(order.id)}
                />
                <span className="min-w-0">
                  <span className="numbers font-bold">
                    {order.panelNumber === null ? `#${order.simpleId}` : `Nº ${order.panelNumber}`}
                  </span>{' '}
                  <span className="numbers text-sm">
                    <span className="whitespace-nowrap">
                      · {timeText(order.createdAtMs)} · há {minutesSince(order.createdAtMs, now)} min
                    </span>{' '}
                    <span className="whitespace-nowrap">
                      <span className="max-sm:hidden">· </span>
                      {phoneText(phone)}
                    </span>
                  </span>
                </span>
              </label>
              {same > 1 && (
                <button
                  type="button"
                  className="btn btn-sm"
                  onClick={() => mark((one) => one.customerPhone === phone)}
                  aria-label={`Marcar os ${same} do telefone ${phoneText(phone)}`}
                >
                  Marcar os {same} deste telefone
                </button>
              )}
              <span className="numbers ml-auto font-bold">{formatCents(order.totalCents)}</span>
            </li>
          );
        })}
      </ul>
      <ReasonChoice chosen={reason} onChosen={setReason} />
    </ConfirmDialog>
  );
}

type ReasonProps = { chosen: CancelUnpaid['reason']; onChosen: (reason: CancelUnpaid['reason']) => void };

function ReasonChoice({ chosen, onChosen }: ReasonProps) {
  return (
    <fieldset className="mt-3">
      <legend className="font-semibold">Por quê?</legend>
      {REASONS.map(([value, label]) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="motivo"
            className="radio radio-primary"
            checked={chosen === value}
            onChange={() => onChosen(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
