// A TV is let in by a code that it shows: for ten minutes, once, with few tries; and then it may read the numbers and nothing else.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TV_CODE_MS } from '@balcao/shared/http/tv.ts';
import { sell } from '../../testing/sell.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, cookiesOf, type Asking } from '../../testing/sign-in.ts';
import { STAFF_ROUTES, pathOf } from '../../testing/staff-routes.ts';
import { THE_STORE, type Audit } from '../audit/audit.ts';
import { createTvScreens } from './tv-screens.ts';

const TV_SCREENS_MAX = 20;
const TV_SEEN_EVERY_MS = 15 * 60_000;
const TV_WAITING_MAX = 40;

let store: TestStore;
let owner: Asking;
beforeEach(async () => {
  store = await openTestStore();
  owner = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

const read = async (response: Response) => (await response.json()) as Record<string, any>;
const CHROME = 'Mozilla/5.0 (X11; Linux armv7l) Chrome/130.0.0.0 Safari/537.36';
const ask = async () =>
  await read(await store.ask('/api/tv/codes', { method: 'POST', headers: { 'user-agent': CHROME } }));
const claim = (secret: string) => store.ask('/api/tv/claims', { json: { claim: secret } });
const type = (code: string, name = '') => owner('/api/staff/tv/screens', { json: { code, name } });

/** A TV that was let in: what it asks with. */
async function letIn(name = ''): Promise<{ id: string; cookie: string; tv: Asking }> {
  const { code, claim: secret } = await ask();
  const paired = await type(code, name);
  expect(paired.status).toBe(201);
  const answer = await claim(secret);
  expect(await read(answer.clone())).toEqual({ state: 'paired' });
  const cookie = cookiesOf(answer.headers);
  return {
    id: (await read(paired))['id'],
    cookie,
    tv: (path, init = {}) => store.ask(path, { ...init, headers: { cookie, ...init.headers } }),
  };
}

it.each([
  ['', 'a TV'],
  ['Salão', 'a TV Salão'],
  ['TV da rua', 'a TV da rua'],
  ['TVzinha', 'a TV TVzinha'],
])('one with the name "%s" is %s to the audit', async (name, words) => {
  const { id } = await letIn(name);
  await owner(`/api/staff/tv/screens/${id}`, { method: 'DELETE' });
  const texts = store.audit.page({ subject: 'access' }).rows.map(({ text }) => text);
  expect(texts.slice(0, 2)).toEqual([
    `desligou ${words} do painel`,
    `ligou ${words} (Chrome no Linux) ao painel`,
  ]);
});

describe('the code', () => {
  it('has six characters that nobody mistakes, and lets the TV in once it was typed, in any spelling', async () => {
    const { code, claim: secret, expiresAtMs } = await ask();
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}$/);
    expect(expiresAtMs).toBe(store.clock.nowMs + TV_CODE_MS);
    expect(await read(await claim(secret))).toEqual({ state: 'waiting' });
    const paired = await type(` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)} `, 'Balcão');
    expect(await read(paired)).toMatchObject({
      name: 'Balcão',
      device: 'Chrome no Linux',
      pairedBy: 'Ana ADMIN',
    });
    const answer = await claim(secret);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^balcao\.tv=.{32}; Max-Age=34560000; Path=\/api\/tv; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    // The answer with the cookie is given once.
    expect((await claim(secret)).status).toBe(410);
  });

  it.each([
    [TV_CODE_MS - 1, 201, 200],
    [TV_CODE_MS, 422, 410],
  ])('after %i ms is answered %i, and its TV %i', async (afterMs, typed, claimed) => {
    const { code, claim: secret } = await ask();
    store.clock.nowMs += afterMs;
    expect((await type(code)).status).toBe(typed);
    expect((await claim(secret)).status).toBe(claimed);
  });

  it('is worth one TV', async () => {
    const { code } = await ask();
    const paired = await type(code);
    expect(paired.status).toBe(201);
    // Who gave it no name.
    expect(await read(paired)).toMatchObject({ name: 'TV' });
    const again = await type(code);
    expect(again.status).toBe(422);
    expect(await read(again)).toMatchObject({ code: 'wrong-code', errors: [{ field: 'code' }] });
  });

  it('can be tried ten times a minute, right or wrong', async () => {
    const { code } = await ask();
    const wrong = code === '000000' ? '111111' : '000000';
    for (let time = 1; time <= 9; time += 1) expect((await type(wrong)).status).toBe(422);
    expect((await type(code)).status).toBe(201);
    expect((await type((await ask())['code'])).status).toBe(429);
  });

  it('is asked for sixty times a minute, and what became of it a hundred and twenty times', async () => {
    const codes = () => store.ask('/api/tv/codes', { method: 'POST', headers: { 'user-agent': CHROME } });
    for (let asked = 0; asked < 60; asked += 1) expect((await codes()).status).toBe(201);
    expect((await codes()).status).toBe(429);
    // Another claim at each try: who guesses does not ask for the same one twice.
    const guess = (tried: number) => claim(String(tried).padStart(32, 'x'));
    for (let tried = 0; tried < 120; tried += 1) expect((await guess(tried)).status).not.toBe(429);
    expect((await guess(120)).status).toBe(429);
  });

  it('of the oldest TV goes when too many wait', async () => {
    const first = await ask();
    const second = await ask();
    for (let more = 2; more <= TV_WAITING_MAX; more += 1) await ask();
    expect((await claim(first['claim'])).status).toBe(410);
    expect(await read(await claim(second['claim']))).toEqual({ state: 'waiting' });
  });

  it('is asked for, and the panel read, in the shop alone', async () => {
    const { cookie } = await letIn();
    for (const [path, method] of [
      ['/api/tv/codes', 'POST'],
      ['/api/tv/claims', 'POST'],
      ['/api/tv/panel', 'GET'],
      ['/api/tv/live', 'GET'],
    ] as const)
      expect((await store.askLink(path, { method, headers: { cookie } })).status).toBe(403);
  });
});

