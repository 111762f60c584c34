// A printer in trouble or tickets that did not come out: one line over kitchen, counter and admin while there are any.
import type { PrintingView } from '@balcao/shared/http/printing.ts';
import { useAtomValue } from 'jotai';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { orderEventAtom, printerTurnAtom } from '../board/live.ts';
import { PrintingDialog } from './printing-dialog.tsx';
import { useLoaded, type Resource } from '../resource.ts';

/** Printers and the print queue, kept fresh by the store's own events. */
export function usePrintingState(): Resource<PrintingView> {
  // A paid order asks for a ticket: a look then also finds what no printer event told.
  const { turn } = useAtomValue(orderEventAtom);
  const printerTurn = useAtomValue(printerTurnAtom);
  return useLoaded('GET /api/staff/printing', { turn: `${printerTurn}/${Math.floor(turn / 5)}` });
}

/** The notice with its own queue and dialog, for screens that show neither elsewhere. */
export function PrinterTrouble() {
  const printing = usePrintingState();
  const [open, setOpen] = useState(false);
  return (
    <>
      <PrinterNotice printing={printing} onOpen={() => setOpen(true)} />
      {open && <PrintingDialog printing={printing} onClose={() => setOpen(false)} />}
    </>
  );
}

type Props = { printing: Resource<PrintingView>; onOpen: () => void };

export function PrinterNotice({ printing, onOpen }: Props) {
  const stuck = printing.value?.jobs.filter((job) => job.state === 'failed' || job.state === 'held') ?? [];
  const troubled =
    printing.value?.printers.filter((printer) => printer.state === 'off' || printer.state === 'paper-out') ??
    [];
  if (stuck.length === 0 && troubled.length === 0) return null;
  const [first] = troubled;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex min-h-12 w-full shrink-0 items-center justify-center gap-3 bg-error px-4 py-2 text-center text-lg font-semibold text-error-content"
    >
      <Printer aria-hidden className="size-6 shrink-0" />
      {first ? `Impressora ${first.name}: ${first.stateText}` : ''}
      {first && stuck.length > 0 ? ' · ' : ''}
      {stuck.length > 0
        ? `${stuck.length === 1 ? '1 comanda não saiu' : `${stuck.length} comandas não saíram`} no papel`
        : ''}
      <span className="underline underline-offset-4">Ver</span>
    </button>
  );
}
