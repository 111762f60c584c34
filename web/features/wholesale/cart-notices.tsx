// What is said in place of the wholesale cart, or above it: it is empty, the shop is waited for, the catalogue could not be read.
import { useAtomValue, useSetAtom } from 'jotai';
import { Link } from 'react-router-dom';
import { catalogueLoadAtom, loadCatalogueAtom } from '../../data/wholesale.ts';
import { FOLLOWS_BY_ITSELF } from '../../text/sent.ts';
import { Cup } from '../../ui/cup.tsx';
import { PACK } from './pack.ts';
import { BUYER } from './texts.ts';

export function CatalogueTrouble() {
  const { state } = useAtomValue(catalogueLoadAtom);
  const loadCatalogue = useSetAtom(loadCatalogueAtom);
  if (state !== 'failed') return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-2xl bg-error p-4 text-error-content"
    >
      <p className="min-w-0 flex-1 font-semibold">{BUYER.loadFailed}</p>
      <button type="button" className="btn" onClick={() => void loadCatalogue()}>
        {BUYER.tryAgain}
      </button>
    </div>
  );
}

export function EmptyCart() {
  return (
    <section className="mt-4 flex flex-1 flex-col items-center justify-center gap-3 rounded-3xl bg-base-100 px-6 py-12 text-center">
      <Cup content={PACK} label="" className="h-32" />
      <h2 className="text-2xl">Seu carrinho está vazio</h2>
      <p>Adicione produtos do catálogo para fazer o seu pedido.</p>
      <Link to="/atacado" className="btn btn-primary btn-lg">
        Ver Produtos
      </Link>
    </section>
  );
}

export function WaitingForShop() {
  return (
    <section
      role="status"
      className="mt-4 flex flex-1 flex-col items-center justify-center gap-3 rounded-3xl bg-base-100 px-6 py-12 text-center"
    >
      <Cup content={PACK} label="" className="h-36 animate-pulse" />
      <h2 className="text-2xl">Aguardando a loja…</h2>
      <p className="max-w-sm">{FOLLOWS_BY_ITSELF}</p>
    </section>
  );
}
