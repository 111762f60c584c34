// Which answers are written down, as whose, and which are not: at every answer, without a store behind it.
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { Bindings, Env } from './context.ts';
import { tracing } from './tracing.ts';

type Answered = {
  path: string;
  status: number;
  signedIn?: boolean;
  transport?: Bindings['transport'];
  attachment?: boolean;
};

/** What was written down about an answer. `isFull`: nothing can be written down. */
async function tracedOf(
  { path, status, signedIn = false, transport = 'lan', attachment = false }: Answered,
  isFull = false,
) {
  const written: unknown[] = [];
  const warned: string[] = [];
  const app = new Hono<Env>();
  app.use(
    tracing({
      trace: {
        refused: (what, { userName, from }, address) => void written.push([what, userName, from, address]),
      } as Parameters<typeof tracing>[0]['trace'],
      audit: {
        record({ userName, from }: { userName: string | null; from: string }, ...what: string[]) {
          if (isFull) throw new Error('full');
          written.push([...what, userName, from]);
        },
      } as unknown as Parameters<typeof tracing>[0]['audit'],
      log: { warn: (_details, message) => void warned.push(message) },
    }),
  );
  app.all('*', (context) => {
    if (signedIn) context.set('me', { id: 'u1', name: 'Ana', email: 'ana@loja.com', role: 'ADMIN' });
    const headers = attachment ? { 'content-disposition': 'attachment; filename="a.csv"' } : {};
    return new Response(null, { status, headers });
  });
  const response = await app.request(path, {}, { transport, clientIp: '10.0.0.7', origin: '' });
  return { written, warned, status: response.status };
}

const SIGN_IN = '/api/auth/sign-in/email';

it.each<[string, Answered, unknown[]]>([
  ['a wrong password', { path: SIGN_IN, status: 401 }, [['wrong-password', null, 'lan', '10.0.0.7']]],
  [
    'one from afar',
    { path: SIGN_IN, status: 401, transport: 'link' },
    [['wrong-password', null, 'relay', '10.0.0.7']],
  ],
  ['a session that is over', { path: '/api/auth/get-session', status: 401 }, []],
  ['somebody signed out', { path: '/api/staff/me', status: 401 }, []],
  ['who tries passwords too often', { path: SIGN_IN, status: 429 }, [['slowed', null, 'lan', '10.0.0.7']]],
  [
    'who tries codes of the setup',
    { path: '/api/setup', status: 429 },
    [['slowed', null, 'lan', '10.0.0.7']],
  ],
  ['who tries codes of help', { path: '/api/help/code', status: 429 }, [['slowed', null, 'lan', '10.0.0.7']]],
  [
    'who tries PINs',
    { path: '/api/staff/users/u1/pin', status: 429, signedIn: true },
    [['slowed', 'Ana', 'lan', '10.0.0.7']],
  ],
  ['a customer who looks too often', { path: '/api/track', status: 429 }, []],
  ['a door that only begins like one', { path: '/api/helpful', status: 429 }, []],
  [
    'a door that is not theirs',
    { path: '/api/staff/users', status: 403, signedIn: true, transport: 'link' },
    [['forbidden', 'Ana', 'relay', '10.0.0.7']],
  ],
  ['a page of another site', { path: '/api/staff/users', status: 403 }, []],
  [
    'what somebody took away',
    { path: '/api/staff/payments/matching.csv', status: 200, signedIn: true, attachment: true },
    [['access', 'export', 'baixou a conferência de pagamentos', 'Ana', 'lan']],
  ],
  [
    'a file that has no word of its own',
    { path: '/api/staff/new.csv', status: 200, signedIn: true, attachment: true },
    [['access', 'export', 'baixou um arquivo da loja', 'Ana', 'lan']],
  ],
  [
    'a backup, which writes its own line',
    { path: '/api/staff/backups/a.db', status: 200, signedIn: true, attachment: true },
    [],
  ],
  ['what was not given', { path: '/api/staff/new.csv', status: 404, signedIn: true, attachment: true }, []],
  [
    'what the browser has already',
    { path: '/api/staff/new.csv', status: 304, signedIn: true, attachment: true },
    [],
  ],
  ['what is only looked at', { path: '/api/staff/users', status: 200, signedIn: true }, []],
  ['a file for everybody', { path: '/api/menu.csv', status: 200, attachment: true }, []],
])('%s is written down so', async (_what, answered, written) => {
  expect(await tracedOf(answered)).toEqual({ written, warned: [], status: answered.status });
});

it('what cannot be written down is given all the same, and the log says so', async () => {
  const answered = { path: '/api/staff/new.csv', status: 200, signedIn: true, attachment: true };
  expect(await tracedOf(answered, true)).toEqual({
    written: [],
    warned: ['an export could not be written into the audit'],
    status: 200,
  });
});
