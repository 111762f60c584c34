// Printers and waiting tickets, for staff: what state they are in, and the one tap that mends it.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle, type Outcome } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/printing.ts';
import { invalid } from '@balcao/shared/http/problem.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Db } from '../storage/open.ts';
import type { Users } from '../shop/users/users.ts';
import type { Audit } from '../shop/audit/audit.ts';
import type { Printing } from './printing.ts';
import type { PrinterRefusal } from './printers.ts';
import { inTransaction } from '../storage/transaction.ts';
import { actorOf, type Env } from '../http/context.ts';
import { requireRole } from '../http/guards.ts';

/** What these routes use. */
type Deps = {
  db: Db;
  clock: () => number;
  users: Users;
  audit: Audit;
  printing: Printing;
};

export function printingRoutes({ db, printing, users, clock, audit }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const shop = requireRole(users, 'ADMIN', 'KITCHEN', 'ATTENDANT');
  const admin = requireRole(users, 'ADMIN');

  handle(app, contracts.readPrinting, shop, () =>
    accepted({ printers: printing.status(), jobs: printing.queue.list() }),
  );

  handle(app, contracts.changePrintJob, shop, ({ params: { id, action } }) =>
    doneReply(printing.queue[action](id)),
  );

  handle(app, contracts.movePrintJob, shop, ({ params: { id, printerId } }) =>
    doneReply(printing.queue.move(id, printerId)),
  );

  handle(app, contracts.reprintOrder, shop, ({ params, query }) =>
    doneReply(printing.queue.reprint(params.id, query.purpose, clock())),
  );

  handle(app, contracts.listPrinters, admin, () => accepted({ printers: printing.printers.list() }));

  handle(app, contracts.savePrinter, admin, ({ context, params: { id }, body }) => {
    const result = inTransaction(db, () => {
      const saved = printing.printers.save(id === 'new' ? null : id, body);
      if (saved.ok)
        audit.record(actorOf(context), 'printer', 'save', `salvou a impressora ${saved.value.name}`);
      return saved;
    });
    return result.ok ? result : refusedPrinter(result.refusal);
  });

  handle(app, contracts.removePrinter, admin, ({ context, params: { id } }) => {
    inTransaction(db, () => {
      const name = printing.printers.byId(id)?.name;
      printing.printers.remove(id);
      if (name !== undefined)
        audit.record(actorOf(context), 'printer', 'remove', `removeu a impressora ${name}`);
    });
    return accepted({ done: true });
  });

  handle(app, contracts.testPrinter, admin, ({ params }) => printing.testPrint(params.id));

  handle(app, contracts.confirmPaperSeen, admin, ({ context, params: { id } }) => {
    const result = inTransaction(db, () => {
      const printer = printing.printers.sawPaper(id);
      if (printer.ok)
        audit.record(
          actorOf(context),
          'printer',
          'paper-seen',
          `viu sair papel da impressora ${printer.value.name}`,
        );
      return printer;
    });
    return result.ok ? doneReply(result) : refusedPrinter(result.refusal);
  });

  handle(app, contracts.findPrinters, admin, async () => accepted(await printing.find()));

  handle(app, contracts.previewSample, admin, async ({ params, query }) =>
    picture(await printing.preview.sample(params.kind, query)),
  );

  handle(app, contracts.previewOrder, admin, async ({ params: { id, purpose }, query }) =>
    picture(await printing.preview.order(id, purpose, query.columns)),
  );

  handle(app, contracts.previewJob, admin, async ({ params }) =>
    picture(await printing.preview.job(params.id)),
  );

  return app;
}

const doneReply = <R>(result: Result<unknown, R>): Result<{ done: boolean }, R> =>
  result.ok ? accepted({ done: true }) : result;

const refusedPrinter = (refusal: PrinterRefusal) =>
  refused(refusal.code === 'invalid' ? invalid(refusal.fields) : refusal.code);

/** Not kept by the browser: the order, the logo and the paper change. */
const picture = (svg: string | null): Outcome<typeof contracts.previewJob> =>
  svg === null
    ? refused('no-preview')
    : new Response(svg, {
        headers: { 'content-type': 'image/svg+xml; charset=utf-8', 'cache-control': 'no-store' },
      });
