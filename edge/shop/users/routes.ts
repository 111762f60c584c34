// Accounts over HTTP: the first owner, staff for an administrator, one's own profile. Every route names its roles.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { PASSWORD_TEXTS } from '@balcao/shared/http/password.ts';
import { problem, tooMany, type Problem } from '@balcao/shared/http/problem.ts';
import { ResetOwnerPassword, SetupOwner, SetupState } from '@balcao/shared/http/setup.ts';
import { SETUP_CODE_PLACES } from '@balcao/shared/setup-code.ts';
import { Me } from '@balcao/shared/http/staff.ts';
import { NewUser, OwnProfile, StaffUser, StaffUsers, UserRole } from '@balcao/shared/http/users.ts';
import type { Users } from './users.ts';
import type { Setup } from './setup.ts';
import type { Restoring } from '../../replication/recovery/restoring.ts';
import type { OwnerPassword } from './owner-password.ts';
import type { Limits } from '../../http/limits.ts';
import type { AccountRefusal } from './accounts.ts';
import type { Place } from './login-throttle.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';
import { RESTORING } from '../../replication/recovery/restore-routes.ts';
import { invalidHook, notFound, problemResponse } from '@balcao/shared/host/problems.ts';

/** What these routes use. */
type Deps = {
  users: Users;
  setup: Setup;
  restoring: Restoring | null;
  ownerPassword: OwnerPassword;
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
const userId = z.object({ id: z.string().min(1).max(64) });

export function userRoutes({ users, setup, restoring, ownerPassword, limits }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const anyone = requireRole(users);
  const admin = requireRole(users, 'ADMIN');
  const { accounts } = users;

  // Only in the shop: whoever sets a store up stands beside it.
  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/setup',
      responses: { 200: json(SetupState, 'Whether there is no owner yet') },
    }),
    (context) => context.json({ needed: setup.needed() && context.env.transport === 'lan' }, 200),
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/setup',
      request: body(SetupOwner),
      responses: { 201: json(StaffUser, 'The owner'), '4XX': trouble },
    }),
    async (context) => {
      if (!setup.needed() || context.env.transport !== 'lan') return notFound(context) as never;
      if (restoring?.running() === true) return problemResponse(RESTORING) as never;
      const slow = await limits.secrets(context.env.clientIp);
      if (slow) return slow as never;
      const made = await setup.claim(context.req.valid('json'));
      if (made.ok) return context.json(made.value, 201);
      if (made.refusal === 'not-needed') return notFound(context) as never;
      return problemResponse(
        made.refusal === 'wrong-code'
          ? fieldProblem('wrong-code', 'code', `Código de instalação incorreto. ${SETUP_CODE_PLACES}`)
          : accountProblem(made.refusal),
      ) as never;
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/setup/password',
      request: body(ResetOwnerPassword),
      responses: { 200: json(StaffUser, 'The account'), '4XX': trouble },
    }),
    async (context) => {
      if (context.env.transport !== 'lan') return notFound(context) as never;
      const slow = await limits.secrets(context.env.clientIp);
      if (slow) return slow as never;
      const changed = await ownerPassword.claim(context.req.valid('json'));
      if (changed.ok) return context.json(changed.value, 200);
      return problemResponse(
        changed.refusal === 'wrong-code'
          ? fieldProblem(
              'wrong-code',
              'code',
              'Código incorreto ou vencido. Peça outro no computador da loja: cada um vale uma vez, por 30 minutos.',
            )
          : changed.refusal === 'not-an-administrator'
            ? fieldProblem(changed.refusal, 'email', 'Nenhum administrador da loja tem este email.')
            : accountProblem(changed.refusal),
      ) as never;
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/users',
      middleware: admin,
      responses: { 200: json(StaffUsers, 'Newest first'), '4XX': trouble },
    }),
    (context) => context.json({ users: accounts.list() }, 200),
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/users',
      middleware: admin,
      request: body(NewUser),
      responses: { 201: json(StaffUser, 'The account'), '4XX': trouble },
    }),
    async (context) => {
      const made = await accounts.create(actorOf(context), context.req.valid('json'));
      return made.ok
        ? context.json(made.value, 201)
        : (problemResponse(accountProblem(made.refusal)) as never);
    },
  );

  app.openapi(
    createRoute({
      method: 'patch',
      path: '/api/staff/users/{id}',
      middleware: admin,
      request: { params: userId, ...body(UserRole) },
      responses: { 200: json(StaffUser, 'The account'), '4XX': trouble },
    }),
    (context) => {
      const changed = accounts.setRole(
        actorOf(context),
        context.req.valid('param').id,
        context.req.valid('json').role,
      );
      return changed.ok
        ? context.json(changed.value, 200)
        : (problemResponse(accountProblem(changed.refusal)) as never);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: '/api/staff/users/{id}',
      middleware: admin,
      request: { params: userId },
      responses: { 204: { description: 'Gone' }, '4XX': trouble },
    }),
    (context) => {
      const removed = accounts.remove(actorOf(context), context.req.valid('param').id);
      return removed.ok
        ? context.body(null, 204)
        : (problemResponse(accountProblem(removed.refusal)) as never);
    },
  );

  app.openapi(
    createRoute({
      method: 'patch',
      path: '/api/staff/me',
      middleware: anyone,
      request: body(OwnProfile),
      responses: { 200: json(Me, 'Oneself'), '4XX': trouble },
    }),
    async (context) => {
      const profile = context.req.valid('json');
      const { id } = context.get('me');
      const sessionId = await users.sessionId(context.req.raw.headers, context.env.transport);
      // A session that somebody else came by must not tell them the password.
      const place: Place = { account: id, from: `session ${sessionId}`, standing: 'known' };
      if (profile.newPassword !== undefined) {
        const wait = users.guesses.enter(place);
        if (wait > 0) return problemResponse(tooMany(wait), { 'retry-after': String(wait) }) as never;
      }
      const edited = await accounts.editOwn(actorOf(context), id, profile, sessionId);
      if (edited.ok && profile.newPassword !== undefined) users.guesses.right(place);
      return edited.ok
        ? context.json(edited.value, 200)
        : (problemResponse(accountProblem(edited.refusal, 'newPassword')) as never);
    },
  );

  return app;
}

const fieldProblem = (code: string, field: string, message: string): Problem =>
  problem(422, code, 'Confira os dados', message, { errors: [{ field, message }] });

export function accountProblem(refusal: AccountRefusal, passwordField = 'password'): Problem {
  switch (refusal) {
    case 'short-for-role':
      return fieldProblem(refusal, passwordField, PASSWORD_TEXTS.shortForRole);
    case 'short-for-admin':
      return fieldProblem(refusal, passwordField, PASSWORD_TEXTS.shortForAdmin);
    case 'common-password':
      return fieldProblem(refusal, passwordField, PASSWORD_TEXTS.common);
    case 'email-taken':
      return { ...fieldProblem(refusal, 'email', 'Este email já está cadastrado.'), status: 409 };
    case 'bad-email':
      return fieldProblem(refusal, 'email', 'Informe um email válido.');
    case 'wrong-password':
      return fieldProblem(refusal, 'currentPassword', 'Senha atual incorreta');
    case 'unknown-user':
      return problem(404, refusal, 'Usuário não encontrado', 'Este usuário não existe mais.');
    case 'own-account':
      return problem(409, refusal, 'Não é possível excluir', 'Você não pode excluir seu próprio perfil');
    case 'own-role':
      return problem(
        409,
        refusal,
        'Não é possível mudar',
        'Você não pode tirar de si a função de administrador.',
      );
  }
}
