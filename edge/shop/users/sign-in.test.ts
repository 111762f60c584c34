import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { PASSWORD, signIn } from '../../testing/sign-in.ts';

const EMAIL = 'beto@loja.com';
const SIGN_IN = '/api/auth/sign-in/email';
let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
  await store.users.create({ name: 'Beto', email: EMAIL, password: PASSWORD, role: 'ADMIN' });
});
afterEach(() => store.close());

type Sent = {
  body?: string | Uint8Array<ArrayBuffer>;
  path?: string;
  cookie?: string;
  type?: string;
  transport?: 'lan' | 'link';
};
/** A try, over the link as a stranger makes it where nothing else is said. */
const sendFrom = (
  clientIp: string,
  { body, path = SIGN_IN, cookie, type = 'application/json', transport = 'link' }: Sent = {},
) =>
  store.app.request(
    path,
    {
      method: 'POST',
      headers: { 'content-type': type, ...(cookie === undefined ? {} : { cookie }) },
      body: body ?? JSON.stringify({ email: EMAIL, password: 'errada' }),
    },
    { transport, clientIp, origin: 'https://acai.example' },
  );
const right = JSON.stringify({ email: EMAIL, password: PASSWORD });
const statuses = async (times: number, send: (index: number) => Response | Promise<Response>) => {
  const found: number[] = [];
  for (let index = 0; index < times; index += 1) found.push((await send(index)).status);
  return found;
};
const notJudged = (found: number[]) => expect(found.filter((status) => status === 401)).toEqual([]);

describe('whatever the body is, a guess is counted', () => {
  it.each<[string, (index: number) => Sent]>([
    [
      'padded beyond what signing in needs',
      () => ({ body: JSON.stringify({ email: EMAIL, password: 'errada', pad: ' '.repeat(20_000) }) }),
    ],
    [
      'padded with white space',
      () => ({ body: `${' '.repeat(20_000)}{"email":"${EMAIL}","password":"errada"}` }),
    ],
    ['no JSON', () => ({ body: '{"email":' })],
    ['a form', () => ({ body: `email=${EMAIL}&password=errada`, type: 'application/json; charset=x' })],
    [
      'UTF-16',
      () => ({ body: new Uint8Array(Buffer.from(`{"email":"${EMAIL}","password":"errada"}`, 'utf16le')) }),
    ],
    ['a list', () => ({ body: `[{"email":"${EMAIL}","password":"errada"}]` })],
  ])('[42] %s: refused unjudged, and after ten with 429', async (_what, sent) => {
    const found = await statuses(12, (index) => sendFrom('203.0.113.9', sent(index)));
    notJudged(found);
    expect(found.slice(0, 10)).toEqual(Array(10).fill(400));
    expect(found.slice(10)).toEqual([429, 429]);
    // What is counted here is the address.
    expect((await sendFrom('203.0.113.9', { body: right })).status).toBe(429);
  });

  it('[42] however the e-mail is written, it is one account', async () => {
    const written = [
      EMAIL,
      'BETO@LOJA.COM',
      '  beto@loja.com',
      'beto@loja.com\\n',
      'Beto@Loja.com ',
      '\\u0062eto@loja.com',
    ];
    const found = await statuses(10, (index) =>
      sendFrom(`203.0.113.${index}`, {
        body: `{"email":"x@x.com","email":"${written[index % written.length]}","password":"errada"}`,
      }),
    );
    expect(found).toEqual(Array(10).fill(401));
    expect((await sendFrom('203.0.113.77', { body: right })).status).toBe(429);
  });

  it('[42] what is judged is what was counted: of a key given twice the last one, in both', async () => {
    const body = `{"email":"${EMAIL}","password":"errada","password":"${PASSWORD}"}`;
    expect((await sendFrom('203.0.113.9', { body })).status).toBe(200);
  });

  it.each([
    '/api/auth/sign-in/email/',
    '/api/auth//sign-in/email',
    '/api/auth/sign%2Din/email',
    '/api/auth/Sign-In/email',
    '/api/auth/sign-in/email%20',
    '/api/auth/./sign-in/../sign-in/email/.',
    '/api/auth/sign-in/social',
    '/api/auth/sign-in/username',
    '/api/auth/change-password',
    '/api/auth/set-password',
    '/api/auth/reset-password',
    '/api/auth/request-password-reset',
    '/api/auth/change-email',
    '/api/auth/verify-password',
    '/api/auth/verify-email',
    '/api/auth/update-user',
    '/api/auth/delete-user',
    '/api/auth/list-sessions',
    '/api/auth/revoke-sessions',
    '/api/auth/ok',
    '/api/auth/error',
  ])('[42] no other address judges a password: %s', async (path) => {
    expect((await sendFrom('203.0.113.9', { path, body: right })).status).toBe(404);
  });

  it('[42] many guesses at once are counted like many one after another', async () => {
    const found = await Promise.all(
      Array.from({ length: 30 }, async (_one, index) => (await sendFrom(`203.0.113.${index}`)).status),
    );
    expect(found.filter((status) => status === 401)).toHaveLength(10);
    expect(found.filter((status) => status === 429)).toHaveLength(20);
  });

  it('[42] all addresses of one IPv6 household are one, and the next household is another', async () => {
    // Of another account each time: of one account, guesses from everywhere are counted together.
    const guess = (clientIp: string, index: number) =>
      sendFrom(clientIp, { body: JSON.stringify({ email: `x${index}@loja.com`, password: 'errada' }) });
    const found = await statuses(11, (index) => guess(`2001:db8:1:2:${index}::${index}`, index));
    expect(found).toEqual([...Array<number>(10).fill(401), 429]);
    expect((await guess('2001:db8:1:3::1', 11)).status).toBe(401);
  });

  // 16 kB: what better-auth, and what stood before it, once read no further than.
  it.each([4095, 4096, 4097, 16_383, 16_384, 16_385, 262_144])(
    '[42] of %i bytes: ten are taken in a minute, judged or not, and the right password after them is not',
    async (bytes) => {
      const guess = JSON.stringify({ email: EMAIL, password: 'errada', pad: '' });
      const body = guess.replace('"pad":"', `"pad":"${'x'.repeat(bytes - guess.length)}`);
      expect(Buffer.byteLength(body)).toBe(bytes);
      const found = await statuses(12, () => sendFrom('203.0.113.9', { body }));
      expect(found).toEqual([...Array<number>(10).fill(bytes <= 4096 ? 401 : 400), 429, 429]);
      expect((await sendFrom('203.0.113.9', { body: right })).status).toBe(429);
    },
  );
});

