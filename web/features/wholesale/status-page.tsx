// /atacado/status: orders found by phone, and the way to order the same again.
import type { PublicWholesaleOrder } from '@balcao/shared/http/wholesale.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { dayWithWeekday } from '@balcao/shared/store/calendar.ts';
import { phoneDigits } from '@balcao/shared/phone.ts';
import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { newId } from '../../data/new-id.ts';
import { ApiError } from '../../data/request.ts';
import { catalogueAtom, trackWholesale } from '../../data/wholesale.ts';
import { TextField } from '../../ui/staff/fields.tsx';
import { useTimes } from '../../data/staff/times.ts';
import { countText, listOf } from '../../text/menu.ts';
import { BUYER } from './texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { phoneAsTyped } from '../../ui/phone-field.ts';
import { useTitle } from '../../ui/title.ts';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { useToast } from '../../ui/toast.tsx';
import { clearBuyer, isRemembered, knownBuyer } from './buyer.ts';
import { BuyerShell } from './buyer-shell.tsx';
import { addLine, whyGone } from './cart.ts';
import { cartAtom } from './cart-state.ts';
import { WholesaleBadge } from './status-badge.tsx';
import { useOrderChanges } from './use-changes.ts';

type Found =
  | { state: 'none' }
  | { state: 'looking' }
  | { state: 'found'; phone: string; orders: readonly PublicWholesaleOrder[]; ticket: string | null }
  | { state: 'failed'; phone: string; reason: string };

export default function StatusPage() {
  useTitle('Meus pedidos do atacado');
  return (
    <BuyerShell>
      <div className="mx-auto flex w-full max-w-2xl flex-1 flex-col">
        <h1 className="text-3xl sm:text-4xl">Consultar Pedidos</h1>
        <Search />
      </div>
    </BuyerShell>
  );
}

/** What the cart hands over after an order was sent. */
type Sent = { sent: number; phone: string };

function sentIn(state: unknown): Sent | null {
  if (typeof state !== 'object' || state === null) return null;
  const { sent, phone } = state as Partial<Sent>;
  return typeof sent === 'number' && typeof phone === 'string' ? { sent, phone } : null;
}

