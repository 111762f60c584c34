// Asking for an account, and whether one may. Stands before better-auth's routes, under the address that its clients know.
import { createRoute, OpenAPIHono, type z } from '@hono/zod-openapi';
import { problem } from '@balcao/shared/http/problem.ts';
import { SignUp, SignUpState, StaffUser } from '@balcao/shared/http/users.ts';
import type { Users } from './users.ts';
import type { Limits } from '../../http/limits.ts';
import { householdOf } from '@balcao/shared/host/household.ts';
import type { SignUpRefusal, SignUps } from './sign-ups.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';
import { invalidHook, problemResponse } from '@balcao/shared/host/problems.ts';
import { accountProblem } from './routes.ts';

/** What these routes use. */
type Deps = {
  users: Users;
  signUps: SignUps;
  limits: Limits;
};

const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
const body = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});
const trouble = { description: 'A problem, in Portuguese' };

export function signUpRoutes({ users, signUps, limits }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const admin = requireRole(users, 'ADMIN');

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/auth/sign-up',
      responses: { 200: json(SignUpState, 'Whether anybody may ask for an account') },
    }),
    (context) => context.json(signUps.state(), 200),
  );

  app.openapi(
    createRoute({
      method: 'put',
      path: '/api/staff/sign-up',
      middleware: admin,
      request: body(SignUpState),
      responses: { 200: json(SignUpState, 'As it is now'), '4XX': trouble },
    }),
    (context) => context.json(signUps.set(actorOf(context), context.req.valid('json')), 200),
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/auth/sign-up/email',
      request: body(SignUp),
      responses: { 200: json(StaffUser, 'The account, which waits for a role'), '4XX': trouble },
    }),
    async (context) => {
      const { clientIp, transport } = context.env;
      const address = householdOf(clientIp);
      const slow = await limits.secrets(`sign-up ${address}`);
      if (slow) return slow as never;
      const made = await signUps.ask({ address, transport }, context.req.valid('json'));
      return made.ok ? context.json(made.value, 200) : (problemResponse(problemFor(made.refusal)) as never);
    },
  );

  return app;
}

function problemFor(refusal: SignUpRefusal) {
  switch (refusal) {
    case 'closed':
      return problem(
        403,
        'sign-up-closed',
        'Cadastro fechado',
        'Esta loja não aceita contas novas por aqui. Peça ao administrador para criar a sua.',
      );
    case 'too-many-waiting':
      return problem(
        429,
        refusal,
        'Muitas contas esperando',
        'Há contas demais esperando para serem liberadas. Peça ao administrador da loja para criar a sua.',
      );
    case 'too-many-here':
      return problem(
        429,
        refusal,
        'Muitas contas daqui',
        'Já foram criadas contas demais a partir desta rede hoje. Tente amanhã, ou peça ao administrador da loja.',
      );
    default:
      return accountProblem(refusal);
  }
}
