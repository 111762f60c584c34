// The frame of every step: where one is, the cup as it fills, the running total and the way on within thumb's reach.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { useAtomValue } from 'jotai';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { newId } from '../../data/new-id.ts';
import { readStored } from '../../data/device.ts';
import { storeAtom } from '../../data/shop.ts';
import { AvoidFilter } from '../../cart/allergens.tsx';
import { cartAtom } from '../../cart/cart-state.ts';
import { describeItem } from '../../cart/describe.ts';
import { itemPriceCents } from '../../cart/price.ts';
import { closedReason } from '../../data/store-state.tsx';
import { isUndecidedCup, itemOf } from './draft.ts';
import type { StoredDraft } from './stored-draft.ts';
import { Preview } from './preview.tsx';
import { StepHead } from './step-head.tsx';
import { StepView } from './step-view.tsx';
import { Summary } from './summary.tsx';
import { useFinishItem } from './use-finish.ts';
import { useMissingChoice } from './use-lack.ts';
import { useSelfAdvance } from './use-self-advance.ts';
import { useWizard } from './use-wizard.ts';
import { WizardBar } from './wizard-bar.tsx';

// Who orders for the first time does not download it.
const OrderAgain = lazy(() => import('../../cart/order-again.tsx'));

/** The steps at which what something holds counts. */
const CHOSEN_BY_TASTE: readonly string[] = ['taca', 'base', 'sorvete', 'complementos'];

type Props = { start: StoredDraft; menu: Menu; editing: string | null };

export function Wizard({ start, menu, editing }: Props) {
  const wizard = useWizard(start, menu, editing);
  const { draft, steps, index, step, goTo, back } = wizard;
  const cart = useAtomValue(cartAtom);
  const store = useAtomValue(storeAtom);
  const heading = useRef<HTMLHeadingElement>(null);

  const { lack, trouble, ask } = useMissingChoice(wizard, menu);
  const last = index === steps.length - 1;
  const item = itemOf(draft, editing ?? 'draft', 0);
  const described = describeItem(item, menu);
  const renderPreview = (className: string) => (
    <Preview draft={draft} described={described} className={className} />
  );
  const priceCents = itemPriceCents(item, menu) ?? 0;
  const closed = store ? closedReason(store) : null;

  // A new step is read from its heading.
  const entered = useRef(index);
  useEffect(() => {
    if (entered.current === index) return;
    entered.current = index;
    heading.current?.focus({ preventScroll: true });
  }, [index]);

  const finish = useFinishItem(editing);
  const next = (path?: string) => {
    if (lack) ask();
    else if (last) finish(itemOf(draft, editing ?? newId(), priceCents), described.title, path);
    else goTo(index + 1);
  };
  const selfAdvance = useSelfAdvance(index, () => {
    const leads = lack === null && !last;
    if (leads) goTo(index + 1);
    return leads;
  });

  return (
    <div className="mx-auto flex w-full max-w-6xl flex-1 flex-col px-4 pt-4 short:pt-2 lg:grid lg:grid-cols-[minmax(0,1fr)_min(22rem,36%)] lg:items-start lg:gap-x-10 lg:pt-8 lg:pb-12">
      <section aria-labelledby="etapa" className="flex flex-1 flex-col pb-8">
        <div className="flex flex-wrap items-start gap-3">
          <StepHead step={step} index={index} count={steps.length} heading={heading} />
          {step !== 'complementos' && renderPreview('-mt-1 h-30 w-24 shrink-0 short:h-16 lg:hidden')}
        </div>
        {closed && (
          <p className="mt-3 rounded-2xl bg-warning px-4 py-2.5 text-sm text-warning-content">
            {closed} Você pode montar e guardar no carrinho.
          </p>
        )}
        {index === 0 && editing === null && readStored('again') !== null && (
          <Suspense fallback={<div className="mt-4 h-18" />}>
            <OrderAgain menu={menu} className="mt-4" />
          </Suspense>
        )}
        {CHOSEN_BY_TASTE.includes(step) && <AvoidFilter menu={menu} />}
        <p role="alert" className={trouble ? 'mt-4 font-semibold text-error' : 'sr-only'}>
          {trouble}
        </p>
        <div key={index} ref={selfAdvance.choices} className="mt-5 short:mt-2">
          <StepView
            wizard={wizard}
            menu={menu}
            cup={renderPreview('h-22 w-18 shrink-0 short:h-12 lg:hidden')}
          />
        </div>
      </section>

      <div className="contents lg:sticky lg:top-24 lg:flex lg:flex-col lg:gap-4">
        <aside aria-label="Seu item" className="hidden rounded-3xl bg-base-100 p-6 lg:block">
          {renderPreview('mx-auto h-72')}
          {!isUndecidedCup(draft) && <Summary described={described} />}
        </aside>
        <WizardBar
          priceCents={priceCents}
          first={index === 0}
          last={last}
          editing={editing !== null}
          alone={cart.length === 0}
          resting={selfAdvance.resting}
          onBack={back}
          onOnly={() => next('/pedido/carrinho?passo=dados')}
          onNext={() => {
            selfAdvance.stop();
            if (!selfAdvance.resting) next();
          }}
        />
      </div>
    </div>
  );
}
