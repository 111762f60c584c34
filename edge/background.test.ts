// Which jobs run when, and who hears that one failed.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBackground } from './background.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => void vi.useRealTimers());

const MINUTE_MS = 60_000;

function createScene(failing: readonly string[] = []) {
  const runs: string[] = [];
  const failures: unknown[] = [];
  const logged: object[] = [];
  const scene = { mayWrite: true, mayEndByAge: true };
  const job = (name: string) => ({
    name,
    everyMs: MINUTE_MS,
    run: () => {
      runs.push(name);
      if (failing.includes(name)) throw new Error(`${name} broke`);
    },
  });
  const background = createBackground({
    clock: () => Date.now(),
    log: { error: (details) => logged.push(details) },
    onFailure: (error) => failures.push(error),
    menders: [job('mender')],
    tellers: [job('teller')],
    writers: [job('writer')],
    agers: [job('ager')],
    mayEndByAge: () => scene.mayEndByAge,
    mayWrite: () => scene.mayWrite,
  });
  const start = async () => {
    for (const group of [background.menders, background.tellers, background.writers]) group.start();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { ...background, scene, runs, failures, logged, start };
}

it('what writes by itself waits while nothing may be written, and goes on by itself; the others never wait', async () => {
  const { scene, runs, start, stop } = createScene();
  scene.mayWrite = false;
  await start();
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect(new Set(runs)).toEqual(new Set(['mender', 'teller']));
  scene.mayWrite = true;
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect(new Set(runs)).toEqual(new Set(['mender', 'teller', 'writer', 'ager']));
  await stop();
});

it('what ends things by their age waits while the clock is in doubt, and while nothing may be written', async () => {
  for (const [mayWrite, mayEndByAge] of [
    [true, false],
    [false, true],
    [false, false],
  ] as const) {
    const { scene, runs, start, stop } = createScene();
    Object.assign(scene, { mayWrite, mayEndByAge });
    await start();
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect([runs.includes('writer'), runs.includes('ager')]).toEqual([mayWrite, false]);
    Object.assign(scene, { mayWrite: true, mayEndByAge: true });
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect(runs).toContain('ager');
    await stop();
  }
});

it.each(['mender', 'teller', 'writer', 'ager'])(
  'that the %s failed is logged by its name, and heard by who watches the disk',
  async (name) => {
    const { failures, logged, start, stop } = createScene([name]);
    await start();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(failures[0]).toEqual(new Error(`${name} broke`));
    expect(logged[0]).toMatchObject({ worker: name, failures: 1 });
    await stop();
  },
);

it('tells of every job, and none runs once it was stopped', async () => {
  const { reports, runs, start, stop } = createScene();
  expect(reports().map(({ name }) => name)).toEqual(['mender', 'teller', 'writer', 'ager']);
  await start();
  await stop();
  runs.length = 0;
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(runs).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
