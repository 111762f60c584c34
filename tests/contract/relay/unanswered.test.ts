// How long a customer waits for a store that is linked and does not answer: the relay's own bound, which no setting changes.
import { afterEach, expect, it, vi } from 'vitest';
import { v7 } from 'uuid';
import { sampleCatalog, sampleRequest } from '@balcao/shared/order/sample.ts';
import { createFakeStore } from '../../harness/fake-store.ts';
import { bodyOf, CLAIM, createTestRelay, linked, PAIRING_CODE } from '../../harness/relay.ts';

afterEach(() => void vi.useRealTimers());

const turn = (): Promise<unknown> => new Promise(setImmediate);

it('an order that its store does not answer is said to wait after eight seconds', async () => {
  const relay = await createTestRelay('pglite', { answerMsMax: null, isStill: true });
  const store = await createFakeStore(relay.url);
  const heard = Promise.withResolvers<void>();
  const silence = Promise.withResolvers<{ httpStatus: number }>();
  try {
    await store.pair(PAIRING_CODE);
    await store.syncDocument(sampleCatalog());
    await store.dial();
    await linked(relay, store);
    store.onCommand = () => {
      heard.resolve();
      return silence.promise;
    };
    const request = { ...sampleRequest(), id: v7(), claim: CLAIM };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let isOver = false;
    const asked = relay.ask('/api/orders', { json: request }).finally(() => (isOver = true));
    await heard.promise;
    await vi.advanceTimersByTimeAsync(7999);
    for (let turns = 0; turns < 50; turns += 1) await turn();
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    const answer = await asked;
    expect([answer.status, await bodyOf(answer)]).toEqual([202, { state: 'waiting', id: request.id }]);
  } finally {
    vi.useRealTimers();
    silence.resolve({ httpStatus: 503 });
    store.close();
    await relay.close();
  }
});
