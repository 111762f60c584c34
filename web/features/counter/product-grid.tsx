// Cups and products as big buttons: one tap sells one. A cup of one's own choice opens the builder.
import { isBuilt } from '@balcao/shared/menu/cup.ts';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { CartItem } from '../../cart/cart.ts';
import { AcaiBuilder } from './acai-builder.tsx';
import { EMPTY_ITEM } from './empty-item.ts';

type Product = Menu['products'][number];
type Props = { menu: Menu; products: readonly Product[]; onAdd: (item: CartItem) => void };

export function ProductGrid({ menu, products, onAdd }: Props) {
  const [building, setBuilding] = useState<Product | null>(null);
  if (building) {
    return (
      <AcaiBuilder
        menu={menu}
        product={building}
        onAdd={(item) => {
          onAdd(item);
          setBuilding(null);
        }}
        onBack={() => setBuilding(null)}
      />
    );
  }
  if (products.length === 0)
    return (
      <p className="grid flex-1 place-items-center text-lg">
        Nada à venda aqui. O cardápio é editado em Admin.
      </p>
    );
  return (
    <ul
      className="grid min-h-0 flex-1 auto-rows-min grid-cols-2 gap-2 sm:grid-cols-3 overflow-y-auto"
      aria-label="Produtos"
    >
      {products.map((product) => (
        <li key={product.id}>
          <button
            type="button"
            disabled={product.soldOut}
            onClick={() =>
              isBuilt(product)
                ? setBuilding(product)
                : onAdd({
                    ...EMPTY_ITEM,
                    id: uuidv7(),
                    productId: product.id,
                    priceCents: product.priceCents,
                  })
            }
            className="btn h-auto min-h-20 w-full flex-col gap-0 bg-base-100 px-2 py-2 text-base! leading-tight"
          >
            {product.name}
            <span className="numbers text-lg text-primary">
              {product.soldOut ? 'Acabou' : formatCents(product.priceCents)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
