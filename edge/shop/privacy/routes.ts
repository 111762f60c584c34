// How long personal data is kept, and one person's data on request: looked at, taken away, erased (ADMIN).
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/privacy.ts';
import { invalid } from '@balcao/shared/http/problem.ts';
import { phoneDigits } from '@balcao/shared/phone.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Users } from '../users/users.ts';
import type { Audit } from '../audit/audit.ts';
import type { Person } from './person.ts';
import type { ErasePerson } from './erase-person.ts';
import type { Retention } from './retention.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';

/** What these routes use. */
type Deps = {
  wake: Wake;
  users: Users;
  audit: Audit;
  person: Person;
  erasePerson: ErasePerson;
  retention: Retention;
};

export function privacyRoutes({
  users,
  retention,
  erasePerson,
  person,
  audit,
  wake,
}: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const admin = requireRole(users, 'ADMIN');

  handle(app, contracts.readPrivacy, admin, () => accepted(retention.get()));

  handle(app, contracts.setPrivacy, admin, ({ context, body }) => {
    const privacy = retention.set(actorOf(context), body);
    wake.notify('log');
    return accepted(privacy);
  });

  handle(app, contracts.readPerson, admin, ({ context, body }) => {
    const phone = wholePhone(body.phone);
    if (phone === null) return refused(notWhole);
    audit.record(actorOf(context), 'privacy', 'look', 'consultou o que a loja guarda de um telefone');
    return accepted(person.summary(phone));
  });

  handle(app, contracts.exportPerson, admin, async ({ context, body }) => {
    const phone = wholePhone(body.phone);
    if (phone === null) return refused(notWhole);
    return context.body(`${JSON.stringify(await person.file(phone), null, 2)}\n`, 200, {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="dados-pessoais.json"',
    });
  });

  handle(app, contracts.erasePerson, admin, async ({ context, body }) => {
    const phone = wholePhone(body.phone);
    if (phone === null) return refused(notWhole);
    return accepted(await erasePerson(actorOf(context), phone));
  });

  return app;
}

const wholePhone = (text: string): string | null => {
  const digits = phoneDigits(text);
  return digits.length === 10 || digits.length === 11 ? digits : null;
};
const notWhole = invalid([{ field: 'phone', message: 'Informe o telefone com DDD.' }]);
