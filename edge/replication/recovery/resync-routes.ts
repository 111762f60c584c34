// What came back from the site and waits for an administrator, and the way to sell on when the site says that this machine must not.
// In the shop only: what is decided here, the relay must neither see nor do.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/relay.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Wake } from '../../storage/wake.ts';
import type { LogResync } from './resync.ts';
import type { Parked } from './parked.ts';
import type { Users } from '../../shop/users/users.ts';
import type { Audit } from '../../shop/audit/audit.ts';
import { isFinal, type WriteGate } from '../../storage/write-gate.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireLan, requireRole } from '../../http/guards.ts';

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

export function resyncRoutes({ users, writeGate, resync, parked, audit, wake, log }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const admin = requireRole(users, 'ADMIN');

  handle(app, contracts.readResync, [admin, requireLan], ({ context }) => {
    const held = writeGate.held();
    context.header('cache-control', 'no-store');
    return accepted({ held: isFinal(held) ? null : held, waiting: parked.list() });
  });

  handle(app, contracts.decideResync, [admin, requireLan], ({ context, body: { decision, seen } }) => {
    const waiting = parked.list().map(({ seq }) => seq);
    if (waiting.length !== seen.length || waiting.some((seq) => !seen.includes(seq)))
      return refused('resync-changed');
    try {
      parked.decide(actorOf(context), decision);
    } catch (error) {
      if (decision === 'refuse') throw error;
      log.warn({ err: error }, 'what came back from the relay could not be accepted');
      return refused('resync-conflict');
    }
    wake.notify('log');
    wake.notify('printer');
    return accepted(null);
  });

  handle(app, contracts.keepSelling, [admin, requireLan], ({ context }) => {
    if (isFinal(writeGate.held())) writeGate.check();
    resync.keepSelling();
    audit.record(
      actorOf(context),
      'settings',
      'relay',
      'decidiu que esta máquina é a loja e vende, embora o site diga que não',
    );
    return accepted(null);
  });

  return app;
}
