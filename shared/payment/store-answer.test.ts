// What the store's answer, or its silence, does to the money: written out by hand, every cell.
import { describe, expect, it } from 'vitest';
import { OrderPaymentStatus, PaymentMethod, type PaidDifference } from '../order/order.ts';
import { sampleOrder } from '../order/sample.ts';
import { sampleAttempt, sampleRefund } from './sample.ts';
import {
  answerOfOrder,
  decideAcknowledgement,
  isPaidByHand,
  isPaidOnline,
  isTheSameMoney,
  partsUnknownTo,
  shownPaymentStatus,
  silenceOf,
} from './store-answer.ts';

/** Paid on the site. */
const ONLINE = { isAtTerminal: false, amountCents: 2490 };

describe('[P11] the answer that lies in an order', () => {
  it.each([
    ['PENDING', 'approved', 'pix', 'honoured'],
    ['RECEBIDO', 'approved', 'pix', 'honoured'],
    ['PREPARING', 'approved', 'credit_card', 'honoured'],
    ['READY', 'approved', 'debit_card', 'honoured'],
    ['DELIVERED', 'approved', 'pix', 'honoured'],
    ['CANCELLED', 'approved', 'pix', 'not-made'],
    ['RECEBIDO', 'approved', 'cash', 'paid-otherwise'],
    ['READY', 'approved', 'terminal', 'paid-otherwise'],
    ['DELIVERED', 'approved', 'pix_manual', 'paid-otherwise'],
    ['CANCELLED', 'approved', 'cash', 'not-made'],
    ['PENDING', 'pending', 'cash', 'honoured'],
    ['RECEBIDO', 'approved', null, 'honoured'],
  ] as const)('that is %s, %s by %s: %s', (status, paymentStatus, paymentMethod, answer) => {
    expect(answerOfOrder(sampleOrder({ status, paymentStatus, paymentMethod }), ONLINE)).toBe(answer);
  });

  it('of one that is paid in part by hand is that it is paid otherwise', () => {
    const partly = {
      paymentStatus: 'pending',
      paymentMethod: 'cash',
      tenders: [{ id: 't', method: 'cash', card: null, cents: 1, receivedCents: null, atMs: 1 }],
    } as const;
    const order = (status: 'PENDING' | 'CANCELLED') =>
      sampleOrder({ ...partly, status, tenders: [...partly.tenders] });
    expect(answerOfOrder(order('PENDING'), ONLINE)).toBe('paid-otherwise');
    expect(answerOfOrder(order('CANCELLED'), ONLINE)).toBe('not-made');
    expect(shownPaymentStatus(order('PENDING'))).toBe('pending');
    expect(shownPaymentStatus(order('CANCELLED'))).toBe('refunded');
  });

  it('is by hand only once the money was taken', () => {
    expect(isPaidByHand({ paymentStatus: 'refunded', paymentMethod: 'cash' })).toBe(false);
    expect(isPaidByHand({ paymentStatus: 'approved', paymentMethod: 'cash' })).toBe(true);
  });
});

