// The form of one catalogue entry. Sends only what changed.
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { formatCents, parseCents } from '@balcao/shared/money.ts';
import { useState } from 'react';
import { newId } from '../../../new-id.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useToast, type Toast } from '../../../../ui/toast.tsx';
import { changedFields, useDraft } from '../../draft.ts';
import { FormDialog } from '../../form-dialog.tsx';
import type { Resource } from '../../resource.ts';
import { useStoreAway, useStoreAwayNow } from '../../session/shell.tsx';
import { patchEntries, patchEntry, patchPriced } from '../catalog.ts';
import { EntryField } from './entry-field.tsx';
import { storedOf, unusualPrice, valuesOf, valuesOfCopy } from './form.ts';
import { positionOfNew } from './reorder.ts';
import { UnusualPrice } from './price-question.tsx';
import {
  entriesOf,
  pricesBeside,
  shownFields,
  type AnyEntry,
  type CatalogSpec,
  type FieldSpec,
} from './kind.ts';

/** The relay has it and the store not yet: nothing is called saved before. */
const onItsWay = ({ text, ...rest }: Toast): Toast => ({
  ...rest,
  title: 'Aguardando a loja',
  text: `${text ?? ''} Vale na loja quando ela voltar.`.trim(),
  tone: 'info',
});

type Props = {
  spec: CatalogSpec;
  catalog: Resource<Catalog>;
  /** Null: a new one. */
  entry: AnyEntry | null;
  /** What a new one begins as. */
  copyOf: AnyEntry | null;
  onClose: () => void;
};

export function EntryForm({ spec, catalog, entry: opened, copyOf, onClose }: Props) {
  const toast = useToast();
  // Made once: a repeated send makes no second entry.
  const [id] = useState(() => opened?.id ?? newId());
  const away = useStoreAway();
  const isAwayNow = useStoreAwayNow();
  const [asking, setAsking] = useState(false);
  const all = catalog.value === null ? [] : entriesOf(spec, catalog.value);
  const entry = opened && (all.find((one) => one.id === id) ?? opened);
  const standard = spec.standard(all.length);
  const kept =
    entry === null && copyOf !== null
      ? valuesOfCopy(spec.fields, copyOf, standard)
      : valuesOf(spec.fields, entry, standard);
  const draft = useDraft(kept);
  const { values } = draft;
  const fields = shownFields(spec.fields, values, entry === null);

  const valueText = (field: FieldSpec, value: string): string => {
    if (field.type === 'image') return 'outra imagem';
    if (field.type !== 'select') return value;
    return field.options(catalog.value, value).find(([one]) => one === value)?.[1] ?? value;
  };

  const typedCents = parseCents(values['priceCents'] ?? '');
  const knownCents = entry !== null && 'priceCents' in entry ? entry.priceCents : 0;
  const write = async () => {
    if (spec.patches && catalog.value) {
      await patchEntries(catalog, spec.patches(catalog.value, { id, entry, values }));
    } else if (entry) {
      const changed = changedFields(entry, storedOf(fields, values));
      // Not over a price that this form has not shown: then it is shown, and what is saved after that counts.
      if ('priceCents' in changed)
        await patchPriced(catalog, { kind: spec.kind, id, fields: changed, seenCents: knownCents });
      else if (Object.keys(changed).length > 0) await patchEntry(catalog, spec.kind, id, changed);
    } else {
      // Also what only stands in the form of another kind of product.
      const place = spec.look === 'table' ? { position: positionOfNew(all) } : {};
      await patchEntry(catalog, spec.kind, id, { ...place, ...storedOf(spec.fields, values) });
    }
  };
  const unusual =
    typedCents !== null &&
    unusualPrice(typedCents, { known: knownCents, others: pricesBeside(spec, catalog.value, id) }) !== null;
  const check = () => spec.check(values, { catalog: catalog.value, entry });
  const isRight = () => Object.keys(check()).length === 0;
  const submit = async () => {
    setAsking(false);
    const saved = await draft.save({
      heading: spec.words.saveFailed(entry === null),
      check,
      invalid: spec.words.invalid,
      work: write,
    });
    if (!saved) return;
    const savedText = spec.words.saved(values['name'] ?? '', entry === null);
    toast(away || isAwayNow() ? onItsWay(savedText) : savedText);
    onClose();
  };

  return (
    <FormDialog
      title={entry ? `Editar ${entry.name}` : copyOf ? `Duplicar ${copyOf.name}` : spec.words.add}
      draft={draft}
      wide
      onSubmit={() => (unusual && isRight() ? setAsking(true) : void submit())}
      onClose={onClose}
    >
      {fields.map((field) => (
        <EntryField
          key={field.key}
          field={field}
          {...draft.field(field.key)}
          value={values[field.key] ?? ''}
          catalog={catalog.value}
          name={values['name'] ?? ''}
        />
      ))}
      {spec.preview && (
        <section className="sm:col-span-2" aria-label="Como o cliente vê">
          <p className="mb-1 text-sm font-semibold">Como o cliente vê</p>
          {/* To look at only: nothing in it can be pressed. */}
          <div inert className="rounded-2xl bg-base-200 p-4" data-preview>
            {spec.preview(values)}
          </div>
        </section>
      )}
      {draft.theirs.length > 0 && (
        <p role="status" className="rounded-2xl bg-warning p-3 text-warning-content sm:col-span-2">
          Outra pessoa mudou este item enquanto você editava.{' '}
          {spec.fields
            .filter(({ key }) => draft.theirs.includes(key))
            .map((field) => `${field.label} agora é “${valueText(field, kept[field.key] ?? '')}”.`)
            .join(' ')}{' '}
          Ao salvar, vale o que está aqui.
        </p>
      )}
      {asking && typedCents !== null && (
        <ConfirmDialog
          title={`Mudar o preço de ${values['name'] ?? ''}?`}
          confirm={`Sim, ${formatCents(typedCents)}`}
          tone="btn-primary"
          cancel="Corrigir"
          onConfirm={() => void submit()}
          onClose={() => setAsking(false)}
        >
          <UnusualPrice known={knownCents} typed={typedCents} />
        </ConfirmDialog>
      )}
    </FormDialog>
  );
}
