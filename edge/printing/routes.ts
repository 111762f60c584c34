// Printers and waiting tickets, for staff: what state they are in, and the one tap that mends it.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { invalid, problem } from '@balcao/shared/http/problem.ts';
import type { Db } from '../storage/open.ts';
import type { Users } from '../shop/users/users.ts';
import type { Audit } from '../shop/audit/audit.ts';
import type { Printing } from './printing.ts';
import { inTransaction } from '../storage/transaction.ts';
import { actorOf, type Env } from '../http/context.ts';
import { requireRole } from '../http/guards.ts';
import { invalidHook, problemResponse } from '@balcao/shared/host/problems.ts';

/** What these routes use. */
type Deps = {
  db: Db;
  clock: () => number;
  users: Users;
  audit: Audit;
  printing: Printing;
};

const job = z.object({ id: z.coerce.number().int().positive() });
const printer = z.object({ id: z.string().min(1).max(64) });
const sample = z.object({ kind: z.enum(['kitchen', 'cancelled', 'counter', 'wholesale', 'close', 'test']) });
const columns = z
  .enum(['32', '48'])
  .default('48')
  .transform((text) => (text === '32' ? 32 : 48));
const paper = z.object({
  columns,
  codePage: z.enum(['PC850', 'PC860', 'WPC1252']).default('PC850'),
  pictures: z
    .enum(['0', '1'])
    .default('1')
    .transform((text) => text === '1'),
});
const ofOrder = z.object({ id: z.uuid(), purpose: z.enum(['kitchen', 'counter']) });
const anyBody = {
  required: true,
  content: { 'application/json': { schema: z.record(z.string(), z.unknown()) } },
};
const answers = { 200: { description: 'Done' }, '4XX': { description: 'A problem, in Portuguese' } };

// A route knows printing by the port that it is given, and by nothing else.
type Port = Printing;
type RefusalOf<R> = R extends { ok: false; refusal: infer Refusal } ? Refusal : never;
type QueueRefusal = RefusalOf<ReturnType<Port['queue']['retry']>>;
type PrinterRefusal = RefusalOf<ReturnType<Port['printers']['save']>>;