describe('[P39] the answer that lies in an order of which a part was paid', () => {
  const part = { id: 'p', attemptId: 'a' };
  const tender = {
    id: 'p',
    method: 'pix_manual',
    card: null,
    cents: 2490,
    receivedCents: null,
    atMs: 1,
  } as const;
  const proved = (attemptId: string) => ({ ...tender, proved: { attemptId, method: 'pix' } }) as const;
  const terminal = { ...tender, method: 'terminal', card: 'debito' } as const;
  it.each([
    ['it stands there by this payment', [proved('a')], {}, 'honoured'],
    ['it stands there by another payment', [proved('b')], {}, 'paid-otherwise'],
    ['it does not stand there', [], {}, 'paid-otherwise'],
    ['another part stands there', [{ ...proved('a'), id: 'q' }], {}, 'paid-otherwise'],
    ['it was taken as the shop’s PIX', [tender], {}, 'paid-otherwise'],
    ['it was typed into the terminal, and paid by a code', [terminal], {}, 'paid-otherwise'],
    ['it was said by hand of the terminal', [terminal], { isAtTerminal: true }, 'honoured'],
    ['a centavo less was said', [{ ...terminal, cents: 2489 }], { isAtTerminal: true }, 'paid-otherwise'],
    ['cash was taken', [{ ...tender, method: 'cash' }], { isAtTerminal: true }, 'paid-otherwise'],
    ['it was said under a later id', [{ ...terminal, id: 'q' }], { isAtTerminal: true }, 'honoured'],
    ['that was paid by a code', [{ ...terminal, id: 'q' }], {}, 'paid-otherwise'],
    [
      'a centavo more was said',
      [{ ...terminal, id: 'q', cents: 2491 }],
      { isAtTerminal: true },
      'paid-otherwise',
    ],
    ['it was said before', [{ ...terminal, id: 'o' }], { isAtTerminal: true }, 'paid-otherwise'],
    [
      'it is another payment',
      [{ ...terminal, id: 'q', heardAs: 'b' }],
      { isAtTerminal: true },
      'paid-otherwise',
    ],
    [
      'it came by itself of another payment',
      [{ ...terminal, id: 'q', proved: { attemptId: 'b', method: 'debit_card' } }],
      { isAtTerminal: true },
      'paid-otherwise',
    ],
    [
      'its own id is another payment said by hand, and a later id is this one',
      [
        { ...terminal, heardAs: 'b' },
        { ...terminal, id: 'q' },
      ],
      { isAtTerminal: true },
      'honoured',
    ],
    ['it is this payment', [{ ...terminal, id: 'o', heardAs: 'a' }], { isAtTerminal: true }, 'honoured'],
    [
      'cash stands there, and it was said under a later id',
      [
        { ...tender, method: 'cash' },
        { ...terminal, id: 'q' },
      ],
      { isAtTerminal: true },
      'paid-otherwise',
    ],
  ] as const)('where %s', (_, tenders, changes, answer) => {
    const order = sampleOrder({ status: 'PENDING', paymentStatus: 'pending', tenders: [...tenders] });
    expect(answerOfOrder(order, { ...ONLINE, part, ...changes })).toBe(answer);
    expect(answerOfOrder({ ...order, status: 'CANCELLED' }, { ...ONLINE, part, ...changes })).toBe(
      'not-made',
    );
  });
});

describe('[P38] parts that came by themselves and that whoever says one by hand may not know of', () => {
  const came = {
    id: 'p',
    method: 'pix_manual',
    card: null,
    cents: 900,
    receivedCents: null,
    atMs: 1,
    proved: { attemptId: 'a', method: 'pix' },
  } as const;
  const said = { method: 'pix_manual', cents: 900 } as const;
  it.each([
    ['one of that way and amount', [came], said, ['p']],
    ['one that was said by hand as well', [{ ...came, proved: undefined }], said, []],
    ['one of another way', [came], { ...said, method: 'terminal' }, []],
    ['one of another amount', [came], { ...said, cents: 901 }, []],
    ['one that had that amount before something of it went back', [came], { ...said, cents: 1000 }, ['p']],
    ['one that is said to be beside it', [came], { ...said, besideParts: ['p'] }, []],
    [
      'one beside another that is known',
      [came, { ...came, id: 'q' }],
      { ...said, besideParts: ['p'] },
      ['q'],
    ],
    ['none of an order without parts', undefined, said, []],
  ] as const)('%s', (_what, tenders, by, unknown) => {
    expect(
      partsUnknownTo(tenders as Parameters<typeof partsUnknownTo>[0], by, (id) =>
        id === 'p' ? 1000 : undefined,
      ),
    ).toEqual(unknown);
  });
});

it('[P38] a part that staff confirmed as the whole order is that money', () => {
  const order = sampleOrder({
    status: 'RECEBIDO',
    paymentStatus: 'approved',
    paymentMethod: 'terminal',
    totalCents: 2490,
  });
  const part = { id: 'p', attemptId: 'a' };
  expect(answerOfOrder(order, { isAtTerminal: true, amountCents: 2490, part })).toBe('honoured');
  expect(answerOfOrder(order, { isAtTerminal: true, amountCents: 2489, part })).toBe('paid-otherwise');
  expect(answerOfOrder(order, { isAtTerminal: false, amountCents: 2490, part })).toBe('paid-otherwise');
});

