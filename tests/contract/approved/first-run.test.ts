// The first run of a shop, from a machine without an owner to one that sells, as it is answered and written down.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recoveryCode } from '../../../edge/storage/recovery-code.ts';
import { openTestStore, START_MS, type TestStore } from '../../../edge/testing/open-test-store.ts';
import { fixTime, recordStore, type StoreRecord } from '../../harness/store-record.ts';
import { openBrowser, type Browser } from './browser.ts';

const DONA = { name: 'Dona Lúcia', email: 'Dona@Loja.com', password: 'tigela roxa no balde' };
let store: TestStore;
let record: StoreRecord;
let dona: Browser;
/** What the relay says of the account at the provider; null: it is out of reach. */
let isConfigured: boolean | null = null;
beforeAll(async () => {
  store = await openTestStore({
    seed: false,
    relay: {
      request: () =>
        isConfigured === null
          ? Promise.reject(new Error('no internet'))
          : Promise.resolve(Response.json({ configured: isConfigured })),
    },
  });
  fixTime(store, START_MS);
  // Made by chance when it is first asked for.
  recoveryCode(store.db);
  record = recordStore(store, {
    leaveOut: ['session.ip_address', 'session.user_agent'],
    asBefore: /^PUT /,
    isAuditBrief: true,
  });
  dona = openBrowser(store, 'Dona Lúcia');
});
afterAll(() => store?.close());

async function claimTheShop(): Promise<void> {
  record.title('Without an owner');
  const far = openBrowser(store, 'somebody far away', { from: 'link' });
  await record.look(dona, ['/api/setup', '/']);
  record.quote('is led to', dona.answer().headers.get('location') ?? 'nowhere');
  await record.look(far, ['/api/setup']);
  await record.look(dona, ['/api/staff/me', '/api/staff/first-run', '/api/menu', '/api/store']);
  const code = store.setup.code() ?? '';
  record.namer.learn('code', code);
  // However it is typed.
  const typed = code.toLowerCase().replace('-', ' ');
  record.namer.learn('typed code', typed);
  const claim = (words: string, json: unknown, who = dona) =>
    record.step(words, who, 'POST /api/setup', json);
  await claim('Nothing is filled in', {});
  await claim('Everything is filled in wrong', {
    code: ' ',
    name: 'L'.repeat(81),
    email: 'x'.repeat(201),
    password: '12345',
  });
  await claim('A name that turns the text round', { code, ...DONA, name: 'Dona \u202Eaicúl' });
  await claim('A wrong code', { code: 'AAAAA-AAAAA', ...DONA });
  await claim('No e-mail', { code, ...DONA, email: 'dona.loja.com' });
  await claim('A short password', { code, ...DONA, password: 'onze letras' });
  await claim('An easy password', { code, ...DONA, password: 'acai123456789' });
  await claim('From afar', { code, ...DONA }, far);
  await claim('All is right', { code: typed, ...DONA });
  await claim('Somebody comes with the code again', { code, ...DONA, email: 'outra@loja.com' });
  await record.look(dona, ['/api/setup']);
}

async function takeTheFirstSteps(): Promise<void> {
  record.title('The first steps');
  await record.step('Signs in', dona, 'POST /api/auth/sign-in/email', {
    email: ' DONA@loja.com ',
    password: DONA.password,
  });
  await record.look(dona, [
    '/api/staff/me',
    '/api/staff/first-run',
    '/api/staff/catalog',
    '/api/staff/users',
  ]);
  const choose = (words: string, json: unknown) => record.step(words, dona, 'PUT /api/staff/first-run', json);
  await choose('Puts off the printer and the site', { skipped: ['printer', 'site'], dismissed: false });
  await choose('Puts off something that is no step', { skipped: ['paper'], dismissed: false });
  await choose('Says the same again', { skipped: ['printer', 'site'], dismissed: false });
  await record.step('Says what the shop is called', dona, 'PATCH /api/staff/settings', {
    storeName: 'Açaí da Lúcia',
  });
  await record.look(dona, ['/api/staff/first-run']);
  const everyDay = Array.from({ length: 7 }, () => [{ opens: '10:00', closes: '22:00' }]);
  await record.step('Says the hours that were proposed', dona, 'PATCH /api/staff/settings', {
    openingHours: { weekly: everyDay, holidays: [] },
  });
  await record.look(dona, ['/api/staff/first-run']);
  await record.step('Sells one thing', dona, 'PATCH /api/staff/catalog/products/agua', {
    name: 'Água',
    priceCents: 400,
    productType: 'PRONTO',
  });
  await record.look(dona, ['/api/staff/first-run']);
  await record.step('Wants the sample menu', dona, 'POST /api/staff/sample-menu');
  isConfigured = true;
  await record.look(dona, ['/api/staff/first-run']);
  await choose('Puts nothing off any more, and the list away', { skipped: [], dismissed: true });
  await record.look(dona, ['/api/staff/audit', '/api/staff/audit?subject=settings']);
}

it('goes from a machine without an owner to one that sells', async () => {
  await claimTheShop();
  await takeTheFirstSteps();
  await expect(record.text()).toMatchFileSnapshot('./first-run.txt');
});
