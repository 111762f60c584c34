// Food and what it costs, on the first screen: what was ordered here last, an açaí to build, and the cups that the shop puts first, each one
// tap away from Seus Dados.
import { isBuilt, isCup } from '@balcao/shared/menu/cup.ts';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { menuAtom, storeLoadAtom } from '../../data/shop.ts';
import { lastOrder, nameOf } from '../../cart/again.ts';
import { readyItem, type CartItem } from '../../cart/cart.ts';
import { describeItem } from '../../cart/describe.ts';
import { mostOrderedAtom, mostOrderedFirst } from '../../cart/most-ordered.ts';
import { houseCup } from '../../cart/house-cup.ts';
import { useOrderNow } from '../../cart/order-now.ts';
import { cartPrice, fromCents } from '../../cart/price.ts';
import type { CupContent } from '../../ui/cup.tsx';
import { ProductPicture } from '../../ui/product-picture.tsx';

const CUPS_MAX = 4;

export default function Starts({ acai }: { acai: CupContent }) {
  const menu = useAtomValue(menuAtom);
  // What is ordered most comes with the shop's state: cards that changed places would be tapped by mistake.
  const isStoreKnown = useAtomValue(storeLoadAtom).state !== 'loading';
  return menu && isStoreKnown && <Cards menu={menu} acai={acai} />;
}

function Cards({ menu, acai }: { menu: Menu; acai: CupContent }) {
  const orderNow = useOrderNow();
  const lastItems = lastOrder(menu);
  const [last] = lastItems;
  const most = useAtomValue(mostOrderedAtom);
  const ready = menu.products.filter((one) => isCup(one) && !isBuilt(one) && !one.soldOut);
  const cups = menu.cupsEnabled ? mostOrderedFirst(ready, most).slice(0, CUPS_MAX) : [];
  const order = (items: readonly CartItem[]) => () => orderNow(items);
  return (
    <ul aria-label="Para pedir já" className="flex w-max gap-3">
      {last && (
        <Start
          picture={
            <ProductPicture image={null} cup={describeItem(last, menu).cup} width={320} className={PICTURE} />
          }
          name={nameOf(lastItems, menu)}
          price={formatCents(cartPrice(lastItems, menu, menu.discountPercent).totalCents)}
          call="De novo"
          to={order(lastItems)}
        />
      )}
      {menu.sizes.length > 0 && (
        <Start
          picture={<ProductPicture image={null} cup={acai} width={320} className={PICTURE} />}
          name="Açaí do seu jeito"
          price={`desde ${formatCents(fromCents(menu))}`}
          call="Montar"
          to="/pedido?tipo=acai"
        />
      )}
      {cups.map((cup) => (
        <Start
          key={cup.id}
          picture={<ProductPicture image={cup.image} cup={houseCup(cup)} width={320} className={PICTURE} />}
          name={cup.name}
          note={most.includes(cup.id) ? 'Mais pedida' : undefined}
          price={formatCents(cup.priceCents)}
          call="Pedir"
          to={order([readyItem('', cup.id, cup.priceCents)])}
        />
      ))}
    </ul>
  );
}

const PICTURE = 'h-24 w-full short:h-16';

type StartProps = {
  picture: ReactNode;
  name: string;
  note?: string | undefined;
  price: string;
  call: string;
  /** An address, or what a tap does. */
  to: string | (() => void);
};

function Start({ picture, name, note, price, call, to }: StartProps) {
  const inside = (
    <>
      {picture}
      <span className="flex flex-1 flex-col p-2.5">
        <span className="line-clamp-2 flex-1 font-display leading-tight font-bold">{name}</span>{' '}
        {note && <span className="text-xs font-semibold text-base-content/75">★ {note}</span>}
        <span className="flex items-center justify-between gap-1">
          <span className="numbers text-sm leading-tight font-semibold">
            {price.replace('R$ ', 'R$\u00a0')}
          </span>
          <span className="shrink-0 rounded-full bg-accent px-2 py-1 text-sm font-bold text-accent-content">
            {call}
          </span>
        </span>
      </span>
    </>
  );
  const look =
    'flex h-full w-[10.5rem] flex-col overflow-hidden rounded-2xl bg-base-100 text-left text-base-content outline-offset-2';
  return (
    <li>
      {typeof to === 'string' ? (
        <Link to={to} className={look}>
          {inside}
        </Link>
      ) : (
        <button type="button" onClick={to} className={look}>
          {inside}
        </button>
      )}
    </li>
  );
}
