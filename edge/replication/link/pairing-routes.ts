// The link to the relay for an administrator: how it is, pairing by a code, and taking the store off the site.
import { createRoute, OpenAPIHono, type z } from '@hono/zod-openapi';
import { PairWithRelay, RelayLink } from '@balcao/shared/http/relay-link.ts';
import type { WriteGate } from '../../storage/write-gate.ts';
import type { Users } from '../../shop/users/users.ts';
import type { Audit } from '../../shop/audit/audit.ts';
import type { Limits } from '../../http/limits.ts';
import type { Link } from './link.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { inTheShop, requireRole } from '../../http/guards.ts';
import { invalidHook, problemResponse } from '@balcao/shared/host/problems.ts';

/** What these routes use. */
type Deps = {
  version: string;
  writeGate: WriteGate;
  users: Users;
  audit: Audit;
  limits: Limits;
  link: Pick<Link, 'redial' | 'state' | 'relayUrl' | 'publicUrl' | 'trouble' | 'pairWith' | 'unpair'>;
};

const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
const body = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});
const trouble = { description: 'A problem, in Portuguese' };

export function relayRoutes({ users, link, limits, audit, version, writeGate }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const admin = requireRole(users, 'ADMIN');
  const present = (): RelayLink => ({
    state: link.state(),
    relayUrl: link.relayUrl(),
    publicUrl: link.publicUrl(),
    trouble: link.trouble(),
    version,
  });

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/relay',
      middleware: admin,
      responses: { 200: json(RelayLink, 'The link as it is'), '4XX': trouble },
    }),
    (context) => context.json(present(), 200),
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/relay/pair',
      middleware: [admin, inTheShop] as const,
      request: body(PairWithRelay),
      responses: { 200: json(RelayLink, 'Paired, and linking'), '4XX': trouble },
    }),
    async (context) => {
      const slow = await limits.secrets(context.env.clientIp);
      if (slow) return slow as never;
      const { relayUrl, code } = context.req.valid('json');
      const paired = await link.pairWith(new URL(relayUrl).origin, code);
      if (!paired.ok) {
        const { code: reason, detail } = paired.refusal;
        const field = reason === 'relay-unreachable' || reason === 'no-relay' ? 'relayUrl' : 'code';
        return problemResponse({
          ...paired.refusal,
          status: 422,
          errors: [{ field, message: detail }],
        }) as never;
      }
      const actor = actorOf(context);
      const note = (): void =>
        audit.record(actor, 'settings', 'relay', `ligou a loja ao site ${paired.value.publicUrl}`);
      // A machine that takes another's place has no log to write to until the relay follows it.
      if (writeGate.held() === null) note();
      else writeGate.whenUnlocked(note);
      return context.json(present(), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/relay/unpair',
      middleware: [admin, inTheShop] as const,
      responses: { 200: json(RelayLink, 'No relay any more'), '4XX': trouble },
    }),
    async (context) => {
      await link.unpair();
      audit.record(actorOf(context), 'settings', 'relay', 'desligou a loja do site');
      return context.json(present(), 200);
    },
  );
  return app;
}
