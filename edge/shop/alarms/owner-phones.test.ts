import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { audit } from '../../storage/schema/staff.ts';
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

  it('comes and goes under one name in the audit, by which programs know it', async () => {
    await admin('/api/staff/push/devices', { json: { label: 'Celular da dona', subscription } });
    answer = () => Response.json({ removed: true });
    await admin('/api/staff/push/devices/0f0e0d0c-0b0a-4908-8706-050403020100', { method: 'DELETE' });
    const rows = store.db.select().from(audit).all();
    expect(rows.filter(({ detail }) => detail.includes('avisos')).map(({ action }) => action)).toEqual([
      'push-device',
      'push-device',
    ]);
  });

  it('that comes or goes is told to the relay at once, as its line of the audit', async () => {
    let told = 0;
    store.orders.wake.on('log', () => (told += 1));
    await admin('/api/staff/push/devices', { json: { label: 'Celular da dona', subscription } });
    expect(told).toBe(1);
    answer = () => Response.json({ removed: true });
    await admin('/api/staff/push/devices/0f0e0d0c-0b0a-4908-8706-050403020100', { method: 'DELETE' });
    expect(told).toBe(2);
  });

  it('that the relay does not take is in no audit', async () => {
    const full = { status: 409, title: 'Não', detail: 'Já há aparelhos demais.', code: 'too-many-devices' };
    answer = () => Response.json(full, { status: 409 });
    let told = 0;
    store.orders.wake.on('log', () => (told += 1));
    const added = await admin('/api/staff/push/devices', {
      json: { label: 'Celular da dona', subscription },
    });
    expect([added.status, await added.json()]).toMatchObject([409, { code: 'too-many-devices' }]);
    const said = store.db.select().from(audit).all();
    expect([said.filter(({ action }) => action === 'push-device'), told]).toEqual([[], 0]);
  });

  it('is forgotten by its number, and all are rung to try them', async () => {
    const id = '0f0e0d0c-0b0a-4908-8706-050403020100';
    answer = () => Response.json({ removed: true });
    expect(await (await admin(`/api/staff/push/devices/${id}`, { method: 'DELETE' })).json()).toEqual({
      removed: true,
    });
    const said = async () =>
      (await (await admin('/api/staff/audit')).text()).split('removeu um aparelho dos avisos').length - 1;
    expect(await said()).toBe(1);
    // Somebody else was quicker.
    answer = () => Response.json({ removed: false });
    await admin(`/api/staff/push/devices/${id}`, { method: 'DELETE' });
    expect(await said()).toBe(1);
    answer = () => Response.json({ sent: 2 });
    expect(await (await admin('/api/staff/push/test', { method: 'POST' })).json()).toEqual({ sent: 2 });
    const state = { publicKey: 'k', webhook: false, devices: [], alarms: [] };
    answer = () => Response.json(state);
    expect(await (await admin('/api/staff/push')).json()).toEqual(state);
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `DELETE /edge/push/devices/${id}`,
      `DELETE /edge/push/devices/${id}`,
      'POST /edge/push/test',
      'GET /edge/push',
    ]);
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

const phonesOf = (adminIds: () => string[], isOnline = () => true) =>
  createOwnerPhones({
    ask: createAskRelay({
      request,
      isLinked: isOnline,
      isHeard: () => Promise.resolve(isOnline()),
      isInDoubt: () => false,
      away: PUSH_AWAY,
      log: { warn: () => undefined },
    }),
    adminIds,
  });

it('tells the relay of no change where the same people stand in another order, and of nobody before there was anybody', async () => {
  let ids: string[] = [];
  const phones = phonesOf(() => ids);
  answer = () => new Response(null, { status: 204 });
  await phones.tellOwners();
  for (ids of [['c', 'ab', 'd'], ['d', 'c', 'ab'], ['ab', 'c', 'd'], ['a', 'bc', 'd'], []])
    await phones.tellOwners();
  expect(calls.map(({ body }) => body)).toEqual([
    { userIds: ['ab', 'c', 'd'] },
    { userIds: ['a', 'bc', 'd'] },
    { userIds: [] },
  ]);
});

it('tells the relay who may be rung whenever that changed, until it was heard', async () => {
  let ids = ['dona', 'ana'];
  let online = false;
  const phones = phonesOf(
    () => ids,
    () => online,
  );
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
