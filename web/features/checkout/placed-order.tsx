// An order that was placed, as its customer sees it: how it stands, what it is, and what can be done with it.
import { formatCode } from '@balcao/shared/order/code.ts';
import { useAtomValue } from 'jotai';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { tokenOf } from '../../data/kept-orders.ts';
import { menuAtom, storeAtom } from '../../data/shop.ts';
import { describeSold, soldLine } from '../../cart/order-items.ts';
import { CancelOrder } from '../../data/cancel-order.tsx';
import { payText } from '../../text/order.ts';
import { ReadyNotice } from '../../data/ready-notice.tsx';
import { whatsappAbout } from '../../ui/whatsapp.ts';
import { Icon } from '../../ui/icon.tsx';
import { imageUrl } from '../../ui/image-url.ts';
import { PlacedFacts } from './placed-facts.tsx';
import { PlacedHeadline } from './placed-headline.tsx';
import { stageOf, type WholeView } from './placed-stage.ts';

const InstallOffer = lazy(() => import('../../ui/install-offer.tsx'));
// Wanted once it is paid, and then not by everybody.
const ShareCup = lazy(() => import('./share-cup.tsx'));

export function PlacedOrder({ view, onEnd }: { view: WholeView; onEnd: () => void }) {
  const store = useAtomValue(storeAtom);
  const menu = useAtomValue(menuAtom);
  const { order } = view;
  const stage = stageOf(view);
  const { money, paid, cash, over } = stage;
  const whatsapp =
    store &&
    whatsappAbout(store.whatsappUrl, `Olá! Meu pedido é o ${formatCode(order.code)} (nº ${order.simpleId}).`);
  const first = order.items[0] && describeSold(order.items[0], menu);
  const payable =
    !paid &&
    money.state === 'kept' &&
    order.status === 'PENDING' &&
    // What is left of it staff take, and money of it is in the drawer.
    !order.tenders &&
    tokenOf(order.code) !== null;

  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-4 px-4 py-6">
      <PlacedHeadline view={view} stage={stage} store={store} picture={first} />
      {!over && paid && money.text !== null && (
        <p role="status" className="rounded-2xl bg-info px-4 py-3 text-info-content">
          {money.text}
        </p>
      )}
      <PlacedFacts order={order} stage={stage} store={store} menu={menu} />

      <div className="flex flex-col gap-2">
        <ReadyNotice code={order.code} status={order.status} />
        {payable && (
          <Link
            to={`/pedido/pagamento/${order.code}`}
            className={`btn btn-lg ${cash ? 'btn-outline btn-primary' : 'btn-primary'}`}
          >
            {payText(order)}
          </Link>
        )}
        <Link
          to="/meu-pedido"
          className={`btn btn-lg ${payable && !cash ? 'btn-outline btn-primary' : 'btn-primary'}`}
        >
          Acompanhar Pedido
        </Link>
        {first && paid && !over && (
          <Suspense fallback={<div className="h-10" />}>
            <ShareCup
              title={first.title}
              line={soldLine(first)}
              cup={first.cup}
              photo={first.image && imageUrl(first.image, 960)}
              shop={store?.name}
            />
          </Suspense>
        )}
        {whatsapp && (
          <a href={whatsapp} target="_blank" rel="noopener" className="btn btn-ghost">
            <Icon name="message-circle" className="size-5" /> Falar com a loja no WhatsApp
          </a>
        )}
        {payable && <CancelOrder order={order} onEnd={onEnd} />}
        <WaysOn />
      </div>
    </div>
  );
}

/** Away from here: to the home screen, to another order, home. */
function WaysOn() {
  return (
    <>
      <Suspense>
        <InstallOffer />
      </Suspense>
      <div className="flex flex-wrap gap-2">
        <Link to="/pedido" className="btn btn-ghost flex-1">
          Fazer outro pedido
        </Link>
        <Link to="/" className="btn btn-ghost flex-1">
          Início
        </Link>
      </div>
    </>
  );
}
