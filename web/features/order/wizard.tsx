// The frame of every step: where one is, the cup as it fills, the running total and the way on within thumb's reach.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { lazy, startTransition, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { newId } from '../../data/new-id.ts';
import { readStored } from '../../data/device.ts';
import { storeAtom } from '../../data/shop.ts';
import { addItem, CART_ITEMS_MAX, isCartFull, replaceItem } from '../../cart/cart.ts';
import { AvoidFilter } from '../../cart/allergens.tsx';
import { cartAtom } from '../../cart/cart-state.ts';
import { describe } from '../../cart/describe.ts';
import { itemPriceCents } from '../../cart/price.ts';
import { scrollToGone } from '../../cart/topping-picker.tsx';
import { closedReason } from '../../data/store-state.tsx';
import { forgiveAtom, useToast } from '../../ui/toast.tsx';
import { MISSING, soldOut, STEP_TITLES } from './texts.ts';
import { isUndecidedCup, itemOf } from './draft.ts';
import { lackOf, type Lack } from './steps.ts';
import { clearDraft, type StoredDraft } from './stored-draft.ts';
import { Preview } from './preview.tsx';
import { StepView } from './step-view.tsx';
import { Summary } from './summary.tsx';
import { useSelfAdvance } from './use-self-advance.ts';
import { useWizard } from './use-wizard.ts';
import { Icon } from '../../ui/icon.tsx';

// Who orders for the first time does not download it.
const OrderAgain = lazy(() => import('../../cart/order-again.tsx'));

/** What is missing is where one looks, and the next key chooses it. */
function focusGroup(name: string): void {
  const choice = document.querySelector<HTMLInputElement>(`input[name="${name}"]:enabled`);
  choice?.closest('fieldset')?.scrollIntoView();
  choice?.focus({ preventScroll: true });
}

/** The steps at which what something holds counts. */
const CHOSEN_BY_TASTE: readonly string[] = ['taca', 'base', 'sorvete', 'complementos'];

type Props = { start: StoredDraft; menu: Menu; editing: string | null };

