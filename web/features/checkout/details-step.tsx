// Seus Dados: phone, where to eat, observations; then the order is placed.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { useAtomValue } from 'jotai';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { cartAtom, cartPriceAtom } from '../../cart/cart-state.ts';
import { cartPrice } from '../../cart/price.ts';
import { writeStored } from '../../data/device.ts';
import { storeAtom } from '../../data/shop.ts';
import { countText } from '../../text/menu.ts';
import { Icon } from '../../ui/icon.tsx';
import { CartSummary } from './cart-summary.tsx';
import { DetailsFields } from './details-fields.tsx';
import { Refused } from './refused.tsx';
import { CHECKOUT_TEXTS } from './texts.ts';
import { Totals } from './totals.tsx';
import { useBuyerDetails } from './use-details.ts';
import { useSubmitOrder, type Ways } from './use-submit.ts';
import { WaitTime } from './wait-time.tsx';
import { WaitingForStore } from './waiting.tsx';

const PriceDialog = lazy(() => import('./price-dialog.tsx'));

type Props = Ways & { menu: Menu | null };

export function DetailsStep({ menu, ...ways }: Props) {
  const details = useBuyerDetails();
  const { view, refused, closed, submit, reset } = useSubmitOrder(details, ways);
  const cart = useAtomValue(cartAtom);
  const { totalCents, discountPercent } = useAtomValue(cartPriceAtom);
  // As this page first had it: it may end while the order is being sent.
  const [firstPercent] = useState(menu && discountPercent);
  const seenPercent = firstPercent ?? discountPercent;

  if (view.state === 'waiting') return <WaitingForStore />;

  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_min(22rem,36%)] lg:items-start"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <DetailsFields details={details} />
      {/* Never stuck to the bottom here: it would lie on the keyboard's edge, over the field one types in. */}
      <div className="rounded-3xl bg-base-100 p-5 lg:sticky lg:top-24">
        <WhatIsOrdered menu={menu} closed={closed} seenPercent={seenPercent} />
        <div role="alert">
          {view.state === 'refused' && <Refused error={view.error} onCart={ways.onCart} />}
          {view.state === 'lapsed' && <Trouble>{CHECKOUT_TEXTS.lapsed}</Trouble>}
          {view.state === 'unknown' && (
            <Trouble>
              {view.error.problem.detail} Ainda não sabemos se o pedido chegou: pode tentar de novo sem medo,
              ele nunca entra duas vezes.
            </Trouble>
          )}
        </div>
        <OrderButtons
          state={view.state}
          blocked={details.phone.trim() === '' || !details.type || closed !== null || cart.length === 0}
        />
      </div>
      {refused?.problem.code === 'price-changed' && (
        <Suspense>
          <PriceDialog
            problem={refused.problem}
            total={totalCents}
            seenPercent={seenPercent}
            percent={discountPercent}
            onClose={reset}
            onConfirm={() => {
              reset();
              submit();
            }}
          />
        </Suspense>
      )}
    </form>
  );
}

const Trouble = ({ children }: { children: ReactNode }) => (
  <p className="mt-3 rounded-2xl bg-error px-4 py-2 text-error-content">{children}</p>
);

type Ordered = { menu: Menu | null; closed: string | null; seenPercent: number };

/** Read once more before it is sent. */
function WhatIsOrdered({ menu, closed, seenPercent }: Ordered) {
  const cart = useAtomValue(cartAtom);
  const price = useAtomValue(cartPriceAtom);
  const seenCents = cartPrice(cart, null, seenPercent).totalCents;
  return (
    <>
      <p className="mb-1 text-sm text-base-content/75">{countText(cart.length, 'item', 'itens')}</p>
      {menu && <CartSummary cart={cart} menu={menu} />}
      <WaitTime />
      <Totals price={price} />
      {seenCents !== price.totalCents && (
        <p role="status" className="mt-3 rounded-2xl bg-info px-4 py-2 text-sm text-info-content">
          Os preços mudaram: o total era {formatCents(seenCents)} e agora é {formatCents(price.totalCents)}.
        </p>
      )}
      {closed && (
        <p className="mt-3 rounded-2xl bg-warning px-4 py-2 text-sm text-warning-content">{closed}</p>
      )}
    </>
  );
}

/** Not the attribute `disabled`: whoever presses them all the same, or Enter in the form, is told what is missing. */
function OrderButtons({ state, blocked }: { state: string; blocked: boolean }) {
  const { totalCents } = useAtomValue(cartPriceAtom);
  const pix = useAtomValue(storeAtom)?.paymentMethods.some(({ method }) => method === 'pix');
  return (
    <>
      <button
        type="submit"
        className="btn btn-primary btn-lg mt-3 w-full aria-disabled:pointer-events-auto aria-disabled:text-base-content/70"
        aria-disabled={blocked}
        aria-busy={state === 'sending'}
      >
        {state === 'sending'
          ? 'Enviando o pedido…'
          : state === 'unknown'
            ? 'Tentar de novo'
            : `Fazer pedido · ${formatCents(totalCents)}`}
      </button>
      {pix && (
        <button
          type="submit"
          className="btn btn-outline btn-primary btn-lg mt-2 w-full aria-disabled:pointer-events-auto"
          aria-disabled={blocked}
          onClick={() => writeStored('paymentMethod', 'pix')}
        >
          <Icon name="qr-code" className="size-5" /> Pedir e pagar com PIX
        </button>
      )}
    </>
  );
}
