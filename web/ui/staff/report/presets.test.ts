import { expect, it } from 'vitest';
import { isBackwards } from './period-fields.tsx';
import { growthOf, periodOf } from './presets.ts';

const ZONE = 'America/Sao_Paulo';

it('periods end today, in the days of the shop', () => {
  const late = Date.parse('2026-12-03T23:59:00-03:00');
  expect(periodOf('hoje', late, ZONE)).toEqual({ from: '2026-12-03', to: '2026-12-03' });
  expect(periodOf('7-dias', late, ZONE)).toEqual({ from: '2026-11-27', to: '2026-12-03' });
  expect(periodOf('mes', late, ZONE)).toEqual({ from: '2026-12-01', to: '2026-12-03' });
});

it.each([
  ['2026-11-21', '2026-11-21', false],
  ['2026-11-22', '2026-11-21', true],
  ['2026-11-22', '', false],
  ['', '2026-11-21', false],
])('a period from "%s" to "%s" ends before it begins: %s', (from, to, is) => {
  expect(isBackwards({ from, to })).toBe(is);
});

it.each([
  [150, 100, 50],
  [100, 150, -33.3],
  [100, 100, 0],
  [100, 0, null],
])('%d after %d is %s percent more', (now, before, percent) => {
  expect(growthOf(now, before)).toBe(percent);
});
