// /pedido/pagamento/:orderCode: pays an order that exists. From the store's plain http a customer arrives here with the tracking
// token after the '#', which no server and no log sees; it is kept and taken out of the address.
import { normalizeCode } from '@balcao/shared/order/code.ts';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { keepOrder } from '../../data/kept-orders.ts';
import { useTitle } from '../../ui/title.ts';
import { useCheckoutEnd } from './checkout-end.ts';
import { Payment } from './payment/payment.tsx';

export default function PaymentPage() {
  useTitle('Pagamento');
  const code = normalizeCode(useParams()['orderCode'] ?? '');
  const { hash, pathname } = useLocation();
  const end = useCheckoutEnd(code);
  useState(() => {
    const token = hash.slice(1);
    if (!/^[\w-]{16,512}$/.test(token)) return;
    keepOrder({ code, token, atMs: Date.now() });
    history.replaceState(history.state, '', pathname);
  });
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-1 flex-col px-4 pt-4 pb-8 lg:pt-8">
      <h1 className="mb-4 text-3xl sm:text-4xl">Pagamento</h1>
      <Payment code={code} onBack={null} onDone={end} />
    </div>
  );
}
