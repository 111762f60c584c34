// The address of an order that another device placed: how it stands, and the way to the rest of it.
import { formatCode } from '@balcao/shared/order/code.ts';
import type { OrderStatus } from '@balcao/shared/order/order.ts';
import { Link } from 'react-router-dom';
import { NoticePage } from '../../ui/notice-page.tsx';
import { StatusBadge } from '../../ui/order-status.tsx';

export default function OthersOrder({ code, status }: { code: string; status: OrderStatus }) {
  return (
    <NoticePage
      picture={<StatusBadge status={status} />}
      title={
        <>
          Pedido <span className="numbers">{formatCode(code)}</span>
        </>
      }
      text="Este pedido foi feito em outro aparelho. Para ver itens e total, confirme o telefone do pedido."
    >
      <Link to={`/meu-pedido?codigo=${code}`} className="btn btn-primary btn-lg">
        Acompanhar Pedido
      </Link>
      <Link to="/pedido" className="btn btn-ghost">
        Fazer Pedido
      </Link>
    </NoticePage>
  );
}
