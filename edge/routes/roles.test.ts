import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Role } from '@balcao/shared/http/staff.ts';
import { openTestStore, type TestStore } from '../testing/open-test-store.ts';
import { asRole, PASSWORD, signIn, type Asking } from '../testing/sign-in.ts';

const SHOP = ['ADMIN', 'KITCHEN', 'ATTENDANT'] as const;
const FRONT = ['ADMIN', 'ATTENDANT'] as const;
const ADMIN = ['ADMIN'] as const;
/** What the shop and its wholesale operator share. */
const EVERY_ROLE = ['ADMIN', 'KITCHEN', 'ATTENDANT', 'WHOLESALE'] as const;
const SELLERS = ['ADMIN', 'WHOLESALE'] as const;
/** Also an account that waits for its role. */
const ANYONE = 'anyone signed in';

/** Who may use which staff route. A route that is not in here fails the test: decide first who may. */
const MAY: Record<string, readonly Role[] | typeof ANYONE> = {
  'GET /api/staff/me': ANYONE,
  'PATCH /api/staff/me': ANYONE,
  'GET /api/staff/board': SHOP,
  'GET /api/staff/live': EVERY_ROLE,
  'POST /api/staff/orders/:id/moves': SHOP,
  'POST /api/staff/orders': FRONT,
  'GET /api/staff/orders': FRONT,
  'GET /api/staff/cash': FRONT,
  'GET /api/staff/catalog': EVERY_ROLE,
  'PATCH /api/staff/catalog/:kind/:id': SHOP,
  'PATCH /api/staff/catalog': EVERY_ROLE,
  'PATCH /api/staff/settings': ADMIN,
  'POST /api/staff/images': SELLERS,
  'GET /api/staff/wholesale/orders': SELLERS,
  'POST /api/staff/wholesale/orders/:id/moves': SELLERS,
  'POST /api/staff/wholesale/orders/:id/print': SELLERS,
  'GET /api/staff/printing': SHOP,
  'POST /api/staff/print-jobs/:id/:action': SHOP,
  'POST /api/staff/print-jobs/:id/move-to/:printerId': SHOP,
  'POST /api/staff/orders/:id/reprint': SHOP,
  'GET /api/staff/printers': ADMIN,
  'PUT /api/staff/printers/:id': ADMIN,
  'DELETE /api/staff/printers/:id': ADMIN,
  'POST /api/staff/printers/:id/test': ADMIN,
  'POST /api/staff/printers/:id/paper-seen': ADMIN,
  'GET /api/staff/users': ADMIN,
  'POST /api/staff/users': ADMIN,
  'PATCH /api/staff/users/:id': ADMIN,
  'DELETE /api/staff/users/:id': ADMIN,
  'GET /api/staff/relay': ADMIN,
  'POST /api/staff/relay/pair': ADMIN,
  'POST /api/staff/relay/unpair': ADMIN,
  'GET /api/staff/relay/held': ADMIN,
  'POST /api/staff/relay/held/:id/retry': ADMIN,
  'POST /api/staff/relay/held/:id/discard': ADMIN,
  'POST /api/staff/relay/start-over': ADMIN,
  'GET /api/staff/first-run': ADMIN,
  'PUT /api/staff/first-run': ADMIN,
  'POST /api/staff/sample-menu': ADMIN,
  'GET /api/staff/update': ADMIN,
  'PUT /api/staff/update/file': ADMIN,
  'POST /api/staff/update': ADMIN,
  'GET /api/staff/audit': ADMIN,
  'GET /api/staff/recovery-sheet': ADMIN,
  'POST /api/staff/recovery-sheet/show': ADMIN,
  'POST /api/staff/recovery-sheet/print': ADMIN,
  'GET /api/staff/diagnostics': ADMIN,
  'GET /api/staff/diagnostics/bundle': ADMIN,
  'GET /api/staff/found-printers': ADMIN,
  'GET /api/staff/print-preview/jobs/:id': SHOP,
  'GET /api/staff/print-preview/orders/:id/:purpose': SHOP,
  'GET /api/staff/print-preview/samples/:kind': ADMIN,
  'POST /api/staff/orders/:id/refund': ADMIN,
  'GET /api/staff/payments/unresolved': ADMIN,
  'POST /api/staff/payments/:id/resolve': ADMIN,
  'GET /api/staff/payments/credentials': ADMIN,
  'PUT /api/staff/payments/credentials': ADMIN,
  'DELETE /api/staff/payments/credentials': ADMIN,
  'POST /api/staff/payments/credentials/test': ADMIN,
  'GET /api/staff/payments/:view': ADMIN,
  'GET /api/staff/push': ADMIN,
  'POST /api/staff/push/devices': ADMIN,
  'DELETE /api/staff/push/devices/:id': ADMIN,
  'POST /api/staff/push/test': ADMIN,
  'DELETE /api/staff/orders/:id': ADMIN,
  'POST /api/staff/orders/clear': ADMIN,
  'GET /api/staff/orders/:id/pix-code': FRONT,
  'POST /api/staff/panel/reset': ['ADMIN', 'KITCHEN'],
  'POST /api/staff/pause': SHOP,
  'GET /api/staff/cash-session': FRONT,
  'POST /api/staff/cash-session': FRONT,
  'POST /api/staff/cash-session/movements': FRONT,
  'POST /api/staff/cash-session/close': FRONT,
  'GET /api/staff/cash-closes': ADMIN,
  'POST /api/staff/cash-closes/:number/print': FRONT,
  'GET /api/staff/pix-key': ADMIN,
  'PUT /api/staff/pix-key': ADMIN,
  'GET /api/staff/privacy': ADMIN,
  'PUT /api/staff/privacy': ADMIN,
  'GET /api/staff/privacy/export': ADMIN,
  'POST /api/staff/privacy/erase': ADMIN,
  'GET /api/staff/backups': ADMIN,
  'POST /api/staff/backups': ADMIN,
  'GET /api/staff/backups/:name': ADMIN,
  'GET /api/staff/reports/sales': ADMIN,
  'GET /api/staff/reports/sales.csv': ADMIN,
  'GET /api/staff/reports/dashboard': ADMIN,
  'GET /api/staff/ranking': ADMIN,
};

// Values for parameters that pass the routes' own checks; nothing of that name exists.
const PARAMETERS: Record<string, string> = {
  kind: 'sizes',
  purpose: 'kitchen',
  action: 'retry',
  printerId: 'none',
  number: '999',
  view: 'matching?day=2026-11-20',
  attemptId: '01890a5d-ac96-774b-bcce-b302099a8058',
};
const UUID = '01890a5d-ac96-774b-bcce-b302099a8057';
const pathOf = (route: string): string =>
  route.replace(
    /:(\w+)/g,
    (_, name: string) => PARAMETERS[name] ?? (/print-jobs|preview\/jobs/.test(route) ? '999' : UUID),
  );

let store: TestStore;
const asking = new Map<Role | 'no role' | 'nobody', Asking>();
let routes: string[] = [];

beforeAll(async () => {
  store = await openTestStore();
  for (const role of Role.options) asking.set(role, await asRole(store, role));
  await store.ask('/api/auth/sign-up/email', {
    json: { name: 'Novo', email: 'novo@loja.com', password: PASSWORD },
  });
  asking.set('no role', await signIn(store, 'novo@loja.com'));
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

describe('role × route', () => {
  it('names every staff route there is, and no other', () => {
    expect(routes.toSorted()).toEqual(Object.keys(MAY).toSorted());
  });

  it.each(Object.entries(MAY))('%s lets in only whom it should', async (route, may) => {
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
