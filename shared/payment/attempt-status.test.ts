// The states of an attempt and their meaning, written out by hand from docs of the design and of the provider: never read from the table under test.
import { describe, expect, it } from 'vitest';
import {
  ATTEMPT_PHASES,
  ATTEMPT_TRANSITIONS,
  AttemptStatus,
  hasMoneyCome,
  isMoneyIn,
  isOpen,
} from './attempt-status.ts';

// Columns: what is heard of, in the order of the rows. `.` what is known stays, `x` what is heard of takes its place.
const GRID: Record<AttemptStatus, string> = {
  created: '. x x x x x x x x x',
  pending: '. . x x x x x x x x',
  in_process: '. . . x x x x x x x',
  rejected: '. . . . . . x x x x',
  cancelled: '. . . x . x x x x x',
  expired: '. . . x . . x x x x',
  approved: '. . . . . . . x x x',
  partially_refunded: '. . . . . . . . x x',
  refunded: '. . . . . . . . . .',
  charged_back: '. . . . . . . . x .',
};

describe('[P1] what is known of an attempt and what is heard of it', () => {
  const columns = Object.keys(GRID) as AttemptStatus[];
  it('are all the states there are', () => {
    expect(columns.toSorted()).toEqual(AttemptStatus.options.toSorted());
  });

  it.each(
    columns.flatMap((known) =>
      GRID[known].split(' ').map((cell, at) => [known, columns[at] ?? known, cell] as const),
    ),
  )('%s, then %s: %s', (known, heard, cell) => {
    expect(ATTEMPT_TRANSITIONS[known][heard]).toBe(cell === 'x' ? 'take' : 'keep');
  });
});

describe('[P2] an attempt', () => {
  // [somebody may still pay, money is there, money came]
  it.each([
    ['created', true, false, false],
    ['pending', true, false, false],
    ['in_process', true, false, false],
    ['rejected', false, false, false],
    ['cancelled', false, false, false],
    ['expired', false, false, false],
    ['approved', false, true, true],
    ['partially_refunded', false, true, true],
    ['refunded', false, false, true],
    ['charged_back', false, false, true],
  ] as const)('that is %s: open %s, money in %s, money came %s', (status, open, isThere, came) => {
    expect([isOpen(status), isMoneyIn(status), hasMoneyCome(status)]).toEqual([open, isThere, came]);
    expect(ATTEMPT_PHASES[status] === 'no-money').toBe(!open && !came);
  });
});
