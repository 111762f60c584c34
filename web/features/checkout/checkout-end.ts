// After an order is paid, or will be at the counter: what led to it is forgotten, and its own page opens. The phone stays for the next order.
import { useSetAtom } from 'jotai';
import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { placeItem } from '../../cart/cart.ts';
import { cartAtom } from '../../cart/cart-state.ts';
import { attemptAt } from '../../data/attempt.ts';
import { removeStored } from '../../data/device.ts';
import { WIZARD_KEYS } from '../../data/stored-keys.ts';

const KEPT_UNTIL_THEN = ['orderCode', 'paymentMethod', 'cardAttempt', 'observations', ...WIZARD_KEYS];

/**
 * Ends the checkout of the order `code`. Its payment may be answered long after the customer went on: what was put into the cart since stays,
 * another order that is under way meanwhile is let alone, and nobody is taken from the page where they are.
 */
export function useCheckoutEnd(code: string): () => void {
  const changeCart = useSetAtom(cartAtom);
  const navigate = useNavigate();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(() => {
    const checkout = attemptAt('checkout');
    const attempt = checkout.read();
    if (attempt?.code === code) {
      changeCart((cart) => cart.filter((item) => !attempt.asked.includes(JSON.stringify(placeItem(item)))));
      checkout.clear();
      for (const key of KEPT_UNTIL_THEN) removeStored(key);
    }
    if (!isShown.current) return;
    removeStored('paymentMethod');
    void navigate(`/pedido/sucesso/${code}`, { replace: true });
  }, [code, changeCart, navigate]);
}
