// The one editor of catalogues, retail and wholesale: the list, what is done to many of it, the form of one entry, and the question before one
// is taken off. 'Excluir' only makes an entry inactive.
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { Plus, Table } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useNow } from '../../../../ui/now.ts';
import { useToast } from '../../../../ui/toast.tsx';
import { useAction } from '../../action.ts';
import { Loaded } from '../../loaded.tsx';
import type { Resource } from '../../resource.ts';
import { BatchDone } from '../batch/batch-done.tsx';
import { SelectionBar } from '../batch/selection-bar.tsx';
import { useMenuBatch } from '../batch/use-batch.ts';
import { patchEntry } from '../catalog.ts';
import { PriceConflicts } from '../price-conflicts.tsx';
import { EntryCards, EntryNames, type ListProps } from './entry-cards.tsx';
import { EntryForm } from './entry-form.tsx';
import { EntryTable } from './entry-table.tsx';
import { EVERYTHING, findEntries, isEverything } from './find.ts';
import { FindBar } from './find-bar.tsx';
import { deleteQuestion, endingOf, entriesOf, fieldsOf, type AnyEntry, type CatalogSpec } from './kind.ts';

// With its libraries for spreadsheets: fetched by who opens it.
const SheetDialog = lazy(() => import('../sheet/sheet-dialog.tsx'));

const NAMED_MAX = 3;

type Edited = { entry: AnyEntry | null; copyOf: AnyEntry | null };

