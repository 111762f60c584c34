// The print queue: what waits, what failed, and what can be done about it.
import type { PrintingView, PrintJobView } from '@balcao/shared/http/printing.ts';
import { formatCode } from '@balcao/shared/order/code.ts';
import { changePrintJob, movePrintJob } from '../../../data/staff/printing/print-job.ts';
import { useAction } from '../../../data/staff/action.ts';
import { useTimes } from '../../../data/staff/times.ts';
import type { Resource } from '../../../data/staff/resource.ts';
import { PRINT_NAMES } from '../../../text/staff.ts';
import { Failed } from '../../../ui/staff/failed.tsx';

const whatOf = (job: PrintJobView): string => PRINT_NAMES[job.purpose] ?? job.purpose;
/** What a button is for, to whom hears it alone. */
const nameOf = (job: PrintJobView): string =>
  `${whatOf(job)}${job.copy > 1 ? ` (${job.copy}ª via)` : ''}${job.simpleId === null ? '' : ` #${job.simpleId}`}`;

export function PrintJobs({ printing }: { printing: Resource<PrintingView> }) {
  const { shortDateTime } = useTimes();
  const action = useAction();
  const jobs = printing.value?.jobs ?? [];
  const act = (change: () => Promise<unknown>) =>
    void action.run('Erro na impressão', async () => {
      await change();
      await printing.reload();
    });
  const others = (job: PrintJobView) =>
    printing.value?.printers.filter((printer) => printer.enabled && printer.id !== job.printerId) ?? [];
  return (
    <section aria-labelledby="fila-titulo" className="rounded-2xl bg-base-100 p-4">
      <h3 id="fila-titulo" className="mb-2 text-lg">
        Fila de impressão
      </h3>
      <Failed text={action.failed} />
      {jobs.length === 0 ? (
        <p>Nada na fila.</p>
      ) : (
        <div className="overflow-x-auto">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">O quê</th>
                <th scope="col">Pedido</th>
                <th scope="col">Impressora</th>
                <th scope="col">Situação</th>
                <th scope="col">Quando</th>
                <th scope="col">
                  <span className="sr-only">Ações</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {jobs.map((job) => (
                <tr key={job.id}>
                  <td>
                    <a
                      href={`/api/staff/print-preview/jobs/${job.id}`}
                      target="_blank"
                      rel="noreferrer"
                      className="link"
                    >
                      {whatOf(job)}
                    </a>
                    {job.copy > 1 && ` (${job.copy}ª via)`}
                  </td>
                  <td className="numbers">
                    {job.simpleId === null
                      ? '–'
                      : `#${job.simpleId}${job.code === null ? '' : ` · ${formatCode(job.code)}`}`}
                  </td>
                  <td>
                    {printing.value?.printers.find((printer) => printer.id === job.printerId)?.name ??
                      job.printerId}
                  </td>
                  <td>
                    {job.stateText}
                    {job.lastError !== null && <span className="block text-xs">{job.lastError}</span>}
                  </td>
                  <td className="whitespace-nowrap">{shortDateTime(job.updatedAtMs)}</td>
                  <td>
                    <div className="flex flex-wrap justify-end gap-1">
                      {job.state === 'held' && (
                        <button
                          type="button"
                          className="btn btn-sm min-h-9"
                          disabled={action.busy}
                          aria-label={`Imprimir: ${nameOf(job)}`}
                          onClick={() => act(() => changePrintJob(job.id, 'release'))}
                        >
                          Imprimir
                        </button>
                      )}
                      {(job.state === 'failed' || job.state === 'queued') && (
                        <button
                          type="button"
                          className="btn btn-sm min-h-9"
                          disabled={action.busy}
                          aria-label={`Tentar de novo: ${nameOf(job)}`}
                          onClick={() => act(() => changePrintJob(job.id, 'retry'))}
                        >
                          Tentar de novo
                        </button>
                      )}
                      {(job.state === 'queued' || job.state === 'held' || job.state === 'failed') && (
                        <>
                          {others(job).map((printer) => (
                            <button
                              key={printer.id}
                              type="button"
                              className="btn btn-sm min-h-9"
                              disabled={action.busy}
                              aria-label={`Mandar para ${printer.name}: ${nameOf(job)}`}
                              onClick={() => act(() => movePrintJob(job.id, printer.id))}
                            >
                              Mandar para {printer.name}
                            </button>
                          ))}
                          <button
                            type="button"
                            className="btn btn-ghost btn-sm min-h-9"
                            disabled={action.busy}
                            aria-label={`Descartar: ${nameOf(job)}`}
                            onClick={() => act(() => changePrintJob(job.id, 'cancel'))}
                          >
                            Descartar
                          </button>
                        </>
                      )}
                    </div>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
