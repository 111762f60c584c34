import { expect, it } from 'vitest';
import type { AttemptRow } from '../schema.ts';
import { cardPauseMs } from './begin.ts';

const MINUTE_MS = 60_000;
const NOW_MS = Date.UTC(2026, 10, 21, 15);
/** Cards that were rejected, the newest first, a minute after each other. */
const rejected = (count: number, newestMs = NOW_MS): AttemptRow[] =>
  Array.from({ length: count }, (_, at) => {
    const createdAtMs = newestMs - at * MINUTE_MS;
    const row = {
      method: 'credit_card',
      terminalId: null,
      status: 'rejected',
      providerPaymentId: 'p',
    } as const;
    return { ...row, createdAtMs } as AttemptRow;
  });

it.each([
  [0, 0],
  [1, 0],
  [2, 0],
  [3, 10],
  [4, 0],
  [5, 0],
  [6, 10],
  [7, 0],
])('after %i rejections the next card waits for %i minutes', (count, minutes) => {
  expect(cardPauseMs(rejected(count), NOW_MS)).toBe(minutes * MINUTE_MS);
});

it('the pause is over ten minutes after the last of the three', () => {
  expect(cardPauseMs(rejected(3), NOW_MS + 10 * MINUTE_MS - 1)).toBe(1);
  expect(cardPauseMs(rejected(3), NOW_MS + 10 * MINUTE_MS)).toBe(0);
});

it('a PIX, a card at the terminal, one that was taken and one that the provider never saw are no rejections', () => {
  const [two, [card]] = [rejected(2), rejected(1)];
  for (const other of [
    { method: 'pix' },
    { terminalId: 't1' },
    { status: 'approved' },
    { providerPaymentId: null },
  ])
    expect(cardPauseMs([...two, { ...card, ...other } as AttemptRow], NOW_MS)).toBe(0);
});
