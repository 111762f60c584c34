// How often the log says why there is no link.
import { beforeEach, expect, it } from 'vitest';
import { createComplaint } from './complaint.ts';

let nowMs: number;
let lines: string[];
let complain: (reason: string) => void;
beforeEach(() => {
  [nowMs, lines] = [0, []];
  complain = createComplaint(
    { warn: (details) => lines.push((details as { reason: string }).reason) },
    () => nowMs,
  );
});
/** A dial a second, each with its reason. */
function fail(seconds: number, reasonAt: (second: number) => string): string[] {
  lines.length = 0;
  for (let second = 0; second < seconds; second += 1) {
    complain(reasonAt(second));
    nowMs += 1000;
  }
  return lines;
}

it('says the same reason twice a minute', () => {
  expect(fail(60, () => 'ECONNREFUSED')).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
});

it('says two reasons that alternate no oftener each', () => {
  const alternating = (second: number): string =>
    second % 2 === 0 ? 'ECONNRESET' : 'the relay answered 502';
  expect(fail(60, alternating)).toEqual([
    'ECONNRESET',
    'the relay answered 502',
    'ECONNRESET',
    'the relay answered 502',
  ]);
});

it('says four of reasons that are never the same, and further ones after half a minute', () => {
  expect(fail(30, (second) => `reason ${second}`)).toHaveLength(4);
  nowMs += 30_000;
  expect(fail(30, (second) => `other ${second}`)).toHaveLength(4);
});

it('says a new reason at once', () => {
  fail(10, () => 'ECONNREFUSED');
  expect(fail(1, () => 'the relay answered 401')).toEqual(['the relay answered 401']);
});
