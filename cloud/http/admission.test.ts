import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAdmission, type AdmissionRules } from './admission.ts';

const RULES: AdmissionRules = {
  runningMax: 4,
  storeRunningMax: 2,
  waitingMax: 3,
  storeWaitingMax: 2,
  waitMsMax: 1000,
};

/** Requests that are answered when the test says so. */
function open(rules: Partial<AdmissionRules> = {}) {
  const admission = createAdmission({ ...RULES, ...rules });
  const begun: string[] = [];
  const ask = (store: string, name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const admitted = admission.run(store, () => {
      begun.push(name);
      return promise;
    });
    return { admitted, answer: resolve };
  };
  return { admission, begun, ask };
}
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

describe('[24] admission', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('answers a store up to its budget; the next one waits until one is answered', async () => {
    const { begun, ask } = open();
    const first = ask('a', 'a1');
    ask('a', 'a2');
    const third = ask('a', 'a3');
    await settled();
    expect(begun).toEqual(['a1', 'a2']);
    first.answer();
    await settled();
    expect(begun).toEqual(['a1', 'a2', 'a3']);
    third.answer();
    expect(await third.admitted).toBe(true);
  });

  it('turns away whoever comes beyond the queue of a store, at once, and nothing of it is done', async () => {
    const { admission, begun, ask } = open();
    for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name);
    expect(await ask('a', 'a5').admitted).toBe(false);
    expect(begun).toEqual(['a1', 'a2']);
    expect(admission.counts()).toEqual({ running: 2, waiting: 2, turnedAway: 1 });
  });

  it('turns away whoever comes beyond the queue of all', async () => {
    const { ask } = open({ storeWaitingMax: 9 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) ask('a', name);
    expect(await ask('a', 'a6').admitted).toBe(false);
  });

  it('takes a store that has a budget left, however many of another wait', async () => {
    const { begun, ask } = open();
    for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name);
    ask('b', 'b1');
    await settled();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
  });

  it('lets nobody of a store into a place that another one gave back, while its own budget is used up', async () => {
    const { admission, begun, ask } = open();
    for (const name of ['a1', 'a2', 'a3']) ask('a', name);
    const other = ask('b', 'b1');
    other.answer();
    expect(await other.admitted).toBe(true);
    await settled();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    expect(admission.counts()).toEqual({ running: 2, waiting: 1, turnedAway: 0 });
  });

  it('gives a place to a store that has a budget left, though one that has none waits in front of it', async () => {
    const { begun, ask } = open();
    for (const name of ['a1', 'a2', 'a3']) ask('a', name);
    const other = ask('b', 'b1');
    for (const store of ['b', 'c']) ask(store, `${store}2`);
    await settled();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'b2']);
    other.answer();
    await settled();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'b2', 'c2']);
  });

  it('takes no more of all stores together than it may', async () => {
    const { begun, ask } = open();
    for (const store of ['a', 'b', 'c', 'd', 'e']) ask(store, `${store}1`);
    await settled();
    expect(begun).toEqual(['a1', 'b1', 'c1', 'd1']);
  });

  it('lets the stores in by turns, each in the order in which it asked', async () => {
    const { begun, ask } = open({ runningMax: 1, storeRunningMax: 1, waitingMax: 9, storeWaitingMax: 9 });
    const asked = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => ask(name.slice(0, 1), name));
    for (let turn = 0; turn < asked.length; turn += 1) {
      await settled();
      asked[['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].indexOf(begun.at(-1) ?? '')]?.answer();
    }
    await settled();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('lets nobody wait for longer than a moment', async () => {
    const { admission, begun, ask } = open();
    const first = ask('a', 'a1');
    ask('a', 'a2');
    const third = ask('a', 'a3');
    await vi.advanceTimersByTimeAsync(999);
    expect(admission.counts().waiting).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await third.admitted).toBe(false);
    first.answer();
    await settled();
    expect(begun).toEqual(['a1', 'a2']);
    expect(admission.counts()).toEqual({ running: 1, waiting: 0, turnedAway: 1 });
  });

  it('counts nobody as late who had his turn: as many may wait afterwards as before', async () => {
    const { admission, ask } = open({ waitingMax: 1 });
    const first = ask('a', 'a1');
    for (const name of ['a2', 'a3']) ask('a', name);
    first.answer();
    await vi.advanceTimersByTimeAsync(1000);
    expect(admission.counts()).toEqual({ running: 2, waiting: 0, turnedAway: 0 });
    ask('a', 'a4');
    expect(await ask('a', 'a5').admitted).toBe(false);
  });

  it('answers 3,000 at once and 700 of a store; 2,000 more wait, and 200 of a store', async () => {
    const admission = createAdmission();
    const { promise, resolve } = Promise.withResolvers<void>();
    const runs: Promise<boolean>[] = [];
    const ask = (store: string, times: number): void => {
      for (let at = 0; at < times; at += 1) runs.push(admission.run(store, () => promise));
    };
    ask('a', 901);
    await settled();
    expect(admission.counts()).toEqual({ running: 700, waiting: 200, turnedAway: 1 });
    for (const store of ['b', 'c', 'd', 'e']) ask(store, 575);
    for (const store of 'fghijklmno') ask(store, 180);
    await settled();
    expect(admission.counts()).toEqual({ running: 3000, waiting: 2000, turnedAway: 1 });
    ask('p', 1);
    await settled();
    expect(admission.counts()).toEqual({ running: 3000, waiting: 2000, turnedAway: 2 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(admission.counts()).toEqual({ running: 3000, waiting: 0, turnedAway: 2002 });
    resolve();
    expect((await Promise.all(runs)).filter(Boolean)).toHaveLength(3000);
  });

  it('gives the place of one that failed to the next', async () => {
    const admission = createAdmission({ ...RULES, runningMax: 1 });
    await expect(admission.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await admission.run('a', () => Promise.resolve())).toBe(true);
    expect(admission.counts()).toEqual({ running: 0, waiting: 0, turnedAway: 0 });
  });
});
