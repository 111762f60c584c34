// Accounts over HTTP: the first owner, staff for an administrator, one's own profile. Every route names its roles.
import { OpenAPIHono } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { handle } from '@balcao/shared/host/handle.ts';
import { notFound } from '@balcao/shared/host/problems.ts';
import * as contracts from '@balcao/shared/http/contracts/users.ts';
import { tooMany } from '@balcao/shared/http/problem.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Users } from './users.ts';
import type { Setup } from './setup.ts';
import type { Restoring } from '../../replication/recovery/restoring.ts';
import type { OwnerPassword } from './owner-password.ts';
import type { Limits } from '../../http/limits.ts';
import type { Place } from './login-throttle.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';

/** What these routes use. */
type Deps = {
  users: Users;
  setup: Setup;
  restoring: Restoring | null;
  ownerPassword: OwnerPassword;
  limits: Limits;
};

export function userRoutes({ users, setup, restoring, ownerPassword, limits }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const anyone = requireRole(users);
  const admin = requireRole(users, 'ADMIN');
  const { accounts } = users;

  // Only in the shop: whoever sets a store up stands beside it.
  handle(app, contracts.readSetup, [], ({ context }) =>
    accepted({ needed: setup.needed() && context.env.transport === 'lan' }),
  );

  // Before what was sent is looked at: nobody is told to fill in better what is not to be had.
  const setUpHere = createMiddleware<Env>(async (context, next) =>
    setup.needed() && context.env.transport === 'lan' ? next() : notFound(context),
  );
  handle(app, contracts.setUpOwner, setUpHere, async ({ context, body }) => {
    if (restoring?.running() === true) return refused('restoring');
    const slow = await limits.secrets(context.env.clientIp);
    if (slow) return slow;
    const made = await setup.claim(body);
    if (made.ok) return made;
    return made.refusal === 'not-needed' ? notFound(context) : refused(made.refusal);
  });

  handle(app, contracts.resetOwnerPassword, [], async ({ context, body }) => {
    if (context.env.transport !== 'lan') return notFound(context);
    const slow = await limits.secrets(context.env.clientIp);
    return slow ?? ownerPassword.claim(body);
  });

  handle(app, contracts.listUsers, admin, () => accepted({ users: accounts.list() }));

  handle(app, contracts.createUser, admin, ({ context, body }) => accounts.create(actorOf(context), body));

  handle(app, contracts.changeUserRole, admin, ({ context, params, body }) =>
    accounts.setRole(actorOf(context), params.id, body.role),
  );

  handle(app, contracts.resetUserPassword, admin, ({ context, params }) =>
    accounts.resetPassword(actorOf(context), params.id),
  );

  handle(app, contracts.disableUser, admin, ({ context, params, body }) =>
    accounts.setDisabled(actorOf(context), params.id, body.disabled),
  );

  handle(app, contracts.removeUser, admin, ({ context, params }) => {
    const removed = accounts.remove(actorOf(context), params.id);
    return removed.ok ? accepted(null) : removed;
  });

  handle(app, contracts.setManagerPin, admin, ({ context, params, body }) =>
    users.pins.set(actorOf(context), params.id, body.pin),
  );

  handle(app, contracts.editOwnProfile, anyone, async ({ context, body: profile }) => {
    const { id } = context.get('me');
    const sessionId = await users.sessionId(context.req.raw.headers, context.env.transport);
    // A session that somebody else came by must not tell them the password.
    const place: Place = { account: id, from: `session ${sessionId}`, trust: 'known' };
    if (profile.newPassword !== undefined) {
      const wait = users.loginThrottle.admitTry(place);
      if (wait > 0) return refused(tooMany(wait));
    }
    const edited = await accounts.editOwn(actorOf(context), id, profile, sessionId);
    if (edited.ok && profile.newPassword !== undefined) users.loginThrottle.forgiveTries(place);
    return edited;
  });

  return app;
}
