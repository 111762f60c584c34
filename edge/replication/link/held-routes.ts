// What stands still between the store and its site, for an administrator: commands of the site, and a log that differs.
import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/relay.ts';
import { HeldWork } from '@balcao/shared/http/held.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import { accepted } from '@balcao/shared/result.ts';
import type { Users } from '../../shop/users/users.ts';
import type { Audit } from '../../shop/audit/audit.ts';
import type { AskRelay } from '../../shop/relay/ask-relay.ts';
import type { Link } from './link.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { inTheShop, requireRole } from '../../http/guards.ts';

/** What these routes use. */
type Deps = {
  users: Users;
  audit: Audit;
  askAboutHeld: AskRelay;
  link: Pick<Link, 'redial' | 'state' | 'relayUrl' | 'publicUrl' | 'trouble' | 'pairWith' | 'unpair'>;
};

const ACTS = {
  retry: { contract: contracts.retryHeldCommand, text: 'mandou tentar de novo' },
  discard: { contract: contracts.discardHeldCommand, text: 'descartou' },
} as const;

/** Said when the site is out of reach. */
export const HELD_AWAY = problem(
  503,
  'relay-away',
  'Sem conexão com o site',
  'Sem conexão com o site agora. Confira a internet da loja e tente de novo.',
);

export function heldRoutes({ users, askAboutHeld, link, audit }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const admin = requireRole(users, 'ADMIN');

  handle(app, contracts.readHeldWork, admin, () => askAboutHeld('/edge/held', HeldWork));

  for (const act of ['retry', 'discard'] as const)
    handle(app, ACTS[act].contract, admin, async ({ context, params: { id } }) => {
      const done = await askAboutHeld(`/edge/held/${id}/${act}`, z.null(), { method: 'POST' });
      if (!done.ok) return done;
      audit.record(actorOf(context), 'settings', 'relay', `${ACTS[act].text} um comando parado do site`);
      return accepted(null);
    });

  handle(app, contracts.startRelayOver, [admin, inTheShop], async ({ context }) => {
    const done = await askAboutHeld('/edge/start-over', z.null(), { method: 'POST' });
    if (!done.ok) return done;
    audit.record(
      actorOf(context),
      'settings',
      'relay',
      'decidiu que o registro da loja está certo: o site refaz a sua cópia',
    );
    link.redial();
    return accepted(null);
  });

  return app;
}
