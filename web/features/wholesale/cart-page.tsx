// /atacado/carrinho: what is ordered, who orders it, and sending it.
import { fieldSettings, WHOLESALE_FIELDS } from '@balcao/shared/wholesale/fields.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { minimumMessage, missingCents, NO_RULES } from '@balcao/shared/wholesale/rules.ts';
import { phoneDigits } from '@balcao/shared/phone.ts';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { STORE_AWAY } from '../../data/store-state.tsx';
import { FOLLOWS_BY_ITSELF } from '../../text/order.ts';
import { storeAtom } from '../../data/shop.ts';
import { catalogueAtom, catalogueLoadAtom, loadCatalogueAtom } from '../../data/wholesale.ts';
import { counted } from '../../text/menu.ts';
import { BUYER } from './texts.ts';
import { Cup } from '../../ui/cup.tsx';
import { useTitle } from '../../ui/title.ts';
import { useToast } from '../../ui/toast.tsx';
import {
  checkBuyer,
  forgetBuyer,
  isRemembered,
  keepDraft,
  draftBuyer,
  draftWish,
  dropDraft,
  nobody,
  rememberBuyer,
  type BuyerErrors,
} from './buyer.ts';
import { BuyerForm } from './buyer-form.tsx';
import { BuyerShell } from './buyer-shell.tsx';
import { placeLine, removeLine, restoreLine, setQuantity, type PricedLine } from './cart.ts';
import { CartLineRow } from './cart-line.tsx';
import { cartAtom, cartPriceAtom, loadCart } from './cart-state.ts';
import { useDeliveryDays, WishedDate } from './delivery.tsx';
import { PACK } from './pack.ts';
import { Trouble } from './trouble.tsx';
import { useSending } from './use-sending.ts';

export default function CartPage() {
  useTitle('Carrinho do atacado');
  return (
    <BuyerShell>
      <h1 className="text-3xl sm:text-4xl">Carrinho</h1>
      <CartAndBuyer />
    </BuyerShell>
  );
}

