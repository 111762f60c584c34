// Printers: switched on or off, where they are, and whether paper comes out.
import type { PrinterConfig } from '@balcao/shared/http/printing.ts';
import { useState } from 'react';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { usePrintingState } from '../../../data/staff/printing/printer-notice.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { PrintJobs } from './print-jobs.tsx';
import { DEFAULT_PORT } from './printer-fields.tsx';
import { StationsPanel } from './stations-panel.tsx';
import { PrinterForm } from './printer-form.tsx';

const EMPTY: PrinterConfig = {
  id: 'new',
  name: 'Impressora',
  enabled: false,
  transport: { kind: 'tcp', host: '', port: DEFAULT_PORT },
  columns: 48,
  codePage: 'PC850',
  family: 'EPSON',
  pictures: true,
  purposes: ['kitchen'],
};

export function PrintersPanel() {
  const list = useLoaded('GET /api/staff/printers');
  const printing = usePrintingState();
  const [adding, setAdding] = useState(false);
  if (list.value === null) return <Loaded of={list} rows={3} />;
  const { printers } = list.value;
  const changed = () => {
    setAdding(false);
    void list.reload();
    void printing.reload();
  };
  return (
    <div className="flex flex-col gap-4">
      {printers.map((printer) => (
        <PrinterForm
          key={printer.id}
          printer={printer}
          view={printing.value?.printers.find((one) => one.id === printer.id) ?? null}
          removable={printers.length > 1}
          onChanged={changed}
        />
      ))}
      {adding || printers.length === 0 ? (
        <PrinterForm printer={EMPTY} view={null} removable={false} onChanged={changed} />
      ) : (
        <button type="button" className="btn btn-outline self-start" onClick={() => setAdding(true)}>
          Acrescentar impressora
        </button>
      )}
      <StationsPanel printers={printers} />
      <PrintJobs printing={printing} />
    </div>
  );
}
