// A catalogue as a file, and a file into the catalogue: looked at row by row before anything is written, and then all of it or nothing.
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { Download, FileUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { newId } from '../../../new-id.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { countText } from '../../../../text/menu.ts';
import { useAction } from '../../action.ts';
import type { Resource } from '../../resource.ts';
import { saveBlob } from '../../../../ui/save-file.ts';
import type { BatchWork } from '../batch/use-batch.ts';
import { entriesOf, type CatalogSpec } from '../editor/kind.ts';
import { cellsOf, columnsOf } from './columns.ts';
import { FORMATS, readFile, writeFile, type Format } from './files.ts';
import { planImport, type Plan, type PlannedRow, type ReadCell, type RowState } from './plan.ts';

type Props = { spec: CatalogSpec; catalog: Resource<Catalog>; batch: BatchWork; onClose: () => void };
type Chosen = { name: string; rows: ReadCell[][] } | { name: string; trouble: string };

export default function SheetDialog({ spec, catalog, batch, onClose }: Props) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [theirs, setTheirs] = useState(false);
  // Ids of what is new are made once: looking again at the same file makes no others.
  const ids = useRef(new Map<number, string>());
  // One that takes long to be read does not take the place of what was chosen after it.
  const newest = useRef(0);
  const plan = planOf(spec, catalog.value, chosen, ids.current);
  const wrong =
    plan !== null && 'rows' in plan ? plan.rows.filter(({ state }) => state === 'wrong').length : 0;
  const patches = plan !== null && 'patches' in plan && wrong === 0 ? plan.patches : [];
  const apply = () => {
    setTheirs(false);
    void batch
      .apply('import', patches, countText(patches.length, 'item importado', 'itens importados'))
      .then((outcome) => (outcome === 'done' ? onClose() : setTheirs(outcome === 'theirs')));
  };
  return (
    <Dialog
      title={`${spec.title}: planilha`}
      wide
      form
      onClose={onClose}
      actions={
        plan !== null && (
          <>
            <button
              type="button"
              className="btn btn-primary"
              disabled={batch.busy || patches.length === 0}
              onClick={apply}
            >
              {batch.busy && <span className="loading loading-spinner" aria-hidden />}
              {patches.length === 0
                ? 'Nada a importar'
                : `Importar ${countText(patches.length, 'item', 'itens')}`}
            </button>
            <button type="button" className="btn" onClick={onClose}>
              Cancelar
            </button>
          </>
        )
      }
    >
      <Export spec={spec} catalog={catalog.value} />
      <Import
        onFile={(file) => {
          ids.current = new Map();
          setTheirs(false);
          const turn = (newest.current += 1);
          void readFile(file).then((read) => {
            if (newest.current === turn) setChosen({ name: file.name, ...read });
          });
        }}
      />
      {theirs ? (
        <p role="alert" className="mt-3 rounded-2xl bg-warning p-3 font-semibold text-warning-content">
          Um preço mudou enquanto você conferia, e nada foi importado. Confira de novo: as linhas já comparam
          com os preços de agora.
        </p>
      ) : (
        batch.failed !== null && (
          <p role="alert" className="mt-3 font-semibold text-error">
            {batch.failed}
          </p>
        )
      )}
      {plan !== null && chosen !== null && <Preview plan={plan} file={chosen.name} wrong={wrong} />}
    </Dialog>
  );
}

function planOf(
  spec: CatalogSpec,
  catalog: Catalog | null,
  chosen: Chosen | null,
  ids: Map<number, string>,
): Plan | null {
  if (chosen === null || catalog === null) return null;
  if ('trouble' in chosen) return chosen;
  let made = 0;
  return planImport(spec, catalog, chosen.rows, () => {
    made += 1;
    const id = ids.get(made) ?? newId();
    ids.set(made, id);
    return id;
  });
}

const NAMES: Record<Format, string> = { csv: 'CSV', xlsx: 'Excel (XLSX)', json: 'JSON' };

