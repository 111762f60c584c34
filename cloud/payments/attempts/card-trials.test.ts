// [42] Whom a declined card counts for, and what is given back: over counts that the test holds.
import { beforeEach, expect, it } from 'vitest';
import type { LimitRule } from '../../storage/limits/counts.ts';
import type { Db } from '../../storage/open.ts';
import { createCardTrials, type CardTry } from './card-trials.ts';

/** What each count was used, by its name and whose use it is; whose name is in `spent` has to wait. */
let used: Map<string, number>;
let spent: Set<string>;
let rules: Record<string, LimitRule>;
let alarms: string[];
let declined: number;
let isAway: boolean;
let errors: object[];
beforeEach(() => {
  [used, spent, rules, alarms] = [new Map(), new Set(), {}, []];
  [declined, isAway, errors] = [0, false, []];
});

const trials = () =>
  createCardTrials({
    db: {
      select: () => ({
        from: () => ({
          where: () =>
            isAway ? Promise.reject(new Error('away')) : Promise.resolve([{ tried: declined, declined }]),
        }),
      }),
    } as unknown as Db,
    counts: {
      limit: (name, rule) => {
        rules[name] = rule;
        return (storeId, subject, points = 1) => {
          const key = `${name} of ${subject} at ${storeId}`;
          if (spent.has(name)) return Promise.resolve(60);
          used.set(key, (used.get(key) ?? 0) + points);
          return Promise.resolve(0);
        };
      },
    },
    alarms: {
      raise: (_store, { kind }, text) => void alarms.push(`${kind}: ${text}`),
      end: () => undefined,
    },
    timeZone: 'America/Sao_Paulo',
    log: { info: () => undefined, warn: () => undefined, error: (details) => void errors.push(details) },
    // 21 November, 23:30 in the shop; the 22nd in UTC.
    clock: () => Date.UTC(2026, 10, 22, 2, 30),
  });
const card = (email: string, number?: string): CardTry => ({
  ...{ storeId: 's', orderId: 'o', household: 'h' },
  payer: {
    ...{ email, first_name: '', last_name: '' },
    ...(number === undefined ? {} : { identification: { type: 'CPF', number } }),
  } as CardTry['payer'],
});
const left = () => Object.fromEntries([...used].filter(([, uses]) => uses !== 0));
const ANA = {
  'card-address of h at s': 1,
  'card-payer of ana@x.com at s': 1,
  'card-document of 12345678909 at s': 1,
  'card-order of o at s': 1,
  'card-store of s at s': 1,
};

it('[42] ten cards of an address are declined in an hour, six of a payer or a document, 150 of a store, and nine of an order in a day; in all processes together', () => {
  trials();
  const ofAll = (points: number, hours: number) => ({ points, seconds: hours * 3600, exact: true });
  expect(rules).toEqual({
    'card-address': ofAll(10, 1),
    'card-payer': ofAll(6, 1),
    'card-document': ofAll(6, 1),
    'card-order': ofAll(9, 24),
    'card-store': ofAll(150, 1),
  });
});

it.each([
  ['ana@x.com', '12345678909'],
  [' Ana@X.com ', '123.456.789-09'],
  // What stands behind a plus is anybody's choice.
  ['ana+7@x.com', '123 456 789 09'],
])('a card of %s, %s is one of the same payer', async (email, number) => {
  expect(await trials().admitTrial(card(email, number))).toBe(0);
  expect(left()).toEqual(ANA);
});

it('a card whose form asked for neither counts for address, order and store', async () => {
  await trials().admitTrial(card(''));
  expect(Object.keys(left())).toEqual([
    'card-address of h at s',
    'card-order of o at s',
    'card-store of s at s',
  ]);
});

it.each(['card-address', 'card-payer', 'card-document', 'card-order', 'card-store'])(
  'a card that is beyond %s waits, and uses up none of the others',
  async (name) => {
    spent.add(name);
    expect(await trials().admitTrial(card('ana@x.com', '12345678909'))).toBe(60);
    expect(left()).toEqual({});
  },
);

it.each([
  ['approved', {}],
  ['not-tried', {}],
  ['declined', ANA],
  ['open', ANA],
] as const)('a card that is %s leaves %j counted', async (outcome, counted) => {
  const { admitTrial, recordOutcome } = trials();
  const tried = card('ana@x.com', '12345678909');
  await admitTrial(tried);
  await recordOutcome(tried, outcome);
  expect(left()).toEqual(counted);
});

it('the owner is told of fifteen declined in a quarter of an hour, once an hour of the shop, when one more is', async () => {
  const { recordOutcome } = trials();
  declined = 14;
  await recordOutcome(card(''), 'declined');
  declined = 15;
  for (const outcome of ['approved', 'open', 'not-tried'] as const) await recordOutcome(card(''), outcome);
  expect(alarms).toEqual([]);
  await recordOutcome(card(''), 'declined');
  expect(alarms).toEqual([expect.stringMatching(/^payment-card-trials: .*21\/11, 23 h/)]);
  isAway = true;
  await recordOutcome(card(''), 'declined');
  expect(errors).toMatchObject([{ storeId: 's' }]);
});
