// One printer: whether it is on, where it is, its paper, what it prints.
import type { PrinterConfig, PrinterView } from '@balcao/shared/http/printing.ts';
import { useState, type FormEvent } from 'react';
import { writeStored } from '../../../data/device.ts';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { SelectField, SwitchField, TextField } from '../../../ui/staff/fields.tsx';
import { PRINTER_LOOKS, printerText } from '../../../ui/staff/printer-look.ts';
import { useToast } from '../../../ui/toast.tsx';
import { FoundPrintersList } from './found-printers.tsx';
import { PaperPreview } from './paper-preview.tsx';
import { PrinterFields } from './printer-fields.tsx';
import { PrinterTest } from './printer-test.tsx';

/** The spec's copy of the settings in this browser, for show: the store's own settings are what counts. */
const LOCAL_COPY_KEY = 'balcao-printer';
const PURPOSES = [
  ['kitchen', 'Comandas da cozinha'],
  ['counter', 'Vias do balcão'],
  ['wholesale', 'Atacado'],
  ['close', 'Fechamento de caixa'],
] as const;

type Props = { printer: PrinterConfig; view: PrinterView | null; removable: boolean; onChanged: () => void };
export function PrinterForm({ printer, view, removable, onChanged }: Props) {
  const [draft, setDraft] = useState(printer);
  const action = useAction();
  const toast = useToast();
  const { transport } = draft;
  const isNew = printer.id === 'new';

  const save = (event: FormEvent) => {
    event.preventDefault();
    void action
      .run('Erro ao salvar configurações da impressora', () =>
        call('PUT /api/staff/printers/{id}', { params: { id: printer.id }, body: draft }),
      )
      .then((done) => {
        if (!done) return;
        if (transport.kind === 'tcp') {
          writeStored(
            LOCAL_COPY_KEY,
            JSON.stringify({
              printer_enabled: String(draft.enabled),
              printer_ip: transport.host,
              printer_port: String(transport.port),
            }),
          );
        }
        toast({ title: 'Configurações da impressora salvas', text: draft.name, tone: 'success' });
        onChanged();
      });
  };

  const remove = () =>
    void action
      .run('Erro ao remover item', () =>
        call('DELETE /api/staff/printers/{id}', { params: { id: printer.id } }),
      )
      .then((done) => {
        if (done) onChanged();
      });

  return (
    <form
      noValidate
      onSubmit={save}
      className="flex flex-col gap-4 rounded-2xl bg-base-100 p-4"
      aria-label={`Impressora ${printer.name}`}
    >
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="w-full text-lg">{isNew ? 'Nova impressora' : printer.name}</h3>
        <SwitchField
          label="Impressora habilitada"
          hint="Desligada, nada entra na fila; ligar de novo não imprime o passado."
          checked={draft.enabled}
          onChecked={(enabled) => setDraft({ ...draft, enabled })}
        />
        {view && (
          <span
            className={`ml-auto rounded-full px-3 py-0.5 text-sm font-semibold ${PRINTER_LOOKS[view.state].chip}`}
          >
            <span aria-hidden>{PRINTER_LOOKS[view.state].glyph} </span>
            <span>{printerText(view)}</span>
          </span>
        )}
      </div>
      {view?.detail && view.detail !== view.stateText && <p className="text-sm">{view.detail}</p>}
      <FoundPrintersList onPick={(picked) => setDraft({ ...draft, transport: picked })} />
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-4">
        <TextField
          label="Nome"
          value={draft.name}
          maxLength={40}
          onValue={(name) => setDraft({ ...draft, name })}
        />
        <PrinterFields printer={draft} onChange={setDraft} />
        <SelectField
          label="Acentos"
          value={draft.codePage}
          options={[
            ['PC860', 'PC860 (português)'],
            ['PC850', 'PC850 (latino)'],
            ['WPC1252', 'WPC1252 (Windows)'],
          ]}
          onValue={(codePage) => setDraft({ ...draft, codePage: codePage as PrinterConfig['codePage'] })}
        />
      </div>
      <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
        <legend className="mb-1 text-sm font-semibold">Imprime</legend>
        {PURPOSES.map(([purpose, label]) => (
          <label key={purpose} className="flex min-h-9 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              className="checkbox checkbox-primary"
              checked={draft.purposes.includes(purpose)}
              onChange={(event) =>
                setDraft({
                  ...draft,
                  purposes: event.target.checked
                    ? [...draft.purposes, purpose]
                    : draft.purposes.filter((one) => one !== purpose),
                })
              }
            />
            {label}
          </label>
        ))}
      </fieldset>
      <SwitchField
        label="Imprime figuras (logo da loja)"
        hint="Desligue se a página de teste sair com letras no lugar do logo."
        checked={draft.pictures}
        onChecked={(pictures) => setDraft({ ...draft, pictures })}
      />
      <PaperPreview paper={draft} />
      {!isNew && <PrinterTest printer={printer} onChanged={onChanged} />}
      {action.failed !== null && (
        <div role="alert" className="rounded-2xl border-2 border-error p-3">
          <p className="font-semibold text-error">{action.failed}</p>
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {removable && (
          <button type="button" className="btn btn-ghost" disabled={action.busy} onClick={remove}>
            Remover
          </button>
        )}
        <button type="submit" className="btn btn-primary" disabled={action.busy}>
          Salvar
        </button>
      </div>
    </form>
  );
}
