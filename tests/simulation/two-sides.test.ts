// Invariants 1, 2, 3, 6, 8 and 10 of the design's list of faults, over many simulated evenings, and the auditor's word on each. A seed
// that fails is printed with its steps and becomes a named test here.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVENINGS } from './evenings.ts';
import { openRelayDatabase, type RelayDatabase } from './sides.ts';
import { FAIR } from './faulty-link.ts';
import { simulate } from './simulate.ts';
import { isSmoke } from '../support/smoke.ts';
import type { History } from '../auditor/history.ts';

const SEEDS = Number(process.env['SEEDS'] ?? (isSmoke ? 8 : 24));
const FIRST = Number(process.env['SEED'] ?? 1);

let database: RelayDatabase;
beforeAll(async () => {
  database = await openRelayDatabase();
});
afterAll(() => database.close());

test.each(EVENINGS)('[$rule] $name', async ({ steps }) => {
  expect((await simulate(database, 1, { weather: FAIR, steps }, 'invariants')).wrong).toEqual([]);
});

/** What is made by real chance (ids, codes, keys, hashes) is known by its turn. */
function told(history: History): string[] {
  const names = new Map<string, string>();
  const codes = new Set(history.flatMap((event) => ('view' in event && event.view ? [event.view.code] : [])));
  return history.map((event) =>
    JSON.stringify(event).replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w-]{10,}/g, (word) => {
      if (!codes.has(word) && !/\d/.test(word)) return word;
      names.set(word, names.get(word) ?? `#${names.size}`);
      return names.get(word) ?? word;
    }),
  );
}

test.each([3, 6])('seed %d makes the same evening twice', async (seed) => {
  const [first, again] = [await simulate(database, seed), await simulate(database, seed)];
  expect(told(again.history)).toEqual(told(first.history));
});

test(
  `[I1 I2 I3 I6 I8 I10] ${SEEDS} evenings with faults end with both sides whole and alike`,
  { timeout: 1_200_000 },
  async () => {
    let orders = 0;
    for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1) {
      const report = await simulate(database, seed);
      expect(report.wrong, `seed ${seed}:\n${report.steps.join('\n')}\n`).toEqual([]);
      orders += report.orders;
    }
    expect(orders).toBeGreaterThan(SEEDS);
  },
);