export function Wizard({ start, menu, editing }: Props) {
  const wizard = useWizard(start, menu, editing);
  const { draft, steps, index, step, goTo, back } = wizard;
  const navigate = useNavigate();
  const toast = useToast();
  const [cart, changeCart] = useAtom(cartAtom);
  const store = useAtomValue(storeAtom);
  const [shownLack, setShownLack] = useState<Lack | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  const lack = lackOf(step, draft, menu);
  const last = index === steps.length - 1;
  const item = itemOf(draft, editing ?? 'draft', 0);
  const described = describe(item, menu);
  const seen = (className: string) => <Preview draft={draft} described={described} className={className} />;
  const priceCents = itemPriceCents(item, menu) ?? 0;
  const titles = STEP_TITLES[step];
  const closed = store ? closedReason(store) : null;

  // A new step is read from its heading.
  const entered = useRef(index);
  useEffect(() => {
    if (entered.current === index) return;
    entered.current = index;
    setShownLack(null);
    heading.current?.focus({ preventScroll: true });
  }, [index]);

  // What a message in red asked for is there.
  const forgive = useSetAtom(forgiveAtom);
  const complete = lack === null;
  useEffect(() => {
    if (complete) forgive('etapa');
  }, [complete, forgive]);

  // Of one item alone there is nothing to review: it is read in Seus Dados once more.
  const finish = (path = '/pedido/carrinho') => {
    const made = itemOf(draft, editing ?? newId(), priceCents);
    let full = false;
    // Drawn together with the page that it leads to: in this one's header the cart would flash, and be gone.
    startTransition(() =>
      changeCart((now) => {
        if (editing !== null && now.some((one) => one.id === editing)) return replaceItem(now, editing, made);
        full = isCartFull(now);
        return full ? now : addItem(now, made);
      }),
    );
    if (full) {
      toast({
        title: 'Carrinho cheio',
        text: `Cabem até ${CART_ITEMS_MAX} itens em um pedido. Finalize este e faça outro.`,
        tone: 'error',
      });
      return;
    }
    clearDraft(editing);
    if (editing !== null) toast({ title: 'Item atualizado', text: described.title, tone: 'success' });
    void navigate(path);
  };

  const next = (path?: string) => {
    if (lack) {
      setShownLack(lack);
      const said = lack.kind === 'missing' ? MISSING[lack.what] : soldOut(lack.name);
      toast({ ...said, tone: 'error', about: 'etapa' });
      if (lack.kind === 'missing') focusGroup(lack.what);
      else scrollToGone();
    } else if (last) finish(path);
    else goTo(index + 1);
  };
  const selfAdvance = useSelfAdvance(index, () => {
    const leads = lack === null && !last;
    if (leads) goTo(index + 1);
    return leads;
  });

  // It stays beside the choice until the choice is made.
  const trouble =
    shownLack && lack
      ? lack.kind === 'missing'
        ? MISSING[lack.what].text
        : `${lack.name} acabou. Escolha outra opção.`
      : lack?.kind === 'sold-out'
        ? `${lack.name} acabou. Escolha outra opção.`
        : null;

  return (
    <div className="mx-auto flex w-full max-w-6xl flex-1 flex-col px-4 pt-4 lg:grid lg:grid-cols-[1fr_22rem] lg:items-start lg:gap-x-10 lg:pt-8 lg:pb-12">
      <section aria-labelledby="etapa" className="flex flex-1 flex-col pb-8">
        <div className="flex flex-wrap items-start gap-3">
          <div className="min-w-0 flex-1 basis-[11rem]">
            <div className="flex flex-wrap items-baseline gap-x-2 text-sm">
              <p className="font-semibold">
                Etapa {index + 1} de {steps.length}
              </p>
              <p className="text-base-content/75">{titles.name}</p>
            </div>
            <div
              role="progressbar"
              aria-label="Progresso do pedido"
              aria-valuemin={1}
              aria-valuemax={steps.length}
              aria-valuenow={index + 1}
              className="mt-1.5 flex gap-1.5"
            >
              {steps.map((name, at) => (
                <span
                  key={name}
                  className={`h-2 flex-1 rounded-full transition-colors duration-300 ${at <= index ? 'bg-primary' : 'bg-base-300'}`}
                />
              ))}
            </div>
            <h1 id="etapa" ref={heading} tabIndex={-1} className="mt-4 text-3xl outline-none sm:text-4xl">
              {titles.question}
            </h1>
            {/* Room for two lines: what stands below stays where it is from step to step. A hint is its step's own, not the last one's moved. */}
            <p key={index} className="mt-1 text-base-content/75 max-sm:min-h-12">
              {titles.hint}
            </p>
          </div>
          {step !== 'complementos' && seen('-mt-1 h-30 w-24 shrink-0 lg:hidden')}
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
        <div key={index} ref={selfAdvance.choices} className="mt-5">
          <StepView wizard={wizard} menu={menu} cup={seen('h-22 w-18 shrink-0 short:h-12 lg:hidden')} />
        </div>
      </section>

      <div className="contents lg:sticky lg:top-24 lg:flex lg:flex-col lg:gap-4">
        <aside aria-label="Seu item" className="hidden rounded-3xl bg-base-100 p-6 lg:block">
          {seen('mx-auto h-72')}
          {!isUndecidedCup(draft) && <Summary described={described} />}
        </aside>
        <div className="hold-bottom z-20 -mx-4 max-[15rem]:static flex flex-wrap items-center gap-2 border-t border-base-300 bg-base-100 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] short:py-1 lg:static lg:mx-0 lg:flex-wrap lg:gap-y-3 lg:rounded-3xl lg:border-0 lg:p-5">
          <button
            type="button"
            className="btn btn-circle btn-ghost -ml-2"
            aria-label={index === 0 ? 'Voltar para o início' : 'Voltar uma etapa'}
            onClick={back}
          >
            <Icon name="arrow-left" className="size-6" />
          </button>
          <p className="min-w-0 flex-1 basis-[5rem] leading-tight lg:order-first lg:flex lg:basis-full lg:items-center lg:justify-between">
            <span className="block text-xs text-base-content/75 lg:font-display lg:text-xl lg:font-bold lg:text-base-content">
              Total
            </span>
            <output
              aria-live="polite"
              className="numbers block text-xl font-extrabold whitespace-nowrap lg:text-2xl"
            >
              {formatCents(priceCents)}
            </output>
          </p>
          {last && editing === null && cart.length === 0 && (
            <button
              type="button"
              className="btn btn-accent btn-lg px-3 max-lg:order-1 max-sm:basis-full lg:flex-1"
              onClick={() => next('/pedido/carrinho?passo=dados')}
            >
              Pedir só este
            </button>
          )}
          <button
            // Another button than Continuar: a press that began on that one must not finish here.
            key={String(last)}
            type="button"
            className="btn btn-primary btn-lg max-w-full shrink-0 px-5 lg:flex-1"
            aria-disabled={selfAdvance.resting}
            onClick={() => {
              selfAdvance.stop();
              if (!selfAdvance.resting) next();
            }}
          >
            {last ? (editing === null ? 'Finalizar Pedido' : 'Atualizar Item') : 'Continuar'}
            {!last && <Icon name="arrow-right" className="size-5" />}
          </button>
        </div>
      </div>
    </div>
  );
}