function Export({ spec, catalog }: { spec: CatalogSpec; catalog: Catalog | null }) {
  const action = useAction();
  const save = (format: Format) =>
    void action.run('Não deu para exportar', async () => {
      if (catalog === null) return;
      const own = entriesOf(spec, catalog).filter((entry) => spec.has?.(entry) ?? true);
      const titles = columnsOf(spec).map(({ title }) => title);
      const blob = await writeFile(
        format,
        titles,
        own.map((entry) => cellsOf(spec, catalog, entry)),
      );
      saveBlob(`${spec.title.toLowerCase()}.${format}`, blob);
    });
  return (
    <section aria-labelledby="planilha-exportar">
      <h3 id="planilha-exportar" className="text-lg">
        Exportar
      </h3>
      <p className="text-sm">Tudo desta lista, também o que está desligado. As fotos ficam de fora.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {FORMATS.map((format) => (
          <button
            key={format}
            type="button"
            className="btn min-h-11"
            disabled={action.busy}
            onClick={() => save(format)}
          >
            <Download aria-hidden className="size-5" /> {NAMES[format]}
          </button>
        ))}
      </div>
    </section>
  );
}

function Import({ onFile }: { onFile: (file: File) => void }) {
  const id = useId();
  return (
    <section aria-labelledby="planilha-importar" className="mt-5">
      <h3 id="planilha-importar" className="text-lg">
        Importar
      </h3>
      <p className="text-sm">
        Use um arquivo como o exportado. Uma linha com o código, ou com o nome, de um item que existe muda
        esse item; as outras são itens novos. Coluna que falta fica como está. Nada é apagado.
      </p>
      <label htmlFor={id} className="mt-2 block text-sm font-semibold">
        <FileUp aria-hidden className="mr-1 inline size-4" /> Arquivo CSV, XLSX ou JSON
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,.txt,.xlsx,.json"
        className="file-input mt-1 min-h-11 w-full"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file can be chosen again after it was mended.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </section>
  );
}

const STATES: Record<RowState, { word: string; className: string }> = {
  new: { word: 'novo', className: 'badge-success' },
  changed: { word: 'muda', className: 'badge-primary' },
  same: { word: 'igual', className: '' },
  wrong: { word: 'erro', className: 'badge-error' },
};
/** What is wrong stands first, what does nothing last. */
const IN_ORDER: readonly RowState[] = ['wrong', 'new', 'changed', 'same'];

function Preview({ plan, file, wrong }: { plan: Plan; file: string; wrong: number }) {
  if ('trouble' in plan)
    return (
      <p role="alert" className="mt-4 font-semibold text-error">
        {file}: {plan.trouble}
      </p>
    );
  const count = (state: RowState): number => plan.rows.filter((row) => row.state === state).length;
  const unusual = plan.rows.filter((row) => row.unusual).length;
  return (
    <section aria-label={`O que ${file} muda`} className="mt-4 flex flex-col gap-3">
      <p role="status" className="font-semibold">
        {file}: {countText(count('new'), 'novo', 'novos')} · {countText(count('changed'), 'muda', 'mudam')} ·{' '}
        {countText(count('same'), 'igual', 'iguais')} · {countText(wrong, 'com erro', 'com erro')}
      </p>
      {wrong > 0 && (
        <p role="alert" className="font-semibold text-error">
          Corrija {wrong === 1 ? 'a linha com erro' : 'as linhas com erro'} e escolha o arquivo de novo: nada
          é importado pela metade.
        </p>
      )}
      {unusual > 0 && (
        <p className="rounded-2xl bg-warning p-3 font-semibold text-warning-content">
          {countText(unusual, 'preço foge', 'preços fogem')} muito do que era. Confira antes de importar.
        </p>
      )}
      {plan.unknown.length > 0 && (
        <p className="text-sm">Colunas que não são usadas: {plan.unknown.join(', ')}.</p>
      )}
      <ol className="flex flex-col">
        {IN_ORDER.flatMap((state) => plan.rows.filter((row) => row.state === state)).map((row) => (
          <PreviewRow key={row.line} row={row} />
        ))}
      </ol>
    </section>
  );
}

function PreviewRow({ row }: { row: PlannedRow }) {
  const { word, className } = STATES[row.state];
  return (
    <li className={`flex gap-3 border-t border-base-300 py-2 ${row.unusual ? 'bg-warning/30' : ''}`}>
      <span className="numbers w-16 shrink-0 text-sm">linha {row.line}</span>
      <span className={`badge badge-sm mt-0.5 w-14 shrink-0 ${className}`}>{word}</span>
      <span className="min-w-0 flex-1">
        <span className="font-semibold wrap-anywhere">{row.name || 'sem nome'}</span>
        {row.says.map((said) => (
          <span
            key={said}
            className={`block text-sm wrap-anywhere ${row.state === 'wrong' ? 'text-error' : ''}`}
          >
            {said}
          </span>
        ))}
      </span>
    </li>
  );
}
