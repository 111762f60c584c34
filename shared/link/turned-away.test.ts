import { expect, it } from 'vitest';
import { turnAway } from './turned-away.ts';

it('doubles the pause each time, up to a minute, and begins anew after ten minutes without a fault', () => {
  const first = turnAway(null, 0);
  expect(first).toEqual({ times: 1, untilMs: 1000 });
  const second = turnAway(first, 5000);
  expect(second).toEqual({ times: 2, untilMs: 7000 });
  expect(turnAway({ times: 6, untilMs: 0 }, 0).untilMs).toBe(60_000);
  expect(turnAway({ times: 90, untilMs: 0 }, 0).untilMs).toBe(60_000);
  expect(turnAway(second, 7000 + 600_000).times).toBe(3);
  expect(turnAway(second, 7000 + 600_001)).toEqual({ times: 1, untilMs: 608_001 });
});
