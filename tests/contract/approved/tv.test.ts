// What is written and said when a TV is let in, as a text that a person approves: `tv.txt`.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestStore, START_MS, type TestStore } from '../../../edge/testing/open-test-store.ts';
import { sell } from '../../../edge/testing/sell.ts';
import { asRole, cookiesOf } from '../../../edge/testing/sign-in.ts';
import { textAt } from '../../harness/plain-facts.ts';
import { fixTime, recordStore, type Asker, type StoreRecord } from '../../harness/store-record.ts';

let store: TestStore;
let record: StoreRecord;
let admin: Asker;

beforeAll(async () => {
  store = await openTestStore();
  fixTime(store, START_MS);
  admin = { name: 'administrator', ask: await asRole(store, 'ADMIN') };
  record = recordStore(store);
});
afterAll(() => store.close());

/** A browser on the wall, with the cookie that it was given last. */
function createTv(name: string): Asker {
  let cookie = '';
  return {
    name,
    async ask(path, init = {}) {
      const response = await store.ask(path, { ...init, headers: { ...init.headers, cookie } });
      cookie = cookiesOf(response.headers) || cookie;
      return response;
    },
  };
}
const WEB_OS = {
  'user-agent': 'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chrome/94.0 Safari/537.36',
};
const PANEL = ['/api/tv/panel'];
const SCREENS = ['/api/staff/tv/screens'];

test('what a TV, its administrator and the books say is what was approved', async () => {
  const hall = createTv('TV of the hall');
  const kitchen = createTv('TV of the kitchen');
  const askClaim = async (tv: Asker, words: string, claim: string) =>
    record.step(words, tv, 'POST /api/tv/claims', { claim });
  const pair = (words: string, json: object) => record.step(words, admin, 'POST /api/staff/tv/screens', json);

  record.title('Before any TV');
  await record.look(admin, SCREENS);
  await record.look(hall, PANEL);

  record.title('One is let in');
  const shown = await record.step('it asks for a code', hall, 'POST /api/tv/codes', undefined, WEB_OS);
  const claim = textAt(shown, 'claim');
  await askClaim(hall, 'nobody has typed the code', claim);
  await pair('a code that no TV shows', { code: 'ZZZZZZ', name: 'Salão' });
  await pair('no code', { code: '', name: 'Salão' });
  const screen = await pair('the code of the TV', { code: textAt(shown, 'code'), name: 'Salão' });
  await pair('the same code again', { code: textAt(shown, 'code'), name: 'Salão' });
  await askClaim(hall, 'the TV hears of it', claim);
  await askClaim(hall, 'and not twice', claim);
  await record.look(hall, PANEL);

  record.title('Another, without a name and from an unknown browser');
  fixTime(store, START_MS + 20 * 60_000);
  const other = await record.step('it asks for a code', kitchen, 'POST /api/tv/codes');
  await pair('the code in small letters', { code: textAt(other, 'code').toLowerCase(), name: '' });
  await askClaim(kitchen, 'the TV hears of it', textAt(other, 'claim'));
  await record.look(admin, SCREENS);

  record.title('A code that grows old');
  const old = await record.step('a third one asks', createTv('TV outside'), 'POST /api/tv/codes');
  fixTime(store, START_MS + 31 * 60_000);
  await pair('eleven minutes later', { code: textAt(old, 'code'), name: 'Rua' });
  await askClaim(createTv('TV outside'), 'and the TV', textAt(old, 'claim'));

  record.title('What it shows, and its end');
  sell(store, store.clock.nowMs, { status: 'PREPARING', ...panel(7) });
  sell(store, store.clock.nowMs - 1000, { status: 'RECEBIDO', ...panel(9) });
  sell(store, store.clock.nowMs, { status: 'READY', ...panel(8) });
  await record.look(hall, PANEL);
  const gone = `DELETE /api/staff/tv/screens/${textAt(screen, 'id')}`;
  await record.step('the administrator lets it in no more', admin, gone);
  await record.step('and once more', admin, gone);
  await record.look(hall, PANEL);
  await record.look(admin, SCREENS);

  await expect(record.text()).toMatchFileSnapshot('./tv.txt');
});

const panel = (panelNumber: number) => ({ panelNumber, panelDate: '2026-11-21', panelSeries: 1 });
