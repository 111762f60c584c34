// The address of an order that another device placed: how it stands, and the way to the rest of it.
import { formatCode } from '@balcao/shared/order/code.ts';
import type { OrderStatus } from '@balcao/shared/order/order.ts';
import { Link } from 'react-router-dom';
import { StatusBadge } from '../../ui/order-status.tsx';

export default function OthersOrder({ code, status }: { code: string; status: OrderStatus }) {
  return (
    <section className="mx-auto flex max-w-md flex-1 flex-col items-center justify-center gap-4 px-6 py-16 text-center">
      <h1 className="text-3xl">
        Pedido <span className="numbers">{formatCode(code)}</span>
      </h1>
      <StatusBadge status={status} />
      <p>Este pedido foi feito em outro aparelho. Para ver itens e total, confirme o telefone do pedido.</p>
      <Link to={`/meu-pedido?codigo=${code}`} className="btn btn-primary btn-lg">
        Acompanhar Pedido
      </Link>
      <Link to="/pedido" className="btn btn-ghost">
        Fazer Pedido
      </Link>
    </section>
  );
}
