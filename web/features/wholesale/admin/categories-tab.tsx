// Categorias: cards, and the form of one.
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { patchEntry, useCatalog } from '../../../data/staff/menu/catalog.ts';
import { AreaField, SwitchField, TextField } from '../../../ui/staff/fields.tsx';
import { Loaded } from '../../../data/staff/loaded.tsx';
import type { Resource } from '../../../data/staff/resource.ts';
import { counted } from '../../../text/menu.ts';
import { BUYER, OPERATOR } from '../../../text/wholesale.ts';
import { useToast } from '../../../ui/toast.tsx';
import { useSaving, type EntryOf } from './entries.ts';
import { changedOf, checkCategory } from './entry-form.ts';
import { FormDialog } from './form-dialog.tsx';

type Category = EntryOf<'category'>;

export function CategoriesTab() {
  const catalog = useCatalog();
  const saving = useSaving('category', catalog);
  const [edited, setEdited] = useState<Category | 'new' | null>(null);
  const categories = catalog.value?.wholesaleCategories ?? [];
  const productsOf = (id: string): number =>
    catalog.value?.wholesaleProducts.filter((product) => product.active && product.categoryId === id)
      .length ?? 0;
  return (
    <section aria-labelledby="categorias-titulo">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="categorias-titulo" className="text-2xl">
          Categorias
        </h2>
        <button type="button" className="btn btn-primary" onClick={() => setEdited('new')}>
          <Plus aria-hidden className="size-5" /> Nova Categoria
        </button>
      </div>
      <Loaded of={catalog} title="Erro: Erro ao carregar categorias" retry={BUYER.tryAgain} stale>
        {() =>
          categories.length === 0 && (
            <p className="rounded-2xl bg-base-100 p-8 text-center text-lg">Nenhuma categoria criada</p>
          )
        }
      </Loaded>
      {saving.action.failed !== null && (
        <p role="alert" className="mb-3 font-semibold text-error">
          {saving.action.failed}
        </p>
      )}
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {categories.map((category) => (
          <li
            key={category.id}
            className={`flex flex-col gap-2 rounded-3xl p-5 ${category.active ? 'bg-base-100' : 'border border-dashed border-base-content/40'}`}
          >
            <div className="flex items-start justify-between gap-2">
              <h3 className="text-xl">{category.name}</h3>
              {!category.active && <span className="badge badge-neutral">Inativo</span>}
            </div>
            {category.description !== null && <p className="text-sm">{category.description}</p>}
            <p className="text-sm">
              Posição {category.position} · {counted(productsOf(category.id), 'produto', 'produtos')}
            </p>
            <div className="mt-auto flex gap-2">
              <button
                type="button"
                className="btn btn-sm min-h-11"
                aria-label={`Editar ${category.name}`}
                onClick={() => setEdited(category)}
              >
                <Pencil aria-hidden className="size-4" /> Editar
              </button>
              {category.active && (
                <button
                  type="button"
                  className="btn btn-ghost btn-sm min-h-11"
                  aria-label={`Excluir ${category.name}`}
                  disabled={saving.action.busy}
                  onClick={() => saving.remove(category)}
                >
                  <Trash2 aria-hidden className="size-4" /> Excluir
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {edited !== null && (
        <CategoryDialog
          category={edited === 'new' ? null : edited}
          catalog={catalog}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}

function CategoryDialog({
  category,
  catalog,
  onClose,
}: {
  category: Category | null;
  catalog: Resource<Catalog>;
  onClose: () => void;
}) {
  const saving = useSaving('category', catalog);
  const toast = useToast();
  const [id] = useState(() => category?.id ?? uuid());
  const [name, setName] = useState(category?.name ?? '');
  const [description, setDescription] = useState(category?.description ?? '');
  const [position, setPosition] = useState(String(category?.position ?? 0));
  const [active, setActive] = useState(category?.active ?? true);
  const [invalid, setInvalid] = useState<string | null>(null);

  const submit = () => {
    const { wrong, fields } = checkCategory({ name, description, position, active });
    setInvalid(wrong);
    if (fields === null) {
      toast({ title: OPERATOR.invalid, text: wrong, tone: 'error' });
      return;
    }
    void saving
      .save(category === null, () =>
        patchEntry(catalog, 'wholesaleCategories', id, category ? changedOf(category, fields) : fields),
      )
      .then((done) => {
        if (done) onClose();
      });
  };

  return (
    <FormDialog
      title={category ? `Editar ${category.name}` : 'Nova Categoria'}
      action={saving.action}
      invalid={invalid}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="Nome" value={name} onValue={setName} required maxLength={80} />
      <TextField
        label="Posição"
        value={position}
        onValue={setPosition}
        inputMode="numeric"
        hint="Menor vem primeiro."
      />
      <AreaField
        label="Descrição"
        className="sm:col-span-2"
        value={description}
        onValue={setDescription}
        maxLength={400}
        rows={2}
      />
      {category !== null && <SwitchField label="Ativo" checked={active} onChecked={setActive} />}
    </FormDialog>
  );
}
