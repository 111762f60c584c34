// The one editor of catalogues, retail and wholesale: the list, the form of one entry, and the question before one is taken off. 'Excluir' only
// makes an entry inactive.
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useToast } from '../../../../ui/toast.tsx';
import { useAction } from '../../action.ts';
import { Loaded } from '../../loaded.tsx';
import type { Resource } from '../../resource.ts';
import { patchEntry } from '../catalog.ts';
import { EntryCards, EntryNames } from './entry-cards.tsx';
import { EntryForm } from './entry-form.tsx';
import { EntryTable } from './entry-table.tsx';
import { deleteQuestion, entriesOf, type AnyEntry, type CatalogSpec } from './kind.ts';

export function CatalogEditor({ spec, catalog }: { spec: CatalogSpec; catalog: Resource<Catalog> }) {
  const { kind, words } = spec;
  const [edited, setEdited] = useState<AnyEntry | 'new' | null>(null);
  const [removing, setRemoving] = useState<AnyEntry | null>(null);
  const [all, setAll] = useState(false);
  const action = useAction();
  const toast = useToast();
  const own =
    catalog.value === null ? [] : entriesOf(spec, catalog.value).filter((one) => spec.has?.(one) ?? true);
  const active = own.filter((entry) => entry.active);
  const asked = spec.inactive === 'on-request' ? own.length - active.length : 0;
  const entries = spec.inactive === 'shown' || all ? own : active;

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

  const list = {
    catalog,
    entries,
    busy: action.busy,
    onEdit: setEdited,
    onRemove: setRemoving,
    onRestore: (entry: AnyEntry) => setActive(entry, true),
  };
  return (
    <section aria-labelledby={`catalogo-${kind}`} className="flex flex-col gap-3">
      <div
        className={`flex flex-wrap items-center justify-between gap-3 ${spec.look === 'table' ? '' : 'mb-1'}`}
      >
        <h2 id={`catalogo-${kind}`} className="text-2xl">
          {spec.title}
        </h2>
        {asked > 0 && (
          <button
            type="button"
            className="btn btn-ghost ml-auto"
            aria-pressed={all}
            onClick={() => setAll(!all)}
          >
            {all ? 'Esconder inativos' : `Mostrar inativos (${asked})`}
          </button>
        )}
        <button type="button" className="btn btn-primary" onClick={() => setEdited('new')}>
          <Plus aria-hidden className="size-5" /> {words.add}
        </button>
      </div>
      {action.failed !== null && (
        <p role="alert" className="font-semibold text-error">
          {action.failed}
        </p>
      )}
      <Loaded of={catalog} {...spec.loading}>
        {() =>
          entries.length === 0 ? (
            <p
              className={`rounded-2xl bg-base-100 ${spec.look === 'table' ? 'p-6' : 'p-8 text-center text-lg'}`}
            >
              {words.empty}
            </p>
          ) : spec.look === 'table' ? (
            <EntryTable spec={spec} {...list} />
          ) : spec.look === 'cards' ? (
            <EntryCards spec={spec} {...list} />
          ) : (
            <EntryNames {...list} />
          )
        }
      </Loaded>
      {edited !== null && (
        <EntryForm
          spec={spec}
          catalog={catalog}
          entry={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
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
