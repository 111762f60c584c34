// 'Configurar Produto': size, flavour and quantity before a product goes into the cart. The first of each is chosen already.
import { formatCents } from '@balcao/shared/money.ts';
import type { OfferedProduct } from '@balcao/shared/wholesale/catalogue.ts';
import { useId, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { ProductPicture } from '../../ui/product-picture.tsx';
import type { Choice } from './cart.ts';
import { unitPriceCents } from '@balcao/shared/wholesale/price.ts';
import { PACK } from './pack.ts';
import { QuantityStepper } from './quantity-stepper.tsx';
import { Tiers } from './tiers.tsx';

type Props = {
  product: OfferedProduct;
  /** Units of it that lie in the cart already: they count for the price by volume. */
  inCart: number;
  onAdd: (choice: Choice) => void;
  onClose: () => void;
};

export function ConfigureDialog({ product, inCart, onAdd, onClose }: Props) {
  const [size, setSize] = useState<string | null>(null);
  const [flavor, setFlavor] = useState<string | null>(null);
  const [quantity, setQuantity] = useState(1);
  // What runs out while the dialog is open gives way to the first that is there.
  const selectedSize = chosen(size, product.sizes);
  const selectedFlavor = chosen(flavor, product.flavors);
  const eachCents = unitPriceCents(product, inCart + quantity);
  return (
    <Dialog
      title="Configurar Produto"
      onClose={onClose}
      actions={
        <>
          <button
            type="button"
            className="btn btn-primary"
            onClick={() => onAdd({ selectedSize, selectedFlavor, quantity })}
          >
            <span>
              Adicionar ·{' '}
              <span className="numbers whitespace-nowrap">{formatCents(eachCents * quantity)}</span>
            </span>
          </button>
          <button type="button" className="btn" onClick={onClose}>
            Cancelar
          </button>
        </>
      }
    >
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <ProductPicture
          image={product.image}
          cup={PACK}
          width={320}
          className="size-20 shrink-0 rounded-2xl"
        />
        <div className="min-w-0 flex-1 basis-[9rem]">
          <p className="font-display text-lg leading-tight font-bold">{product.name}</p>
          <p className="numbers font-semibold">{formatCents(eachCents)}</p>
          <Tiers product={product} />
        </div>
      </div>
      <div className="flex flex-col gap-4">
        {product.sizes !== null && (
          <Select label="Tamanho" value={selectedSize} options={product.sizes} onValue={setSize} />
        )}
        {product.flavors !== null && (
          <Select label="Sabor" value={selectedFlavor} options={product.flavors} onValue={setFlavor} />
        )}
        <div>
          <p className="mb-1 font-semibold">Quantidade</p>
          <QuantityStepper quantity={quantity} name={product.name} onQuantity={setQuantity} />
        </div>
      </div>
    </Dialog>
  );
}

const chosen = (wanted: string | null, offered: string[] | null): string | null =>
  offered === null ? null : wanted !== null && offered.includes(wanted) ? wanted : (offered[0] ?? null);

function Select({
  label,
  value,
  options,
  onValue,
}: {
  label: string;
  value: string | null;
  options: readonly string[];
  onValue: (value: string) => void;
}) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <select
        id={id}
        className="select select-lg w-full"
        value={value ?? ''}
        onChange={(event) => onValue(event.target.value)}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </div>
  );
}