function CartAndBuyer() {
  const [cart, change] = useAtom(cartAtom);
  const { lines, totalCents, units } = useAtomValue(cartPriceAtom);
  const catalogue = useAtomValue(catalogueAtom);
  const catalogueLoad = useAtomValue(catalogueLoadAtom);
  const loadCatalogue = useSetAtom(loadCatalogueAtom);
  const store = useAtomValue(storeAtom);
  const toast = useToast();
  const navigate = useNavigate();
  const [buyer, setBuyer] = useState(draftBuyer);
  const [wish, setWish] = useState(draftWish);
  const [wishError, setWishError] = useState<string | null>(null);
  const [errors, setErrors] = useState<BuyerErrors>({});
  const [remembered, setRemembered] = useState(isRemembered);
  const fields = catalogue?.fields ?? fieldSettings([]);
  const rules = catalogue?.rules ?? NO_RULES;
  const days = useDeliveryDays(rules);
  // A day that has passed since, or that the shop took off its list, was never chosen.
  const wishedDate = days.includes(wish) ? wish : '';
  const missing = missingCents(rules, totalCents);

  const { view, place } = useSending((sent) => {
    toast({
      title: BUYER.sent,
      text: `Número do pedido: ${sent.orderNumber}`,
      tone: 'success',
      durationMs: 8_000,
    });
    dropDraft();
    // What was sent before a change of the cart is not what lies in it now.
    if (!sent.earlier) change(() => []);
    void navigate('/atacado/status', {
      state: { sent: sent.orderNumber, phone: phoneDigits(buyer.customerPhone) },
    });
  });

  // A refusal usually means that the page is behind: what changed is fetched.
  const refused = view.state === 'refused' ? view.error : null;
  useEffect(() => {
    if (!refused) return;
    void loadCatalogue();
    toast({ ...BUYER.sendFailed, tone: 'error' });
    const named = Object.entries(WHOLESALE_FIELDS).flatMap(([, { key }]) => {
      const found = refused.problem.errors?.find(({ field }) => field === key);
      return found ? [[key, found.message] as const] : [];
    });
    if (named.length > 0) setErrors(Object.fromEntries(named));
    setWishError(refused.problem.errors?.find(({ field }) => field === 'wishedDate')?.message ?? null);
  }, [refused, loadCatalogue, toast]);
  const unknown = view.state === 'unknown' ? view.error : null;
  useEffect(() => {
    if (unknown) toast({ ...BUYER.sendFailed, tone: 'error' });
  }, [unknown, toast]);

  const busy = view.state === 'sending';
  const away = store?.host === 'relay' && !store.storeOnline;
  const gone = lines.filter((line) => line.gone !== null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    // Storage is asked: another tab may have emptied it a moment ago.
    const items = loadCart();
    if (items.length === 0) {
      toast({ ...BUYER.emptyCart, tone: 'error' });
      change((now) => now);
      return;
    }
    const wrong = checkBuyer(buyer, fields);
    setErrors(wrong);
    const messages = Object.values(wrong);
    if (messages.length > 0) {
      const missing = messages.every((message) => message.endsWith('é obrigatório'));
      toast({
        title: missing ? BUYER.required : 'Confira seus dados',
        text: messages.join(', '),
        tone: 'error',
        durationMs: 8_000,
      });
      // After the messages are drawn: the first field that has one.
      setTimeout(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus());
      return;
    }
    // Before it is sent: after a reload in between, the status page still knows the phone.
    rememberBuyer(buyer);
    setRemembered(true);
    void place({
      ...buyer,
      customerPhone: phoneDigits(buyer.customerPhone),
      items: items.map(placeLine),
      ...(wishedDate !== '' && { wishedDate }),
      expectedTotalCents: totalCents,
    });
  };

  const remove = (line: PricedLine) => {
    const at = cart.findIndex((one) => one.id === line.id);
    const stored = cart[at];
    change((now) => removeLine(now, line.id));
    toast({
      title: 'Item removido',
      text: line.name,
      durationMs: 7_000,
      ...(stored && {
        action: { label: 'Desfazer', run: () => change((now) => restoreLine(now, stored, at)) },
      }),
    });
  };

  if (view.state === 'waiting') return <Waiting />;
  if (cart.length === 0) return <Empty />;

  return (
    <form
      noValidate
      onSubmit={submit}
      className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start"
    >
      <div className="flex flex-col gap-5">
        {catalogueLoad.state === 'failed' && (
          <div
            role="alert"
            className="flex flex-wrap items-center gap-3 rounded-2xl bg-error p-4 text-error-content"
          >
            <p className="min-w-0 flex-1 font-semibold">{BUYER.loadFailed}</p>
            <button type="button" className="btn" onClick={() => void loadCatalogue()}>
              {BUYER.tryAgain}
            </button>
          </div>
        )}
        <ul className="flex flex-col gap-3">
          {lines.map((line) => (
            <CartLineRow
              key={line.id}
              line={line}
              onQuantity={(quantity) => change((now) => setQuantity(now, line.id, quantity))}
              onRemove={() => remove(line)}
            />
          ))}
        </ul>
        <section aria-labelledby="dados-titulo" className="flex flex-col gap-4 rounded-3xl bg-base-100 p-5">
          <h2 id="dados-titulo" className="text-2xl">
            Seus Dados
          </h2>
          <BuyerForm
            fields={fields}
            buyer={buyer}
            errors={errors}
            onBuyer={(next) => {
              setBuyer(next);
              keepDraft(next, wishedDate);
              setErrors({});
            }}
          />
          {days.length > 0 && (
            <WishedDate
              days={days}
              value={wishedDate}
              error={wishError}
              onValue={(date) => {
                setWish(date);
                setWishError(null);
                keepDraft(buyer, date);
              }}
            />
          )}
          <p className="text-sm text-base-content/80">
            Campos com * são obrigatórios. Seus dados ficam neste aparelho para o próximo pedido.{' '}
            {remembered && (
              <button
                type="button"
                className="min-h-8 font-semibold underline underline-offset-4"
                onClick={() => {
                  forgetBuyer();
                  setBuyer(nobody());
                  setWish('');
                  setRemembered(false);
                  toast({ title: 'Seus dados foram apagados deste aparelho', tone: 'success' });
                }}
              >
                Esquecer meus dados
              </button>
            )}
          </p>
        </section>
      </div>
      <section
        aria-labelledby="resumo-titulo"
        className="flex flex-col gap-2 rounded-3xl bg-base-100 p-5 lg:sticky lg:top-24"
      >
        <h2 id="resumo-titulo" className="text-2xl">
          Resumo do Pedido
        </h2>
        <Sums lines={lines.length} units={units} totalCents={totalCents} terms={rules.terms} />
        {missing > 0 && <Minimum missing={missing} totalCents={totalCents} />}
        {gone.length > 0 && (
          <p role="alert" className="text-sm font-semibold text-error">
            {gone.length === 1
              ? '1 item não pode mais ser pedido.'
              : `${gone.length} itens não podem mais ser pedidos.`}{' '}
            Remova para continuar.
          </p>
        )}
        {away && (
          <p className="rounded-2xl bg-warning px-4 py-2 text-sm text-warning-content">{STORE_AWAY}</p>
        )}
        <Trouble view={view} />
        <button
          type="submit"
          className="btn btn-primary btn-lg mt-1 w-full"
          disabled={gone.length > 0 || missing > 0 || away}
          aria-busy={busy}
        >
          {busy ? 'Enviando o pedido…' : 'Finalizar Pedido'}
        </button>
        <Link to="/atacado" className="btn btn-ghost">
          Continuar comprando
        </Link>
      </section>
    </form>
  );
}

type SumsProps = { lines: number; units: number; totalCents: number; terms: string };

function Sums({ lines, units, totalCents, terms }: SumsProps) {
  return (
    <>
      <p className="flex justify-between gap-3">
        <span>{counted(lines, 'produto', 'produtos')}</span>
        <span className="numbers">{counted(units, 'unidade', 'unidades')}</span>
      </p>
      <p className="flex items-baseline justify-between gap-3 border-t border-base-300 pt-2">
        <span className="font-semibold">Total</span>
        <span className="numbers text-2xl font-bold">{formatCents(totalCents)}</span>
      </p>
      {terms !== '' && (
        <p className="flex flex-wrap justify-between gap-x-3">
          <span>Pagamento</span>
          <span className="font-semibold">{terms}</span>
        </p>
      )}
      <p className="text-sm text-base-content/80">
        Nada é cobrado aqui: o pagamento é combinado com a loja, que liga para confirmar.
      </p>
    </>
  );
}

function Minimum({ missing, totalCents }: { missing: number; totalCents: number }) {
  return (
    <div role="status" className="rounded-2xl bg-warning px-4 py-2 text-warning-content">
      <p className="font-semibold">{minimumMessage(missing)}</p>
      <progress
        aria-label="Quanto do pedido mínimo já está no carrinho"
        className="progress w-full text-warning-content"
        value={totalCents}
        max={totalCents + missing}
      />
    </div>
  );
}

function Empty() {
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

function Waiting() {
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