describe('[P38] what a terminal took, and staff said so by hand', () => {
  const tenders = [
    { id: 't', method: 'terminal', card: null, cents: 2490, receivedCents: null, atMs: 1 },
  ] as const;
  const changed = [{ id: 'c', atMs: 1, addedIds: ['a'], takenOff: [], inKitchen: true }] as const;
  it.each([
    ['the same amount by terminal', {}, {}, true],
    ['a centavo less came', {}, { amountCents: 2489 }, false],
    ['it was paid on the site', {}, { isAtTerminal: false }, false],
    ['cash was taken', { paymentMethod: 'cash' }, {}, false],
    ['a PIX was taken', { paymentMethod: 'pix_manual' }, {}, false],
    ['nothing was taken yet', { paymentStatus: 'pending' }, {}, false],
    ['it was paid in parts', { tenders: [...tenders] }, {}, false],
    // What it cost when the terminal took it is nowhere any more.
    ['its lines were changed since', { totalCents: 2990, changes: [...changed] }, {}, true],
    [
      'they were, and cash was taken',
      { totalCents: 2990, changes: [...changed], paymentMethod: 'cash' },
      {},
      false,
    ],
  ] as const)('%s: %s', (_, changes, more, isSame) => {
    const order = sampleOrder({
      status: 'RECEBIDO',
      paymentStatus: 'approved',
      paymentMethod: 'terminal',
      totalCents: 2490,
      ...changes,
    } as Parameters<typeof sampleOrder>[0]);
    const came = { isAtTerminal: true, amountCents: 2490, ...more };
    expect(isTheSameMoney(order, came)).toBe(isSame);
    if (order.paymentStatus === 'approved')
      expect(answerOfOrder(order, came)).toBe(isSame ? 'honoured' : 'paid-otherwise');
  });
});

describe('an order is paid online', () => {
  const ONLINE = ['pix', 'credit_card', 'debit_card'];
  const THERE = ['approved', 'partially_refunded'];
  it.each(
    [...PaymentMethod.options, null].flatMap((method) =>
      OrderPaymentStatus.options.map((status) => [method, status] as const),
    ),
  )('by %s and %s: only while money of the provider is there', (paymentMethod, paymentStatus) => {
    expect(isPaidOnline({ paymentMethod, paymentStatus })).toBe(
      ONLINE.includes(String(paymentMethod)) && THERE.includes(paymentStatus),
    );
  });
});

describe('[P11] a store that says nothing', () => {
  it.each([
    [0, 'in-time'],
    [119_999, 'in-time'],
    [120_000, 'overdue'],
    [120_001, 'overdue'],
    [899_999, 'overdue'],
    [900_000, 'given-up'],
    [900_001, 'given-up'],
  ] as const)('for %i ms is %s', (waitedMs, silence) => {
    const limits = { alarmMs: 120_000, refundMs: 900_000 };
    expect(silenceOf(waitedMs, { ...limits, isAtTerminal: false })).toBe(silence);
    // Whoever paid at the terminal stands in the shop and is served: that is never given up.
    expect(silenceOf(waitedMs, { ...limits, isAtTerminal: true })).toBe(
      silence === 'given-up' ? 'overdue' : silence,
    );
  });
});

