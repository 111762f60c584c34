// What an administrator does about work that stands still stands in the audit, once the site has done it and not before.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { START_OVER_WORD } from '@balcao/shared/http/held.ts';
import { audit } from '../../storage/schema/staff.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

const COMMAND = '0f0e0d0c-0b0a-4908-8706-050403020100';
let store: TestStore;
let admin: Asking;
let isAway: boolean;
let asked: string[];
beforeEach(async () => {
  isAway = true;
  asked = [];
  const request = (path: string): Promise<Response> => {
    asked.push(path);
    return isAway ? Promise.reject(new TypeError('fetch failed')) : Promise.resolve(Response.json(null));
  };
  store = await openTestStore({ relay: { request } });
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

it.each([
  [
    `held/${COMMAND}/retry`,
    {},
    `/edge/held/${COMMAND}/retry`,
    'mandou tentar de novo um comando parado do site',
  ],
  [`held/${COMMAND}/discard`, {}, `/edge/held/${COMMAND}/discard`, 'descartou um comando parado do site'],
  [
    'start-over',
    { confirm: START_OVER_WORD },
    '/edge/start-over',
    'decidiu que o registro da loja está certo: o site refaz a sua cópia',
  ],
])('%s', async (path, json, atRelay, text) => {
  const act = async () => (await admin(`/api/staff/relay/${path}`, { method: 'POST', json })).status;
  const said = () =>
    store.db
      .select()
      .from(audit)
      .all()
      .map(({ detail }) => detail)
      .filter((detail) => detail === text);
  expect([await act(), said()]).toEqual([503, []]);
  isAway = false;
  asked = [];
  expect([await act(), said(), asked]).toEqual([204, [text], [atRelay]]);
});
