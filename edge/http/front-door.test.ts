// What the store does with every request before and after its route: whose word it takes on the way in, how much it reads, and what it
// does when the disk fails underneath.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANSWER_ID_HEADER, REQUEST_ID_HEADER } from '@balcao/shared/host/request-id.ts';
import { TRACE_HEADER, type Span, type Traces } from '@balcao/shared/host/traces.ts';
import { openTestStore, type TestStore } from '../testing/open-test-store.ts';
import { asRole } from '../testing/sign-in.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** The traces that requests were begun with, by what was handed over. */
let begun: (string | undefined)[];
const span: Span = { part: () => null, traceparent: () => '', end: () => undefined };
const traces: Traces = {
  begin(_name, kind, traceparent) {
    if (kind === 'server') begun.push(traceparent);
    return span;
  },
  stop: () => Promise.resolve(),
};

let store: TestStore;
let counted: string[];
beforeEach(async () => {
  begun = [];
  counted = [];
  const meters = {
    recordRequest: ({ method, route, status }: { method: string; route: string; status: number }) =>
      void counted.push(`${method} ${route} ${status}`),
    recordLag: () => undefined,
    recordCommit: () => undefined,
    gauges: () => undefined,
    page: () => Promise.resolve({ type: 'text/plain', text: '' }),
  };
  store = await openTestStore({ traces, meters });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await store.close();
});

describe('[24] what a server of ours hands over with a request', () => {
  const headers = {
    [REQUEST_ID_HEADER]: '0f8fad5b-d9cb-469f-a165-70867728950e',
    [TRACE_HEADER]: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  };

  it('is taken from the relay: its id of the request, and its trace', async () => {
    const answer = await store.askLink('/healthz', { headers });
    expect(answer.headers.get(ANSWER_ID_HEADER)).toBe(headers[REQUEST_ID_HEADER]);
    expect(begun).toEqual([headers[TRACE_HEADER]]);
  });

  it('is taken from nobody in the shop, whatever a browser sends', async () => {
    const answer = await store.ask('/healthz', { headers });
    expect(answer.headers.get(ANSWER_ID_HEADER)).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers.get(ANSWER_ID_HEADER)).not.toBe(headers[REQUEST_ID_HEADER]);
    expect(begun).toEqual([undefined]);
  });
});

describe('a body', () => {
  const statusOf = async (path: string, bytes: number, ask = store.ask): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'content-length': String(bytes) };
    return (await ask(path, { method: 'POST', body: new Uint8Array([123]), headers })).status;
  };

  it.each([
    ['/api/orders', 256 * KIB],
    ['/api/auth/sign-in/email', 256 * KIB],
    ['/api/staff/pause', 256 * KIB],
    ['/api/staff/images', 6 * MIB],
    ['/api/staff/update/file', 512 * MIB],
  ])('to %s has as many as %d bytes, and not one more', async (path, bytesMax) => {
    expect(await statusOf(path, bytesMax)).not.toBe(413);
    expect(await statusOf(path, bytesMax + 1)).toBe(413);
  });

  it('of a copy that is brought back is bounded by the disk alone', async () => {
    expect(await statusOf('/api/setup/restore/file', 4 * 1024 * MIB)).not.toBe(413);
  });

  it('of the relay is bounded too', async () => {
    expect(await statusOf('/link/commands', 256 * KIB, store.askLink)).not.toBe(413);
    expect(await statusOf('/link/commands', 256 * KIB + 1, store.askLink)).toBe(413);
  });

  it('is JSON, but where it is a file', async () => {
    const statuses = async (path: string) => {
      const headers = { 'content-type': 'application/octet-stream' };
      return (await store.ask(path, { method: 'POST', body: new Uint8Array([1]), headers })).status;
    };
    expect(await statuses('/api/staff/pause')).toBe(415);
    for (const path of ['/api/staff/images', '/api/staff/update/file', '/api/setup/restore/file'])
      expect([path, await statuses(path)]).not.toEqual([path, 415]);
  });
});

describe('a disk that fails under a request', () => {
  const failWith = async (code: string): Promise<Response> => {
    const admin = await asRole(store, 'ADMIN');
    vi.spyOn(store.users.accounts, 'list').mockImplementation(() => {
      throw Object.assign(new Error(code), { code });
    });
    return admin('/api/staff/users');
  };

  it('takes nothing: the store says so from then on, to whoever watches it too', async () => {
    expect(store.room.takesWrites()).toBe(true);
    expect((await failWith('SQLITE_FULL')).status).toBe(503);
    expect([store.room.takesWrites(), store.damage.unreadable()]).toEqual([false, false]);
  });

  it('gives nothing back: that is said, and it goes on taking orders', async () => {
    const noted = vi.spyOn(store.damage, 'noteUnreadable');
    expect((await failWith('SQLITE_IOERR_READ')).status).toBe(503);
    expect(noted).toHaveBeenCalledTimes(1);
    expect(store.room.takesWrites()).toBe(true);
  });
});

it('a store that is held takes nothing from the relay either, before it reads what that is', async () => {
  expect((await store.askLink('/link/commands', { json: {} })).status).not.toBe(503);
  store.writeGate.hold('behind');
  const answer = await store.askLink('/link/commands', { json: {} });
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'held-behind' }]);
});

describe('a page', () => {
  it('shows pictures from what it has just been given, and talks to this store alone', async () => {
    for (const path of ['/', '/admin', '/healthz']) {
      const policy = (await store.ask(path)).headers.get('content-security-policy') ?? '';
      const rules = Object.fromEntries(
        policy.split(';').map((rule) => {
          const [name = '', ...sources] = rule.trim().split(' ');
          return [name, sources.join(' ')];
        }),
      );
      expect([path, rules['img-src']]).toEqual([path, "'self' data: blob:"]);
      expect([
        path,
        rules['script-src'],
        rules['connect-src'],
        rules['base-uri'],
        rules['object-src'],
      ]).toEqual([path, "'self'", "'self'", "'self'", "'none'"]);
    }
  });

  it('may be opened by one of another site, and keep in touch with it: on plain http nobody can forbid it', async () => {
    expect((await store.ask('/')).headers.get('cross-origin-opener-policy')).toBeNull();
  });
});

it('every answer is counted, that of a page and that of the link too', async () => {
  await store.ask('/healthz');
  await store.ask('/api/store');
  await store.askLink('/link/nothing-here');
  await store.ask('/nothing-here.txt');
  expect(counted).toEqual([
    'GET /healthz 200',
    'GET /api/store 200',
    expect.stringMatching(/^GET .* 404$/),
    expect.stringMatching(/^GET .* 404$/),
  ]);
});
