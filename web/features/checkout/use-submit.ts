// From what is typed in 'Seus Dados' to an order that is placed, or why it was not.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { placeItem } from '../../cart/cart.ts';
import { cartPriceAtom, loadCart } from '../../cart/cart-state.ts';
import { loadMenuAtom, loadStoreAtom, storeAtom } from '../../data/shop.ts';
import { closedReason } from '../../data/store-state.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { useToast } from '../../ui/toast.tsx';
import { observationsWith } from './details.ts';
import { CHECKOUT_TEXTS } from './texts.ts';
import type { Details } from './use-details.ts';
import { usePlacing } from './use-placing.ts';

export type Ways = { onPlaced: () => void; onCart: () => void };

export function useSubmitOrder({ phone, name, observations, check }: Details, { onPlaced, onCart }: Ways) {
  const price = useAtomValue(cartPriceAtom);
  const store = useAtomValue(storeAtom);
  const loadMenu = useSetAtom(loadMenuAtom);
  const loadStore = useSetAtom(loadStoreAtom);
  const toast = useToast();
  const failure = useFailureToast();
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

  // A refusal usually means that the page is behind: what changed is fetched.
  const refused = view.state === 'refused' ? view.error : null;
  useEffect(() => {
    if (!refused) return;
    void loadMenu();
    void loadStore();
    // New prices have a dialog of their own.
    if (refused.problem.code === 'price-changed') return;
    failure.tell({ title: CHECKOUT_TEXTS.failed.title, text: refused.problem.detail });
  }, [refused, loadMenu, loadStore, failure]);

  const closed = store && closedReason(store);
  const submit = () => {
    if (view.state === 'sending') return;
    failure.clear();
    // Storage is asked: another tab may have emptied it a moment ago.
    const items = loadCart().cart;
    if (items.length === 0) {
      toast({ ...CHECKOUT_TEXTS.emptyCart, tone: 'error' });
      onCart();
      return;
    }
    if (closed !== null) {
      failure.tell({ title: CHECKOUT_TEXTS.closed, text: closed });
      return;
    }
    const consumptionType = check();
    if (consumptionType === null) return;
    void place({
      customerPhone: phone.replace(/\D/g, ''),
      consumptionType,
      observations: observationsWith(name, observations),
      items: items.map(placeItem),
      expectedTotalCents: price.totalCents,
    });
  };

  return { view, refused, closed, submit, reset };
}
