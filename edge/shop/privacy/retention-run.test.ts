// What one look at old data does, piece by piece, and what is told when its term is changed. The use case alone, on a database of its own.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Db } from '../../storage/open.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import type { Actor } from '../audit/audit.ts';
import { createRetention, type Retention } from './retention.ts';

type Deps = Parameters<typeof createRetention>[0];
const ANA: Actor = { userId: 'u1', userName: 'Ana', from: 'lan' };
const midnight = (date: string): number => Date.parse(`${date}T00:00:00-03:00`);

let db: Db;
let nowMs: number;
let did: string[];
/** Up to which order each look comes, one after another; then there is nothing more. */
let orders: number[];
/** How many of wholesale each look retires. */
let bought: number[];
let afterPiece: () => void;
let retention: Retention;
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  nowMs = midnight('2026-11-21') + 12 * 3_600_000;
  [did, orders, bought, afterPiece] = [[], [], [], () => undefined];
  const append: PrivateLog['append'] = (_row, id, body, atMs) =>
    void did.push(`log ${id} ${JSON.stringify(body)} ${atMs === nowMs}`);
  const erasure: Partial<Deps['erasure']> = {
    retire(after, beforeMs, max) {
      did.push(`orders after ${after}, ${max} from before ${beforeMs}`);
      afterPiece();
      return orders.shift() ?? after;
    },
    retireWholesale(_beforeMs, max) {
      did.push(`wholesale ${max}`);
      return bought.shift() ?? 0;
    },
    retireInbox: (beforeMs) => Promise.resolve(void did.push(`inbox from before ${beforeMs}`)),
  };
  const rollups: Partial<Deps['rollups']> = {
    upToDate: () => Promise.resolve(void did.push('sums')),
    purgeClientsUpTo: (month) => void did.push(`customers up to ${month}`),
  };
  const audit: Partial<Deps['audit']> = {
    record: ({ userName }, subject, action, text) =>
      void did.push(`${userName} ${subject}/${action}: ${text}`),
  };
  retention = createRetention({
    db,
    log: { append } as PrivateLog,
    clock: () => nowMs,
    timeZone: 'America/Sao_Paulo',
    erasure: erasure as Deps['erasure'],
    rollups: rollups as Deps['rollups'],
    audit: audit as Deps['audit'],
  });
});
afterEach(() => void db.$client.close());
const YEAR_AGO_MS = midnight('2025-11-21');

describe('a look', () => {
  it('brings the sums up to date first, then forgets customers, orders, wholesale and answers, a piece at a time', async () => {
    orders = [50, 70];
    bought = [50, 3];
    await retention.run();
    const piece = (after: number) => `orders after ${after}, 50 from before ${YEAR_AGO_MS}`;
    expect(did).toEqual([
      'sums',
      'customers up to 2025-11',
      ...[0, 50, 70].map(piece),
      ...Array.from({ length: 3 }, () => 'wholesale 50'),
      `inbox from before ${YEAR_AGO_MS}`,
    ]);
    did = [];
    await retention.run();
    // It goes on where it ended, and goes through the answers once a day.
    expect(did).toEqual(['sums', 'customers up to 2025-11', piece(70), 'wholesale 50']);
    did = [];
    nowMs += 24 * 3_600_000;
    await retention.run();
    expect(did.at(-1)).toBe(`inbox from before ${midnight('2025-11-22')}`);
  });

  it('ends after its present piece when it is told to, and begins nothing more', async () => {
    orders = [50, 100];
    afterPiece = () => retention.stop();
    await retention.run();
    expect(did.filter((one) => /orders|wholesale|inbox/.test(one))).toHaveLength(1);
    did = [];
    await retention.run();
    expect(did).toEqual(['sums', 'customers up to 2025-11']);
  });
});

describe('the term', () => {
  it('is logged and audited when it is another, and not when it is the same', () => {
    expect(retention.set(ANA, { retentionMonths: 12 })).toEqual({ retentionMonths: 12 });
    expect(did).toEqual([]);
    expect(retention.set(ANA, { retentionMonths: 2 })).toEqual({ retentionMonths: 2 });
    expect(did).toEqual([
      'log retention_months {"retentionMonths":2} true',
      'Ana privacy/retention: mudou o prazo dos dados pessoais de 12 para 2 meses',
    ]);
    expect(retention.get()).toEqual({ retentionMonths: 2 });
  });

  it.each([
    ['2027-01-15', 1, '2026-12-15', '2026-12'],
    ['2027-03-31', 1, '2027-02-28', '2027-02'],
    ['2028-03-31', 1, '2028-02-29', '2028-02'],
    ['2027-12-31', 13, '2026-11-30', '2026-11'],
    ['2027-11-21', 120, '2017-11-21', '2017-11'],
  ])('on %s, of %i months, ends what is from before %s', async (today, retentionMonths, day, month) => {
    nowMs = midnight(today);
    retention.set(ANA, { retentionMonths });
    await retention.run();
    // In 2017 the clocks of São Paulo were an hour ahead in November.
    const beforeMs = midnight(day) - (day.startsWith('2017') ? 3_600_000 : 0);
    expect(did).toContain(`customers up to ${month}`);
    expect(did).toContain(`orders after 0, 50 from before ${beforeMs}`);
  });
});
