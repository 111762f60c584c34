// With which attempt a payment goes on, and what of an order stands in its way: over attempts that the test holds.
import { beforeEach, describe, expect, it } from 'vitest';
import { sampleAttempt } from '@balcao/shared/payment/sample.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Db } from '../../storage/open.ts';
import type { AttemptRow } from '../schema.ts';
import { createBegin, type Payable, type Way } from './begin.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 15, 0, 0, 1);
const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const PIX: Way = { kind: 'pix', validForMs: 31 * MINUTE_MS };
const CARD: Way = { kind: 'card' };
const THERE: Way = { kind: 'terminal', terminalId: 'T1', validForMs: 10 * MINUTE_MS };
const ALL: Payable = { orderId: 'o', code: 'CODE', totalCents: 1000, items: [] };
const PART: Payable = { ...ALL, partId: 'p' };
const OWED: Payable = { ...ALL, partId: 'p', isDifference: true };

/** What an order has, and what becomes of the open one that is ended. */
let rows: AttemptRow[];
let ended: string[];
let becomes: Partial<AttemptRow> | null;
let made: AttemptRow[];
beforeEach(() => {
  [rows, ended, becomes, made] = [[], [], { status: 'cancelled' }, []];
});
const attempt = (changes: Partial<AttemptRow>): AttemptRow =>
  ({
    ...sampleAttempt({ id: 'open', status: 'pending', createdAtMs: NOW_MS - MINUTE_MS, approvedAtMs: null }),
    expiresAtMs: NOW_MS + 1,
    ...changes,
  }) as AttemptRow;
const ofCard = { method: 'credit_card', expiresAtMs: null } as const;
const atTerminal = { ...ofCard, terminalId: 'T1', providerExpiresAtMs: NOW_MS + 1 };

const tx = {
  select: () => ({
    from: () => ({ where: () => ({ orderBy: () => ({ for: () => Promise.resolve(rows) }) }) }),
  }),
  insert: () => ({
    values: (row: AttemptRow) => ({
      onConflictDoNothing: () => ({
        returning() {
          made.push(row);
          return Promise.resolve([row]);
        },
      }),
    }),
  }),
};
async function begin(order: Payable, way: Way) {
  const begun = await createBegin({
    db: { transaction: (work: (one: typeof tx) => unknown) => work(tx) } as unknown as Db,
    clock: () => NOW_MS,
    checks: {
      closeOpen: (row) => {
        ended.push(row.id);
        if (becomes === null) return Promise.resolve(refused({ kind: 'unreachable', detail: 'away' }));
        const closed = { ...row, ...becomes };
        rows = rows.map((one) => (one.id === row.id ? closed : one));
        return Promise.resolve(accepted(closed));
      },
    },
  })('store', order, way);
  return begun.ok ? begun.value.id : begun.refusal.code;
}

describe('[P37] beside an open payment', () => {
  it.each<[string, Partial<AttemptRow>, Payable, Way]>([
    ['the code that is shown', {}, ALL, PIX],
    ['the code of the same part', { partId: 'p' }, PART, PIX],
    ['the amount that the terminal shows', atTerminal, ALL, THERE],
    // [19] One key, one payment.
    [
      'a code whose making was not answered',
      { providerPaymentId: null, createdAtMs: NOW_MS - 45 * SECOND_MS + 1 },
      ALL,
      PIX,
    ],
  ])('a payment goes on with %s', async (_what, changes, order, way) => {
    rows = [attempt(changes)];
    expect([await begin(order, way), ended, made]).toEqual(['open', [], []]);
  });

  it.each<[string, Partial<AttemptRow>, Payable, Way]>([
    ['a code that has just ended', { expiresAtMs: NOW_MS }, ALL, PIX],
    ['a code of another amount', { amountCents: 1001 }, ALL, PIX],
    ['a code of another part', { partId: 'q' }, PART, PIX],
    ['the code of all of it', {}, PART, PIX],
    ['the code of a part', { partId: 'p' }, ALL, PIX],
    ['a code that is to be cancelled', { cancelAskedAtMs: 1 }, ALL, PIX],
    // The provider would not take its end any more: half an hour is the least.
    [
      'a code that was not answered for too long',
      { providerPaymentId: null, createdAtMs: NOW_MS - 45 * SECOND_MS },
      ALL,
      PIX,
    ],
    ['a code, for a card', {}, ALL, CARD],
    ['a code, for the terminal', {}, ALL, THERE],
    ['what another terminal shows', { ...atTerminal, terminalId: 'T2' }, ALL, THERE],
    ['another amount at the terminal', { ...atTerminal, amountCents: 1001 }, ALL, THERE],
    ['what the terminal has let go', { ...atTerminal, providerExpiresAtMs: NOW_MS }, ALL, THERE],
    ['what the terminal shows, for a code', atTerminal, ALL, PIX],
    ['a card that is looked at, for a code', ofCard, ALL, PIX],
  ])('a payment ends first %s', async (_what, changes, order, way) => {
    rows = [attempt(changes)];
    const id = await begin(order, way);
    expect([ended, made.map((one) => one.id)]).toEqual([['open'], [id]]);
  });

  it.each<[string, Partial<AttemptRow>, Way, string]>([
    ['a card that is decided, for another card', ofCard, CARD, 'payment-in-process'],
    ['a card that is decided, for the terminal', ofCard, THERE, 'payment-in-process'],
    ['the terminal, for a card', atTerminal, CARD, 'at-terminal'],
    [
      'a code that is being made, for a card',
      { providerPaymentId: null, createdAtMs: NOW_MS - 40 * SECOND_MS + 1 },
      CARD,
      'payment-in-process',
    ],
  ])('a payment waits for %s', async (_what, changes, way, code) => {
    rows = [attempt(changes)];
    expect([await begin(ALL, way), ended, made]).toEqual([code, [], []]);
  });

  it.each<[string, Partial<AttemptRow> | null, string]>([
    ['was paid all the same', { status: 'approved' }, 'already-paid'],
    ['cannot be ended yet', { status: 'pending' }, 'payment-in-process'],
    ['cannot be asked about', null, 'provider-unreachable'],
  ])('nothing is begun where that %s', async (_what, become, code) => {
    rows = [attempt({})];
    becomes = become;
    expect([await begin(ALL, CARD), made, ended]).toEqual([code, [], ['open']]);
  });

  it('of another part that was paid all the same, the store hears first', async () => {
    rows = [attempt({ partId: 'q' })];
    becomes = { status: 'approved' };
    expect([await begin(PART, PIX), made]).toEqual(['already-paid', []]);
  });

  it('that was paid with another amount, which is set aside, another way is begun', async () => {
    rows = [attempt({})];
    becomes = { status: 'approved', mismatch: 'amount' };
    expect([await begin(ALL, CARD)]).toEqual(made.map(({ id }) => id));
  });
});