function Search() {
  const location = useLocation();
  const [sent] = useState(() => sentIn(location.state));
  const [phone, setPhone] = useState(() => phoneAsTyped(sent?.phone ?? knownBuyer().customerPhone));
  const [missing, setMissing] = useState(false);
  const [remembered, setRemembered] = useState(isRemembered);
  const [found, setFound] = useState<Found>({ state: 'none' });
  const toast = useToast();
  const failure = useFailureToast();
  const newest = useRef(0);

  const search = useCallback(
    async (digits: string, quietly: boolean) => {
      const turn = (newest.current += 1);
      if (!quietly) {
        setFound({ state: 'looking' });
        failure.clear();
      }
      try {
        const { orders, ticket = null } = await trackWholesale(digits);
        if (newest.current !== turn) return;
        setFound({ state: 'found', phone: digits, orders, ticket });
        if (orders.length === 0 && !quietly) toast(BUYER.noneFound);
      } catch (error) {
        // A look that nobody asked for may fail unheard: the next one comes.
        if (newest.current !== turn || quietly) return;
        if (!(error instanceof ApiError)) console.error('orders could not be looked for', error);
        const slow = error instanceof ApiError && error.status === 429 ? ` ${error.problem.detail}` : '';
        setFound({ state: 'failed', phone: digits, reason: BUYER.searchFailed.text + slow });
        failure.tell(BUYER.searchFailed);
      }
    },
    [toast, failure],
  );

  // Whoever has just sent an order wants to see it.
  const sentPhone = sent?.phone ?? '';
  useEffect(() => {
    if (sentPhone !== '') void search(sentPhone, false);
  }, [sentPhone, search]);

  const shown = found.state === 'found' && found.orders.length > 0 ? found : null;
  useOrderChanges(shown !== null, shown?.ticket ?? null, () => {
    if (shown) void search(shown.phone, true);
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const digits = phoneDigits(phone);
    setMissing(digits === '');
    if (digits === '') failure.tell(BUYER.phoneMissing);
    else void search(digits, false);
  };

  return (
    <>
      {sent && (
        <p role="status" className="mt-3 rounded-3xl bg-success px-5 py-4 text-success-content">
          <strong className="block text-lg">Pedido nº {sent.sent} enviado!</strong>
          Agora é com a gente: a loja vai ligar para confirmar e combinar o pagamento.
        </p>
      )}
      <form noValidate onSubmit={submit} className="mt-3 flex flex-col gap-3 rounded-3xl bg-base-100 p-5">
        <TextField
          label="Telefone"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          placeholder="(91) 99999-8888"
          value={phone}
          error={missing ? BUYER.phoneMissing.text : null}
          onValue={(value) => {
            setPhone(phoneAsTyped(value));
            setMissing(false);
            failure.clear();
          }}
        />
        <button type="submit" className="btn btn-primary btn-lg" aria-busy={found.state === 'looking'}>
          <Icon name="search" className="size-5" /> Buscar
        </button>
        {remembered && (
          <button
            type="button"
            className="min-h-8 self-start text-sm font-semibold underline underline-offset-4"
            onClick={() => {
              clearBuyer();
              // What was asked before is answered to nobody.
              newest.current += 1;
              setRemembered(false);
              setPhone('');
              setFound({ state: 'none' });
              toast({ title: 'Seus dados foram apagados deste aparelho', tone: 'success' });
            }}
          >
            Esquecer meus dados neste aparelho
          </button>
        )}
      </form>
      <Results found={found} onRetry={(digits) => void search(digits, false)} />
    </>
  );
}

function Results({ found, onRetry }: { found: Found; onRetry: (phone: string) => void }) {
  switch (found.state) {
    case 'none':
      return null;
    case 'looking':
      return (
        <div role="status" aria-label="Buscando" className="mt-4 flex flex-col gap-3">
          <div className="skeleton h-44" />
          <div className="skeleton h-44" />
        </div>
      );
    case 'failed':
      return (
        <div
          role="alert"
          className="mt-4 flex flex-wrap items-center gap-3 rounded-3xl bg-error p-5 text-error-content"
        >
          <p className="min-w-0 flex-1 font-semibold">{found.reason}</p>
          <button type="button" className="btn" onClick={() => onRetry(found.phone)}>
            {BUYER.tryAgain}
          </button>
        </div>
      );
    case 'found':
      if (found.orders.length === 0)
        return (
          <section
            role="status"
            className="mt-4 flex flex-col items-center gap-2 rounded-3xl bg-base-100 px-6 py-10 text-center"
          >
            <Icon name="search" className="size-12 text-base-content/60" />
            <h2 className="text-2xl">{BUYER.noneFound.title}</h2>
            <p>{BUYER.noneFound.text}</p>
            <p className="text-sm text-base-content/80">Use o telefone com DDD que está no pedido.</p>
          </section>
        );
      return (
        <section aria-label="Pedidos encontrados" className="mt-4">
          <p role="status" className="text-sm font-semibold text-base-content/80">
            {countText(found.orders.length, 'pedido encontrado', 'pedidos encontrados')}
          </p>
          <ul className="mt-2 flex flex-col gap-3">
            {found.orders.map((order) => (
              <OrderCard key={order.orderNumber} order={order} />
            ))}
          </ul>
        </section>
      );
  }
}

const notIn = (names: readonly string[]): string =>
  `Não entraram no carrinho: ${listOf([...new Set(names)])}.`;

function OrderCard({ order }: { order: PublicWholesaleOrder }) {
  const { dateTime } = useTimes();
  const catalogue = useAtomValue(catalogueAtom);
  const change = useSetAtom(cartAtom);
  const toast = useToast();
  const navigate = useNavigate();

  const repeat = () => {
    if (!catalogue) return;
    const missing: string[] = [];
    const left: string[] = [];
    for (const item of order.items) {
      const product = catalogue.products.find((one) => one.id === item.productId);
      if (!product || whyGone(item, product) !== null) missing.push(item.productName);
      else if (!change((now) => addLine(now, newId(), product, item))) left.push(item.productName);
    }
    if (missing.length > 0)
      toast({
        title: missing.length === order.items.length ? 'Nada disponível agora' : 'Nem tudo está disponível',
        text: notIn(missing),
        durationMs: 9_000,
      });
    if (left.length > 0)
      toast({ ...BUYER.cartFull, text: `${notIn(left)} ${BUYER.cartFull.text}`, durationMs: 9_000 });
    if (missing.length + left.length < order.items.length) void navigate('/atacado/carrinho');
  };

  return (
    <li className="flex flex-col gap-2 rounded-3xl bg-base-100 p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-xl">Pedido nº {order.orderNumber}</h2>
        <WholesaleBadge status={order.status} />
      </div>
      <p className="text-sm">
        {dateTime(order.createdAtMs)}
        {order.customerName !== null && ` · ${order.customerName}`}
      </p>
      {(order.wishedDate !== null || order.terms !== '' || order.paid) && (
        <p className="text-sm font-semibold">
          {[
            order.wishedDate !== null && `Entrega desejada: ${dayWithWeekday(order.wishedDate)}`,
            order.terms !== '' && `Pagamento: ${order.terms}`,
            order.paid && 'Pago',
          ]
            .filter((part) => part !== false)
            .join(' · ')}
        </p>
      )}
      <ul className="flex flex-col gap-1 border-y border-base-300 py-2">
        {order.items.map((item, index) => (
          // Lines have no id in public, and never change.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="flex flex-wrap justify-between gap-x-3">
            <span className="min-w-0">
              <span className="numbers font-semibold">{item.quantity} x</span> {item.productName}
              <span className="block text-sm text-base-content/80">
                {[item.selectedSize, item.selectedFlavor].filter((part) => part !== null).join(' · ')}
              </span>
            </span>
            <span className="numbers whitespace-nowrap">{formatCents(item.totalPriceCents)}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="numbers text-xl font-bold">Total {formatCents(order.totalCents)}</p>
        <button type="button" className="btn" disabled={catalogue === null} onClick={repeat}>
          <Icon name="rotate-ccw" className="size-5" /> Repetir pedido
        </button>
      </div>
    </li>
  );
}