describe('from one address', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  /** Ten in a minute, of no account. */
  const guesses = (transport: 'lan' | 'link', times: number) =>
    statuses(times, async (index) => {
      if (index > 0 && index % 10 === 0) vi.setSystemTime(Date.now() + 61_000);
      return sendFrom('203.0.113.9', { body: '{', transport });
    });

  it('a hundred are taken in an hour over the site; in the shop, where somebody stands there, none is too many', async () => {
    void vi.useFakeTimers({ toFake: ['Date'] });
    expect((await guesses('link', 101)).slice(99)).toEqual([400, 429]);
    expect((await guesses('lan', 101)).slice(99)).toEqual([400, 400]);
  });

  it.each([
    ['in the shop', 'lan', 401],
    ['over the site', 'link', 429],
  ] as const)('the next after ten wrong ones %s, a minute later: %s', async (_where, transport, status) => {
    void vi.useFakeTimers({ toFake: ['Date'] });
    await statuses(10, () => sendFrom('203.0.113.9', { transport }));
    vi.setSystemTime(Date.now() + 61_000);
    store.clock.nowMs += 61_000;
    expect((await sendFrom('203.0.113.9', { transport })).status).toBe(status);
  });
});

describe('the owner while strangers guess', () => {
  const siege = async () => {
    for (let index = 0; index < 10; index += 1) await sendFrom(`203.0.113.${index}`);
  };

  it('[26] gets in from a new address after the wait that the answer names, in words too', async () => {
    await siege();
    const slowed = await sendFrom('198.51.100.1', { body: right });
    expect(slowed.status).toBe(429);
    expect(slowed.headers.get('retry-after')).toBe('30');
    expect(await slowed.json()).toMatchObject({
      detail: 'Muitas tentativas seguidas. Espere 30 s e tente de novo.',
      retryAfterSeconds: 30,
    });
    store.clock.nowMs += 30_000;
    expect((await sendFrom('198.51.100.1', { body: right })).status).toBe(200);
  });

  const cookieOf = (answer: Response): string =>
    answer.headers
      .getSetCookie()
      .filter((one) => one.startsWith('balcao.device='))
      .map((one) => one.split(';')[0])
      .join('; ');

  it('[26] gets in at once on a device that has signed in before, wherever it is now', async () => {
    const first = await sendFrom('198.51.100.1', { body: right });
    const cookie = cookieOf(first);
    expect(first.headers.getSetCookie().find((one) => one.startsWith('balcao.device='))).toMatch(
      /; Path=\/api\/auth; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    );
    await siege();
    expect((await sendFrom('198.51.100.2', { body: right })).status).toBe(429);
    expect((await sendFrom('198.51.100.3', { body: right, cookie })).status).toBe(200);
  });

  it('[26] gets in at once from a household where they were before, by whichever address of it', async () => {
    expect((await sendFrom('2001:db8:1:2::1', { body: right })).status).toBe(200);
    await siege();
    expect((await sendFrom('2001:db8:1:3::1', { body: right })).status).toBe(429);
    expect((await sendFrom('2001:db8:1:2::99', { body: right })).status).toBe(200);
  });

  it('[26] a device is known to the accounts that it signed in to alone, and nobody can make such a cookie', async () => {
    await store.users.create({ name: 'Ana', email: 'ana@loja.com', password: PASSWORD, role: 'KITCHEN' });
    const other = await sendFrom('198.51.100.1', {
      body: JSON.stringify({ email: 'ana@loja.com', password: PASSWORD }),
    });
    const cookie = cookieOf(other);
    await siege();
    expect((await sendFrom('198.51.100.2', { body: right, cookie })).status).toBe(429);
    const [id = '', mark = ''] = cookie.replace('balcao.device=', '').split('.');
    for (const forged of [
      `${'A'.repeat(22)}.${mark}`,
      `${id}.${'A'.repeat(22)}`,
      `${id}.${mark.slice(1)}`,
      '',
      '.',
    ])
      expect(
        (await sendFrom('198.51.100.2', { body: right, cookie: `balcao.device=${forged}` })).status,
      ).toBe(429);
  });

  it('[26] one device is known to four accounts, the newest', async () => {
    let cookie = '';
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await store.users.create({ name, email: `${name}@loja.com`, password: PASSWORD, role: 'KITCHEN' });
      const body = JSON.stringify({ email: `${name}@loja.com`, password: PASSWORD });
      cookie = cookieOf(await sendFrom(`198.51.100.1${name.codePointAt(0)}`, { body, cookie }));
    }
    expect(cookie.split('.')).toHaveLength('balcao.device'.split('.').length + 4);
  });
});

it('[42] who came by a session does not find out its password by changing it', async () => {
  const ask = await signIn(store, EMAIL);
  const change = (currentPassword: string) =>
    ask('/api/staff/me', {
      method: 'PATCH',
      json: { name: 'Beto', email: EMAIL, currentPassword, newPassword: 'outra-senha-longa' },
    });
  expect(await statuses(10, () => change('errada'))).toEqual(Array(10).fill(422));
  // Saving the rest of the profile meanwhile does not begin the count anew.
  expect((await ask('/api/staff/me', { method: 'PATCH', json: { name: 'Bia', email: EMAIL } })).status).toBe(
    200,
  );
  expect((await change(PASSWORD)).status).toBe(429);
  store.clock.nowMs += 60_000;
  expect((await change(PASSWORD)).status).toBe(200);
  // Whoever knew it begins anew: what they mistype next is told, not slowed.
  expect((await change('errada')).status).toBe(422);
  expect((await change('errada')).status).toBe(422);
});
