// Every kind of slip on the paper that the form says, before anything is saved or printed.
import type { PrinterConfig } from '@balcao/shared/http/printing.ts';
import { useState } from 'react';
import { SelectField } from '../../../ui/staff/fields.tsx';
import { SlipPreview } from '../slip-preview.tsx';

const KINDS = [
  ['kitchen', 'Comanda da cozinha'],
  ['cancelled', 'Aviso de cancelamento'],
  ['counter', 'Via do cliente'],
  ['wholesale', 'Pedido do atacado'],
  ['close', 'Fechamento de caixa'],
  ['test', 'Página de teste'],
] as const;

export function PaperPreview({
  paper,
}: {
  paper: Pick<PrinterConfig, 'columns' | 'codePage' | 'family' | 'pictures'>;
}) {
  const [open, setOpen] = useState(false);
  const [kind, setKind] = useState<string>('kitchen');
  const query = `columns=${paper.columns}&codePage=${paper.codePage}&family=${paper.family}&pictures=${paper.pictures ? 1 : 0}`;
  if (!open) {
    return (
      <button type="button" className="btn btn-outline self-start" onClick={() => setOpen(true)}>
        Ver como sai no papel
      </button>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <SelectField label="Prévia de" value={kind} options={KINDS} onValue={setKind} className="max-w-xs" />
      <SlipPreview
        path={`/api/staff/print-preview/samples/${kind}?${query}`}
        label={KINDS.find(([one]) => one === kind)?.[1] ?? ''}
        paperMm={paper.columns === 32 ? 58 : 80}
      />
    </div>
  );
}
