// The printer of the kitchen: found, saved, and proved by a page on paper.
import type { PrinterConfig } from '@balcao/shared/http/printing.ts';
import type { FormEvent } from 'react';
import { call } from '../../../data/request.ts';
import { useDraft } from '../../../data/staff/draft.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { FoundPrintersList } from '../settings/found-printers.tsx';
import { DEFAULT_PORT, PrinterFields } from '../settings/printer-fields.tsx';
import { PrinterTest } from '../settings/printer-test.tsx';
import { Done, StepFrame } from './step-frame.tsx';
import { stateOf, type Progress } from './steps.ts';

const FORM = 'primeiros-passos-impressora';
const FIRST: PrinterConfig = {
  id: 'principal',
  name: 'Cozinha',
  enabled: false,
  transport: { kind: 'tcp', host: '', port: DEFAULT_PORT },
  columns: 48,
  codePage: 'PC850',
  family: 'EPSON',
  pictures: true,
  purposes: ['kitchen', 'wholesale', 'close'],
};

export function PrinterStep({ progress }: { progress: Progress }) {
  const list = useLoaded('GET /api/staff/printers');
  const done = stateOf(progress.value, 'printer') === 'done';
  const printer = list.value?.printers[0] ?? FIRST;
  const draft = useDraft(printer);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void draft.save({
      heading: 'A impressora não foi salva',
      work: async (typed) => {
        await call('PUT /api/staff/printers/{id}', {
          params: { id: typed.id },
          body: { ...typed, enabled: true },
        });
        await list.reload();
      },
    });
  };
  return (
    <StepFrame
      screen="printer"
      progress={progress}
      title="A impressora da cozinha"
      lead="Ligue a impressora na rede da loja ou no cabo USB do aparelho. Sem impressora, os pedidos aparecem na tela da cozinha."
      {...(done && !draft.isDirty
        ? {}
        : {
            action: (
              <button
                type="submit"
                form={FORM}
                className={`btn btn-lg sm:flex-1 ${printer.enabled ? 'btn-outline' : 'btn-primary'}`}
                disabled={draft.busy}
              >
                Salvar impressora
              </button>
            ),
          })}
    >
      <Loaded of={list} rows={3}>
        {() => (
          <>
            <form
              id={FORM}
              noValidate
              onSubmit={save}
              className="flex flex-col gap-4 rounded-3xl bg-base-100 p-5"
            >
              <FoundPrintersList onPick={(transport) => draft.change({ transport })} />
              <div className="grid gap-4 sm:grid-cols-2">
                <PrinterFields printer={draft.values} onChange={draft.change} />
              </div>
              {draft.failed !== null && (
                <p role="alert" className="font-semibold text-error">
                  {draft.failed}
                </p>
              )}
            </form>
            {printer.enabled && (
              <section className="flex flex-col gap-3 rounded-3xl bg-base-100 p-5">
                <h2 className="text-xl">Sai papel?</h2>
                <p>Imprima a página de teste e confira se ela sai inteira e com acentos.</p>
                <PrinterTest
                  printer={printer}
                  isUnsaved={draft.isDirty}
                  onChanged={() => void progress.reload()}
                />
              </section>
            )}
            {done && <Done>A impressora imprimiu.</Done>}
          </>
        )}
      </Loaded>
    </StepFrame>
  );
}