describe('[P39] what was paid', () => {
  const paid = { status: 'approved' } as const;
  const TAKEN = 'already-paid';
  it.each<[string, Partial<AttemptRow>, Payable, boolean]>([
    ['as a whole is all of it', paid, ALL, false],
    ['as a whole is each part', paid, PART, false],
    ['as a whole is not what is owed since', paid, OWED, true],
    ['as a part is that part', { ...paid, partId: 'p' }, PART, false],
    ['as a difference is that difference', { ...paid, partId: 'p', isDifference: true }, OWED, false],
    ['as another part is none of this one', { ...paid, partId: 'q' }, PART, true],
    ['as a part keeps all of it from being paid once more', { ...paid, partId: 'q' }, ALL, false],
    ['and given back in part is paid', { status: 'partially_refunded' }, ALL, false],
    ['and given back is paid no more', { status: 'refunded' }, ALL, true],
    ['and set aside pays nothing', { ...paid, mismatch: 'amount' }, ALL, true],
  ])('%s', async (_what, changes, order, isBegun) => {
    rows = [attempt(changes)];
    const begun = await begin(order, PIX);
    expect(begun).toBe(isBegun ? made[0]?.id : TAKEN);
  });
});

describe('a new payment', () => {
  it.each<[string, Payable, Way, Partial<AttemptRow>]>([
    // Shown for half an hour; the provider is told a little more, in whole seconds.
    [
      'by code',
      ALL,
      PIX,
      {
        method: 'pix',
        expiresAtMs: NOW_MS + 30 * MINUTE_MS,
        providerExpiresAtMs: NOW_MS - 1 + SECOND_MS + 31 * MINUTE_MS,
      },
    ],
    [
      'by card',
      ALL,
      CARD,
      { method: 'credit_card', terminalId: null, expiresAtMs: null, providerExpiresAtMs: null },
    ],
    [
      'at a terminal',
      ALL,
      THERE,
      { terminalId: 'T1', expiresAtMs: null, providerExpiresAtMs: NOW_MS - 1 + SECOND_MS + 10 * MINUTE_MS },
    ],
    ['of a part', PART, PIX, { partId: 'p', isDifference: false }],
    ['of a difference', OWED, PIX, { partId: 'p', isDifference: true }],
  ])('%s is as it was asked', async (_what, order, way, told) => {
    await begin(order, way);
    expect(made).toMatchObject([
      {
        storeId: 'store',
        orderId: 'o',
        orderCode: 'CODE',
        amountCents: 1000,
        status: 'created',
        createdAtMs: NOW_MS,
        // Until then whoever asked for it may be at it: the round takes it up once that one must be dead.
        nextCheckAtMs: NOW_MS + 40 * SECOND_MS,
        ...told,
      },
    ]);
  });

  it('by card waits after three that were declined, another way does not', async () => {
    const declined = { ...ofCard, status: 'rejected', createdAtMs: NOW_MS } as const;
    rows = ['1', '2', '3'].map((id) => attempt({ ...declined, id }));
    expect([await begin(ALL, CARD), made]).toEqual(['too-many-attempts', []]);
    // Who pays at the counter is seen by somebody.
    for (const way of [PIX, THERE]) expect(await begin(ALL, way)).toBe(made.at(-1)?.id);
    expect(made).toHaveLength(2);
  });
});
