// Asking for an account, and whether one may. Stands before better-auth's routes, under the address that its clients know.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/users.ts';
import { accepted } from '@balcao/shared/result.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Users } from './users.ts';
import type { Limits } from '../../http/limits.ts';
import { householdOf } from '@balcao/shared/host/household.ts';
import type { SignUps } from './sign-ups.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';

/** What these routes use. */
type Deps = {
  wake: Wake;
  users: Users;
  signUps: SignUps;
  limits: Limits;
};

export function signUpRoutes({ users, signUps, limits, wake }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const admin = requireRole(users, 'ADMIN');

  handle(app, contracts.readSignUp, [], () => accepted(signUps.state()));

  handle(app, contracts.setSignUp, admin, ({ context, body }) => {
    const state = signUps.set(actorOf(context), body);
    wake.notify('log');
    return accepted(state);
  });

  handle(app, contracts.signUp, [], async ({ context, body }) => {
    const { clientIp, transport } = context.env;
    const address = householdOf(clientIp);
    const slow = await limits.secrets(`sign-up ${address}`);
    return slow ?? signUps.requestAccount({ address, transport }, body);
  });

  return app;
}
