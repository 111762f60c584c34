// The form of one wholesale product. Sends only what changed.
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { formatAmount } from '@balcao/shared/money.ts';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { patchEntry } from '../../../data/staff/menu/catalog.ts';
import { AreaField, SelectField, SwitchField, TextField } from '../../../ui/staff/fields.tsx';
import { ImageField } from '../../../data/staff/menu/image-field.tsx';
import type { Resource } from '../../../data/staff/resource.ts';
import { OPERATOR } from '../../../text/wholesale.ts';
import { useToast } from '../../../ui/toast.tsx';
import { useSaving, type EntryOf } from './entries.ts';
import { changedOf, checkProduct, NO_CATEGORY } from './entry-form.ts';
import { FormDialog } from './form-dialog.tsx';

type Product = EntryOf<'product'>;

type Props = { product: Product | null; catalog: Resource<Catalog>; onClose: () => void };

export function ProductDialog({ product, catalog, onClose }: Props) {
  const saving = useSaving('product', catalog);
  const toast = useToast();
  const [id] = useState(() => product?.id ?? uuid());
  const [name, setName] = useState(product?.name ?? '');
  const [price, setPrice] = useState(product ? formatAmount(product.priceCents) : '');
  const [categoryId, setCategoryId] = useState(product?.categoryId ?? NO_CATEGORY);
  const [position, setPosition] = useState(
    String(product?.position ?? catalog.value?.wholesaleProducts.length ?? 0),
  );
  const [description, setDescription] = useState(product?.description ?? '');
  const [image, setImage] = useState(product?.image ?? null);
  const [sizes, setSizes] = useState<readonly string[]>(product?.sizes ?? []);
  const [flavors, setFlavors] = useState<readonly string[]>(product?.flavors ?? []);
  const [active, setActive] = useState(product?.active ?? true);
  const [invalid, setInvalid] = useState<string | null>(null);
  const value = catalog.value;

  const submit = () => {
    const { wrong, fields } = checkProduct({
      name,
      price,
      categoryId,
      position,
      description,
      image,
      sizes,
      flavors,
      active,
    });
    setInvalid(wrong);
    if (fields === null) {
      toast({ title: OPERATOR.invalid, text: wrong, tone: 'error' });
      return;
    }
    void saving
      .save(product === null, () =>
        patchEntry(catalog, 'wholesaleProducts', id, product ? changedOf(product, fields) : fields),
      )
      .then((done) => {
        if (done) onClose();
      });
  };

  return (
    <FormDialog
      title={product ? `Editar ${product.name}` : 'Novo Produto'}
      action={saving.action}
      invalid={invalid}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="Nome" value={name} onValue={setName} required maxLength={80} />
      <TextField
        label="Preço (R$)"
        value={price}
        onValue={setPrice}
        required
        inputMode="decimal"
        placeholder="0,00"
      />
      <SelectField
        label="Categoria"
        value={categoryId}
        onValue={setCategoryId}
        options={[
          [NO_CATEGORY, 'Sem categoria'],
          ...(value?.wholesaleCategories ?? [])
            .filter((one) => one.active || one.id === categoryId)
            .map((one) => [one.id, one.name] as const),
        ]}
      />
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
      <Choices legend="Tamanhos" chosen={sizes} listed={value?.wholesaleSizes ?? []} onChosen={setSizes} />
      <Choices
        legend="Sabores"
        chosen={flavors}
        listed={value?.wholesaleFlavors ?? []}
        onChosen={setFlavors}
      />
      <ImageField label="Foto" value={image} use="product" name={name} onValue={setImage} />
      {product !== null && <SwitchField label="Ativo" checked={active} onChecked={setActive} />}
    </FormDialog>
  );
}

/** The active ones of the list, and what the product had besides. In the order of the list. */
function Choices({
  legend,
  chosen,
  listed,
  onChosen,
}: {
  legend: string;
  chosen: readonly string[];
  listed: readonly { name: string; active: boolean }[];
  onChosen: (chosen: readonly string[]) => void;
}) {
  const active = listed.filter((one) => one.active).map((one) => one.name);
  const others = chosen.filter((name) => !active.includes(name));
  const names = [...active, ...others];
  return (
    <fieldset className="sm:col-span-2">
      <legend className="text-sm font-semibold">{legend}</legend>
      {names.length === 0 && <p className="text-sm">Cadastre em Tamanhos/Sabores para escolher aqui.</p>}
      <div className="mt-1 grid max-h-56 gap-x-4 overflow-y-auto rounded-2xl bg-base-200 p-3 empty:hidden sm:grid-cols-2">
        {names.map((name) => (
          <label key={name} className="flex min-h-9 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              className="checkbox checkbox-primary"
              checked={chosen.includes(name)}
              onChange={(event) =>
                onChosen(names.filter((one) => (one === name ? event.target.checked : chosen.includes(one))))
              }
            />
            <span className="min-w-0 break-words">
              {name}
              {others.includes(name) && <span className="text-sm"> (fora da lista)</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