describe('a TV that was let in', () => {
  it('reads the numbers and nothing that tells of a person', async () => {
    const { tv } = await letIn();
    const now = store.clock.nowMs;
    const { date: panelDate, series: panelSeries } = store.orders.panel.slot(now);
    const on = { panelDate, panelSeries, customerPhone: '11988887777', observations: 'sem colher' };
    sell(store, now, { status: 'RECEBIDO', panelNumber: 1, ...on });
    sell(store, now + 1, { status: 'PREPARING', panelNumber: 2, ...on });
    sell(store, now + 2, { status: 'READY', panelNumber: 3, ...on });
    sell(store, now + 3, { status: 'READY', panelNumber: 4, ...on });
    sell(store, now + 4, { status: 'DELIVERED', panelNumber: 5, ...on });
    sell(store, now + 5, { status: 'READY', panelNumber: 6, ...on, panelSeries: panelSeries + 1 });
    sell(store, now + 6, { status: 'READY', panelNumber: 7, ...on, panelDate: '2026-11-20' });
    // Cash that nobody has taken yet; and one that the kitchen got before the others.
    sell(store, now + 7, { status: 'PENDING', paymentMethod: 'cash', panelNumber: 8, ...on });
    sell(store, now - 1, { status: 'RECEBIDO', panelNumber: 9, ...on });
    const answer = await tv('/api/tv/panel');
    expect(answer.status).toBe(200);
    const panel = await read(answer);
    expect(panel['preparing'].map(({ number }: { number: number }) => number)).toEqual([9, 1, 2]);
    expect(panel['ready'].map(({ number }: { number: number }) => number)).toEqual([4, 3]);
    expect(Object.keys(panel['ready'][0]).toSorted()).toEqual(['id', 'number', 'readyAtMs']);
    expect(JSON.stringify(panel)).not.toMatch(/119888|colher/);
  });

  it('says the first name of who is called where the shop wants it, and of nobody else', async () => {
    const { tv } = await letIn();
    const now = store.clock.nowMs;
    const { date: panelDate, series: panelSeries } = store.orders.panel.slot(now);
    const on = { panelDate, panelSeries, observations: 'Cliente: Ana Clara Dias\nsem colher' };
    sell(store, now, { status: 'PREPARING', panelNumber: 2, ...on });
    sell(store, now + 1, { status: 'READY', panelNumber: 3, ...on });
    sell(store, now + 2, { status: 'READY', panelNumber: 4, ...on, observations: 'sem colher' });
    const names = async () =>
      ((await read(await tv('/api/tv/panel')))['ready'] as { name?: string }[]).map(({ name }) => name);
    expect(await names()).toEqual([undefined, undefined]);
    expect((await owner('/api/staff/settings', { method: 'PATCH', json: { panelNames: true } })).status).toBe(
      200,
    );
    expect(await names()).toEqual([undefined, 'Ana']);
    const said = JSON.stringify(await read(await tv('/api/tv/panel')));
    expect(said).not.toMatch(/Clara|colher/);
    expect(said.match(/Ana/g)).toHaveLength(1);
  });

  it('shows sixty numbers of a kind, and how many there are more', async () => {
    const { tv } = await letIn();
    const now = store.clock.nowMs;
    const { date: panelDate, series: panelSeries } = store.orders.panel.slot(now);
    let panelNumber = 0;
    const take = (status: 'PREPARING' | 'READY', count: number) => {
      for (let at = 0; at < count; at += 1) {
        panelNumber += 1;
        sell(store, now + panelNumber, { status, panelNumber, panelDate, panelSeries });
      }
    };
    const shown = async () => {
      const panel = await read(await tv('/api/tv/panel'));
      return [panel['preparing'].length, panel['preparingMore'], panel['ready'].length, panel['readyMore']];
    };
    take('PREPARING', 60);
    take('READY', 59);
    expect(await shown()).toEqual([60, 0, 59, 0]);
    take('PREPARING', 1);
    take('READY', 3);
    expect(await shown()).toEqual([60, 1, 60, 2]);
  });

  it('may do nothing else', async () => {
    const { tv, cookie } = await letIn();
    const answers: Record<string, number> = {};
    for (const route of Object.keys(STAFF_ROUTES)) {
      const [method = ''] = route.split(' ');
      const path = pathOf(route.split(' ')[1] ?? '');
      const sent = method === 'GET' || method === 'DELETE' ? { method } : { method, json: {} };
      answers[route] = (await tv(path, sent)).status;
    }
    expect(Object.entries(answers).filter(([, status]) => status !== 401)).toEqual([]);
    // Nor is the token a session of staff under another name.
    const token = cookie.split('=')[1] ?? '';
    const disguised = { headers: { cookie: `balcao.session_token=${token}` } };
    expect((await store.ask('/api/staff/board', disguised)).status).toBe(401);
  });

  it('stands in the list, and is let in no more once somebody takes it away', async () => {
    const sinceMs = store.clock.nowMs;
    const { id, tv } = await letIn('Salão');
    store.clock.nowMs += TV_SEEN_EVERY_MS;
    const other = await letIn('Rua');
    const stream = await tv('/api/tv/live');
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('event: panel');
    const list = await read(await owner('/api/staff/tv/screens'));
    // The newest first, each with when it was let in and when it was seen last.
    expect(list['screens']).toMatchObject([
      { name: 'Rua', sinceMs: sinceMs + TV_SEEN_EVERY_MS },
      { name: 'Salão', sinceMs, lastSeenMs: sinceMs + TV_SEEN_EVERY_MS },
    ]);
    expect((await owner(`/api/staff/tv/screens/${id}`, { method: 'DELETE' })).status).toBe(204);
    while (!(await reader.read()).done);
    expect((await tv('/api/tv/panel')).status).toBe(401);
    expect((await tv('/api/tv/live')).status).toBe(401);
    expect((await owner(`/api/staff/tv/screens/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await other.tv('/api/tv/panel')).status).toBe(200);
  });

  it('hears of a call at once, and of nothing that changes no number', async () => {
    const { tv } = await letIn();
    const reader = ((await tv('/api/tv/live')).body as ReadableStream<Uint8Array>).getReader();
    const heard = async () => new TextDecoder().decode((await reader.read()).value);
    expect(await heard()).toContain('"ready":[]');
    store.clock.nowMs += 1000;
    store.orders.wake.notify('log');
    await Promise.resolve();
    // That another TV is let in no more is nothing to this one.
    const { id } = await letIn('Rua');
    expect((await owner(`/api/staff/tv/screens/${id}`, { method: 'DELETE' })).status).toBe(204);
    const now = store.clock.nowMs;
    const { date: panelDate, series: panelSeries } = store.orders.panel.slot(now);
    sell(store, now, { status: 'READY', panelNumber: 6, panelDate, panelSeries });
    store.orders.wake.notify('log');
    expect(await heard()).toContain('"number":6');
    await reader.cancel();
  });

  it('is let in for another 400 days whenever it reads the numbers: no browser keeps a cookie for longer', async () => {
    const { tv, cookie } = await letIn();
    expect((await tv('/api/tv/panel')).headers.getSetCookie()).toEqual([
      `${cookie}; Max-Age=${400 * 24 * 3600}; Path=/api/tv; HttpOnly; SameSite=Strict`,
    ]);
  });

  it('is written down as seen once in a quarter of an hour', async () => {
    const { tv } = await letIn();
    const since = store.clock.nowMs;
    const seen = async () =>
      (await read(await owner('/api/staff/tv/screens')))['screens'][0].lastSeenMs - since;
    store.clock.nowMs += TV_SEEN_EVERY_MS - 1;
    await tv('/api/tv/panel');
    expect(await seen()).toBe(0);
    store.clock.nowMs += 1;
    await tv('/api/tv/panel');
    expect(await seen()).toBe(TV_SEEN_EVERY_MS);
  });

  it('is one of so many at most', async () => {
    const { codes, pair } = store.tvScreens;
    const actor = { userId: 'x', userName: 'Ana', from: 'lan' } as const;
    for (let number = 1; number <= TV_SCREENS_MAX; number += 1)
      expect(pair(actor, { code: codes.issue('TV').code, name: '' }).ok).toBe(true);
    expect(pair(actor, { code: codes.issue('TV').code, name: '' })).toEqual({
      ok: false,
      refusal: 'too-many-screens',
    });
  });
});

it('that one was let in, or is let in no more, is told to the relay at once', async () => {
  let told = 0;
  store.orders.wake.on('log', () => (told += 1));
  const { id } = await letIn();
  expect(told).toBe(1);
  expect((await owner(`/api/staff/tv/screens/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect(told).toBe(2);
});

it('whoever listens no more is not told that a TV was taken away', () => {
  const screens = createTvScreens({
    db: store.db,
    audit: { record: () => undefined } as unknown as Audit,
    clock: () => store.clock.nowMs,
  });
  const told: string[] = [];
  const stop = screens.onRemoved((id) => told.push(`one ${id}`));
  screens.onRemoved((id) => told.push(`other ${id}`));
  stop();
  const paired = screens.pair(THE_STORE, { code: screens.codes.issue('TV').code, name: '' });
  const id = paired.ok ? paired.value.id : '';
  screens.remove(THE_STORE, id);
  expect(told).toEqual([`other ${id}`]);
});
