// How long personal data is kept, and one person's data on request: looked at, taken away, erased (ADMIN).
import { createRoute, OpenAPIHono, type z } from '@hono/zod-openapi';
import { Erased, PersonRequest, PersonSummary, Privacy } from '@balcao/shared/http/privacy.ts';
import { invalid } from '@balcao/shared/http/problem.ts';
import { phoneDigits } from '@balcao/shared/phone.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Users } from '../users/users.ts';
import type { Audit } from '../audit/audit.ts';
import type { Person } from './person.ts';
import type { ErasePerson } from './erase-person.ts';
import type { Retention } from './retention.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';
import { invalidHook, problemResponse } from '@balcao/shared/host/problems.ts';

/** What these routes use. */
type Deps = {
  wake: Wake;
  users: Users;
  audit: Audit;
  person: Person;
  erasePerson: ErasePerson;
  retention: Retention;
};

const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
const body = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});
const trouble = { description: 'A problem, in Portuguese' };

export function privacyRoutes({
  users,
  retention,
  erasePerson,
  person,
  audit,
  wake,
}: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const middleware = requireRole(users, 'ADMIN');

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/privacy',
      middleware,
      responses: { 200: json(Privacy, 'The setting'), '4XX': trouble },
    }),
    (context) => context.json(retention.get(), 200),
  );

  app.openapi(
    createRoute({
      method: 'put',
      path: '/api/staff/privacy',
      middleware,
      request: body(Privacy),
      responses: { 200: json(Privacy, 'The setting'), '4XX': trouble },
    }),
    (context) => {
      const privacy = retention.set(actorOf(context), context.req.valid('json'));
      wake.notify('log');
      return context.json(privacy, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/privacy/person',
      middleware,
      request: body(PersonRequest),
      responses: { 200: json(PersonSummary, 'What is kept about this phone, in short'), '4XX': trouble },
    }),
    (context) => {
      const phone = wholePhone(context.req.valid('json').phone);
      if (phone === null) return problemResponse(notWhole) as never;
      audit.record(actorOf(context), 'privacy', 'look', 'consultou o que a loja guarda de um telefone');
      return context.json(person.summary(phone), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/privacy/export',
      middleware,
      request: body(PersonRequest),
      responses: { 200: { description: 'A file with everything kept about this phone' }, '4XX': trouble },
    }),
    async (context) => {
      const phone = wholePhone(context.req.valid('json').phone);
      if (phone === null) return problemResponse(notWhole) as never;
      return context.body(`${JSON.stringify(await person.file(phone), null, 2)}\n`, 200, {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="dados-pessoais.json"',
        'cache-control': 'no-store',
      });
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/privacy/erase',
      middleware,
      request: body(PersonRequest),
      responses: { 200: json(Erased, 'What was erased, as a receipt without the person'), '4XX': trouble },
    }),
    async (context) => {
      const phone = wholePhone(context.req.valid('json').phone);
      if (phone === null) return problemResponse(notWhole) as never;
      return context.json(await erasePerson(actorOf(context), phone), 200);
    },
  );

  return app;
}

const wholePhone = (text: string): string | null => {
  const digits = phoneDigits(text);
  return digits.length === 10 || digits.length === 11 ? digits : null;
};
const notWhole = invalid([{ field: 'phone', message: 'Informe o telefone com DDD.' }]);
