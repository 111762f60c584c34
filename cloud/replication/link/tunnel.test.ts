import { PassThrough } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { passOn } from './tunnel.ts';

type Heard = Parameters<typeof passOn>[0];
const HEARD = { isHeard: () => Promise.resolve(true), onDoubt: () => () => undefined };

const asked = (body: PassThrough, doubt: Partial<Heard> = {}, headers: Record<string, string> = {}) => {
  const caller = {
    clientIp: '203.0.113.7',
    origin: 'https://acai.example.com',
    breakOff: vi.fn<() => void>(),
    uploads: false,
    onOver: vi.fn<() => void>(),
    onAssertion: vi.fn<(assertion: string) => void>(),
  };
  const session: Heard = {
    request: () => Promise.resolve({ status: 200, headers, body, cancel: () => undefined }),
    ...HEARD,
    ...doubt,
  };
  const answer = passOn(session, new Request('https://acai.example.com/api/staff/live'), caller);
  return { caller, answer };
};

it('an answer whose link broke off before anybody read it is broken off, and its room is free again', async () => {
  const body = new PassThrough();
  body.on('error', () => undefined);
  body.destroy(new Error('the link broke off'));
  await new Promise((resolve) => body.once('close', resolve));
  const { caller, answer } = asked(body);
  await answer;
  expect(caller.breakOff).toHaveBeenCalledOnce();
  expect(caller.onOver).toHaveBeenCalledOnce();
});

it('an answer that ends is whole, and its room is free again, once', async () => {
  const body = new PassThrough();
  const { caller, answer } = asked(body);
  const response = await answer;
  expect(caller.onOver).not.toHaveBeenCalled();
  body.end('the end');
  expect(await response?.text()).toBe('the end');
  await vi.waitFor(() => expect(caller.onOver).toHaveBeenCalledOnce(), { timeout: 60_000 });
  expect(caller.breakOff).not.toHaveBeenCalled();
});

it('an upload whose sender and link broke off together ends no process', async () => {
  const sender = Promise.withResolvers<never>();
  const body = new ReadableStream({ pull: () => sender.promise });
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
  const { caller } = asked(new PassThrough());
  const session: Heard = {
    ...HEARD,
    request() {
      sender.reject(new Error('aborted'));
      return Promise.reject(new Error('the link is down'));
    },
  };
  const request = new Request('https://acai.example.com/api/staff/images', init);
  const answer = await passOn(session, request, { ...caller, uploads: true });
  expect(answer?.status).toBe(503);
  // An error that nobody hears comes by then, and fails the run.
  await new Promise(setImmediate);
});

it('[A6] an event stream is broken off when its store comes to be in doubt, and nothing else is', async () => {
  for (const [type, isBroken] of [
    ['text/event-stream; charset=utf-8', true],
    ['text/csv', false],
  ] as const) {
    const doubts = new Set<() => void>();
    const body = new PassThrough();
    body.on('error', () => undefined);
    const { caller, answer } = asked(
      body,
      {
        onDoubt(listener) {
          doubts.add(listener);
          return () => void doubts.delete(listener);
        },
      },
      { 'content-type': type },
    );
    await answer;
    for (const doubt of doubts) doubt();
    expect(body.destroyed).toBe(isBroken);
    await new Promise(setImmediate);
    expect(caller.breakOff).toHaveBeenCalledTimes(isBroken ? 1 : 0);
    // Nobody is told who has gone.
    expect(doubts.size).toBe(0);
    body.destroy();
  }
});
