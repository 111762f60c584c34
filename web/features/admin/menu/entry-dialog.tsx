// The form of one catalogue entry. Sends only what changed.
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { useState, type FormEvent } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { ApiError, call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { patchEntry } from '../../../data/staff/menu/catalog.ts';
import type { Resource } from '../../../data/staff/resource.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { EntryField } from './entry-field.tsx';
import { EntryPreview } from './entry-preview.tsx';
import {
  changedFields,
  checkValues,
  followEntry,
  storedOf,
  valuesOf,
  type Errors,
  type Values,
} from './form.ts';
import { entriesOf, type AnyEntry, type KindSpec } from './kinds.ts';

type Props = {
  spec: KindSpec;
  catalog: Resource<Catalog>;
  entry: AnyEntry | null;
  count: number;
  standard: Values;
  onClose: () => void;
};

export function EntryDialog({ spec, catalog, entry: opened, count, standard, onClose }: Props) {
  const action = useAction();
  const toast = useToast();
  const [values, setValues] = useState(() =>
    valuesOf(spec, opened, {
      productType: 'TACA_MONTADA',
      cupMode: 'pronta',
      position: String(count + 1),
      ...standard,
    }),
  );
  const [errors, setErrors] = useState<Errors>({});
  /** The entry that the texts were read from. */
  const [entry, setEntry] = useState(opened);
  const [theirs, setTheirs] = useState<{ label: string; text: string }[]>([]);
  const now =
    opened && catalog.value && entriesOf(catalog.value, spec.kind).find(({ id }) => id === opened.id);
  if (entry && now && now !== entry && !action.busy) {
    const followed = followEntry(spec, { before: entry, now, typed: values });
    setEntry(now);
    setValues(followed.values);
    if (followed.theirs.length > 0) setTheirs(followed.theirs);
  }
  const isCup = spec.kind === 'products' && values['productType'] === 'TACA_MONTADA';
  const fields = spec.fields.filter(({ only }) => only === undefined || (only === 'TACA_MONTADA') === isCup);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = checkValues(spec, fields, values);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    const stored = storedOf(fields, values);
    void action.run(failureTitle(spec), async () => {
      try {
        if (entry) {
          const changed = changedFields(entry, stored);
          if (Object.keys(changed).length > 0) await patchEntry(catalog, spec.kind, entry.id, changed);
        } else {
          await patchNew(catalog, spec, {
            position: count + 1,
            ...(spec.kind === 'products' ? { productType: values['productType'] } : {}),
            ...stored,
          });
        }
      } catch (error) {
        // The store names each wrong field; the word stands where it belongs.
        if (error instanceof ApiError && error.problem.errors)
          setErrors(Object.fromEntries(error.problem.errors.map(({ field, message }) => [field, message])));
        throw error;
      }
      toast({ title: entry ? 'Alterações salvas' : `${values['name']} está no cardápio`, tone: 'success' });
      onClose();
    });
  };

  return (
    <Dialog
      title={entry ? `Editar ${entry.name}` : `${spec.female ? 'Nova' : 'Novo'} ${spec.one}`}
      wide
      form
      onClose={onClose}
      actions={
        <>
          <button type="submit" form="catalogo-form" className="btn btn-primary" disabled={action.busy}>
            {action.busy && <span className="loading loading-spinner" aria-hidden />} Salvar
          </button>
          <button type="button" className="btn" onClick={onClose}>
            Cancelar
          </button>
        </>
      }
    >
      <form id="catalogo-form" noValidate onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        {fields.map((field) => (
          <EntryField
            key={field.key}
            field={field}
            value={values[field.key] ?? ''}
            error={errors[field.key]}
            catalog={catalog.value}
            name={values['name'] ?? ''}
            onValue={(value) => setValues((before) => ({ ...before, [field.key]: value }))}
          />
        ))}
        <EntryPreview spec={spec} values={values} />
        {theirs.length > 0 && (
          <p role="status" className="rounded-2xl bg-warning p-3 text-warning-content sm:col-span-2">
            Outra pessoa mudou este item enquanto você editava.{' '}
            {theirs.map(({ label, text }) => `${label} agora é “${text}”.`).join(' ')} Ao salvar, vale o que
            está aqui.
          </p>
        )}
        {action.failed !== null && (
          <p role="alert" className="font-semibold text-error sm:col-span-2">
            {action.failed}
          </p>
        )}
      </form>
    </Dialog>
  );
}

const failureTitle = ({ kind }: KindSpec): string =>
  kind === 'products'
    ? 'Erro ao salvar produto'
    : kind === 'categories'
      ? 'Erro ao salvar categoria'
      : 'Erro ao salvar item. Tente novamente.';

// A new entry is a patch under an id that nobody has: made here, so that a repeated send makes no second one.
async function patchNew(
  catalog: Resource<Catalog>,
  spec: KindSpec,
  fields: Record<string, unknown>,
): Promise<void> {
  await call('PATCH /api/staff/catalog/{kind}/{id}', {
    params: { kind: spec.kind, id: uuidv7() },
    body: fields,
  });
  await catalog.reload();
}
