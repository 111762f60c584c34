// Who may make this machine a store that was: whoever stands beside it with the setup code, while it has no owner; and how it is told.
import { beforeEach, describe, expect, it } from 'vitest';
import { RestoreFailed } from './restore-failed.ts';
import { restoreRoutes } from './restore-routes.ts';

const CODE = '7K2MQ-9XWTB';
const NONE = { state: 'none', from: null, step: null, done: 0, of: 0, orders: null, ownerNeeded: false };
let is: { needed: boolean; state: string; transport: 'lan' | 'link'; path: string | null };
/** What was begun, with what it was given. */
let begun: unknown[];
let failure: RestoreFailed | null;
let listed: string[];
beforeEach(() => {
  is = { needed: true, state: 'none', transport: 'lan', path: '/media/copy.db' };
  begun = [];
  failure = null;
  listed = [];
});

const begin = (...asked: unknown[]): Promise<void> => {
  if (failure !== null) return Promise.reject(failure);
  begun.push(...asked);
  return Promise.resolve();
};
const deps = {
  setup: { needed: () => is.needed, permits: (code: string) => code === CODE },
  limits: { secrets: () => Promise.resolve(null) },
  link: { relayUrl: () => 'https://acai.example' },
  backups: {
    list: (place: string) => {
      listed.push(place);
      return Promise.resolve([]);
    },
    pathOf: () => Promise.resolve(is.path),
  },
  restoring: {
    state: () => ({ ...NONE, state: is.state, failure: null }),
    running: () => is.state === 'running',
    fromRelay: begin,
    fromCopy: begin,
    fromUpload: (file: { bytes: number }, options: object) => begin(file.bytes, options),
  },
} as unknown as Parameters<typeof restoreRoutes>[0];
const ask = async (path: string, init: RequestInit = {}): Promise<[number, string | undefined]> => {
  const answer = await restoreRoutes(deps).request(`/api/setup/restore${path}`, init, {
    transport: is.transport,
    clientIp: '192.168.0.7',
    origin: 'http://balcao.local',
  });
  const body = (await answer.json().catch(() => ({}))) as { code?: string };
  return [answer.status, body.code];
};
const post = (path: string, json: object, code = CODE) =>
  ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, ...json }),
  });
const RELAY = {
  relayUrl: 'https://acai.example/pedidos',
  pairingCode: 'ABCDE-12345',
  recoveryCode: null,
  acceptUnproven: false,
  keptCopy: false,
};
const COPY = {
  place: 'usb',
  name: 'noturna-2026-11-21-0430-abcd.db',
  withoutRelay: true,
  recoveryCode: null,
};

describe('how far it is', () => {
  it.each([
    ['lan', true, 'none', 200],
    ['link', true, 'running', 404],
    // The store has become the restored one, which has an owner.
    ['lan', false, 'done', 200],
    ['lan', false, 'none', 404],
  ] as const)(
    'over %s, in need of an owner: %s, in state %s, is answered %i',
    async (transport, needed, state, status) => {
      Object.assign(is, { transport, needed, state });
      expect((await ask(''))[0]).toBe(status);
    },
  );
});

describe.each([
  ['/sources', {}],
  ['/relay', RELAY],
  ['/copy', COPY],
])('%s', (path, json) => {
  it('is not there from afar, nor in a store that has an owner', async () => {
    is.transport = 'link';
    expect((await post(path, json))[0]).toBe(404);
    Object.assign(is, { transport: 'lan', needed: false });
    expect((await post(path, json))[0]).toBe(404);
    expect(begun).toEqual([]);
  });

  it('needs the code', async () => {
    expect(await post(path, json, 'OTHER-CODES')).toEqual([422, 'wrong-code']);
    expect(begun).toEqual([]);
  });
});

it('lists the copies of every place, those in clear as well', async () => {
  await post('/sources', {});
  expect(listed).toEqual(['any']);
});

it('asks the relay at its address alone, whatever page of it was typed', async () => {
  expect((await post('/relay', RELAY))[0]).toBe(202);
  expect(begun).toEqual([
    {
      ...{ relayUrl: 'https://acai.example', pairingCode: 'ABCDE-12345', recoveryCode: null },
      ...{ acceptUnproven: false, keptCopy: false },
    },
  ]);
});

it('begins one at a time', async () => {
  is.state = 'running';
  expect(await post('/relay', RELAY)).toEqual([409, 'restoring']);
  expect(await post('/copy', COPY)).toEqual([409, 'restoring']);
  expect(begun).toEqual([]);
});

it.each([
  ['disk-too-small', 507],
  ['not-a-backup', 422],
  ['code-needed', 422],
] as const)('that came to nothing is told: %s', async (why, status) => {
  failure = RestoreFailed.because(why);
  expect(await post('/copy', COPY)).toEqual([status, why]);
});

it('says of a copy that is not there any more that it is not', async () => {
  is.path = null;
  expect((await post('/copy', COPY))[1]).toBe('no-backup');
});

it.each([
  [{}, { withoutRelay: false, recoveryCode: null }],
  [
    { 'x-restore-without-relay': '1', 'x-recovery-code': 'AAAA' },
    { withoutRelay: true, recoveryCode: 'AAAA' },
  ],
  [{ 'x-restore-without-relay': '0' }, { withoutRelay: false, recoveryCode: null }],
])('of a file that is sent, what stands beside it: %o', async (headers, options) => {
  const sent = { 'x-setup-code': CODE, 'content-length': '4', ...headers };
  expect((await ask('/file', { method: 'POST', headers: sent, body: 'copy' }))[0]).toBe(202);
  expect(begun).toEqual([4, options]);
  expect(await ask('/file', { method: 'POST', body: 'copy' })).toEqual([422, 'wrong-code']);
  expect((await ask('/file', { method: 'POST', headers: sent }))[1]).toBe('no-file');
});
