// What screens say of a printer: since when it is in its state, whatever the reason becomes meanwhile.
import { expect, it } from 'vitest';
import { createHealth } from './health.ts';

function createScene() {
  const scene = { nowMs: 100, changes: 0, warned: 0, informed: 0 };
  const health = createHealth({
    printerId: 'p',
    clock: () => scene.nowMs,
    log: {
      info: () => void (scene.informed += 1),
      warn: () => void (scene.warned += 1),
      error: () => undefined,
    },
    onChange: () => void (scene.changes += 1),
  });
  return { scene, health };
}

it('keeps the beginning of its trouble while the reason changes, and has a new one with a new state', () => {
  const { scene, health } = createScene();
  expect(health.now()).toEqual({ state: 'unknown', detail: null, paperLow: false, sinceMs: 100 });
  scene.nowMs = 200;
  health.trouble({ kind: 'silent', message: 'não responde' });
  scene.nowMs = 300;
  health.trouble({ kind: 'silent', message: 'recusou a conexão' });
  expect(health.now()).toEqual({ state: 'off', detail: 'recusou a conexão', paperLow: false, sinceMs: 200 });
  scene.nowMs = 400;
  health.well(true, true);
  expect(health.now()).toEqual({ state: 'ok', detail: null, paperLow: true, sinceMs: 400 });
  scene.nowMs = 500;
  health.well(true, false);
  expect(health.now()).toMatchObject({ state: 'ok', paperLow: false, sinceMs: 400 });
});

it.each([
  ['paper-out', 'paper-out', true],
  ['unproven', 'unconfirmed', false],
  ['silent', 'off', true],
] as const)('of a trouble of the kind %s it is %s', (kind, state, isTrouble) => {
  const { scene, health } = createScene();
  health.trouble({ kind, message: 'x' });
  expect([health.now().state, health.inTrouble(), scene.warned]).toEqual([
    state,
    isTrouble,
    isTrouble ? 1 : 0,
  ]);
});

it('that works is ok where it says so itself, and unconfirmed where it cannot', () => {
  const { health } = createScene();
  health.well(false, false);
  expect([health.now().state, health.inTrouble()]).toEqual(['unconfirmed', false]);
  health.well(true, false);
  expect([health.now().state, health.inTrouble()]).toEqual(['ok', false]);
});

it('tells of what is new alone, and forgets what it was at another address', () => {
  const { scene, health } = createScene();
  for (let time = 0; time < 3; time += 1) health.trouble({ kind: 'silent', message: 'não responde' });
  expect([scene.changes, scene.warned]).toEqual([1, 1]);
  expect(health.ageMs()).toBeLessThan(Number.POSITIVE_INFINITY);
  health.reset();
  expect(health.now().state).toBe('unknown');
  expect(health.ageMs()).toBe(Number.POSITIVE_INFINITY);
});
