// /atacado/carrinho: what is ordered, who orders it, and sending it.
import { fieldSettings } from '@balcao/shared/wholesale/fields.ts';
import { missingCents, NO_RULES } from '@balcao/shared/wholesale/rules.ts';
import { phoneDigits } from '@balcao/shared/phone.ts';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { storeAtom } from '../../data/shop.ts';
import { catalogueAtom, loadCatalogueAtom } from '../../data/wholesale.ts';
import { BUYER } from './texts.ts';
import { useTitle } from '../../ui/title.ts';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { useToast } from '../../ui/toast.tsx';
import { dropDraft } from './buyer.ts';
import { BuyerSection } from './buyer-section.tsx';
import { BuyerShell } from './buyer-shell.tsx';
import { placeLine, removeLine, restoreLine, setQuantity, type PricedLine } from './cart.ts';
import { CartLineRow } from './cart-line.tsx';
import { CatalogueTrouble, EmptyCart, WaitingForShop } from './cart-notices.tsx';
import { cartAtom, cartPriceAtom, loadCart } from './cart-state.ts';
import { CartSummary } from './cart-summary.tsx';
import { useDeliveryDays } from './delivery.tsx';
import { useBuyerDraft } from './use-buyer-draft.ts';
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
  const loadCatalogue = useSetAtom(loadCatalogueAtom);
  const store = useAtomValue(storeAtom);
  const toast = useToast();
  const failure = useFailureToast();
  const navigate = useNavigate();
  const fields = catalogue?.fields ?? fieldSettings([]);
  const rules = catalogue?.rules ?? NO_RULES;
  const days = useDeliveryDays(rules);
  const form = useBuyerDraft(days, failure);
  const { buyer, wishedDate, showRefused } = form;
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
    failure.tell(BUYER.sendFailed);
    showRefused(refused.problem.errors ?? []);
  }, [refused, loadCatalogue, failure, showRefused]);
  const unknown = view.state === 'unknown' ? view.error : null;
  useEffect(() => {
    if (unknown) failure.tell(BUYER.sendFailed);
  }, [unknown, failure]);

  const busy = view.state === 'sending';
  const away = store?.host === 'relay' && !store.storeOnline;
  const goneCount = lines.filter((line) => line.gone !== null).length;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    failure.clear();
    // Storage is asked: another tab may have emptied it a moment ago.
    const items = loadCart();
    if (items.length === 0) {
      failure.tell(BUYER.emptyCart);
      change((now) => now);
      return;
    }
    if (!form.check(fields)) return;
    // Before it is sent: after a reload in between, the status page still knows the phone.
    form.remember();
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
        action: {
          label: 'Desfazer',
          run: () => {
            if (!change((now) => restoreLine(now, stored, at))) toast(BUYER.cartFull);
          },
        },
      }),
    });
  };

  if (view.state === 'waiting') return <WaitingForShop />;
  if (cart.length === 0) return <EmptyCart />;

  return (
    <form
      noValidate
      onSubmit={submit}
      className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,1fr)_min(22rem,36%)] lg:items-start"
    >
      <div className="flex flex-col gap-5">
        <CatalogueTrouble />
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
        <BuyerSection form={form} fields={fields} days={days} />
      </div>
      <CartSummary
        lines={lines.length}
        units={units}
        totalCents={totalCents}
        terms={rules.terms}
        missing={missing}
        gone={goneCount}
        isAway={away}
        view={view}
      />
    </form>
  );
}
