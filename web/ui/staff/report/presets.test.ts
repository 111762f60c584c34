import { expect, it } from 'vitest';
import { growthOf, periodOf } from './presets.ts';

const ZONE = 'America/Sao_Paulo';

it('periods end today, in the days of the shop', () => {
  const late = Date.parse('2026-12-03T23:59:00-03:00');
  expect(periodOf('hoje', late, ZONE)).toEqual({ from: '2026-12-03', to: '2026-12-03' });
  expect(periodOf('7-dias', late, ZONE)).toEqual({ from: '2026-11-27', to: '2026-12-03' });
  expect(periodOf('mes', late, ZONE)).toEqual({ from: '2026-12-01', to: '2026-12-03' });
});

it.each([
  [150, 100, 50],
  [100, 150, -33.3],
  [100, 100, 0],
  [100, 0, null],
])('%d after %d is %s percent more', (now, before, percent) => {
  expect(growthOf(now, before)).toBe(percent);
});
