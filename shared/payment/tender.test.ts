import { describe, expect, it } from 'vitest';
import type { Order, Tender } from '../order/order.ts';
import {
  changeOfTender,
  divideAmong,
  hasTenders,
  isPartlyPaid,
  leftOf,
  mainMethodOf,
  withTender,
  tenderOfPayment,
} from './tender.ts';

const tender = (cents: number, fields: Partial<Tender> = {}): Tender => ({
  id: `t${cents}`,
  method: 'cash',
  card: null,
  cents,
  receivedCents: null,
  atMs: 1,
  ...fields,
});
const order = (...tenders: Tender[]) => ({ totalCents: 1_000, tenders });

describe('[O29] a part of what is to be paid', () => {
  it.each([
    [0, false],
    [1, true],
    [699, true],
    [700, true],
    [701, false],
    [-1, false],
  ])('of which R$ 7,00 are left may be %i centavos: %s', (cents, may) => {
    expect(leftOf(order(tender(300)))).toBe(700);
    const taken = withTender(order(tender(300)), tender(cents));
    expect(taken).toEqual(
      may
        ? { ok: true, value: [tender(300), tender(cents)] }
        : { ok: false, refusal: { code: 'tender-too-much', leftCents: 700 } },
    );
  });

  it('is the whole where nothing else is paid', () => {
    expect(withTender({ totalCents: 1_000 }, tender(1_000))).toMatchObject({ ok: true });
    expect(leftOf({ totalCents: 1_000 })).toBe(1_000);
  });

  it.each([
    ['less than it', { receivedCents: 399 }, false],
    ['as much', { receivedCents: 400 }, true],
    ['more than is left, with change', { receivedCents: 5_000 }, true],
    ['more, at the terminal', { receivedCents: 500, method: 'terminal' }, false],
    ['as much, at the terminal', { receivedCents: 400, method: 'terminal' }, false],
  ] as const)('of R$ 4,00 for which is handed over %s', (_what, fields, may) => {
    expect(withTender(order(), tender(400, fields))).toMatchObject(
      may ? { ok: true } : { ok: false, refusal: { code: 'change-too-small' } },
    );
  });

  it('gives change of cash alone', () => {
    expect(changeOfTender(tender(400, { receivedCents: 1_000 }))).toBe(600);
    expect(changeOfTender(tender(400))).toBe(0);
  });

  it('is one of so many, and the last of them ends it', () => {
    const many = Array.from({ length: 29 }, () => tender(1));
    const left = 1_000 - many.length;
    expect(withTender(order(...many.slice(1)), tender(1))).toMatchObject({ ok: true });
    expect(withTender(order(...many), tender(1))).toMatchObject({ ok: false });
    expect(withTender(order(...many), tender(left))).toMatchObject({ ok: true });
    // What went of one that is proved leaves room, and no thirty-first.
    expect(withTender(order(...many, tender(1)), tender(left - 1))).toMatchObject({ ok: false });
  });

  it('leaves nothing to pay of what costs less than its parts by now', () => {
    expect([999, 1_000, 1_001].map((cents) => leftOf(order(tender(cents))))).toEqual([1, 0, 0]);
  });
});

describe('an order that is paid in parts', () => {
  const of = (status: Order['status'], ...tenders: Tender[]) => ({
    status,
    ...(tenders.length > 0 && { tenders }),
  });
  it('is paid in part while it waits, and holds no money once it was called off', () => {
    expect([of('PENDING'), of('PENDING', tender(1)), of('RECEBIDO', tender(1))].map(isPartlyPaid)).toEqual([
      false,
      true,
      false,
    ]);
    expect([of('PENDING'), of('READY', tender(1)), of('CANCELLED', tender(1))].map(hasTenders)).toEqual([
      false,
      true,
      false,
    ]);
    expect(hasTenders({ status: 'PENDING', tenders: [] })).toBe(false);
  });

  it('is of the way that brought the most, of equals the first', () => {
    expect(mainMethodOf([tender(5), tender(4, { method: 'terminal' })])).toBe('cash');
    expect(
      mainMethodOf([tender(5), tender(3, { method: 'terminal' }), tender(3, { method: 'terminal' })]),
    ).toBe('terminal');
    expect(mainMethodOf([tender(5, { method: 'pix_manual' }), tender(5)])).toBe('pix_manual');
    expect(mainMethodOf([])).toBeNull();
  });
});

it.each([
  [10_000, 3, [3_334, 3_333, 3_333]],
  [10_100, 3, [3_368, 3_366, 3_366]],
  [100, 1, [100]],
  [2, 2, [1, 1]],
  [5, 4, [2, 1, 1, 1]],
])('divides %i centavos among %i people, what does not divide on the first', (cents, persons, shares) => {
  expect(divideAmong(cents, persons)).toEqual(shares);
});

it('divides whatever amount to the centavo, and as well one share after the other', () => {
  for (let cents = 20; cents < 1_300; cents += 7)
    for (let persons = 1; persons <= 20; persons += 1) {
      const shares = divideAmong(cents, persons);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(cents);
      let left = cents;
      for (const [at, share] of shares.entries()) {
        expect(divideAmong(left, persons - at)[0]).toBe(share);
        left -= share;
      }
    }
});

it.each([
  ['pix', 'pix_manual', null],
  ['credit_card', 'terminal', 'credito'],
  ['debit_card', 'terminal', 'debito'],
] as const)('[P39] a part that came by %s counts as %s, %s, under its own id', (method, as, card) => {
  expect(tenderOfPayment({ part: 'p', attemptId: 'a', method, amountCents: 900 })).toEqual({
    id: 'p',
    method: as,
    card,
    cents: 900,
    receivedCents: null,
    proved: { attemptId: 'a', method },
  });
});
