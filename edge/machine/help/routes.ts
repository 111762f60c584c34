// "Ajuda remota" over HTTP: the owner's switch, and the one thing that the code opens. Where the code came in says who may be slowed.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/help.ts';
import type { HelpState } from '@balcao/shared/http/help.ts';
import { accepted } from '@balcao/shared/result.ts';
import type { Users } from '../../shop/users/users.ts';
import type { StoreDiagnostics } from '../diagnostics/diagnostics.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireLan, requireRole } from '../../http/guards.ts';
import type { Help } from './help.ts';

/** What these routes use. */
type Deps = {
  users: Users;
  diagnostics: StoreDiagnostics;
  help: Help;
  publicUrl: () => string | null;
};

export function helpRoutes({ users, help, diagnostics, publicUrl }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const admin = requireRole(users, 'ADMIN');
  const state = (context: { env: Env['Bindings'] }): HelpState => {
    const site = publicUrl();
    return {
      ...help.state(),
      allowed: context.env.transport === 'lan',
      pageUrl: site === null ? null : `${site}/ajuda`,
    };
  };

  handle(app, contracts.readHelp, admin, ({ context }) => accepted(state(context)));

  // In the shop alone: a relay that holds an administrator's cookie could open a door that outlives the session.
  handle(app, contracts.openHelp, [admin, requireLan], ({ context }) => {
    const code = help.open(actorOf(context));
    return accepted({ code, state: state(context) });
  });

  handle(app, contracts.endHelp, admin, ({ context }) => {
    help.end(actorOf(context));
    return accepted(state(context));
  });

  handle(app, contracts.readHelpDiagnostics, [], async ({ context, body }) => {
    const { transport, clientIp } = context.env;
    const looked = help.openDiagnostics(body.code, transport === 'link' ? 'relay' : 'lan', clientIp);
    if (!looked.ok) return looked;
    return accepted({ ...(await diagnostics.nameless()), ...looked.value });
  });

  return app;
}
