// What came back from the site and waits for an administrator, and the way to sell on when the site says that this machine must not.
// In the shop only: what is decided here, the relay must neither see nor do.
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { problem } from '@balcao/shared/http/problem.ts';
import { DecideResync, KeepSelling, Resync } from '@balcao/shared/http/resync.ts';
import type { Wake } from '../../storage/wake.ts';
import type { LogResync } from './resync.ts';
import type { Parked } from './parked.ts';
import type { Users } from '../../shop/users/users.ts';
import type { Audit } from '../../shop/audit/audit.ts';
import { isFinal, type WriteGate } from '../../storage/write-gate.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireLan, requireRole } from '../../http/guards.ts';
import { invalidHook, problemResponse } from '@balcao/shared/host/problems.ts';

/** What these routes use. */
type Deps = {
  log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
  wake: Wake;
  writeGate: WriteGate;
  resync: LogResync;
  parked: Parked;
  users: Users;
  audit: Audit;
};

const trouble = { description: 'A problem, in Portuguese' };
const CHANGED = problem(
  409,
  'resync-changed',
  'A lista mudou',
  'O que voltou do site mudou enquanto você olhava. Confira a lista de novo.',
);
const TAKEN = problem(
  409,
  'resync-conflict',
  'Não cabe mais',
  'Uma conta ou impressora de agora impede o que voltou, como um e-mail já usado. Mude-a aqui e aceite de novo, ou recuse.',
);

export function resyncRoutes({ users, writeGate, resync, parked, audit, wake, log }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const admin = requireRole(users, 'ADMIN');

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/relay/resync',
      middleware: [admin, requireLan] as const,
      responses: {
        200: { description: 'What waits', content: { 'application/json': { schema: Resync } } },
        '4XX': trouble,
      },
    }),
    (context) => {
      const held = writeGate.held();
      context.header('cache-control', 'no-store');
      return context.json({ held: isFinal(held) ? null : held, waiting: parked.list() }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/relay/resync',
      middleware: [admin, requireLan] as const,
      request: { body: { required: true, content: { 'application/json': { schema: DecideResync } } } },
      responses: { 204: { description: 'Done' }, '4XX': trouble },
    }),
    (context) => {
      const { decision, seen } = context.req.valid('json');
      const waiting = parked.list().map(({ seq }) => seq);
      if (waiting.length !== seen.length || waiting.some((seq) => !seen.includes(seq)))
        return problemResponse(CHANGED) as never;
      try {
        parked.decide(actorOf(context), decision);
      } catch (error) {
        if (decision === 'refuse') throw error;
        log.warn({ err: error }, 'what came back from the relay could not be accepted');
        return problemResponse(TAKEN) as never;
      }
      wake.notify('log');
      wake.notify('printer');
      return context.body(null, 204) as never;
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/relay/keep-selling',
      middleware: [admin, requireLan] as const,
      request: { body: { required: true, content: { 'application/json': { schema: KeepSelling } } } },
      responses: { 204: { description: 'It sells' }, '4XX': trouble },
    }),
    (context) => {
      if (isFinal(writeGate.held())) writeGate.check();
      resync.keepSelling();
      audit.record(
        actorOf(context),
        'settings',
        'relay',
        'decidiu que esta máquina é a loja e vende, embora o site diga que não',
      );
      return context.body(null, 204) as never;
    },
  );
  return app;
}
