// The short way: what is wanted goes into the cart, and of an empty cart straight on to Seus Dados, where it is read once more.
import { useSetAtom } from 'jotai';
import { useNavigate } from 'react-router-dom';
import { newId } from '../data/new-id.ts';
import { CART_ITEMS_MAX, type Cart } from './cart.ts';
import { cartAtom } from './cart-state.ts';

/** Beside other items one lands in Seu Carrinho, to see all of them. */
export function useOrderNow(): (items: Cart) => void {
  const change = useSetAtom(cartAtom);
  const navigate = useNavigate();
  return (items) => {
    let alone = false;
    change((cart) => {
      alone = cart.length === 0;
      return [...cart, ...items.map((item) => ({ ...item, id: newId() }))].slice(0, CART_ITEMS_MAX);
    });
    void navigate(`/pedido/carrinho${alone ? '?passo=dados' : ''}`);
  };
}
