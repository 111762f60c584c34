// What surrounds the wholesale buyer's screens: whose shop it is, the way to the orders and to the cart, and whether the server
// is heard. Keeps shop and catalogue fresh.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { imageUrl } from '../../ui/image-url.ts';
import { loadStoreAtom, storeAtom } from '../../data/shop.ts';
import { loadCatalogueAtom } from '../../data/wholesale.ts';
import { followShop } from '../../data/shop-stream.ts';
import type { StreamState } from '../../data/stream.ts';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import { OfflineBanner } from '../../ui/offline-banner.tsx';
import { cartAtom } from './cart-state.ts';

const RELOAD_MS = 60_000;

export function BuyerShell({ children }: { children: ReactNode }) {
  const loadStore = useSetAtom(loadStoreAtom);
  const loadCatalogue = useSetAtom(loadCatalogueAtom);
  const [stream, setStream] = useState<StreamState>('connecting');
  const { pathname } = useLocation();

  useEffect(() => {
    void loadCatalogue();
    const close = followShop((event) => {
      // A hello means that something may have been missed.
      if (event !== 'store') void loadCatalogue();
      void loadStore();
    }, setStream);
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void loadStore();
    }, RELOAD_MS);
    return () => {
      close();
      clearInterval(timer);
    };
  }, [loadStore, loadCatalogue]);
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [pathname]);

  return (
    <div className="customer flex min-h-dvh flex-col">
      <a
        href="#conteudo"
        className="btn btn-primary fixed top-2 left-2 z-50 -translate-y-24 focus:translate-y-0"
      >
        Pular para o conteúdo
      </a>
      <Header pathname={pathname} />
      <OfflineBanner lost={stream === 'lost'} />
      <main
        id="conteudo"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-6xl flex-1 flex-col px-4 py-5 outline-none"
      >
        {children}
      </main>
      <footer className="bg-neutral text-neutral-content">
        <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-4 text-sm">
          <p>O pagamento é combinado direto com a loja, que liga para confirmar.</p>
          <nav aria-label="Rodapé" className="flex flex-wrap gap-x-4">
            <Link to="/" className="inline-flex min-h-9 items-center underline underline-offset-4">
              Loja de açaí
            </Link>
            <Link to="/privacidade" className="inline-flex min-h-9 items-center underline underline-offset-4">
              Privacidade
            </Link>
            <Link
              to="/atacado/auth"
              className="inline-flex min-h-9 items-center underline underline-offset-4"
            >
              Admin Atacado
            </Link>
          </nav>
        </div>
      </footer>
    </div>
  );
}

function Header({ pathname }: { pathname: string }) {
  const store = useAtomValue(storeAtom);
  const count = useAtomValue(cartAtom).reduce((sum, line) => sum + line.quantity, 0);
  const current = (path: string) => (pathname === path ? ('page' as const) : undefined);
  return (
    <header className="sticky top-0 z-30 border-b border-base-300 bg-base-200/95 pt-[env(safe-area-inset-top)] backdrop-blur">
      <div className="mx-auto flex min-h-16 w-full max-w-6xl flex-wrap items-center gap-2 px-4">
        <Link
          to="/atacado"
          aria-current={current('/atacado')}
          aria-label={`${store?.name ?? 'Balcão Açaí'}, atacado`}
          className="flex min-h-11 min-w-0 items-center gap-2"
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
            ) : (
              <Mark className="size-10" />
            )}
          </span>
          <span className="flex min-w-0 flex-col leading-none">
            <span className="truncate font-display text-lg leading-tight font-extrabold text-primary max-sm:sr-only">
              {store?.name ?? 'Balcão Açaí'}
            </span>
            <span className="font-display font-bold sm:text-sm">Atacado</span>
          </span>
        </Link>
        <nav aria-label="Atacado" className="ml-auto flex flex-wrap items-center gap-1">
          <Link
            to="/atacado/status"
            aria-current={current('/atacado/status')}
            className="btn btn-ghost px-2 sm:px-3"
          >
            <Icon name="receipt-text" className="size-5 max-[26rem]:hidden" /> Meus pedidos
          </Link>
          <Link
            to="/atacado/carrinho"
            aria-current={current('/atacado/carrinho')}
            aria-label={`Carrinho: ${count} ${count === 1 ? 'item' : 'itens'}`}
            className="btn btn-primary relative px-4"
          >
            <Icon name="shopping-bag" className="size-5" />
            <span className="max-sm:sr-only">Carrinho</span>
            {count > 0 && (
              <span
                aria-hidden
                className="numbers absolute -top-2 -right-2 grid h-6 min-w-6 place-items-center rounded-full bg-accent px-1.5 text-sm font-bold text-accent-content"
              >
                {count}
              </span>
            )}
          </Link>
        </nav>
      </div>
    </header>
  );
}
