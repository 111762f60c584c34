// The store's release for an administrator: how it is, a file to take in, and the asking. Only in the shop: a release is code, and
// whoever sends it stands where the machine does.
import { createRoute, OpenAPIHono, type z } from '@hono/zod-openapi';
import { problem, type Problem } from '@balcao/shared/http/problem.ts';
import { ReleaseFile, UpdateChoice, UpdateRequest, UpdateState } from '@balcao/shared/http/update.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Users } from '../../shop/users/users.ts';
import type { NightUpdates } from './night.ts';
import type { UpdateRefusal, Updates } from './updates.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireLan, requireRole } from '../../http/guards.ts';
import { invalidHook, problemResponse } from '@balcao/shared/host/problems.ts';

/** What these routes use. */
type Deps = {
  version: string;
  wake: Wake;
  users: Users;
  updates: Updates;
  nightUpdates: NightUpdates;
};

/** Where the file comes in: longer than any other body, and not JSON. */
export const RELEASE_PATH = '/api/staff/update/file';
export const RELEASE_BYTES_MAX = 512 * 1024 * 1024;

const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
const trouble = { description: 'A problem, in Portuguese' };

export function updateRoutes({ users, updates, nightUpdates, version, wake }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const admin = requireRole(users, 'ADMIN');
  const present = async (context: { env: Env['Bindings'] }): Promise<UpdateState> => ({
    version,
    available: updates.available,
    allowed: context.env.transport === 'lan',
    updateUrl: updates.updateUrl,
    ...updates.choice(),
    source: await updates.source(),
    looking: await updates.isLooking(),
    waitsFor: nightUpdates.waitsFor(),
    run: await updates.run(),
  });

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/update',
      middleware: admin,
      responses: { 200: json(UpdateState, 'The version, and how the last update went'), '4XX': trouble },
    }),
    async (context) => context.json(await present(context), 200),
  );

  app.openapi(
    createRoute({
      method: 'put',
      path: RELEASE_PATH,
      middleware: [admin, requireLan] as const,
      responses: { 200: json(ReleaseFile, 'Taken'), '4XX': trouble, 507: trouble },
    }),
    async (context) => {
      const { body } = context.req.raw;
      if (body === null) return problemResponse(problemOf('not-a-release')) as never;
      const sum = context.req.header('x-sha256')?.trim() ?? '';
      const taken = await updates.takeFile(
        body,
        Number(context.req.header('content-length') ?? RELEASE_BYTES_MAX),
        sum === '' ? null : sum,
      );
      return taken.ok ? context.json(taken.value, 200) : (problemResponse(problemOf(taken.refusal)) as never);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/update',
      middleware: [admin, requireLan] as const,
      request: { body: { required: true, content: { 'application/json': { schema: UpdateRequest } } } },
      responses: { 202: json(UpdateState, 'Asked for'), '4XX': trouble, 507: trouble },
    }),
    async (context) => {
      const asked = await updates.ask(actorOf(context), context.req.valid('json').from);
      if (!asked.ok) return problemResponse(problemOf(asked.refusal)) as never;
      wake.notify('log');
      return context.json(await present(context), 202);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/update/look',
      middleware: [admin, requireLan] as const,
      responses: { 202: json(UpdateState, 'Asked for'), '4XX': trouble },
    }),
    async (context) => {
      const asked = await updates.look();
      if (!asked.ok)
        return problemResponse({ ...problemOf(asked.refusal), title: 'A busca não começou' }) as never;
      return context.json(await present(context), 202);
    },
  );

  app.openapi(
    createRoute({
      method: 'put',
      path: '/api/staff/update/choice',
      middleware: [admin, requireLan] as const,
      request: { body: { required: true, content: { 'application/json': { schema: UpdateChoice } } } },
      responses: { 200: json(UpdateState, 'Kept'), '4XX': trouble },
    }),
    async (context) => {
      updates.choose(actorOf(context), context.req.valid('json'));
      wake.notify('log');
      return context.json(await present(context), 200);
    },
  );
  return app;
}

function problemOf(refusal: UpdateRefusal): Problem {
  const title = 'A atualização não começou';
  switch (refusal) {
    case 'unavailable':
      return problem(
        409,
        refusal,
        title,
        'Esta instalação não se atualiza por aqui. Na máquina da loja, use: sudo balcao update ARQUIVO',
      );
    case 'running':
      return problem(409, refusal, title, 'Uma atualização já está em andamento. Espere ela terminar.');
    case 'no-space':
      return problem(
        507,
        refusal,
        title,
        'O disco está quase cheio: o arquivo não cabe. Libere espaço e tente de novo.',
      );
    case 'not-a-release':
      return problem(
        422,
        refusal,
        title,
        'Este arquivo não é uma versão do Balcão. Escolha o que termina em .tar.gz.',
      );
    case 'wrong-sum':
      return problem(422, refusal, title, 'O arquivo não é o da soma informada: baixe de novo e confira.', {
        errors: [{ field: 'sha256', message: 'A soma não confere com o arquivo.' }],
      });
    case 'no-file':
      return problem(409, refusal, title, 'Envie o arquivo da versão antes de instalar.');
    case 'no-url':
      return problem(409, refusal, title, 'Não há endereço de atualizações configurado nesta máquina.');
  }
}
