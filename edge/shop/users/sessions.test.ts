// Where somebody is signed in, how they sign out there, and who hears of a device where they had never been.
import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AlarmBody } from '@balcao/shared/link/aggregates/alarm.ts';
import { openTestStore, START_MS, type TestStore } from '../../testing/open-test-store.ts';
import { cookiesOf, PASSWORD, signIn, type Asking } from '../../testing/sign-in.ts';
import { deviceNameOf } from './device-name.ts';
import { account, newDevice, session, user } from './schema.ts';

const NEWS_MS_MAX = 30 * 24 * 3_600_000;
const SEEN_EVERY_MS = 15 * 60_000;

const DAY_MS = 24 * 3_600_000;
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
const TABLET =
  'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
  // An account of two days ago: nobody sets it up any more.
  const at = new Date(START_MS - 2 * DAY_MS);
  const times = { createdAt: at, updatedAt: at };
  for (const [id, role] of [
    ['ana', 'ADMIN'],
    ['caio', 'KITCHEN'],
  ] as const) {
    store.db
      .insert(user)
      .values({ id, name: `Nome de ${id}`, email: `${id}@loja.com`, role, passwordGrade: 'admin', ...times })
      .run();
    store.db
      .insert(account)
      .values({
        id: `${id}.credential`,
        accountId: id,
        providerId: 'credential',
        userId: id,
        password: await hash(PASSWORD),
        ...times,
      })
      .run();
  }
});
afterEach(() => store.close());

const read = async (response: Response) => (await response.json()) as Record<string, any>;
type Browser = {
  ask: Asking;
  askLink: Asking;
  signIn: (who: string, way?: 'ask' | 'askLink') => Promise<Asking>;
};
/** A browser: it keeps what it is given, a device's mark among it. */
function browser(userAgent: string): Browser {
  const jar = new Map<string, string>();
  const asking =
    (way: 'ask' | 'askLink'): Asking =>
    async (path, init = {}) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await store[way](path, {
        ...init,
        headers: { cookie, 'user-agent': userAgent, ...init.headers },
      });
      for (const one of response.headers.getSetCookie()) {
        const [pair = ''] = one.split(';');
        const at = pair.indexOf('=');
        jar.set(pair.slice(0, at), pair.slice(at + 1));
      }
      return response;
    };
  return {
    ask: asking('ask'),
    askLink: asking('askLink'),
    async signIn(who, way = 'ask') {
      const answer = await asking(way)('/api/auth/sign-in/email', {
        json: { email: `${who}@loja.com`, password: PASSWORD },
      });
      expect(answer.status).toBe(200);
      return asking(way);
    },
  };
}
const listed = async (ask: Asking) =>
  (await read(await ask('/api/staff/me/sessions')))['sessions'] as {
    id: string;
    device: string;
    where: string;
    current: boolean;
    isNew: boolean;
    sinceMs: number;
    lastSeenMs: number;
  }[];
const told = () =>
  store.outbox
    .after(0, 1000)
    .filter((row) => row.kind === 'alarm')
    .map((row) => AlarmBody.parse(JSON.parse(row.body ?? '')));
const audited = async (ask: Asking): Promise<{ text: string; from: string; userName: string | null }[]> =>
  (await read(await ask('/api/staff/audit?subject=access')))['rows'];

