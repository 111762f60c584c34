// Tickets that did not come out, with the one tap that mends each. Shown in kitchen, counter and admin while there are any.
import type { PrintingView } from '@balcao/shared/http/printing.ts';
import { useAtomValue } from 'jotai';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { request, sentenceOf } from '../api/request.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useToast } from '../ui/toast.tsx';
import { orderEventAtom, printerTurnAtom } from './live.ts';
import { useTimes } from './times.ts';
import { useResource, type Resource } from './resource.ts';

/** The print queue, kept fresh by the store's own events. */
export function usePrinting(): Resource<PrintingView> {
  const printerTurn = useAtomValue(printerTurnAtom);
  return useResource<PrintingView>('/api/staff/printing', printerTurn);
}

export function PrinterNotice() {
  // A paid order asks for a ticket: a look then also finds what no printer event told.
  const { turn } = useAtomValue(orderEventAtom);
  const printerTurn = useAtomValue(printerTurnAtom);
  const printing = useResource<PrintingView>('/api/staff/printing', `${printerTurn}/${Math.floor(turn / 5)}`);
  const [open, setOpen] = useState(false);
  const stuck = printing.value?.jobs.filter((job) => job.state === 'failed' || job.state === 'held') ?? [];
  const troubled =
    printing.value?.printers.filter((printer) => printer.state === 'off' || printer.state === 'paper-out') ??
    [];
  if (stuck.length === 0 && troubled.length === 0 && !open) return null;
  const [first] = troubled;
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex min-h-12 w-full items-center justify-center gap-3 bg-error px-4 py-2 text-center text-lg font-semibold text-error-content"
      >
        <Printer aria-hidden className="size-6 shrink-0" />
        {first ? `Impressora ${first.name}: ${first.stateText}` : ''}
        {first && stuck.length > 0 ? ' · ' : ''}
        {stuck.length > 0
          ? `${stuck.length === 1 ? '1 comanda não saiu' : `${stuck.length} comandas não saíram`} no papel`
          : ''}
        <span className="underline underline-offset-4">Ver</span>
      </button>
      {open && <StuckJobs printing={printing} onClose={() => setOpen(false)} />}
    </>
  );
}

function StuckJobs({ printing, onClose }: { printing: Resource<PrintingView>; onClose: () => void }) {
  const { shortDateTime } = useTimes();
  const toast = useToast();
  const [busy, setBusy] = useState<number | null>(null);
  const jobs =
    printing.value?.jobs.filter(
      (job) => job.state === 'failed' || job.state === 'held' || job.state === 'queued',
    ) ?? [];
  const act = async (id: number, action: 'retry' | 'cancel' | 'release') => {
    setBusy(id);
    try {
      await request(`/api/staff/print-jobs/${id}/${action}`, { method: 'POST' });
    } catch (error) {
      toast({ title: 'Erro na impressão', text: sentenceOf(error), tone: 'error' });
    }
    await printing.reload();
    setBusy(null);
  };
  return (
    <Dialog title="Impressão" onClose={onClose} wide>
      <ul className="mb-4 flex flex-col gap-1">
        {printing.value?.printers.map((printer) => (
          <li key={printer.id}>
            <strong>{printer.name}</strong>: {printer.stateText}
            {printer.detail ? `. ${printer.detail}` : ''}
          </li>
        ))}
      </ul>
      {jobs.length === 0 && <p>Nada esperando para ser impresso.</p>}
      <ul className="flex flex-col gap-3">
        {jobs.map((job) => (
          <li key={job.id} className="flex flex-wrap items-center gap-3 rounded-2xl bg-base-200 p-3">
            <div className="min-w-40 flex-1">
              <p className="font-bold">
                {job.panelNumber !== null ? `Nº ${job.panelNumber}` : 'Comanda'}{' '}
                {job.simpleId !== null && `· #${job.simpleId}`}
              </p>
              <p className="text-sm">
                {job.stateText} · {shortDateTime(job.createdAtMs)}
                {job.lastError ? ` · ${job.lastError}` : ''}
              </p>
            </div>
            <button
              type="button"
              className="btn btn-primary min-h-16"
              disabled={busy !== null}
              onClick={() => void act(job.id, job.state === 'held' ? 'release' : 'retry')}
            >
              {job.state === 'held' ? 'Imprimir' : 'Tentar de novo'}
            </button>
            <button
              type="button"
              className="btn min-h-16"
              disabled={busy !== null}
              onClick={() => void act(job.id, 'cancel')}
            >
              Descartar
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
