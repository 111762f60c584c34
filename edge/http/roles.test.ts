import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Role } from '@balcao/shared/http/staff.ts';
import { ANYONE, pathOf, STAFF_ROUTES } from '../testing/staff-routes.ts';
import { openTestStore, type TestStore } from '../testing/open-test-store.ts';
import { asRole, PASSWORD, signIn, type Asking } from '../testing/sign-in.ts';

let store: TestStore;
const asking = new Map<Role | 'no role' | 'nobody', Asking>();
let routes: string[] = [];

beforeAll(async () => {
  store = await openTestStore();
  await store.ask('/api/auth/sign-up/email', {
    json: { name: 'Novo', email: 'novo@loja.com', password: PASSWORD },
  });
  await signEverybodyIn();
  asking.set('nobody', store.ask);
  routes = [
    ...new Set(
      store.app.routes
        .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/staff'))
        .map(({ method, path }) => `${method} ${path}`),
    ),
  ];
});
afterAll(() => store.close());

async function signEverybodyIn(): Promise<void> {
  for (const role of Role.options) asking.set(role, await asRole(store, role));
  asking.set('no role', await signIn(store, 'novo@loja.com'));
}

describe('role × route', () => {
  it('names every staff route there is, and no other', () => {
    expect(routes.toSorted()).toEqual(Object.keys(STAFF_ROUTES).toSorted());
  });

  it.each(Object.entries(STAFF_ROUTES))('%s lets in only whom it should', async (route, may) => {
    const [method = '', path = ''] = route.split(' ');
    const json = method === 'GET' || method === 'DELETE' ? {} : { json: {} };
    const statuses: Record<string, number> = {};
    const expected: Record<string, number | string> = {};
    for (const [who, ask] of asking) {
      const response = await ask(pathOf(path), { method, ...json });
      await response.body?.cancel();
      const allowed =
        may === ANYONE ? who !== 'nobody' : who !== 'nobody' && who !== 'no role' && may.includes(who);
      statuses[who] = response.status;
      expected[who] = who === 'nobody' ? 401 : allowed ? 'in' : 403;
    }
    const shown = Object.fromEntries(
      Object.entries(statuses).map(([who, status]) => [
        who,
        status === 401 || status === 403 ? status : 'in',
      ]),
    );
    expect(shown).toEqual(expected);
    if (route === 'DELETE /api/staff/me/sessions') await signEverybodyIn();
    // Let in means answered, not failed.
    for (const status of Object.values(statuses)) expect(status).not.toBe(500);
  });

  it('tells who may not enter so, in the words of the screens', async () => {
    const body = (await (await asking.get('KITCHEN')?.('/api/staff/users'))?.json()) as Record<
      string,
      unknown
    >;
    expect(body).toMatchObject({
      title: 'Acesso Negado',
      detail: 'Você não tem permissão para acessar esta área.',
    });
  });
});