describe("one's own sessions", () => {
  it('are listed with their device and way in, this one first; nobody sees those of others', async () => {
    const here = await browser(PHONE).signIn('caio');
    await browser(TABLET).signIn('caio', 'askLink');
    await browser(TABLET).signIn('ana');
    expect(await listed(here)).toMatchObject([
      { device: 'Chrome no Android', where: 'lan', current: true },
      { device: 'Safari no iPad', where: 'link', current: false },
    ]);
  });

  it('stand in the list by when they were last used, but for this one, which is first', async () => {
    const here = await browser(PHONE).signIn('caio');
    const others = [await browser(TABLET).signIn('caio', 'askLink'), await browser(PHONE).signIn('caio')];
    for (const ask of [here, ...others]) {
      await ask('/api/staff/me');
      store.clock.nowMs += 60_000;
    }
    expect((await listed(here)).map(({ current, lastSeenMs }) => [current, lastSeenMs - START_MS])).toEqual([
      [true, 0],
      [false, 120_000],
      [false, 60_000],
    ]);
  });

  it('say when they were last used, to a quarter of an hour', async () => {
    const here = await browser(PHONE).signIn('caio');
    const seen = () => store.db.select().from(session).get()?.lastSeenAt?.getTime();
    await here('/api/staff/me');
    expect(seen()).toBe(START_MS);
    store.clock.nowMs += SEEN_EVERY_MS - 1;
    await here('/api/staff/me');
    expect(seen()).toBe(START_MS);
    store.clock.nowMs += 1;
    await here('/api/staff/me');
    expect(seen()).toBe(START_MS + SEEN_EVERY_MS);
    expect((await listed(here))[0]?.lastSeenMs).toBe(START_MS + SEEN_EVERY_MS);
    // Set back by an hour: what was written lies in the future.
    store.clock.nowMs -= 3_600_000;
    await here('/api/staff/me');
    expect(seen()).toBe(START_MS + SEEN_EVERY_MS - 3_600_000);
  });

  it('last a month without being used, and a day of use prolongs them in the browser too', async () => {
    const signedInMs = Date.now();
    void vi.useFakeTimers({ toFake: ['Date'], now: signedInMs });
    const cookies = async (): Promise<string> => {
      const credentials = { email: 'caio@loja.com', password: PASSWORD };
      return cookiesOf((await store.ask('/api/auth/sign-in/email', { json: credentials })).headers);
    };
    const [used, unused] = [await cookies(), await cookies()];
    const lifeAfter = async (path: string): Promise<string | undefined> => {
      const answer = await store.ask(path, { headers: { cookie: used } });
      return /session_token=.*Max-Age=(\d+)/.exec(answer.headers.getSetCookie().join())?.[1];
    };
    vi.setSystemTime(signedInMs + DAY_MS - 1000);
    expect(await lifeAfter('/api/staff/me')).toBeUndefined();
    vi.setSystemTime(signedInMs + DAY_MS + 1000);
    // A stream that looks again can hand no cookie on, and must not take the prolonging away from who can.
    expect(await store.users.whoIs(new Headers({ cookie: used }), 'lan')).toMatchObject({ id: 'caio' });
    expect(await lifeAfter('/api/staff/me')).toBe(String((30 * DAY_MS) / 1000));
    expect(await lifeAfter('/api/staff/me')).toBeUndefined();
    // What the role may not see is use as well.
    vi.setSystemTime(signedInMs + 2 * DAY_MS + 2000);
    expect(await lifeAfter('/api/staff/audit?subject=access')).toBe(String((30 * DAY_MS) / 1000));
    vi.setSystemTime(signedInMs + 30 * DAY_MS + 1000);
    expect((await store.ask('/api/staff/me', { headers: { cookie: used } })).status).toBe(200);
    expect((await store.ask('/api/staff/me', { headers: { cookie: unused } })).status).toBe(401);
    vi.useRealTimers();
  });

  it('[32] one of them ends at once, and the others do not', async () => {
    const here = await browser(PHONE).signIn('caio');
    const there = await browser(TABLET).signIn('caio', 'askLink');
    const other = (await listed(here)).find((one) => !one.current);
    expect((await here(`/api/staff/me/sessions/${other?.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await there('/api/staff/me')).status).toBe(401);
    expect((await here('/api/staff/me')).status).toBe(200);
    expect((await here(`/api/staff/me/sessions/${other?.id}`, { method: 'DELETE' })).status).toBe(404);
  });

  it.each([
    ['one that began over the site', 'askLink', 1],
    ['one that began in the shop', 'ask', 0],
  ] as const)('the end of %s: whether the relay is told', async (_which, way, times) => {
    const here = await browser(PHONE).signIn('caio');
    await browser(TABLET).signIn('caio', way);
    const other = (await listed(here)).find((one) => !one.current);
    const before = store.outbox.head().seq;
    expect((await here(`/api/staff/me/sessions/${other?.id}`, { method: 'DELETE' })).status).toBe(204);
    const told = store.outbox.after(before, 100).filter(({ kind }) => kind === 'user');
    expect(told.map(({ aggregateId }) => aggregateId)).toEqual(Array.from({ length: times }, () => 'caio'));
  });

  it('of somebody else cannot be ended', async () => {
    const here = await browser(PHONE).signIn('caio');
    const ana = await browser(TABLET).signIn('ana');
    const [hers] = await listed(ana);
    expect((await here(`/api/staff/me/sessions/${hers?.id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await ana('/api/staff/me')).status).toBe(200);
  });

  it('[32] all end together, this one too; other people stay', async () => {
    const here = await browser(PHONE).signIn('caio');
    const there = await browser(TABLET).signIn('caio', 'askLink');
    const ana = await browser(TABLET).signIn('ana');
    expect((await here('/api/staff/me/sessions', { method: 'DELETE' })).status).toBe(204);
    expect([(await here('/api/staff/me')).status, (await there('/api/staff/me')).status]).toEqual([401, 401]);
    expect((await ana('/api/staff/me')).status).toBe(200);
    expect((await audited(ana)).map(({ text }) => text)).toContain('saiu de todos os aparelhos');
  });

  it.each([
    [PHONE, 'Chrome no Android'],
    [TABLET, 'Safari no iPad'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36 Edg/130.0', 'Edge no Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox no Linux'],
    ['curl/8.5', 'Aparelho desconhecido'],
    [null, 'Aparelho desconhecido'],
  ])('are on a device with a name that people know: %s', (userAgent, name) => {
    expect(deviceNameOf(userAgent)).toBe(name);
  });
});

describe('an administrator on a device where they had never been', () => {
  it('is told to the owner and, on the other devices, to themselves, until they say that it was them', async () => {
    const desk = browser(TABLET);
    const ana = await desk.signIn('ana');
    await ana('/api/staff/me/new-device', { json: {} });
    store.db.delete(newDevice).run();
    const before = told().length;

    const phone = await browser(PHONE).signIn('ana', 'askLink');
    expect(told().slice(before).at(-1)).toMatchObject({
      title: 'Entrada num aparelho novo',
      text: expect.stringMatching(/^Nome de ana entrou em Chrome no Android, pelo site\. Não foi você\?/),
      endedAtMs: null,
    });
    // The very device is asked nothing, and cannot say it of itself.
    expect((await read(await phone('/api/staff/me')))['newDevice']).toBeUndefined();
    expect((await phone('/api/staff/me/new-device', { json: {} })).status).toBe(409);
    expect((await read(await ana('/api/staff/me')))['newDevice']).toEqual({
      atMs: START_MS,
      device: 'Chrome no Android',
      where: 'link',
    });
    expect((await listed(ana)).map((one) => one.isNew)).toEqual([false, true]);
    // Also at the next sign-in on a device that is known.
    const again = await desk.signIn('ana');
    expect((await read(await again('/api/staff/me')))['newDevice']).toBeDefined();
    expect((await again('/api/staff/me/new-device', { json: {} })).status).toBe(204);
    expect((await read(await again('/api/staff/me')))['newDevice']).toBeUndefined();
    expect(told().at(-1)?.endedAtMs).toBe(START_MS);
  });

  it('rings again for the next new device, while the one before waits', async () => {
    await browser(TABLET).signIn('ana');
    store.clock.nowMs += 1000;
    await browser(PHONE).signIn('ana');
    const open = told().filter((one) => one.endedAtMs === null);
    expect(open.map((one) => one.sinceMs)).toEqual([START_MS, START_MS + 1000]);
  });

  it('rings no more once the account is deleted', async () => {
    const ana = await browser(TABLET).signIn('ana');
    const id = await store.users.create({
      name: 'Lia',
      email: 'lia@loja.com',
      password: PASSWORD,
      role: 'ADMIN',
    });
    await browser(TABLET).signIn('lia');
    store.clock.nowMs += DAY_MS;
    await browser(PHONE).signIn('lia');
    const ofLia = () =>
      told()
        .filter(({ text }) => text.startsWith('Lia'))
        .at(-1);
    expect(ofLia()).toMatchObject({ endedAtMs: null });
    expect((await ana(`/api/staff/users/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(ofLia()).toMatchObject({ endedAtMs: store.clock.nowMs });
  });

  it('is no news on a device that was there before, whatever its address; nor is anybody but an administrator', async () => {
    const desk = browser(TABLET);
    await desk.signIn('ana');
    const before = told().length;
    await desk.signIn('ana', 'askLink');
    await browser(PHONE).signIn('caio');
    expect(told()).toHaveLength(before);
    expect(store.db.select().from(newDevice).where(eq(newDevice.userId, 'caio')).all()).toEqual([]);
  });

  it('is no news while the account is being set up, and is when a second device comes the same day', async () => {
    const { id } = {
      id: await store.users.create({ name: 'Lia', email: 'lia@loja.com', password: PASSWORD, role: 'ADMIN' }),
    };
    await signIn(store, 'lia@loja.com');
    expect(store.db.select().from(newDevice).where(eq(newDevice.userId, id)).all()).toEqual([]);
    await signIn(store, 'lia@loja.com');
    expect(store.db.select().from(newDevice).where(eq(newDevice.userId, id)).all()).toHaveLength(1);
  });

  it('is asked about for a month at most, and of twenty at most', async () => {
    for (let count = 0; count < 22; count += 1) {
      store.clock.nowMs += 1000;
      store.users.sessions.recordSignIn(await newSession(count), false);
    }
    // The newest of them are those that count, and the newest of all is told.
    expect(
      new Set(
        store.db
          .select()
          .from(newDevice)
          .all()
          .map(({ sessionId }) => sessionId),
      ),
    ).toEqual(new Set(Array.from({ length: 20 }, (_, older) => `session-${21 - older}`)));
    expect(store.users.sessions.newsFor('ana', 'elsewhere')).toMatchObject({
      newDevice: { atMs: store.clock.nowMs },
    });
    store.clock.nowMs += NEWS_MS_MAX + 1;
    store.users.sessions.purgeExpiredNews();
    expect(store.db.select().from(newDevice).all()).toEqual([]);
    expect(told().at(-1)?.endedAtMs).toBe(store.clock.nowMs);
  });

  it('goes on being told while one of several devices still waits for its answer', async () => {
    store.users.sessions.recordSignIn(await newSession(0), false);
    const firstAtMs = store.clock.nowMs;
    store.clock.nowMs += DAY_MS;
    store.users.sessions.recordSignIn(await newSession(1), false);
    store.clock.nowMs = firstAtMs + NEWS_MS_MAX + 1;
    store.users.sessions.purgeExpiredNews();
    expect(store.db.select().from(newDevice).all()).toMatchObject([{ sessionId: 'session-1' }]);
    expect(told().at(-1)?.endedAtMs).toBeNull();
  });

  async function newSession(count: number): Promise<string> {
    const at = new Date(store.clock.nowMs);
    const token = `token-${count}`;
    store.db
      .insert(session)
      .values({
        id: `session-${count}`,
        token,
        userId: 'ana',
        expiresAt: new Date(store.clock.nowMs + DAY_MS),
        createdAt: at,
        updatedAt: at,
      })
      .run();
    return token;
  }
});
