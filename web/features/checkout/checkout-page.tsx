// /carrinho and /pedido/carrinho: Seu Carrinho, Seus Dados, Pagamento. The step stands in the address (`?passo=`), so that a reload
// and the back button stay where the customer is.
import { formatCents } from '@balcao/shared/money.ts';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { readStored } from '../../data/device.ts';
import { menuLoadAtom } from '../../data/shop.ts';
import { cartAtom, cartPriceAtom, loadCart } from '../../cart/cart-state.ts';
import { useTitle } from '../../ui/title.ts';
import { CartStep } from './cart-step.tsx';
import { CheckoutSkeleton } from './checkout-skeleton.tsx';
import { DetailsStep } from './details-step.tsx';
import { PaymentStep } from './payment-step.tsx';
import { Icon } from '../../ui/icon.tsx';

const STEPS = [
  { path: null, title: 'Seu Carrinho' },
  { path: 'dados', title: 'Seus Dados' },
  { path: 'pagamento', title: 'Pagamento' },
] as const;

export default function CheckoutPage() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const menu = useAtomValue(menuLoadAtom);
  const count = useAtomValue(cartAtom).length;
  const { totalCents } = useAtomValue(cartPriceAtom);
  const heading = useRef<HTMLHeadingElement>(null);
  const wanted = Math.max(
    0,
    STEPS.findIndex(({ path }) => path === params.get('passo')),
  );
  const orderCode = readStored('orderCode');
  // The atom fills after the first drawing; storage knows before.
  const empty = count === 0 && loadCart().cart.length === 0;
  const step = empty ? 0 : wanted === 2 && orderCode === null ? 1 : wanted;
  useTitle(STEPS[step]?.title ?? null);

  const goTo = (next: number) => {
    const path = STEPS[next]?.path;
    void navigate({ pathname, search: path ? `?passo=${path}` : '' });
    window.scrollTo({ top: 0 });
  };

  const entered = useRef(step);
  useEffect(() => {
    if (entered.current === step) return;
    entered.current = step;
    heading.current?.focus({ preventScroll: true });
  }, [step]);

  if (menu.state === 'loading') return <CheckoutSkeleton />;
  const value = menu.state === 'ready' ? menu.value : null;

  return (
    <div className="mx-auto flex w-full max-w-6xl flex-1 flex-col px-4 pt-4 pb-8 lg:pt-8">
      <div className="flex flex-wrap items-center gap-2">
        {step > 0 && (
          <button
            type="button"
            className="btn btn-circle btn-ghost -ml-2"
            aria-label="Voltar"
            onClick={() => goTo(step - 1)}
          >
            <Icon name="arrow-left" className="size-6" />
          </button>
        )}
        <h1
          ref={heading}
          tabIndex={-1}
          className="min-w-0 flex-1 basis-[9rem] text-3xl outline-none sm:text-4xl"
        >
          {STEPS[step]?.title}
        </h1>
        {step === 1 && (
          <p className="numbers text-xl font-extrabold whitespace-nowrap">{formatCents(totalCents)}</p>
        )}
      </div>
      <ol aria-label="Etapas" className="mt-3 mb-5 flex flex-wrap gap-1.5 text-xs sm:text-sm">
        {STEPS.map(({ title }, at) => (
          <li
            key={title}
            aria-current={at === step ? 'step' : undefined}
            className={`flex-1 basis-[5.5rem] ${at === step ? 'font-bold' : 'text-base-content/75'}`}
          >
            <span
              className={`mb-1 block h-2 rounded-full transition-colors ${at <= step ? 'bg-primary' : 'bg-base-300'}`}
            />
            {at + 1}. {title}
          </li>
        ))}
      </ol>
      {step === 0 && <CartStep menu={value} onNext={() => goTo(1)} />}
      {step === 1 && <DetailsStep menu={value} onPlaced={() => goTo(2)} onCart={() => goTo(0)} />}
      {step === 2 && orderCode !== null && <PaymentStep code={orderCode} onBack={() => goTo(1)} />}
    </div>
  );
}
