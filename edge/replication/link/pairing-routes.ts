// The link to the relay for an administrator: how it is, pairing by a code, and taking the store off the site.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/relay.ts';
import type { RelayLink } from '@balcao/shared/http/relay-link.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { WriteGate } from '../../storage/write-gate.ts';
import type { Users } from '../../shop/users/users.ts';
import type { Audit } from '../../shop/audit/audit.ts';
import type { Limits } from '../../http/limits.ts';
import type { Link } from './link.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { inTheShop, requireRole } from '../../http/guards.ts';

/** What these routes use. */
type Deps = {
  version: string;
  writeGate: WriteGate;
  users: Users;
  audit: Audit;
  limits: Limits;
  link: Pick<Link, 'redial' | 'state' | 'relayUrl' | 'publicUrl' | 'trouble' | 'pairWith' | 'unpair'>;
};

export function relayRoutes({ users, link, limits, audit, version, writeGate }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const admin = requireRole(users, 'ADMIN');
  const present = (): RelayLink => ({
    state: link.state(),
    relayUrl: link.relayUrl(),
    publicUrl: link.publicUrl(),
    trouble: link.trouble(),
    version,
  });

  handle(app, contracts.readRelayLink, admin, () => accepted(present()));

  handle(app, contracts.pairWithRelay, [admin, inTheShop], async ({ context, body: { relayUrl, code } }) => {
    const slow = await limits.secrets(context.env.clientIp);
    if (slow) return slow;
    const paired = await link.pairWith(new URL(relayUrl).origin, code);
    if (!paired.ok) {
      const { code: reason, detail } = paired.refusal;
      const field = reason === 'relay-unreachable' || reason === 'no-relay' ? 'relayUrl' : 'code';
      return refused({ ...paired.refusal, status: 422, errors: [{ field, message: detail }] });
    }
    const actor = actorOf(context);
    const note = (): void =>
      audit.record(actor, 'settings', 'relay', `ligou a loja ao site ${paired.value.publicUrl}`);
    // A machine that takes another's place has no log to write to until the relay follows it.
    if (writeGate.held() === null) note();
    else writeGate.whenUnlocked(note);
    return accepted(present());
  });

  handle(app, contracts.unpairFromRelay, [admin, inTheShop], async ({ context }) => {
    await link.unpair();
    audit.record(actorOf(context), 'settings', 'relay', 'desligou a loja do site');
    return accepted(present());
  });

  return app;
}
