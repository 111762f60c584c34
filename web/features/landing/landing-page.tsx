// /: who we are and the one next step; products, best customers and how to find us below.
import { useAtomValue } from 'jotai';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { storeAtom } from '../../data/shop.ts';
import { Cup, type CupContent } from '../../ui/cup.tsx';
import { closedReason, StoreState } from '../../data/store-state.tsx';
import { useTitle } from '../../ui/title.ts';
import { WhenNear } from '../../ui/when-near.tsx';
import { Icon } from '../../ui/icon.tsx';

const HERO: CupContent = {
  shape: 'copo',
  base: '#55206b',
  iceCreams: ['#f6e3c5', '#f3a9bd'],
  toppings: [
    { key: 'granola', color: '#c98a3a', form: 'crumbs', layer: 'MIDDLE' },
    { key: 'banana', color: '#fbe28c', form: 'banana', layer: 'BOTTOM' },
    { key: 'calda', color: '#4a2511', form: 'sauce', layer: 'TOP' },
    { key: 'morango', color: '#d7263d', form: 'strawberry', layer: 'TOP' },
    { key: 'confete', color: '#ffd65c', form: 'confetti', layer: 'TOP' },
  ],
};

const FEATURES = [
  { icon: 'bike', title: 'Entrega Rápida', text: 'Seu pedido em até 30 minutos, sempre geladinho.' },
  {
    icon: 'gem',
    title: 'Qualidade Premium',
    text: 'Açaí puro, frutas frescas e ingredientes escolhidos a dedo.',
  },
  { icon: 'heart', title: 'Feito com Amor', text: 'Cada copo montado na hora, com carinho e capricho.' },
] as const;

// Shows the menu, which is on its way as long as this is: drawing the rest does not wait for either.
const Starts = lazy(() => import('./starts.tsx'));
const LandingSections = lazy(() => import('./landing-sections.tsx'));

/** What we sell, and the next step. */
function Words() {
  const store = useAtomValue(storeAtom);
  return (
    <div className="max-sm:contents">
      <div>
        <StoreState className="inline-flex align-top" />
        <h1 className="mt-2 text-[2.2rem] leading-[1.02] font-extrabold sm:text-5xl lg:text-6xl short:mt-1 short:text-3xl">
          {/* Lines of our own on a phone: near the edge the fallback face and ours would break differently, and all below
                    would jump when ours arrives. */}
          <span className="max-sm:block">Açaí do seu </span>
          <span className="max-sm:block">jeito, do </span>
          <span className="max-sm:block">fundo ao topo</span>
        </h1>
        <p className="mt-2 max-w-md sm:text-lg short:hidden">
          Escolha a base, o sorvete e cada complemento. A gente monta na hora, bem generoso.
        </p>
      </div>
      <div className="flex flex-wrap gap-3 sm:mt-5 short:mt-2">
        <Link
          to="/pedido"
          className="btn btn-accent btn-lg min-h-14 px-5 text-xl max-sm:flex-1 sm:px-7 short:min-h-11"
        >
          Fazer Pedido
        </Link>
        <Link
          to="/meu-pedido"
          className="btn btn-outline btn-lg min-h-14 border-current short:min-h-11 px-3 text-brand-content hover:bg-brand-content hover:text-brand max-sm:flex-1 max-sm:text-base sm:px-5"
        >
          Acompanhar Pedido
        </Link>
        <p className="min-h-5 basis-full text-sm empty:max-sm:hidden short:min-h-0">
          {store && closedReason(store)}
        </p>
      </div>
    </div>
  );
}

export function LandingPage() {
  const { hash } = useLocation();
  useTitle(null);
  return (
    <>
      <section className="overflow-hidden bg-brand text-brand-content">
        <div className="mx-auto grid w-full max-w-6xl grid-cols-[minmax(0,1fr)] items-center gap-3 px-4 pt-4 pb-6 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-8 sm:gap-y-6 sm:pt-10 sm:pb-8 short:gap-y-3 short:pt-3 short:pb-3">
          <Words />
          <div className="relative isolate mx-auto hidden sm:block short:hidden">
            <span
              aria-hidden
              className="absolute top-1/2 left-1/2 -z-10 aspect-square h-[92%] -translate-x-1/2 -translate-y-1/2 rounded-full bg-accent"
            />
            <Cup
              content={HERO}
              label="Copo de açaí com sorvete meio a meio, granola, banana, calda de chocolate e morangos"
              className="h-72 text-base-content"
            />
          </div>
          {/* The room of the cards, so that nothing moves when they come. */}
          <div className="-mx-4 min-h-52 overflow-x-auto short:min-h-44 px-4 py-1 sm:col-span-2">
            <Suspense>
              <Starts acai={HERO} />
            </Suspense>
          </div>
        </div>
      </section>

      <Features />

      <WhenNear now={hash !== ''} placeholder={<BelowPlaceholder />}>
        <Suspense fallback={<BelowPlaceholder />}>
          <LandingSections />
        </Suspense>
      </WhenNear>
    </>
  );
}

function Features() {
  return (
    <section
      aria-label="Por que aqui"
      className="mx-auto grid w-full max-w-6xl gap-3 px-4 py-10 sm:grid-cols-3 sm:gap-5"
    >
      {FEATURES.map(({ icon, title, text }) => (
        <div key={title} className="flex flex-wrap items-start gap-4 rounded-3xl bg-base-100 p-5 sm:flex-col">
          <span className="grid size-13 shrink-0 place-items-center rounded-full bg-accent text-accent-content">
            <Icon name={icon} className="size-7" />
          </span>
          <div className="min-w-0 flex-1 basis-[10rem] sm:basis-auto">
            <h2 className="text-xl">{title}</h2>
            <p className="mt-0.5">{text}</p>
          </div>
        </div>
      ))}
    </section>
  );
}

/** The places that the header's anchors lead to, with the room of what comes. */
function BelowPlaceholder() {
  return (
    <>
      <div
        id="produtos"
        role="status"
        aria-label="Carregando os produtos"
        className="mx-auto w-full max-w-6xl px-4 py-6"
      >
        <div className="skeleton h-112 w-full" />
      </div>
      <div id="ranking" className="h-80" />
      <div id="contato" className="h-96" />
    </>
  );
}
