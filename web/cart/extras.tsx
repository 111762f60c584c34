// Drinks and whatever else is sold as it is: one tap puts it into the cart, beside what is being built.
import { isCup } from '@balcao/shared/menu/cup.ts';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { useSetAtom } from 'jotai';
import { newId } from '../data/new-id.ts';
import { ProductPicture } from '../ui/product-picture.tsx';
import { useToast } from '../ui/toast.tsx';
import { addItem, CART_FULL, isCartFull, readyItem } from './cart.ts';
import { cartAtom } from './cart-state.ts';
import { houseCup } from './house-cup.ts';
import { Icon } from '../ui/icon.tsx';

export const extrasOf = (menu: Menu) => menu.products.filter((product) => !isCup(product));

/** Puts one of a product that has nothing to choose into the cart. */
export function useAddExtra(): (product: Menu['products'][number]) => void {
  const change = useSetAtom(cartAtom);
  const toast = useToast();
  return (product) => {
    let full = false;
    change((cart) => {
      full = isCartFull(cart);
      return addItem(cart, readyItem(newId(), product.id, product.priceCents));
    });
    if (full) toast(CART_FULL);
    else toast({ title: 'Adicionado ao carrinho', text: product.name, tone: 'success' });
  };
}

export function Extras({ menu, title = 'Para acompanhar' }: { menu: Menu; title?: string }) {
  const add = useAddExtra();
  const products = extrasOf(menu);
  if (products.length === 0) return null;
  return (
    <section aria-label={title} className="mt-8">
      <h2 className="text-xl">{title}</h2>
      <ul className="mt-2 grid pair-columns gap-2">
        {products.map((product) => (
          <li key={product.id} className="flex flex-wrap items-center gap-3 rounded-2xl bg-base-100 p-2">
            <ProductPicture
              image={product.image}
              cup={houseCup(product)}
              width={320}
              className={`size-14 shrink-0 rounded-xl ${product.soldOut ? 'opacity-40 grayscale' : ''}`}
            />
            <span className="min-w-0 flex-1 basis-[7rem] leading-tight">
              <span className="block font-medium">{product.name}</span>
              <span className="numbers text-base-content/75">
                {product.soldOut ? 'Acabou' : formatCents(product.priceCents)}
              </span>
            </span>
            <button
              type="button"
              className="btn btn-circle btn-soft btn-primary ml-auto"
              disabled={product.soldOut}
              aria-label={`Adicionar ${product.name}`}
              onClick={() => add(product)}
            >
              <Icon name="plus" className="size-5" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
