// Panel numbers against a model that knows days and series alone: whatever is taken, reset and waited for, on whatever clock.
import { afterEach, expect, it } from 'vitest';
import fc from 'fast-check';
import { inTransaction } from '../../storage/transaction.ts';
import { openTestStore, START_MS, type TestStore } from '../../testing/open-test-store.ts';
import { createPanel } from './panel.ts';

const HOUR_MS = 3_600_000;
let store: TestStore;
afterEach(() => store.close());

const step = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ kind: 'take' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reset' } as const) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: -30, max: 60 }) }),
  },
);

it('go up by one in their day and series, and never twice to two orders', async () => {
  store = await openTestStore();
  const panel = createPanel(store.db, 'America/Sao_Paulo', {
    isClockDoubted: () => false,
    isLeaping: () => false,
  });
  const ended = new Error('the numbers of one try are not those of the next');
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let nowMs = START_MS;
      let current = '';
      const series = new Map<string, number>();
      const last = new Map<string, number>();
      const given = new Set<string>();
      try {
        inTransaction(store.db, () => {
          for (const one of steps) {
            if (one.kind === 'wait') {
              nowMs += one.hours * HOUR_MS;
              continue;
            }
            const today = new Date(nowMs - 7 * HOUR_MS).toISOString().slice(0, 10);
            const date = today > current ? today : current;
            const inSeries = series.get(date) ?? 1;
            if (one.kind === 'reset') {
              series.set(date, inSeries + 1);
              expect(panel.reset(nowMs)).toEqual({ date, series: inSeries + 1 });
              continue;
            }
            current = date;
            const key = `${date} ${inSeries}`;
            const number = (last.get(key) ?? 0) + 1;
            last.set(key, number);
            const slot = panel.slot(nowMs);
            expect(slot).toEqual({ date, series: inSeries, number });
            expect(given).not.toContain(JSON.stringify(slot));
            given.add(JSON.stringify(slot));
            panel.takeNumber(slot);
          }
          throw ended;
        });
      } catch (error) {
        if (error !== ended) throw error;
      }
    }),
    { numRuns: 60 },
  );
});
