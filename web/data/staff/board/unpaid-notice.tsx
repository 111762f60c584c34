// So many orders that nobody paid that some may be false: one line over counter and admin while they are many, with the way to cancel
// those that nobody comes to pay.
import { useAtomValue } from 'jotai';
import { Hourglass } from 'lucide-react';
import { Link } from 'react-router-dom';
import { boardAtom } from './live.ts';
import { sessionAtom } from '../session/session.ts';

/** As many as ring the owner's phone when they come within ten minutes. */
const MANY = 40;
const CANCEL_AT = '/admin/dinheiro/pendentes';

export function UnpaidNotice() {
  const board = useAtomValue(boardAtom);
  if (board === null) return null;
  const count =
    [...board.orders.values()].filter((order) => order.status === 'PENDING').length + board.unpaidMore;
  if (count < MANY) return null;
  return (
    <div
      role="status"
      className="flex min-h-12 w-full shrink-0 flex-wrap items-center justify-center gap-x-3 bg-warning px-4 py-2 text-center font-semibold text-warning-content"
    >
      <Hourglass aria-hidden className="size-6 shrink-0 max-sm:hidden" />
      <span>
        <span className="numbers">{count}</span> pedidos não pagos: veja se são falsos.
      </span>
      <WayToCancel />
    </div>
  );
}

/** Cancelling is the administrator's. */
export function WayToCancel() {
  const session = useAtomValue(sessionAtom);
  const role = 'me' in session ? session.me.role : null;
  return role === 'ADMIN' ? (
    <Link to={CANCEL_AT} className="inline-flex min-h-8 items-center underline underline-offset-4">
      Cancelar vários
    </Link>
  ) : (
    <span>Peça ao administrador para cancelar os que ninguém vem pagar.</span>
  );
}
