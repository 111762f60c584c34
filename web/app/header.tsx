// The customer's header: who we are, whether we are open, and the one next step.
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { imageUrl } from '../ui/image-url.ts';
import { storeLoadAtom } from '../data/shop.ts';
import { Mark } from '../ui/mark.tsx';
import { StoreState } from '../data/store-state.tsx';
import { meAtom } from '../data/staff-hint.ts';
import { FloatingCart } from './floating-cart.tsx';

const ANCHORS = [
  ['/#produtos', 'Produtos'],
  ['/#ranking', 'Ranking'],
  ['/#contato', 'Contato'],
] as const;

/** Screens with a next step of their own: the header's must not outshine it. */
const ORDERING = /^\/(pedido|carrinho)(\/|$)/;

export function Header({ news }: { news?: ReactNode }) {
  const { pathname } = useLocation();
  const load = useAtomValue(storeLoadAtom);
  const store = load.state === 'ready' ? load.value : null;
  // Until the shop has said who it is, nobody's name stands here.
  const name = store?.name ?? (load.state === 'failed' ? 'Balcão Açaí' : null);
  const me = useAtomValue(meAtom);
  const ordering = ORDERING.test(pathname);
  return (
    <header className="hold-top z-30 short:static border-b border-base-300 bg-base-200/95 pt-[env(safe-area-inset-top)] backdrop-blur">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center gap-x-3 px-4">
        <Link
          to="/"
          className="flex min-h-16 min-w-0 flex-1 basis-[6rem] items-center gap-2 py-1"
          aria-label={name === null ? 'Início' : `${name}, início`}
        >
          <span className="grid size-10 shrink-0 place-items-center">
            {store?.logo ? (
              <img
                src={imageUrl(store.logo, 128)}
                alt=""
                width={40}
                height={40}
                className="size-10 rounded-xl object-contain"
              />
            ) : name === null ? (
              <span className="skeleton size-10" />
            ) : (
              <Mark className="size-10" />
            )}
          </span>
          <span className="line-clamp-2 min-w-0 font-display text-xl leading-none font-extrabold wrap-anywhere text-primary max-[22rem]:sr-only">
            {name ?? <span className="skeleton block h-5 w-32" />}
          </span>
        </Link>
        <nav
          aria-label="Seções"
          className={`-mt-2 flex-wrap gap-1 max-md:order-last max-md:basis-full max-md:justify-around md:mt-0 md:flex ${ordering ? 'hidden' : 'flex'}`}
        >
          {ANCHORS.map(([to, label]) => (
            <Link key={to} to={to} className="btn btn-ghost max-md:px-2">
              {label}
            </Link>
          ))}
        </nav>
        <div className="flex flex-wrap items-center gap-2 py-1">
          <FloatingCart />
          <StoreState className="hidden sm:max-md:inline-flex lg:inline-flex" />
          {me?.role === 'ADMIN' ? (
            <Link to="/admin" className="btn btn-primary">
              Painel Admin
            </Link>
          ) : (
            // Where it leads to itself, a phone's room is the shop's name's and the cart's.
            <Link
              to="/pedido"
              className={`btn ${ordering ? 'btn-ghost' : 'btn-primary'} ${pathname.startsWith('/pedido') ? 'max-sm:hidden' : ''}`}
            >
              Fazer Pedido
            </Link>
          )}
        </div>
      </div>
      {news}
    </header>
  );
}
