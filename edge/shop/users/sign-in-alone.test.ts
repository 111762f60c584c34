// What signing in hands to better-auth, what it says of the device, and what it does on a disk that is full: without a store behind it.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createLoginThrottle } from './login-throttle.ts';
import { createSignIn, type From } from './sign-in.ts';

const FROM: From = { origin: 'https://acai.example', clientIp: '198.51.100.7', transport: 'link' };
const RIGHT = { email: ' Ana@Loja.com ', password: 'banana com granola' };

let asked: Request[];
let answers: (() => Promise<Response>)[];
const begun = (): Promise<Response> => Promise.resolve(Response.json({ token: 't1' }));
const wrong = (): Promise<Response> => Promise.resolve(Response.json({}, { status: 401 }));
const fails = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
const makeRoom = vi.fn<() => boolean>();
const hasSignedInFrom = vi.fn<() => boolean>();
const onRight = vi.fn<(credentials: unknown, begun: unknown) => Promise<void>>();

beforeEach(() => {
  vi.resetAllMocks();
  asked = [];
  answers = [];
  onRight.mockResolvedValue();
});

function open() {
  const signIn = createSignIn({
    secret: 'segredo',
    loginThrottle: createLoginThrottle(() => 0),
    authenticate: (request) => {
      asked.push(request);
      return (answers.shift() ?? begun)();
    },
    makeRoom,
    hasSignedInFrom,
    onRight,
  });
  return (headers: Record<string, string> = {}, body: object = RIGHT, from = FROM): Promise<Response> =>
    signIn(
      new Request('http://loja.example/api/auth/sign-in/email?next=x', {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      }),
      from,
    );
}

it('hands on the credentials alone, who asks as the way in knows it, and what a session is told by', async () => {
  const signIn = open();
  const kept = {
    cookie: 'balcao.session_token=x',
    origin: 'https://acai.example',
    'user-agent': 'Firefox/140.0',
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
  };
  await signIn(
    { ...kept, 'x-balcao-transport': 'lan', 'x-balcao-client-ip': '10.0.0.1', 'x-forwarded-for': '10.0.0.2' },
    { ...RIGHT, rememberMe: false, callbackURL: 'https://evil.example' },
  );
  const [request] = asked;
  expect(request?.url).toBe('http://loja.example/api/auth/sign-in/email');
  expect(Object.fromEntries(request?.headers ?? [])).toEqual({
    ...kept,
    'content-type': 'application/json',
    'x-balcao-origin': 'https://acai.example',
    'x-balcao-client-ip': '198.51.100.7',
    'x-balcao-transport': 'link',
  });
  expect(await request?.json()).toEqual({ email: 'ana@loja.com', password: 'banana com granola' });
});

describe('a device', () => {
  it('is new where another of the same household has signed in, and known when it comes again', async () => {
    hasSignedInFrom.mockReturnValue(true);
    const signIn = open();
    const first = await signIn();
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
    await signIn({ cookie });
    expect(onRight.mock.calls.map(([, found]) => found)).toEqual([
      { token: 't1', isKnownDevice: false },
      { token: 't1', isKnownDevice: true },
    ]);
  });

  it('is given nothing for a wrong password', async () => {
    const signIn = open();
    answers = [wrong];
    const answer = await signIn();
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null]);
    expect(onRight).not.toHaveBeenCalled();
  });
});

it('who tried too often is told when to come again, in the header too', async () => {
  const signIn = open();
  answers = Array.from({ length: 10 }, () => wrong);
  for (let tries = 0; tries < 10; tries += 1) expect((await signIn()).status).toBe(401);
  const slowed = await signIn();
  expect([slowed.status, Number(slowed.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(asked).toHaveLength(10);
});

describe('on a disk that is full', () => {
  it('something is given up for it, once, and the same is tried again', async () => {
    const signIn = open();
    makeRoom.mockReturnValue(true);
    answers = [fails('SQLITE_FULL')];
    expect((await signIn()).status).toBe(200);
    expect([asked.length, makeRoom.mock.calls.length]).toEqual([2, 1]);
    answers = [fails('SQLITE_FULL'), fails('SQLITE_FULL')];
    await expect(signIn()).rejects.toThrow('SQLITE_FULL');
  });

  it('nobody gets in when there is nothing left to give up', async () => {
    const signIn = open();
    makeRoom.mockReturnValue(false);
    answers = [fails('SQLITE_FULL')];
    await expect(signIn()).rejects.toThrow('SQLITE_FULL');
    expect(asked).toHaveLength(1);
  });

  it('nothing is given up for anything else that fails', async () => {
    const signIn = open();
    makeRoom.mockReturnValue(true);
    answers = [fails('SQLITE_IOERR_READ')];
    await expect(signIn()).rejects.toThrow('SQLITE_IOERR_READ');
    expect(makeRoom).not.toHaveBeenCalled();
  });
});
