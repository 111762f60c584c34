// The way out of the last step: what was made is in the cart, and the draft is gone.
import { useSetAtom } from 'jotai';
import { startTransition } from 'react';
import { useNavigate } from 'react-router-dom';
import { addItem, CART_FULL, isCartFull, replaceItem, type CartItem } from '../../cart/cart.ts';
import { cartAtom } from '../../cart/cart-state.ts';
import { useToast } from '../../ui/toast.tsx';
import { clearDraft } from './stored-draft.ts';

/** Puts the item in the cart, in the place of the one that is edited, and leads on; a full cart says so and stays. */
export function useFinishItem(editing: string | null) {
  const changeCart = useSetAtom(cartAtom);
  const navigate = useNavigate();
  const toast = useToast();

  // Of one item alone there is nothing to review: it is read in Seus Dados once more.
  return (made: CartItem, title: string, path = '/pedido/carrinho') => {
    let full = false;
    // Drawn together with the page that it leads to: in this one's header the cart would flash, and be gone.
    startTransition(() =>
      changeCart((now) => {
        if (editing !== null && now.some((one) => one.id === editing)) return replaceItem(now, editing, made);
        full = isCartFull(now);
        return addItem(now, made);
      }),
    );
    if (full) {
      toast({ ...CART_FULL, text: `${CART_FULL.text} Finalize este e faça outro.` });
      return;
    }
    clearDraft(editing);
    if (editing !== null) toast({ title: 'Item atualizado', text: title, tone: 'success' });
    void navigate(path);
  };
}
