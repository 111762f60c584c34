// A question that only the process with the store's link can answer: over processes that the test holds.
import { BlockList } from 'node:net';
import { Hono } from 'hono';
import { beforeEach, describe, expect, it } from 'vitest';
import { FORWARDED } from '../cluster/forward.ts';
import type { Env } from './context.ts';
import { createOwnerForwarding, requestOf } from './forward-to-owner.ts';

type Deps = Parameters<typeof createOwnerForwarding>[0];

let session: object | null;
let owner: { address: string } | null;
/** Another process has sent it here already. */
let isForwarded: boolean;
let reach: () => Promise<Response>;
let sent: unknown[];
let warned: number;
beforeEach(() => {
  [session, owner, isForwarded, sent, warned] = [null, { address: 'http://10.0.0.2' }, false, [], 0];
  reach = () => Promise.resolve(new Response('from the other process'));
});

async function ask(): Promise<string> {
  const forward = createOwnerForwarding({
    config: { trustedProxies: new BlockList() },
    log: { warn: () => void (warned += 1) },
    ownership: { findOtherOwner: () => Promise.resolve(owner) },
    forwarder: {
      callerOf: (header: string | undefined) =>
        Promise.resolve(isForwarded && header !== undefined ? '198.51.100.1' : null),
      send: async (address: string, request: Request, client: string) => {
        sent.push([address, await request.text(), client]);
        return reach();
      },
    },
    gateway: { session: () => session },
  } as unknown as Deps);
  const app = new Hono<Env>().post('/', async (context) => {
    context.set('storeId', 'store-1');
    return (await forward(context)) ?? context.text('here');
  });
  const answer = await app.request(
    '/',
    { method: 'POST', body: 'asked', headers: { [FORWARDED]: 'signed' } },
    { incoming: { socket: { remoteAddress: '198.51.100.1' } } },
  );
  return answer.text();
}

describe('what needs the link of a store', () => {
  it('is asked of the process that holds it, for its caller', async () => {
    expect(await ask()).toBe('from the other process');
    expect(sent).toEqual([['http://10.0.0.2', 'asked', '198.51.100.1']]);
  });

  it.each([
    ['holds the link itself', () => void (session = {})],
    ['was asked by another process', () => void (isForwarded = true)],
    ['knows of no other that holds it', () => void (owner = null)],
  ])('is answered by the process that %s', async (_why, given) => {
    given();
    expect(await ask()).toBe('here');
    expect(sent).toEqual([]);
  });

  it('is answered here where that process is not heard', async () => {
    reach = () => Promise.reject(new Error('no connection'));
    expect(await ask()).toBe('here');
    expect(warned).toBe(1);
  });
});

describe('the request that is passed on', () => {
  const passedOn = async (reads: boolean, headers: Record<string, string> = {}) => {
    let raw: Request | undefined;
    let passed: Request | undefined;
    const app = new Hono().post('/', async (context) => {
      if (reads) await context.req.text();
      [raw, passed] = [context.req.raw, await requestOf(context.req)];
      return context.body(null);
    });
    await app.request('/', { method: 'POST', body: 'açaí', headers });
    return {
      isSame: raw === passed,
      text: await passed?.text(),
      length: passed?.headers.get('content-length'),
    };
  };

  it('is the one that came, as long as nobody has read it', async () => {
    expect((await passedOn(false)).isSame).toBe(true);
  });

  it('has its whole body also once it was read, in the length that it is written in now', async () => {
    expect(await passedOn(true, { 'content-length': '4' })).toEqual({
      isSame: false,
      text: 'açaí',
      length: '6',
    });
    expect(await passedOn(true)).toMatchObject({ text: 'açaí', length: null });
  });
});
