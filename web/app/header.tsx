// The customer's header: who we are, whether we are open, and the one next step.
import { useAtomValue } from 'jotai';
import { Link, useLocation } from 'react-router-dom';
import { imageUrl } from '../ui/image-url.ts';
import { storeAtom } from '../data/shop.ts';
import { Mark } from '../ui/mark.tsx';
import { StoreState } from '../data/store-state.tsx';
import { meAtom } from '../data/staff-hint.ts';

const ANCHORS = [
  ['/#produtos', 'Produtos'],
  ['/#ranking', 'Ranking'],
  ['/#contato', 'Contato'],
] as const;

/** Screens with a next step of their own: the header's must not outshine it. */
const ORDERING = /^\/(pedido|carrinho)(\/|$)/;

export function Header() {
  const { pathname } = useLocation();
  const store = useAtomValue(storeAtom);
  const me = useAtomValue(meAtom);
  return (
    <header className="sticky top-0 z-30 border-b border-base-300 bg-base-200/95 pt-[env(safe-area-inset-top)] backdrop-blur">
      <div className="mx-auto flex h-16 w-full max-w-6xl items-center gap-3 px-4">
        <Link
          to="/"
          className="flex min-h-11 min-w-0 items-center gap-2"
          aria-label={`${store?.name ?? 'Balcão Açaí'}, início`}
        >
          <span className="grid size-10 shrink-0 place-items-center">
            {store?.logo ? (
              <img
                src={imageUrl(store.logo, 320)}
                alt=""
                width={40}
                height={40}
                className="size-10 rounded-xl object-contain"
              />
            ) : (
              <Mark className="size-10" />
            )}
          </span>
          <span className="truncate font-display text-xl leading-none font-extrabold text-primary max-[22rem]:sr-only">
            {store?.name ?? 'Balcão Açaí'}
          </span>
        </Link>
        <nav aria-label="Seções" className="ml-auto hidden items-center gap-1 md:flex">
          {ANCHORS.map(([to, label]) => (
            <Link key={to} to={to} className="btn btn-ghost">
              {label}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2 md:ml-2">
          <StoreState className="hidden sm:max-md:inline-flex lg:inline-flex" />
          {me?.role === 'ADMIN' ? (
            <Link to="/admin" className="btn btn-primary">
              Painel Admin
            </Link>
          ) : (
            <Link to="/pedido" className={`btn ${ORDERING.test(pathname) ? 'btn-ghost' : 'btn-primary'}`}>
              Fazer Pedido
            </Link>
          )}
        </div>
      </div>
    </header>
  );
}
