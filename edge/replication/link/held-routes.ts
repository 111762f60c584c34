// What stands still between the store and its site, for an administrator: commands of the site, and a log that differs.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { HeldWork, StartOver } from '@balcao/shared/http/held.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import type { Users } from '../../shop/users/users.ts';
import type { Audit } from '../../shop/audit/audit.ts';
import type { AskRelay } from '../../shop/relay/ask-relay.ts';
import type { Link } from './link.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { inTheShop, requireRole } from '../../http/guards.ts';
import { invalidHook, problemResponse } from '@balcao/shared/host/problems.ts';

/** What these routes use. */
type Deps = {
  users: Users;
  audit: Audit;
  askAboutHeld: AskRelay;
  link: Pick<Link, 'redial' | 'state' | 'relayUrl' | 'publicUrl' | 'trouble' | 'pairWith' | 'unpair'>;
};

const trouble = { description: 'A problem, in Portuguese' };
const params = z.object({ id: z.uuid() });
const ACTS = {
  retry: { path: '/api/staff/relay/held/{id}/retry', text: 'mandou tentar de novo' },
  discard: { path: '/api/staff/relay/held/{id}/discard', text: 'descartou' },
} as const;

/** Said when the site is out of reach. */
export const HELD_AWAY = problem(
  503,
  'relay-away',
  'Sem conexão com o site',
  'Sem conexão com o site agora. Confira a internet da loja e tente de novo.',
);

export function heldRoutes({ users, askAboutHeld, link, audit }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const admin = requireRole(users, 'ADMIN');

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/relay/held',
      middleware: admin,
      responses: {
        200: { description: 'What stands still', content: { 'application/json': { schema: HeldWork } } },
        '4XX': trouble,
        '5XX': trouble,
      },
    }),
    async (context) => {
      const work = await askAboutHeld('/edge/held', HeldWork);
      return work.ok ? context.json(work.value, 200) : (problemResponse(work.refusal) as never);
    },
  );

  for (const act of ['retry', 'discard'] as const)
    app.openapi(
      createRoute({
        method: 'post',
        path: ACTS[act].path,
        middleware: admin,
        request: { params },
        responses: { 204: { description: 'Done' }, '4XX': trouble, '5XX': trouble },
      }),
      async (context) => {
        const { id } = context.req.valid('param');
        const done = await askAboutHeld(`/edge/held/${id}/${act}`, z.null(), { method: 'POST' });
        if (!done.ok) return problemResponse(done.refusal) as never;
        audit.record(actorOf(context), 'settings', 'relay', `${ACTS[act].text} um comando parado do site`);
        return context.body(null, 204) as never;
      },
    );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/relay/start-over',
      middleware: [admin, inTheShop] as const,
      request: { body: { required: true, content: { 'application/json': { schema: StartOver } } } },
      responses: { 204: { description: 'The site follows this store anew' }, '4XX': trouble, '5XX': trouble },
    }),
    async (context) => {
      const done = await askAboutHeld('/edge/start-over', z.null(), { method: 'POST' });
      if (!done.ok) return problemResponse(done.refusal) as never;
      audit.record(
        actorOf(context),
        'settings',
        'relay',
        'decidiu que o registro da loja está certo: o site refaz a sua cópia',
      );
      link.redial();
      return context.body(null, 204) as never;
    },
  );
  return app;
}
