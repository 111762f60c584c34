// The printer of the kitchen: found, saved, and proved by a page on paper.
import type { PrinterConfig } from '@balcao/shared/http/printing.ts';
import { useState, type FormEvent } from 'react';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
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
  pictures: true,
  purposes: ['kitchen', 'wholesale', 'close'],
};

export function PrinterStep({ progress }: { progress: Progress }) {
  const list = useLoaded('GET /api/staff/printers');
  const done = stateOf(progress.value, 'printer') === 'done';
  const saving = useAction();
  const printer = list.value?.printers[0] ?? FIRST;
  const save = (fields: PrinterConfig) =>
    void saving.run('A impressora não foi salva', async () => {
      await call('PUT /api/staff/printers/{id}', {
        params: { id: fields.id },
        body: { ...fields, enabled: true },
      });
      await list.reload();
    });
  return (
    <StepFrame
      screen="printer"
      progress={progress}
      title="A impressora da cozinha"
      lead="Ligue a impressora na rede da loja ou no cabo USB do aparelho. Sem impressora, os pedidos aparecem na tela da cozinha."
      {...(done
        ? {}
        : {
            action: (
              <button
                type="submit"
                form={FORM}
                className={`btn btn-lg sm:flex-1 ${printer.enabled ? 'btn-outline' : 'btn-primary'}`}
                disabled={saving.busy}
              >
                Salvar impressora
              </button>
            ),
          })}
    >
      <Loaded of={list} rows={3}>
        {() => (
          <>
            <Form key={JSON.stringify(printer)} printer={printer} failed={saving.failed} onSave={save} />
            {printer.enabled && (
              <section className="flex flex-col gap-3 rounded-3xl bg-base-100 p-5">
                <h2 className="text-xl">Sai papel?</h2>
                <p>Imprima a página de teste e confira se ela sai inteira e com acentos.</p>
                <PrinterTest printer={printer} onChanged={() => void progress.reload()} />
              </section>
            )}
            {done && <Done>A impressora imprimiu.</Done>}
          </>
        )}
      </Loaded>
    </StepFrame>
  );
}

function Form({
  printer,
  failed,
  onSave,
}: {
  printer: PrinterConfig;
  failed: string | null;
  onSave: (printer: PrinterConfig) => void;
}) {
  const [draft, setDraft] = useState(printer);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(draft);
  };
  return (
    <form id={FORM} noValidate onSubmit={submit} className="flex flex-col gap-4 rounded-3xl bg-base-100 p-5">
      <FoundPrintersList onPick={(picked) => setDraft({ ...draft, transport: picked })} />
      <div className="grid gap-4 sm:grid-cols-2">
        <PrinterFields printer={draft} onChange={setDraft} />
      </div>
      {failed !== null && (
        <p role="alert" className="font-semibold text-error">
          {failed}
        </p>
      )}
    </form>
  );
}
