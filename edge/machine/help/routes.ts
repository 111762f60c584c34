// "Ajuda remota" over HTTP: the owner's switch, and the one thing that the code opens. Where the code came in says who may be slowed.
import { createRoute, OpenAPIHono, type z } from '@hono/zod-openapi';
import { HelpDiagnostics, HelpOpened, HelpRequest, HelpState } from '@balcao/shared/http/help.ts';
import { problem, type Problem } from '@balcao/shared/http/problem.ts';
import type { Users } from '../../shop/users/users.ts';
import type { StoreDiagnostics } from '../diagnostics/diagnostics.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireLan, requireRole } from '../../http/guards.ts';
import { invalidHook, problemResponse } from '@balcao/shared/host/problems.ts';
import type { HelpRefusal, Help } from './help.ts';

/** What these routes use. */
type Deps = {
  users: Users;
  diagnostics: StoreDiagnostics;
  help: Help;
  publicUrl: () => string | null;
};

const PATH = '/api/staff/help';
const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
const trouble = { description: 'A problem, in Portuguese' };

export function helpRoutes({ users, help, diagnostics, publicUrl }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const admin = requireRole(users, 'ADMIN');
  const state = (context: { env: Env['Bindings'] }): HelpState => {
    const site = publicUrl();
    return {
      ...help.state(),
      allowed: context.env.transport === 'lan',
      pageUrl: site === null ? null : `${site}/ajuda`,
    };
  };

  app.openapi(
    createRoute({
      method: 'get',
      path: PATH,
      middleware: admin,
      responses: { 200: json(HelpState, 'Whether it is open'), '4XX': trouble },
    }),
    (context) => context.json(state(context), 200),
  );

  // In the shop alone: a relay that has an administrator's cookie could open help that outlives the session.
  app.openapi(
    createRoute({
      method: 'post',
      path: PATH,
      middleware: [admin, requireLan] as const,
      responses: { 201: json(HelpOpened, 'The code, told this once'), '4XX': trouble },
    }),
    (context) => {
      const code = help.open(actorOf(context));
      return context.json({ code, state: state(context) }, 201);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: PATH,
      middleware: admin,
      responses: { 200: json(HelpState, 'It is over'), '4XX': trouble },
    }),
    (context) => {
      help.end(actorOf(context));
      return context.json(state(context), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/help/diagnostics',
      summary: 'Diagnostics for whoever helps from afar',
      request: { body: { required: true, content: { 'application/json': { schema: HelpRequest } } } },
      responses: { 200: json(HelpDiagnostics, 'How the machine does'), '4XX': trouble },
    }),
    async (context) => {
      const { transport, clientIp } = context.env;
      const looked = help.look(
        context.req.valid('json').code,
        transport === 'link' ? 'relay' : 'lan',
        clientIp,
      );
      if (!looked.ok) return problemResponse(problemOf(looked.refusal)) as never;
      return context.json({ ...(await diagnostics.nameless()), ...looked.value }, 200);
    },
  );
  return app;
}

function problemOf(refusal: HelpRefusal): Problem {
  switch (refusal) {
    case 'wrong-code':
      return problem(
        422,
        refusal,
        'Confira o código',
        'Este código não abre a ajuda remota. Confira com o dono da loja: o código vale por uma hora.',
      );
    case 'too-many-tries':
      return problem(
        429,
        refusal,
        'Muitas tentativas',
        'Códigos errados demais. Peça ao dono da loja para abrir a ajuda remota de novo.',
      );
    case 'too-many-looks':
      return problem(
        429,
        refusal,
        'Vista vezes demais',
        'O diagnóstico já foi visto vezes demais com este código. Peça ao dono da loja para abrir a ajuda remota de novo.',
      );
  }
}
