// What waits for paper and what did not come out, with the one tap that mends each.
import type { PrintingView, PrintJobView } from '@balcao/shared/http/printing.ts';
import { changePrintJob, movePrintJob } from './print-job.ts';
import { PRINT_NAMES } from '../../../text/staff.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useAction } from '../action.ts';
import { PRINTER_LOOKS, printerText } from '../../../ui/staff/printer-look.ts';
import type { Resource } from '../resource.ts';
import { useTimes } from '../times.ts';

type Props = { printing: Resource<PrintingView>; onClose: () => void };

export function PrintingDialog({ printing, onClose }: Props) {
  const action = useAction();
  const printers = printing.value?.printers ?? [];
  const jobs =
    printing.value?.jobs.filter((job) => ['failed', 'held', 'queued', 'sending'].includes(job.state)) ?? [];
  // Busy until the list stands as it will: what moves under a finger takes its tap.
  const act = (change: () => Promise<unknown>) =>
    void action.run('Erro na impressão', async () => {
      try {
        await change();
      } finally {
        await printing.reload();
      }
    });
  return (
    <Dialog title="Impressão" onClose={onClose} wide>
      {printers.length === 0 && <p className="mb-4">Nenhuma impressora configurada.</p>}
      <ul aria-label="Impressoras" className="mb-4 flex flex-col gap-2">
        {printers.map((printer) => (
          <li key={printer.id} className="flex items-start gap-3">
            <span
              aria-hidden
              className={`grid size-7 shrink-0 place-items-center rounded-full font-extrabold ${PRINTER_LOOKS[printer.state].chip}`}
            >
              {PRINTER_LOOKS[printer.state].glyph}
            </span>
            <span>
              <strong>{printer.name}</strong>: {printerText(printer)}
              {printer.detail !== null && printer.detail !== printer.stateText && (
                <span className="block text-sm">{printer.detail}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {action.failed !== null && (
        <p role="alert" className="mb-3 font-semibold text-error">
          {action.failed}
        </p>
      )}
      {jobs.length === 0 && <p>Nada esperando para ser impresso.</p>}
      <ul aria-label="Esperando papel" className="flex flex-col gap-3">
        {jobs.map((job) => (
          <li key={job.id}>
            <div
              role="group"
              aria-label={jobName(job)}
              className="flex flex-wrap items-center gap-2 rounded-2xl bg-base-200 p-3"
            >
              <JobText job={job} />
              {job.state !== 'sending' && (
                <>
                  <button
                    type="button"
                    className="btn btn-primary min-h-16 flex-1"
                    disabled={action.busy}
                    onClick={() =>
                      act(() => changePrintJob(job.id, job.state === 'held' ? 'release' : 'retry'))
                    }
                  >
                    {job.state === 'held' ? 'Imprimir' : 'Tentar de novo'}
                  </button>
                  {printers
                    .filter((printer) => printer.enabled && printer.id !== job.printerId)
                    .map((printer) => (
                      <button
                        key={printer.id}
                        type="button"
                        className="btn min-h-16 flex-1 bg-base-100"
                        disabled={action.busy}
                        onClick={() => act(() => movePrintJob(job.id, printer.id))}
                      >
                        Mandar para {printer.name}
                      </button>
                    ))}
                  <button
                    type="button"
                    className="btn min-h-16 flex-1 bg-base-100"
                    disabled={action.busy}
                    onClick={() => act(() => changePrintJob(job.id, 'cancel'))}
                  >
                    Descartar
                  </button>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const jobName = ({ panelNumber, purpose, simpleId }: PrintJobView): string =>
  [
    ...(panelNumber === null ? [] : [`Nº ${panelNumber}`]),
    PRINT_NAMES[purpose] ?? purpose,
    ...(simpleId === null ? [] : [`#${simpleId}`]),
  ].join(' · ');

function JobText({ job }: { job: PrintJobView }) {
  const { shortDateTime } = useTimes();
  return (
    <div className="w-full">
      <p className="font-bold">{jobName(job)}</p>
      <p className="text-sm">
        {job.stateText} · {shortDateTime(job.createdAtMs)}
        {job.lastError === null ? '' : ` · ${job.lastError}`}
      </p>
    </div>
  );
}
