// The way to the cart from anywhere, shown only when something is in it. In the header, so that it floats and lies on nothing.
import { formatCents } from '@balcao/shared/money.ts';
import { useAtomValue } from 'jotai';
import { Link, useLocation } from 'react-router-dom';
import { cartAtom, cartPriceAtom } from '../cart/cart-state.ts';
import { Icon } from '../ui/icon.tsx';

/** Screens that are the cart, or come after it. */
const HIDDEN_ON = /^\/(carrinho|pedido\/(carrinho|sucesso|retorno|pagamento))/;

export function FloatingCart() {
  const { pathname } = useLocation();
  const count = useAtomValue(cartAtom).length;
  const { totalCents } = useAtomValue(cartPriceAtom);
  if (count === 0 || HIDDEN_ON.test(pathname)) return null;
  return (
    <nav aria-label="Seu pedido">
      <Link
        to="/carrinho"
        aria-label={`Carrinho: ${count} ${count === 1 ? 'item' : 'itens'}, ${formatCents(totalCents)}`}
        className="animate-drop-in flex h-11 items-center gap-3 rounded-full bg-accent px-4 text-accent-content"
      >
        <span className="relative">
          <Icon name="shopping-bag" className="size-6" />
          <span className="numbers absolute -top-2 -right-3 grid h-6 min-w-6 place-items-center rounded-full bg-primary px-1.5 text-sm font-bold text-primary-content">
            {count}
          </span>
        </span>
        <span className="numbers hidden pl-1 text-lg font-bold md:inline">{formatCents(totalCents)}</span>
      </Link>
    </nav>
  );
}
