// One printer: whether it is on, where it is, its paper, what it prints.
import { FAMILY_CODE_PAGES, FAMILY_NAMES, PRINTER_FAMILIES } from '@balcao/shared/http/printer-families.ts';
import type { PrinterConfig, PrinterView } from '@balcao/shared/http/printing.ts';
import type { FormEvent } from 'react';
import { writeStored } from '../../../data/device.ts';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { useDraft } from '../../../data/staff/draft.ts';
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

const CODE_PAGES = [
  ['PC860', 'PC860 (português)'],
  ['PC850', 'PC850 (latino)'],
  ['WPC1252', 'WPC1252 (Windows)'],
] as const;

type CommandFieldsProps = {
  values: PrinterConfig;
  onChange: (fields: Partial<Pick<PrinterConfig, 'family' | 'codePage'>>) => void;
};

function CommandFields({ values, onChange }: CommandFieldsProps) {
  const changeFamily = (text: string) => {
    const family = PRINTER_FAMILIES.find((one) => one === text) ?? 'EPSON';
    const pages = FAMILY_CODE_PAGES[family];
    const codePage = pages.includes(values.codePage) ? values.codePage : (pages[0] ?? values.codePage);
    onChange({ family, codePage });
  };

  return (
    <>
      <SelectField
        label="Comandos"
        hint="Se saírem letras soltas entre as palavras, escolha a marca da impressora."
        value={values.family}
        options={PRINTER_FAMILIES.map((family) => [family, FAMILY_NAMES[family]] as const)}
        onValue={(text) => changeFamily(text)}
      />
      <SelectField
        label="Acentos"
        value={values.codePage}
        options={CODE_PAGES.filter(([page]) => FAMILY_CODE_PAGES[values.family].includes(page))}
        onValue={(codePage) => onChange({ codePage: codePage as PrinterConfig['codePage'] })}
      />
    </>
  );
}

type Props = { printer: PrinterConfig; view: PrinterView | null; removable: boolean; onChanged: () => void };
export function PrinterForm({ printer, view, removable, onChanged }: Props) {
  const isNew = printer.id === 'new';
  // The form of a new one is opened anew.
  const draft = useDraft(printer, isNew ? {} : { keep: `impressora-${printer.id}` });
  const { values, change } = draft;
  const removing = useAction();
  const toast = useToast();
  const busy = draft.busy || removing.busy;

  const save = async () => {
    const saved = await draft.save({
      heading: 'Erro ao salvar configurações da impressora',
      work: (typed) => call('PUT /api/staff/printers/{id}', { params: { id: printer.id }, body: typed }),
    });
    if (!saved) return;
    const { transport } = values;
    if (transport.kind === 'tcp') {
      writeStored(
        LOCAL_COPY_KEY,
        JSON.stringify({
          printer_enabled: String(values.enabled),
          printer_ip: transport.host,
          printer_port: String(transport.port),
        }),
      );
    }
    toast({ title: 'Configurações da impressora salvas', text: values.name, tone: 'success' });
    onChanged();
  };

  const remove = () =>
    void removing
      .run('Erro ao remover item', () =>
        call('DELETE /api/staff/printers/{id}', { params: { id: printer.id } }),
      )
      .then((done) => {
        if (!done) return;
        draft.discard();
        onChanged();
      });

  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
      className="flex flex-col gap-4 rounded-2xl bg-base-100 p-4"
      aria-label={`Impressora ${printer.name}`}
    >
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="w-full text-lg">{isNew ? 'Nova impressora' : printer.name}</h3>
        <SwitchField
          label="Impressora habilitada"
          hint="Desligada, nada entra na fila; ligar de novo não imprime o passado."
          checked={values.enabled}
          onChecked={(enabled) => change({ enabled })}
        />
        {view && <PrinterState view={view} />}
      </div>
      {view?.detail && view.detail !== view.stateText && <p className="text-sm">{view.detail}</p>}
      <FoundPrintersList onPick={(picked) => change({ transport: picked })} />
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-4">
        <TextField label="Nome" maxLength={40} {...draft.field('name')} />
        <PrinterFields printer={values} onChange={change} />
        <CommandFields values={values} onChange={change} />
      </div>
      <PurposesField values={values.purposes} onValues={(purposes) => change({ purposes })} />
      <SwitchField
        label="Imprime figuras (logo da loja)"
        hint="Desligue se a página de teste sair com letras no lugar do logo."
        checked={values.pictures}
        onChecked={(pictures) => change({ pictures })}
      />
      <PaperPreview paper={values} />
      {!isNew && <PrinterTest printer={printer} isUnsaved={draft.isDirty} onChanged={onChanged} />}
      {(draft.failed ?? removing.failed) !== null && (
        <div role="alert" className="rounded-2xl border-2 border-error p-3">
          <p className="font-semibold text-error">{draft.failed ?? removing.failed}</p>
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {removable && (
          <button type="button" className="btn btn-ghost" disabled={busy} onClick={remove}>
            Remover
          </button>
        )}
        <button type="submit" className="btn btn-primary" disabled={busy}>
          Salvar
        </button>
      </div>
    </form>
  );
}

type PurposesProps = { values: Purposes; onValues: (purposes: Purposes) => void };
type Purposes = PrinterConfig['purposes'];

function PurposesField({ values, onValues }: PurposesProps) {
  return (
    <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
      <legend className="mb-1 text-sm font-semibold">Imprime</legend>
      {PURPOSES.map(([purpose, label]) => (
        <label key={purpose} className="flex min-h-9 cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            className="checkbox checkbox-primary"
            checked={values.includes(purpose)}
            onChange={(event) =>
              onValues(event.target.checked ? [...values, purpose] : values.filter((one) => one !== purpose))
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function PrinterState({ view }: { view: PrinterView }) {
  const { chip, glyph } = PRINTER_LOOKS[view.state];
  return (
    <span className={`ml-auto rounded-full px-3 py-0.5 text-sm font-semibold ${chip}`}>
      <span aria-hidden>{glyph} </span>
      <span>{printerText(view)}</span>
    </span>
  );
}