describe('[P11] what follows', () => {
  const whole = (reason: string) => ({ id: null, attemptId: 'a', amountCents: null, reason });
  const OVER = { isOver: true, refund: null, raise: [] };
  const UNACKNOWLEDGED = { isOver: false, refund: null, raise: ['unacknowledged'] };
  // Money that is good and there, money that was set aside, money that went back, money that the bank took.
  it.each([
    ['honoured', OVER, OVER, OVER, OVER],
    [
      'not-made',
      { isOver: true, refund: whole('refused-by-store'), raise: ['refused-by-store'] },
      OVER,
      OVER,
      OVER,
    ],
    [
      'paid-otherwise',
      { isOver: true, refund: whole('second-approval'), raise: ['second-approval'] },
      OVER,
      OVER,
      OVER,
    ],
    ['in-time', null, null, null, null],
    ['overdue', UNACKNOWLEDGED, UNACKNOWLEDGED, UNACKNOWLEDGED, UNACKNOWLEDGED],
    [
      'given-up',
      {
        isOver: false,
        refund: whole('unacknowledged'),
        raise: ['unacknowledged', 'refunded-unacknowledged'],
      },
      null,
      null,
      null,
    ],
  ] as const)('when it is %s', (said, good, aside, back, taken) => {
    const after = (changes: Parameters<typeof sampleAttempt>[0]) =>
      decideAcknowledgement(sampleAttempt(changes), [], said);
    expect(after({})).toEqual(good);
    expect(after({ status: 'partially_refunded', refundedCents: 1 })).toEqual(good);
    expect(after({ mismatch: 'amount' })).toEqual(aside);
    expect(after({ status: 'refunded' })).toEqual(back);
    expect(after({ status: 'charged_back' })).toEqual(taken);
    expect(after({ acknowledgedAtMs: 0 })).toBeNull();
  });

  it.each([
    ['sent', null],
    ['in-process', null],
    ['done', null],
    ['refused', null],
  ] as const)('from silence nothing more once the whole is %s', (state, expected) => {
    const refunds = [sampleRefund({ state, reason: 'asked' })];
    expect(decideAcknowledgement(sampleAttempt(), refunds, 'given-up')).toBe(expected);
  });

  it('from silence the whole goes back beside a part, and beside what goes back of another attempt', () => {
    for (const refund of [sampleRefund({ amountCents: 1 }), sampleRefund({ attemptId: 'b' })])
      expect(decideAcknowledgement(sampleAttempt(), [refund], 'given-up')?.refund).toEqual(
        whole('unacknowledged'),
      );
  });

  it('from an answer the same whether or not it goes back already', () => {
    expect(decideAcknowledgement(sampleAttempt(), [sampleRefund()], 'not-made')?.refund).toEqual(
      whole('refused-by-store'),
    );
  });
});

describe('what is read of the money of an order', () => {
  it.each([
    ['CANCELLED', 'approved', 'cash', 'refunded'],
    ['CANCELLED', 'approved', 'terminal', 'refunded'],
    ['CANCELLED', 'approved', 'pix_manual', 'refunded'],
    // It goes back through the provider, and is not back before that says so.
    ['CANCELLED', 'approved', 'pix', 'approved'],
    ['CANCELLED', 'approved', 'credit_card', 'approved'],
    ['CANCELLED', 'pending', 'cash', 'pending'],
    ['CANCELLED', 'expired', null, 'expired'],
    ['DELIVERED', 'approved', 'cash', 'approved'],
    ['RECEBIDO', 'approved', 'cash', 'approved'],
  ] as const)('that is %s, %s by %s: %s', (status, paymentStatus, paymentMethod, shown) => {
    expect(shownPaymentStatus({ status, paymentStatus, paymentMethod })).toBe(shown);
  });
});

it.each([
  ['by this payment', 'p', 'a', 'honoured'],
  ['by another payment', 'p', 'b', 'paid-otherwise'],
  ['under another id', 'q', 'a', 'paid-otherwise'],
] as const)('[P39] a difference that stands in its order %s', (_case, id, attemptId, answer) => {
  const difference: PaidDifference = { id, cents: 2490, atMs: 1, proved: { attemptId, method: 'pix' } };
  const order = sampleOrder({
    ...{ status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'pix' },
    paidDifferences: [difference],
  });
  const came = { ...ONLINE, part: { id: 'p', attemptId: 'a' } };
  expect(answerOfOrder(order, came)).toBe(answer);
  expect(answerOfOrder({ ...order, status: 'CANCELLED' }, came)).toBe('not-made');
});
