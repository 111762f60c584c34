import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import { createAskRelay } from '../relay/ask-relay.ts';
import { createOwnerPhones, PUSH_AWAY } from './owner-phones.ts';

type Call = { method: string; path: string; body: unknown };

let store: TestStore;
let admin: Asking;
let calls: Call[];
let answer: () => Response;
const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
  calls.push({
    method: init.method ?? 'GET',
    path,
    body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null,
  });
  return answer();
};
beforeEach(async () => {
  calls = [];
  answer = () => Response.json({ id: '0f0e0d0c-0b0a-4908-8706-050403020100' });
  store = await openTestStore({ relay: { request } });
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

const subscription = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
  keys: { p256dh: 'A'.repeat(87), auth: 'B'.repeat(22) },
};

describe("an owner's device", () => {
  it('goes to the relay with the name of its user, and into the audit without its address', async () => {
    const added = await admin('/api/staff/push/devices', {
      json: { label: 'Celular da dona', subscription },
    });
    expect(added.status).toBe(200);
    const [me] = store.users.accounts.list();
    expect(calls).toEqual([
      {
        method: 'POST',
        path: '/edge/push/devices',
        body: { label: 'Celular da dona', subscription, userId: me?.id },
      },
    ]);
    const audit = await (await admin('/api/staff/audit')).text();
    expect(audit).toContain('passou a receber avisos no aparelho Celular da dona');
    expect(audit).not.toContain('fcm.googleapis.com');
  });

  it('is refused without a name, and with a reason when the internet is away', async () => {
    expect((await admin('/api/staff/push/devices', { json: { label: ' ', subscription } })).status).toBe(422);
    expect(calls).toEqual([]);
    answer = () => {
      throw new TypeError('fetch failed');
    };
    const away = await admin('/api/staff/push');
    expect(away.status).toBe(503);
    expect(await away.text()).toContain('Os avisos no celular passam pela internet');
  });
});

it('tells the relay who may be rung whenever that changed, until it was heard', async () => {
  let ids = ['dona', 'ana'];
  let online = false;
  const phones = createOwnerPhones({
    ask: createAskRelay({
      request,
      isLinked: () => online,
      isHeard: () => Promise.resolve(online),
      isInDoubt: () => false,
      away: PUSH_AWAY,
      log: { warn: () => undefined },
    }),
    adminIds: () => ids,
  });
  answer = () => new Response(null, { status: 204 });
  await phones.tellOwners();
  expect(calls).toEqual([]);
  online = true;
  await phones.tellOwners();
  await phones.tellOwners();
  expect(calls).toEqual([{ method: 'PUT', path: '/edge/push/owners', body: { userIds: ['ana', 'dona'] } }]);
  ids = ['dona'];
  answer = () => Response.json({}, { status: 500 });
  await phones.tellOwners();
  answer = () => new Response(null, { status: 204 });
  await phones.tellOwners();
  expect(calls.slice(1).map((call) => call.body)).toEqual([{ userIds: ['dona'] }, { userIds: ['dona'] }]);
});
