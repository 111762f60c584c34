// Tamanhos/Sabores: the names that products choose from. Only active ones are listed.
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { v7 as uuid } from 'uuid';
import { patchEntries, useCatalog } from '../../../data/staff/menu/catalog.ts';
import { TextField } from '../../../ui/staff/fields.tsx';
import { Loaded } from '../../../data/staff/loaded.tsx';
import type { Resource } from '../../../data/staff/resource.ts';
import { Tabs } from '../../../ui/staff/tabs.tsx';
import { BUYER, NAME_REQUIRED, OPERATOR } from '../../../text/wholesale.ts';
import { useToast } from '../../../ui/toast.tsx';
import { MAPS, useSaving, type EntryOf } from './entries.ts';
import { FormDialog } from './form-dialog.tsx';

type OptionKind = 'size' | 'flavor';
type Option = EntryOf<OptionKind>;

const KINDS = {
  tamanhos: { kind: 'size', title: 'Tamanhos', one: 'Tamanho', listed: 'sizes' },
  sabores: { kind: 'flavor', title: 'Sabores', one: 'Sabor', listed: 'flavors' },
} as const;

export function OptionsTab({ sub }: { sub: string }) {
  const navigate = useNavigate();
  const catalog = useCatalog();
  const current = sub === 'sabores' ? 'sabores' : 'tamanhos';
  return (
    <Tabs
      small
      label="Tamanhos e sabores"
      tabs={[
        { id: 'tamanhos', label: KINDS.tamanhos.title },
        { id: 'sabores', label: KINDS.sabores.title },
      ]}
      current={current}
      onChange={(id) => void navigate(`/atacado/admin/opcoes/${id}`)}
    >
      <Options key={current} catalog={catalog} spec={KINDS[current]} />
    </Tabs>
  );
}

type Spec = (typeof KINDS)[keyof typeof KINDS];

function Options({ catalog, spec }: { catalog: Resource<Catalog>; spec: Spec }) {
  const saving = useSaving(spec.kind, catalog);
  const [edited, setEdited] = useState<Option | 'new' | null>(null);
  const all: readonly Option[] = catalog.value?.[MAPS[spec.kind]] ?? [];
  const active = all.filter((option) => option.active);
  return (
    <section aria-labelledby="opcoes-titulo">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="opcoes-titulo" className="text-2xl">
          {spec.title}
        </h2>
        <button type="button" className="btn btn-primary" onClick={() => setEdited('new')}>
          <Plus aria-hidden className="size-5" /> Novo {spec.one}
        </button>
      </div>
      <Loaded
        of={catalog}
        title={`Erro: Erro ao carregar ${spec.title.toLowerCase()}`}
        retry={BUYER.tryAgain}
        stale
      >
        {() =>
          active.length === 0 && (
            <p className="rounded-2xl bg-base-100 p-8 text-center text-lg">
              Nada aqui ainda. Toque em “Novo {spec.one}” para começar.
            </p>
          )
        }
      </Loaded>
      {saving.action.failed !== null && (
        <p role="alert" className="mb-3 font-semibold text-error">
          {saving.action.failed}
        </p>
      )}
      <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
        {active.map((option) => (
          <li key={option.id} className="flex items-center gap-2 rounded-2xl bg-base-100 py-2 pr-2 pl-4">
            <span className="min-w-0 flex-1 font-semibold break-words">{option.name}</span>
            <button
              type="button"
              className="btn btn-ghost btn-square min-h-11 min-w-11"
              aria-label={`Editar ${option.name}`}
              onClick={() => setEdited(option)}
            >
              <Pencil aria-hidden className="size-5" />
            </button>
            <button
              type="button"
              className="btn btn-ghost btn-square min-h-11 min-w-11"
              aria-label={`Excluir ${option.name}`}
              disabled={saving.action.busy}
              onClick={() => saving.remove(option)}
            >
              <Trash2 aria-hidden className="size-5" />
            </button>
          </li>
        ))}
      </ul>
      {edited !== null && (
        <OptionDialog
          option={edited === 'new' ? null : edited}
          all={all}
          catalog={catalog}
          spec={spec}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}

function OptionDialog({
  option,
  all,
  catalog,
  spec,
  onClose,
}: {
  option: Option | null;
  all: readonly Option[];
  catalog: Resource<Catalog>;
  spec: Spec;
  onClose: () => void;
}) {
  const saving = useSaving(spec.kind, catalog);
  const toast = useToast();
  const [id] = useState(() => option?.id ?? uuid());
  const [name, setName] = useState(option?.name ?? '');
  const [invalid, setInvalid] = useState<string | null>(null);
  const map = MAPS[spec.kind];

  const write = async (text: string): Promise<void> => {
    // One of that name that was switched off comes back instead of standing there twice.
    const before = option ?? all.find((one) => !one.active && one.name === text);
    const own = { kind: map, id: before?.id ?? id, fields: { name: text, active: true } };
    // Products know their sizes and flavours by name.
    const products = (catalog.value?.wholesaleProducts ?? []).flatMap((product) => {
      const names = product[spec.listed];
      if (!option || option.name === text || !names?.includes(option.name)) return [];
      const renamed = [...new Set(names.map((one) => (one === option.name ? text : one)))];
      return [{ kind: 'wholesaleProducts' as const, id: product.id, fields: { [spec.listed]: renamed } }];
    });
    await patchEntries(catalog, [own, ...products]);
  };

  const submit = () => {
    const text = name.trim();
    const taken = all.some((one) => one.active && one.id !== option?.id && one.name === text);
    const wrong =
      text === '' ? NAME_REQUIRED : taken ? `Já existe um ${spec.one.toLowerCase()} com este nome.` : null;
    setInvalid(wrong);
    if (wrong !== null) {
      toast({ title: OPERATOR.invalid, text: wrong, tone: 'error' });
      return;
    }
    void saving
      .save(option === null, () => write(text))
      .then((done) => {
        if (done) onClose();
      });
  };

  return (
    <FormDialog
      title={option ? `Editar ${option.name}` : `Novo ${spec.one}`}
      action={saving.action}
      invalid={invalid}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Nome"
        className="sm:col-span-2"
        value={name}
        onValue={setName}
        required
        maxLength={80}
        hint={option ? 'O nome muda também nos produtos que o usam.' : undefined}
      />
    </FormDialog>
  );
}
