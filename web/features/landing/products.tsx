// What the shop sells: açaí to build, cups, and what goes beside them.
import { isCup } from '@balcao/shared/menu/cup.ts';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { useAtomValue, useSetAtom } from 'jotai';
import { Link } from 'react-router-dom';
import { loadMenuAtom, menuLoadAtom } from '../../data/shop.ts';
import { Extras } from '../../cart/extras.tsx';
import { houseCup } from '../../cart/house-cup.ts';
import { fromCents } from '../../cart/price.ts';
import { countText, listOf } from '../../text/menu.ts';
import { Cup, CUP_COLORS, type CupContent } from '../../ui/cup.tsx';
import { ProductPicture } from '../../ui/product-picture.tsx';

const BUILT: CupContent = {
  shape: 'copo',
  base: CUP_COLORS.base,
  iceCreams: [CUP_COLORS.iceCream],
  toppings: [
    { key: 'a', color: '#d7263d', form: 'strawberry', layer: 'TOP' },
    { key: 'b', color: '#c98a3a', form: 'crumbs', layer: 'MIDDLE' },
  ],
};

export function Products() {
  const menu = useAtomValue(menuLoadAtom);
  const load = useSetAtom(loadMenuAtom);
  return (
    <section
      id="produtos"
      aria-labelledby="produtos-titulo"
      className="mx-auto min-h-112 w-full max-w-6xl px-4 py-6"
    >
      <h2 id="produtos-titulo" className="text-4xl">
        Produtos
      </h2>
      {menu.state === 'loading' && (
        <div
          role="status"
          aria-label="Carregando os produtos"
          className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3"
        >
          {[1, 2, 3, 4, 5, 6].map((card) => (
            <div key={card} className="skeleton h-72" />
          ))}
        </div>
      )}
      {menu.state === 'failed' && (
        <p className="mt-4 rounded-2xl bg-base-100 p-5">
          O cardápio não carregou.{' '}
          <button type="button" className="min-h-8 font-semibold underline" onClick={() => void load()}>
            Tentar de novo
          </button>
        </p>
      )}
      {menu.state === 'ready' && <List menu={menu.value} />}
    </section>
  );
}

/** '2 tamanhos, 1 sorvete e 4 complementos': what there is of each, and nothing of what there is not. */
const partsText = ({ sizes, iceCreams, toppings }: Menu): string =>
  listOf(
    [
      sizes.length > 0 && countText(sizes.length, 'tamanho', 'tamanhos'),
      iceCreams.length > 0 && countText(iceCreams.length, 'sorvete', 'sorvetes'),
      toppings.length > 0 && countText(toppings.length, 'complemento', 'complementos'),
    ].filter((part) => part !== false),
  );

function List({ menu }: { menu: Menu }) {
  const cups = menu.cupsEnabled ? menu.products.filter(isCup) : [];
  return (
    <>
      <ul className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">
        {menu.sizes.length > 0 && (
          <li className="max-sm:col-span-full">
            <Link
              to="/pedido"
              className="group relative isolate flex h-full min-h-80 flex-col justify-end overflow-hidden rounded-3xl bg-brand p-5 pt-37 text-brand-content"
            >
              <span
                aria-hidden
                className="absolute -top-8 -right-8 -z-10 grid size-44 place-items-center rounded-full bg-accent"
              >
                <Cup content={BUILT} label="" className="mt-7 mr-4 h-32" />
              </span>
              <span className="block font-display text-3xl leading-tight font-extrabold">Açaí Montado</span>
              <span className="mt-1 block">{partsText(menu)} para combinar.</span>
              <span className="numbers mt-3 block text-xl font-bold">
                a partir de {formatCents(fromCents(menu))}
              </span>
              <span className="mt-3 block w-fit rounded-full bg-accent px-5 py-2.5 font-display font-bold text-accent-content transition-transform group-hover:translate-x-1">
                Montar o meu
              </span>
            </Link>
          </li>
        )}
        {cups.map((cup) => (
          <li key={cup.id}>
            <Link
              to={`/pedido?taca=${encodeURIComponent(cup.id)}`}
              aria-disabled={cup.soldOut}
              onClick={(event) => {
                if (cup.soldOut) event.preventDefault();
              }}
              className={`group flex h-full flex-col overflow-hidden rounded-3xl bg-base-100 sm:min-h-80 ${cup.soldOut ? 'cursor-not-allowed' : ''}`}
            >
              <ProductPicture
                image={cup.image}
                cup={houseCup(cup)}
                width={960}
                className={`aspect-4/3 w-full ${cup.soldOut ? 'grayscale' : ''}`}
              />
              <span className="flex flex-1 flex-col p-3 sm:p-4">
                <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                  <span className="font-display text-lg leading-tight font-bold sm:text-xl">{cup.name}</span>
                  <span className="numbers text-lg font-bold whitespace-nowrap sm:text-xl">
                    {formatCents(cup.priceCents)}
                  </span>
                </span>
                <span className="mt-1 line-clamp-3 text-sm text-base-content/80 sm:text-base">
                  {cup.soldOut ? (
                    <strong>Acabou por enquanto</strong>
                  ) : (
                    (cup.description ?? listOf(cup.accompaniments))
                  )}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Extras menu={menu} />
    </>
  );
}
