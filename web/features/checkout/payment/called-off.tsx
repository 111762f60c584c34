// Where the payment of an order would be that was called off. Loaded when one is.
import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { cartAtom } from '../../../cart/cart-state.ts';

/** What was ordered is still in the cart, unless this was an earlier order. */
export default function CalledOff() {
  const filled = useAtomValue(cartAtom).length > 0;
  return (
    <section role="alert" className="flex flex-col items-start gap-3 rounded-3xl bg-base-100 p-5">
      <p>
        Este pedido foi cancelado e não pode mais ser pago.
        {filled && ' Seu carrinho continua aqui: é só pedir de novo.'}
      </p>
      <Link to={filled ? '/carrinho' : '/pedido'} className="btn btn-primary">
        {filled ? 'Ver o carrinho' : 'Fazer outro pedido'}
      </Link>
    </section>
  );
}
