// The cash session at the counter, and its numbered closes.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/cash.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Users } from '../users/users.ts';
import type { Cash } from './cash.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';

/** What these routes use. */
type Deps = {
  wake: Wake;
  users: Users;
  cash: Cash;
};

export function cashRoutes({ users, cash, wake }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const front = requireRole(users, 'ADMIN', 'ATTENDANT');
  const admin = requireRole(users, 'ADMIN');

  handle(app, contracts.readCashSession, front, () => accepted({ session: cash.session() }));

  handle(app, contracts.openCashSession, front, ({ context, body }) => {
    const opened = cash.open(actorOf(context), body);
    if (!opened.ok) return opened;
    wake.notify('log');
    return accepted({ session: opened.value });
  });

  handle(app, contracts.moveCash, front, ({ context, body }) => {
    const moved = cash.move(actorOf(context), body);
    if (!moved.ok) return moved;
    wake.notify('log');
    return accepted({ session: moved.value });
  });

  handle(app, contracts.closeCashSession, front, ({ context, body }) => {
    const closed = cash.close(actorOf(context), body);
    if (!closed.ok) return closed;
    wake.notify('log');
    wake.notify('print');
    return closed;
  });

  handle(app, contracts.listCashCloses, admin, ({ query }) => accepted({ closes: cash.closes(query.limit) }));

  handle(app, contracts.printCashClose, front, ({ context, params: { number } }) => {
    const [newest] = cash.closes(1);
    // Who closed the drawer may have its slip again; what others counted before is the owner's to see.
    if (context.get('me').role !== 'ADMIN' && newest !== undefined && number !== newest.number)
      return refused('forbidden');
    const printers = cash.printAgain(number);
    if (printers === null) return refused('unknown-close');
    if (printers === 0) return refused('no-printer');
    wake.notify('print');
    return accepted({ printers });
  });

  return app;
}
