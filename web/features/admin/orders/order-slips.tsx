// What an order looks like on paper, for the kitchen and for the customer, and a copy of either.
import type { Order } from '@balcao/shared/order/order.ts';
import { useState } from 'react';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { SelectField } from '../../../ui/staff/fields.tsx';
import { SlipPreview } from '../slip-preview.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { Failed } from '../../../ui/staff/failed.tsx';

const SLIPS = [
  ['kitchen', 'Comanda da cozinha'],
  ['counter', 'Via do cliente'],
] as const;

export function OrderSlips({ order }: { order: Order }) {
  const [open, setOpen] = useState(false);
  const [purpose, setPurpose] = useState<string>('kitchen');
  const [columns, setColumns] = useState('48');
  const action = useAction();
  const toast = useToast();
  const label = SLIPS.find(([one]) => one === purpose)?.[1] ?? '';
  const print = () =>
    void action
      .run('Erro ao imprimir pedido', () =>
        call('POST /api/staff/orders/{id}/reprint', { params: { id: order.id }, query: { purpose } }),
      )
      .then((done) => {
        if (done) toast({ title: 'Na fila de impressão', text: label, tone: 'success' });
      });
  if (!open) {
    return (
      <button type="button" className="btn btn-outline mt-4" onClick={() => setOpen(true)}>
        Ver no papel
      </button>
    );
  }
  return (
    <section aria-label="No papel" className="mt-5">
      <h3 className="mb-2 text-lg">No papel</h3>
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <SelectField label="O quê" value={purpose} options={SLIPS} onValue={setPurpose} />
        <SelectField
          label="Papel"
          value={columns}
          options={[
            ['48', '80 mm'],
            ['32', '58 mm'],
          ]}
          onValue={setColumns}
        />
        <button type="button" className="btn btn-primary" disabled={action.busy} onClick={print}>
          Imprimir na loja
        </button>
      </div>
      <Failed text={action.failed} className="mb-3" />
      <SlipPreview
        path={`/api/staff/print-preview/orders/${order.id}/${purpose}?columns=${columns}`}
        label={label}
        paperMm={columns === '32' ? 58 : 80}
      />
    </section>
  );
}
