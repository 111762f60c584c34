// Cups and products as big buttons: one tap sells one. A cup of one's own choice opens the builder.
import { isBuilt, isCup } from '@balcao/shared/menu/cup.ts';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { newId } from '../../data/new-id.ts';
import { imageUrl } from '../../ui/image-url.ts';
import { readyItem, type CartItem } from '../../cart/cart.ts';

type Product = Menu['products'][number];
type Props = {
  products: readonly Product[];
  onAdd: (item: CartItem) => void;
  onBuild: (product: Product) => void;
};

export function ProductGrid({ products, onAdd, onBuild }: Props) {
  if (products.length === 0)
    return (
      <p className="grid flex-1 place-items-center text-lg">
        Nada à venda aqui. O cardápio é editado em Admin.
      </p>
    );
  return (
    <ul
      className="grid min-h-0 flex-1 auto-rows-min grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-2 overflow-y-auto sm:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] 2xl:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]"
      aria-label="Produtos"
    >
      {products.map((product) => (
        <li key={product.id}>
          <button
            type="button"
            disabled={product.soldOut}
            onClick={() =>
              isBuilt(product) ? onBuild(product) : onAdd(readyItem(newId(), product.id, product.priceCents))
            }
            className={`btn h-full min-h-20 w-full flex-col gap-0 overflow-hidden border-l-8 bg-base-100 px-2 py-2 text-base! leading-tight 2xl:min-h-28 2xl:justify-start 2xl:text-xl! ${isCup(product) ? 'border-l-primary!' : 'border-l-secondary!'}`}
          >
            {product.image !== null && (
              <img
                src={imageUrl(product.image, 320)}
                alt=""
                loading="lazy"
                className="mb-2 hidden h-40 w-full rounded-lg object-cover 2xl:block"
              />
            )}
            {product.name}
            <span className="numbers text-lg text-primary 2xl:text-xl">
              {product.soldOut ? 'Acabou' : formatCents(product.priceCents)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