export function printingRoutes({ db, printing, users, clock, audit }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const shop = requireRole(users, 'ADMIN', 'KITCHEN', 'ATTENDANT');
  const admin = requireRole(users, 'ADMIN');

  app.get('/api/staff/printing', shop, (context) =>
    context.json({ printers: printing.status(), jobs: printing.queue.list() }),
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/print-jobs/{id}/{action}',
      middleware: shop,
      request: { params: job.extend({ action: z.enum(['retry', 'cancel', 'release']) }) },
      responses: answers,
    }),
    (context) => {
      const { id, action } = context.req.valid('param');
      const result = printing.queue[action](id);
      return result.ok
        ? context.json({ done: true }, 200)
        : (problemResponse(queueProblem(result.refusal)) as never);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/print-jobs/{id}/move-to/{printerId}',
      middleware: shop,
      request: { params: job.extend({ printerId: z.string().max(64) }) },
      responses: answers,
    }),
    (context) => {
      const { id, printerId } = context.req.valid('param');
      const result = printing.queue.move(id, printerId);
      return result.ok
        ? context.json({ done: true }, 200)
        : (problemResponse(queueProblem(result.refusal)) as never);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/orders/{id}/reprint',
      middleware: shop,
      request: {
        params: z.object({ id: z.uuid() }),
        query: z.object({ purpose: z.enum(['kitchen', 'counter']).default('kitchen') }),
      },
      responses: answers,
    }),
    (context) => {
      const result = printing.queue.reprint(
        context.req.valid('param').id,
        context.req.valid('query').purpose,
        clock(),
      );
      return result.ok
        ? context.json({ done: true }, 200)
        : (problemResponse(queueProblem(result.refusal)) as never);
    },
  );

  app.get('/api/staff/printers', admin, (context) => context.json({ printers: printing.printers.list() }));

  app.openapi(
    createRoute({
      method: 'put',
      path: '/api/staff/printers/{id}',
      middleware: admin,
      request: { params: printer, body: anyBody },
      responses: answers,
    }),
    (context) => {
      const { id } = context.req.valid('param');
      const input = context.req.valid('json');
      const result = inTransaction(db, () => {
        const saved = printing.printers.save(id === 'new' ? null : id, input);
        if (saved.ok)
          audit.record(actorOf(context), 'printer', 'save', `salvou a impressora ${saved.value.name}`);
        return saved;
      });
      return result.ok
        ? context.json(result.value, 200)
        : (problemResponse(printerProblem(result.refusal)) as never);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: '/api/staff/printers/{id}',
      middleware: admin,
      request: { params: printer },
      responses: answers,
    }),
    (context) => {
      const { id } = context.req.valid('param');
      inTransaction(db, () => {
        const name = printing.printers.byId(id)?.name;
        printing.printers.remove(id);
        if (name !== undefined)
          audit.record(actorOf(context), 'printer', 'remove', `removeu a impressora ${name}`);
      });
      return context.json({ done: true }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/printers/{id}/test',
      middleware: admin,
      request: { params: printer },
      responses: answers,
    }),
    async (context) => {
      const result = await printing.testPrint(context.req.valid('param').id);
      if (result.ok) return context.json(result.value, 200);
      const { kind, message, checklist } = result.refusal;
      return problemResponse(
        problem(409, `printer-${kind}`, 'Erro no teste de impressão', message, { checklist }),
      ) as never;
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/printers/{id}/paper-seen',
      middleware: admin,
      request: { params: printer },
      responses: answers,
    }),
    (context) => {
      const { id } = context.req.valid('param');
      const result = inTransaction(db, () => {
        const seen = printing.printers.sawPaper(id);
        if (seen.ok)
          audit.record(
            actorOf(context),
            'printer',
            'paper-seen',
            `viu sair papel da impressora ${seen.value.name}`,
          );
        return seen;
      });
      if (!result.ok) return problemResponse(printerProblem(result.refusal)) as never;
      return context.json({ done: true }, 200);
    },
  );

  app.get('/api/staff/found-printers', admin, async (context) => context.json(await printing.find()));

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/print-preview/samples/{kind}',
      middleware: admin,
      request: { params: sample, query: paper },
      responses: answers,
    }),
    async (context) =>
      pictureResponse(
        await printing.preview.sample(context.req.valid('param').kind, context.req.valid('query')),
      ),
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/print-preview/orders/{id}/{purpose}',
      middleware: admin,
      request: { params: ofOrder, query: z.object({ columns }) },
      responses: answers,
    }),
    async (context) => {
      const { id, purpose } = context.req.valid('param');
      return pictureResponse(await printing.preview.order(id, purpose, context.req.valid('query').columns));
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/print-preview/jobs/{id}',
      middleware: admin,
      request: { params: job },
      responses: answers,
    }),
    async (context) => pictureResponse(await printing.preview.job(context.req.valid('param').id)),
  );

  return app;
}

/** Not kept by the browser: the order, the logo and the paper change. */
function pictureResponse(svg: string | null) {
  if (svg === null)
    return problemResponse(
      problem(404, 'no-preview', 'Prévia não encontrada', 'Isto não existe mais ou não pode ser mostrado.'),
    ) as never;
  return new Response(svg, {
    headers: { 'content-type': 'image/svg+xml; charset=utf-8', 'cache-control': 'no-store' },
  }) as never;
}

function queueProblem(refusal: QueueRefusal) {
  const title = 'Erro na impressão';
  switch (refusal.kind) {
    case 'unknown-job':
      return problem(404, refusal.kind, title, 'Esta impressão não existe mais.');
    case 'unknown-order':
      return problem(404, refusal.kind, title, 'Pedido não encontrado. Verifique o código do pedido.');
    case 'not-paid':
      return problem(
        409,
        refusal.kind,
        title,
        'Este pedido ainda não foi pago. A comanda sai quando o pagamento for confirmado.',
      );
    case 'unknown-printer':
      return problem(404, refusal.kind, title, 'Impressora não encontrada');
    case 'no-printer':
      return problem(
        409,
        refusal.kind,
        title,
        'Nenhuma impressora ligada imprime isto. Configure uma em Configurações, Impressoras.',
      );
    case 'printer-disabled':
      return problem(
        409,
        refusal.kind,
        title,
        'Esta impressora está desativada. Escolha outra ou habilite-a.',
      );
    case 'not-now':
      return problem(409, refusal.kind, title, `Esta impressão já mudou: agora está ${refusal.stateText}.`);
  }
}

function printerProblem(refusal: PrinterRefusal) {
  switch (refusal.kind) {
    case 'invalid':
      return invalid(refusal.fields);
    case 'unknown-printer':
      return problem(404, refusal.kind, 'Impressora não encontrada', 'Impressora não encontrada');
    case 'too-many-printers':
      return problem(
        409,
        refusal.kind,
        'Muitas impressoras',
        'Remova uma impressora antes de cadastrar outra.',
      );
  }
}