export function CatalogEditor({ spec, catalog }: { spec: CatalogSpec; catalog: Resource<Catalog> }) {
  const { kind, words } = spec;
  const [edited, setEdited] = useState<Edited | null>(null);
  const [removing, setRemoving] = useState<AnyEntry | null>(null);
  const [sheet, setSheet] = useState(false);
  const batch = useMenuBatch(catalog, words.rowFailed);
  const { action, setActive } = useSwitching(spec, catalog);
  const list = useList(spec, catalog);
  const { shown, chosen } = list;
  const canSelect = spec.look !== 'names';

  const rows: ListProps = {
    catalog,
    entries: shown,
    busy: action.busy,
    chosen: new Set(chosen.map(({ id }) => id)),
    onChosen: (entry, isChosen) => list.select([entry], isChosen),
    onEdit: (entry) => setEdited({ entry, copyOf: null }),
    onCopy: (copyOf) => setEdited({ entry: null, copyOf }),
    onRemove: setRemoving,
    onRestore: (entry) => setActive(entry, true),
  };
  const failed = action.failed ?? batch.failed;
  return (
    <section aria-labelledby={`catalogo-${kind}`} className="flex flex-col gap-3">
      <Heading
        spec={spec}
        list={list}
        onNew={() => setEdited({ entry: null, copyOf: null })}
        onSheet={() => {
          batch.forgive();
          setSheet(true);
        }}
      />
      {failed !== null && (
        <p role="alert" className="font-semibold text-error">
          {failed}
        </p>
      )}
      <WithoutPhoto spec={spec} entries={list.entries} />
      <PriceConflicts onChosen={() => void catalog.reload()} />
      <BatchDone batch={batch} />
      <Loaded of={catalog} {...spec.loading}>
        {() => (
          <>
            {(list.entries.length > 0 || !isEverything(list.wanted)) && (
              <FindBar
                spec={spec}
                catalog={catalog.value}
                wanted={list.wanted}
                onWanted={list.setWanted}
                selection={
                  canSelect
                    ? {
                        all: shown.length,
                        chosen: chosen.length,
                        onAll: (isChosen) => list.select(shown, isChosen),
                      }
                    : null
                }
              />
            )}
            {shown.length === 0 ? (
              <p
                className={`rounded-2xl bg-base-100 ${spec.look === 'table' ? 'p-6' : 'p-8 text-center text-lg'}`}
              >
                {list.entries.length === 0 ? words.empty : 'Nada encontrado com essa busca.'}
              </p>
            ) : (
              <Entries spec={spec} {...rows} />
            )}
          </>
        )}
      </Loaded>
      {canSelect && <SelectionBar spec={spec} chosen={chosen} batch={batch} onClear={list.clear} />}
      {edited !== null && (
        <EntryForm spec={spec} catalog={catalog} {...edited} onClose={() => setEdited(null)} />
      )}
      {sheet && (
        <Suspense fallback={null}>
          <SheetDialog spec={spec} catalog={catalog} batch={batch} onClose={() => setSheet(false)} />
        </Suspense>
      )}
      {removing !== null && (
        <ConfirmDialog
          title={`Excluir ${removing.name}`}
          confirm="Excluir"
          cancel="Cancelar"
          onConfirm={() => {
            setRemoving(null);
            setActive(removing, false);
          }}
          onClose={() => setRemoving(null)}
        >
          <p>{deleteQuestion(spec.one, removing.name)}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function Entries({ spec, ...rows }: ListProps & { spec: CatalogSpec }) {
  if (spec.look === 'table') return <EntryTable spec={spec} {...rows} />;
  return spec.look === 'cards' ? <EntryCards spec={spec} {...rows} /> : <EntryNames {...rows} />;
}

/** Of products that customers choose by the eye. */
function WithoutPhoto({ spec, entries }: { spec: CatalogSpec; entries: readonly AnyEntry[] }) {
  if (!spec.fields.some(({ type }) => type === 'image')) return null;
  const without = entries.filter((entry) => entry.active && fieldsOf(entry)['image'] === null);
  if (without.length === 0) return null;
  return (
    <p className="rounded-2xl bg-base-100 px-4 py-3">
      <strong>{without.length === 1 ? '1 sem foto' : `${without.length} sem foto`}:</strong>{' '}
      {without
        .slice(0, NAMED_MAX)
        .map(({ name }) => name)
        .join(', ')}
      {without.length > NAMED_MAX && ` e mais ${without.length - NAMED_MAX}`}. Com foto de verdade se vende
      mais: em Editar há como enquadrar e clarear.
    </p>
  );
}

function Heading({
  spec,
  list,
  onNew,
  onSheet,
}: {
  spec: CatalogSpec;
  list: ReturnType<typeof useList>;
  onNew: () => void;
  onSheet: () => void;
}) {
  const ending = endingOf(spec);
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-3 ${spec.look === 'table' ? '' : 'mb-1'}`}
    >
      <h2 id={`catalogo-${spec.kind}`} className="text-2xl">
        {spec.title}
      </h2>
      {list.asked > 0 && (
        <button
          type="button"
          className="btn btn-ghost ml-auto"
          aria-pressed={list.all}
          onClick={() => list.setAll(!list.all)}
        >
          {list.all ? `Esconder inativ${ending}` : `Mostrar inativ${ending} (${list.asked})`}
        </button>
      )}
      {spec.look !== 'names' && (
        <button
          type="button"
          className={`btn btn-ghost ${list.asked > 0 ? '' : 'ml-auto'}`}
          aria-haspopup="dialog"
          onClick={onSheet}
        >
          <Table aria-hidden className="size-5" /> Planilha
        </button>
      )}
      <button type="button" className="btn btn-primary" onClick={onNew}>
        <Plus aria-hidden className="size-5" /> {spec.words.add}
      </button>
    </div>
  );
}

/** What of the catalogue is in sight, and what of that is selected: what nobody sees is never changed with the rest. */
function useList(spec: CatalogSpec, catalog: Resource<Catalog>) {
  const [all, setAll] = useState(false);
  const [wanted, setWanted] = useState(EVERYTHING);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const nowMs = useNow(60_000);
  const own =
    catalog.value === null ? [] : entriesOf(spec, catalog.value).filter((one) => spec.has?.(one) ?? true);
  const active = own.filter((entry) => entry.active);
  const isWhole = spec.inactive === 'shown' || all || wanted.state === 'inactive';
  const entries = isWhole ? own : active;
  const shown = findEntries(spec, entries, wanted, nowMs);
  return {
    all,
    setAll,
    wanted,
    setWanted,
    entries,
    shown,
    asked: spec.inactive === 'on-request' ? own.length - active.length : 0,
    chosen: shown.filter(({ id }) => ids.has(id)),
    select: (some: readonly AnyEntry[], isChosen: boolean) => {
      const next = new Set(ids);
      for (const { id } of some) {
        if (isChosen) next.add(id);
        else next.delete(id);
      }
      setIds(next);
    },
    clear: () => setIds(new Set()),
  };
}

function useSwitching(spec: CatalogSpec, catalog: Resource<Catalog>) {
  const { kind, words } = spec;
  const action = useAction();
  const toast = useToast();
  const setActive = (entry: AnyEntry, isActive: boolean) =>
    void action
      .run(isActive ? words.rowFailed : words.removeFailed, () =>
        patchEntry(catalog, kind, entry.id, { active: isActive }),
      )
      .then((done) => {
        if (!done) return;
        if (isActive) toast({ title: `${entry.name} está de volta ao cardápio`, tone: 'success' });
        else
          toast({
            ...words.removed(entry.name),
            ...(spec.look === 'table' && {
              action: { label: 'Desfazer', run: () => setActive(entry, true) },
            }),
          });
      });
  return { action, setActive };
}
