// Seus Dados: phone, where to eat, observations; then the order is placed.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { CUSTOMER_NAME_MAX } from '@balcao/shared/order/customer-name.ts';
import type { ConsumptionType } from '@balcao/shared/order/order.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { useAtomValue, useSetAtom } from 'jotai';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { readStored, writeStored } from '../../data/device.ts';
import { loadMenuAtom, loadStoreAtom, storeAtom } from '../../data/shop.ts';
import { placeItem } from '../../cart/cart.ts';
import { cartAtom, cartPriceAtom, loadCart } from '../../cart/cart-state.ts';
import { cartPrice } from '../../cart/price.ts';
import { CHECKOUT_TEXTS } from './texts.ts';
import { counted } from '../../text/menu.ts';
import { phoneAsTyped } from '../../ui/phone-field.ts';
import { closedReason } from '../../data/store-state.tsx';
import { useToast } from '../../ui/toast.tsx';
import { complaintOf, missingIn, observationsWith, type Field } from './details.ts';
import { CartSummary } from './cart-summary.tsx';
import { Refused } from './refused.tsx';
import { Totals } from './totals.tsx';
import { usePlacing } from './use-placing.ts';
import { WaitTime } from './wait-time.tsx';
import { WaitingForStore } from './waiting.tsx';
import { Icon } from '../../ui/icon.tsx';

const PriceDialog = lazy(() => import('./price-dialog.tsx'));

type Props = { menu: Menu | null; onPlaced: () => void; onCart: () => void };

/** The store takes 500, the line with the name among them. */
const OBSERVATIONS_MAX = 450;

