// The cash session at the counter, and its numbered closes.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import {
  CashClose,
  CashCloses,
  CashSessionReply,
  CloseCash,
  MoveCash,
  OpenCash,
} from '@balcao/shared/http/cash.ts';
import { problem, type Problem } from '@balcao/shared/http/problem.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Users } from '../users/users.ts';
import type { CashRefusal, Cash } from './cash.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';
import { invalidHook, problemResponse } from '@balcao/shared/host/problems.ts';

/** What these routes use. */
type Deps = {
  wake: Wake;
  users: Users;
  cash: Cash;
};

const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
const body = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});
const trouble = { description: 'A problem, in Portuguese' };
const session = { 200: json(CashSessionReply, 'The session'), '4XX': trouble };

export function cashRoutes({ users, cash, wake }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const front = requireRole(users, 'ADMIN', 'ATTENDANT');
  const admin = requireRole(users, 'ADMIN');
  const written = (): void => wake.notify('log');

  app.openapi(
    createRoute({ method: 'get', path: '/api/staff/cash-session', middleware: front, responses: session }),
    (context) => context.json({ session: cash.session() }, 200),
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/cash-session',
      middleware: front,
      request: body(OpenCash),
      responses: session,
    }),
    (context) => {
      const opened = cash.open(actorOf(context), context.req.valid('json'));
      if (!opened.ok) return problemResponse(cashProblem(opened.refusal)) as never;
      written();
      return context.json({ session: opened.value }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/cash-session/movements',
      middleware: front,
      request: body(MoveCash),
      responses: session,
    }),
    (context) => {
      const moved = cash.move(actorOf(context), context.req.valid('json'));
      if (!moved.ok) return problemResponse(cashProblem(moved.refusal)) as never;
      written();
      return context.json({ session: moved.value }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/cash-session/close',
      middleware: front,
      request: body(CloseCash),
      responses: { 201: json(CashClose, 'The close, as it will stay'), '4XX': trouble },
    }),
    (context) => {
      const closed = cash.close(actorOf(context), context.req.valid('json'));
      if (!closed.ok) return problemResponse(cashProblem(closed.refusal)) as never;
      written();
      wake.notify('print');
      return context.json(closed.value, 201);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/cash-closes',
      middleware: admin,
      request: { query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(30) }) },
      responses: { 200: json(CashCloses, 'Newest first'), '4XX': trouble },
    }),
    (context) => context.json({ closes: cash.closes(context.req.valid('query').limit) }, 200),
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/cash-closes/{number}/print',
      middleware: front,
      request: { params: z.object({ number: z.coerce.number().int().positive() }) },
      responses: { 200: json(z.object({ printers: z.number() }), 'Queued'), '4XX': trouble },
    }),
    (context) => {
      const { number } = context.req.valid('param');
      const [newest] = cash.closes(1);
      // Who closed the drawer may have its slip again; what others counted before is the owner's to see.
      if (context.get('me').role !== 'ADMIN' && newest !== undefined && number !== newest.number)
        return problemResponse(
          problem(403, 'forbidden', 'Acesso Negado', 'Só quem administra imprime fechamentos antigos.'),
        ) as never;
      const printers = cash.printAgain(number);
      if (printers === null)
        return problemResponse(
          problem(404, 'unknown-close', 'Fechamento não encontrado', 'Não há fechamento com este número.'),
        ) as never;
      if (printers === 0)
        return problemResponse(
          problem(
            409,
            'no-printer',
            'Erro na impressão',
            'Nenhuma impressora ligada imprime fechamentos. Configure uma em Configurações, Impressoras.',
          ),
        ) as never;
      wake.notify('print');
      return context.json({ printers }, 200);
    },
  );

  return app;
}

function cashProblem(refusal: CashRefusal): Problem {
  switch (refusal) {
    case 'already-open':
      return problem(
        409,
        refusal,
        'Caixa já aberto',
        'O caixa já está aberto. Feche-o antes de abrir outro.',
      );
    case 'not-open':
      return problem(409, refusal, 'Caixa fechado', 'Abra o caixa primeiro.');
    case 'not-enough':
      return problem(
        422,
        refusal,
        'Valor maior que o caixa',
        'Não há tanto dinheiro no caixa. Confira o valor.',
        { errors: [{ field: 'amountCents', message: 'Não há tanto dinheiro no caixa.' }] },
      );
    case 'id-reused':
      return problem(
        409,
        refusal,
        'Já registrado',
        'Isto já foi registrado com outro valor. Recarregue a página.',
      );
  }
}