export function DetailsStep({ menu, onPlaced, onCart }: Props) {
  const [phone, setPhone] = useState(() => phoneAsTyped(readStored('phone') ?? ''));
  const [type, setType] = useState<ConsumptionType | null>(() => typeOf(readStored('consumptionType')));
  const [observations, setObservations] = useState(
    () => readStored('observations')?.slice(0, OBSERVATIONS_MAX) ?? '',
  );
  const [name, setName] = useState(() => readStored('customerName') ?? '');
  const [wrong, setWrong] = useState<Field | null>(null);
  const cart = useAtomValue(cartAtom);
  const price = useAtomValue(cartPriceAtom);
  const store = useAtomValue(storeAtom);
  const loadMenu = useSetAtom(loadMenuAtom);
  const loadStore = useSetAtom(loadStoreAtom);
  const toast = useToast();
  const { view, place, reset } = usePlacing((placed) => {
    if (placed.earlier) {
      toast({
        title: 'Seu pedido anterior já tinha chegado',
        text: 'É ele que está aqui. O que mudou no carrinho depois não entrou.',
        durationMs: 9_000,
      });
    }
    onPlaced();
  });

  useEffect(() => writeStored('phone', phone), [phone]);
  useEffect(() => writeStored('observations', observations), [observations]);
  useEffect(() => writeStored('customerName', name), [name]);
  useEffect(() => {
    if (type) writeStored('consumptionType', type);
  }, [type]);

  // A refusal usually means that the page is behind: what changed is fetched.
  const refused = view.state === 'refused' ? view.error : null;
  useEffect(() => {
    if (!refused) return;
    void loadMenu();
    void loadStore();
    // New prices have a dialog of their own.
    if (refused.problem.code === 'price-changed') return;
    toast({ title: CHECKOUT_TEXTS.failed.title, text: refused.problem.detail, tone: 'error' });
  }, [refused, loadMenu, loadStore, toast]);

  const closed = store ? closedReason(store) : null;
  const seenCents = cartPrice(cart, null, price.discountPercent).totalCents;
  const busy = view.state === 'sending';
  const blocked = phone.trim() === '' || type === null || closed !== null || cart.length === 0;
  const pix = store?.paymentMethods.some(({ method }) => method === 'pix') === true;

  const submit = () => {
    if (busy) return;
    // Storage is asked: another tab may have emptied it a moment ago.
    const items = loadCart().cart;
    if (items.length === 0) {
      toast({ ...CHECKOUT_TEXTS.emptyCart, tone: 'error' });
      onCart();
      return;
    }
    if (closed !== null) {
      toast({ title: CHECKOUT_TEXTS.closed, text: closed, tone: 'error' });
      return;
    }
    const missing = missingIn(phone, type);
    if (missing !== null || type === null) return missing && complain(missing);
    setWrong(null);
    void place({
      customerPhone: phone.replace(/\D/g, ''),
      consumptionType: type,
      observations: observationsWith(name, observations),
      items: items.map(placeItem),
      expectedTotalCents: price.totalCents,
    });
  };

  const complain = (field: Field) => {
    setWrong(field);
    toast({ ...complaintOf(field, phone), tone: 'error' });
    document.getElementById(field === 'phone' ? 'telefone' : 'tipo-local')?.focus();
  };

  if (view.state === 'waiting') return <WaitingForStore />;

  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="flex flex-col gap-5 rounded-3xl bg-base-100 p-5">
        <div>
          <label htmlFor="telefone" className="block font-semibold">
            Telefone (WhatsApp)
          </label>
          <input
            id="telefone"
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            placeholder="(91) 99999-8888"
            value={phone}
            onChange={(event) => {
              setPhone(phoneAsTyped(event.target.value));
              setWrong(null);
            }}
            aria-required
            aria-invalid={wrong === 'phone'}
            aria-describedby="telefone-ajuda"
            className="input input-lg numbers mt-1 w-full px-3 text-[min(1.25rem,7vw)] aria-invalid:input-error"
          />
          <p id="telefone-ajuda" className="mt-1 text-sm text-base-content/75">
            {wrong === 'phone' ? (
              <span className="font-semibold text-error">
                {phone.trim() === '' ? CHECKOUT_TEXTS.phoneMissing.text : CHECKOUT_TEXTS.phoneInvalid.text}
              </span>
            ) : (
              <>
                Só para você acompanhar o pedido.{' '}
                <Link to="/privacidade" className="underline underline-offset-2">
                  Como cuidamos dos seus dados
                </Link>
              </>
            )}
          </p>
        </div>
        <fieldset>
          <legend className="font-semibold">Como vai ser?</legend>
          <div className="mt-1 flex flex-wrap gap-3">
            {(
              [
                ['local', 'Comer aqui', 'store', 'na loja'],
                ['takeaway', 'Levar', 'shopping-bag', 'você retira no balcão'],
              ] as const
            ).map(([value, label, icon, where]) => (
              <label
                key={value}
                className={`flex min-h-20 flex-1 basis-[7rem] cursor-pointer flex-col items-center justify-center gap-1 rounded-2xl border-2 p-2 font-semibold transition-colors has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary ${
                  type === value ? 'border-primary bg-primary/8' : 'border-base-300 hover:border-primary'
                }`}
              >
                <input
                  id={`tipo-${value}`}
                  type="radio"
                  name="consumo"
                  value={value}
                  checked={type === value}
                  onChange={() => {
                    setType(value);
                    setWrong(null);
                  }}
                  className="sr-only"
                />
                <Icon name={icon} className="size-6" />
                <span className="text-center leading-tight">
                  <span>{label}</span> <span className="block text-sm font-normal">{where}</span>
                </span>
              </label>
            ))}
          </div>
          {wrong === 'type' && (
            <p className="mt-1 text-sm font-semibold text-error">{CHECKOUT_TEXTS.typeMissing.title}</p>
          )}
        </fieldset>
        <div>
          <label htmlFor="nome" className="block font-semibold">
            Nome para chamar <span className="font-normal text-base-content/75">(opcional)</span>
          </label>
          <input
            id="nome"
            autoComplete="name"
            aria-describedby="nome-onde"
            maxLength={CUSTOMER_NAME_MAX}
            value={name}
            onChange={(event) => setName(event.target.value)}
            className="input mt-1 w-full text-base"
          />
          <small id="nome-onde">Pode aparecer no painel da loja.</small>
        </div>
        <div>
          <label htmlFor="observacoes" className="block font-semibold">
            Observações <span className="font-normal text-base-content/75">(opcional)</span>
          </label>
          <textarea
            id="observacoes"
            rows={2}
            maxLength={OBSERVATIONS_MAX}
            placeholder="Ex.: sem canudo, por favor"
            value={observations}
            onChange={(event) => setObservations(event.target.value)}
            className="textarea mt-1 w-full text-base"
          />
        </div>
      </div>

      {/* Never stuck to the bottom here: it would lie on the keyboard's edge, over the field one types in. */}
      <div className="rounded-3xl bg-base-100 p-5 lg:sticky lg:top-24">
        <p className="mb-1 text-sm text-base-content/75">{counted(cart.length, 'item', 'itens')}</p>
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
        <div role="alert">
          {view.state === 'refused' && <Refused error={view.error} onCart={onCart} />}
          {view.state === 'lapsed' && (
            <p className="mt-3 rounded-2xl bg-error px-4 py-2 text-error-content">{CHECKOUT_TEXTS.lapsed}</p>
          )}
          {view.state === 'unknown' && (
            <p className="mt-3 rounded-2xl bg-error px-4 py-2 text-error-content">
              {view.error.problem.detail} Ainda não sabemos se o pedido chegou: pode tentar de novo sem medo,
              ele nunca entra duas vezes.
            </p>
          )}
        </div>
        <button
          type="submit"
          className="btn btn-primary btn-lg mt-3 w-full aria-disabled:pointer-events-auto aria-disabled:text-base-content/70"
          // Not the attribute `disabled`: whoever presses it all the same, or Enter in the form, is told what is missing.
          aria-disabled={blocked}
          aria-busy={busy}
        >
          {busy
            ? 'Enviando o pedido…'
            : view.state === 'unknown'
              ? 'Tentar de novo'
              : `Fazer pedido · ${formatCents(price.totalCents)}`}
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
      </div>
      {refused?.problem.code === 'price-changed' && (
        <Suspense>
          <PriceDialog
            problem={refused.problem}
            total={price.totalCents}
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

const typeOf = (text: string | null): ConsumptionType | null =>
  text === 'local' || text === 'takeaway' ? text : null;
