// What a fetched payment does to an order's attempts, refunds and review items, and what the store hears: expected by hand
// from the design's order states and the facts about the provider.
import { describe, expect, it } from 'vitest';
import type { Attempt, SeenPayment } from './attempt.ts';
import type { Refund } from './refund.ts';
import { sampleAttempt, samplePayment, sampleRefund } from './sample.ts';
import { decideClose, decideSettle, type Settlement } from './settle.ts';

const NOW_MS = 10_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const open = (changes: Partial<Attempt> = {}): Attempt =>
  sampleAttempt({ status: 'pending', paidCents: null, approvedAtMs: null, ...changes });
const told = (changes: Partial<Attempt> = {}): Attempt =>
  sampleAttempt({ statusDetail: 'accredited', paidCommandId: 'old', factCommandId: 'old', ...changes });

function decide(
  known: { attempts: Attempt[]; refunds?: Refund[]; isOrderCancelled?: boolean },
  payment: Partial<SeenPayment> = {},
  attemptId = 'a',
) {
  const { attempts, refunds = [], isOrderCancelled = false } = known;
  return decideSettle(
    { attempts, refunds },
    { attemptId, payment: samplePayment(payment), payeeId: 'me', isOrderCancelled },
    { nowMs: NOW_MS, commandIds: new Map(attempts.map(({ id }) => [id, `tell-${id}`])) },
  );
}
function settled(...given: Parameters<typeof decide>): Settlement {
  const decided = decide(...given);
  if (!decided.ok) throw new Error(decided.refusal.code);
  return decided.value;
}
const kinds = ({ reviewItems }: Settlement): string[] =>
  reviewItems.map(({ attemptId, kind }) => `${attemptId} ${kind}`);
const heard = ({ facts }: Settlement): string[] =>
  facts.map(({ fact }) => `${fact.attemptId} ${fact.status}`);
const NOTHING = { attempts: [], refundsDone: [], refundsPlanned: [], reviewItems: [], facts: [] };

describe('[P39] payments of two parts of one order', () => {
  it('are no second ones of each other, and both are told', () => {
    const paid = told({ id: 'b', partId: 'q', providerPaymentId: 'y' });
    const first = settled({ attempts: [open({ partId: 'p' }), paid] });
    expect(first.refundsPlanned).toEqual([]);
    expect(kinds(first)).toEqual([]);
    expect(heard(first)).toEqual(['a approved']);
    expect(first.facts[0]?.fact).toMatchObject({ part: 'p' });
  });

  it('of the same part are: the first that was approved stays', () => {
    const paid = told({ id: 'b', partId: 'p', providerPaymentId: 'y', approvedAtMs: 1 });
    const second = settled({ attempts: [open({ partId: 'p' }), paid] });
    expect(second.refundsPlanned).toMatchObject([{ attemptId: 'a', reason: 'second-approval' }]);
    expect(heard(second)).toEqual([]);
  });
});

describe('[P7] a notice', () => {
  it('that would have to be told, and has no id to be told under, is a fault and no silence', () => {
    expect(() =>
      decideSettle(
        { attempts: [open()], refunds: [] },
        { attemptId: 'a', payment: samplePayment(), payeeId: 'me', isOrderCancelled: false },
        { nowMs: NOW_MS, commandIds: new Map() },
      ),
    ).toThrow();
  });

  it('of an approval is written and told, once: the same again does nothing', () => {
    const first = settled({ attempts: [open({ lastError: 'away', checks: 3 })] });
    expect(first).toMatchObject({ refundsDone: [], refundsPlanned: [], reviewItems: [] });
    expect(first.attempts).toEqual([
      {
        ...told({ paidCommandId: 'tell-a', factCommandId: 'tell-a' }),
        paidAtMs: NOW_MS,
        observedAtMs: NOW_MS,
        nextCheckAtMs: NOW_MS + HOUR_MS,
      },
    ]);
    expect(first.settled).toEqual(first.attempts[0]);
    expect(heard(first)).toEqual(['a approved']);
    expect(first.facts[0]?.commandId).toBe('tell-a');
    expect(settled({ attempts: first.attempts })).toMatchObject(NOTHING);
  });

  it.each(['pending', 'in_process', 'rejected', 'cancelled', 'expired'] as const)(
    'that says %s and comes after the approval changes nothing of it',
    (status) => {
      const late = settled({ attempts: [told()] }, { status, approvedAtMs: null });
      expect(late.settled.status).toBe('approved');
      expect([heard(late), kinds(late)]).toEqual([[], []]);
    },
  );

  it.each([
    ['in_process', 'rejected', 'rejected', ['a rejected']],
    ['rejected', 'in_process', 'rejected', []],
    ['partially_refunded', 'refunded', 'refunded', ['a refunded']],
    ['refunded', 'partially_refunded', 'refunded', []],
    ['refunded', 'approved', 'refunded', []],
    ['approved', 'charged_back', 'charged_back', ['a charged_back']],
  ] as const)('out of order: %s is known, %s comes: %s', (known, status, now, told) => {
    const after = settled(
      { attempts: [sampleAttempt({ status: known, paidCommandId: 'old' })] },
      { status, statusDetail: null },
    );
    expect([after.settled.status, heard(after)]).toEqual([now, told]);
  });

  it('of another payment than the one that became this attempt is of none of it', () => {
    expect(decide({ attempts: [open({ providerPaymentId: '2' })] })).toEqual({
      ok: false,
      refusal: { code: 'other-payment' },
    });
    expect(decide({ attempts: [open({ providerPaymentId: null })] }).ok).toBe(true);
  });

  it('is a bug where the attempt is not among those of its order', () => {
    expect(() => decide({ attempts: [open({ id: 'b' })] })).toThrow('an attempt vanished');
  });

  it('of an open payment is looked at again as one that waits', () => {
    const after = settled(
      { attempts: [open({ status: 'created', providerPaymentId: null })] },
      { status: 'pending' },
    );
    expect(after.settled).toMatchObject({
      checks: 0,
      nextCheckAtMs: NOW_MS + MINUTE_MS,
      cancelAskedAtMs: null,
    });
  });

  it('makes no next look of its own where it brings no news', () => {
    const known = open({ statusDetail: 'accredited', checks: 2, nextCheckAtMs: 77, observedAtMs: 5 });
    const after = settled({ attempts: [known] }, { status: 'pending' });
    expect(after).toMatchObject({ ...NOTHING, settled: { checks: 2, nextCheckAtMs: 77, observedAtMs: 5 } });
  });
});

describe('[P3] a payment that is not what was asked', () => {
  it.each([
    ['a centavo less', { amountCents: 999 }, 'amount'],
    ['a centavo more', { amountCents: 1001 }, 'amount'],
    ['another currency', { currency: 'ARS' }, 'currency'],
    ['another payee', { payeeId: 'other' }, 'payee'],
    ['another reference', { reference: 'b' }, 'reference'],
  ] as const)('by %s pays nothing, is told as such and listed', (_case, changes, mismatch) => {
    const after = settled({ attempts: [open()] }, changes);
    expect(after.settled).toMatchObject({
      status: 'approved',
      mismatch,
      paidCommandId: null,
      paidAtMs: null,
    });
    expect([heard(after), kinds(after)]).toEqual([['a approved'], ['a mismatch']]);
    expect(after.facts[0]?.fact.mismatch).toBe(mismatch);
  });

  it('stays so when it is right the next time, and is not listed while no money came', () => {
    const after = settled({ attempts: [sampleAttempt({ mismatch: 'amount' })] });
    expect(after.settled).toMatchObject({ mismatch: 'amount', paidCommandId: null });
    expect(kinds(settled({ attempts: [open()] }, { status: 'pending', amountCents: 999 }))).toEqual([]);
    expect(kinds(settled({ attempts: [open()] }, { status: 'refunded', amountCents: 999 }))).toEqual([
      'a mismatch',
    ]);
  });

  it('stands in the way of no other payment of the order', () => {
    const after = settled({
      attempts: [sampleAttempt({ id: 'b', mismatch: 'amount', providerPaymentId: '2' }), open()],
    });
    expect([heard(after), after.refundsPlanned]).toEqual([['a approved'], []]);
  });
});

describe('[P4] of two approved payments of one order', () => {
  const other = (changes: Partial<Attempt> = {}) =>
    told({ id: 'b', providerPaymentId: '2', approvedAtMs: 300, ...changes });

  it.each([
    ['a moment later', 301, 'a'],
    ['a moment earlier', 299, 'b'],
    ['in the same moment, by the smaller id,', 300, 'b'],
  ] as const)(
    'one that is approved %s: %s goes back whole, and is listed',
    (_case, approvedAtMs, goesBack) => {
      const after = settled(
        { attempts: [open(), other({ paidCommandId: null, factCommandId: null })] },
        { approvedAtMs },
      );
      expect(after.refundsPlanned).toEqual([
        { id: null, attemptId: goesBack, amountCents: null, reason: 'second-approval' },
      ]);
      expect(kinds(after)).toEqual([`${goesBack} second-approval`]);
      expect(heard(after)).toEqual([goesBack === 'a' ? 'b approved' : 'a approved']);
    },
  );

  it('the one that pays is told only once the other, of which the store knows, has gone back', () => {
    const both = [open(), other()];
    const before = settled({ attempts: both }, { approvedAtMs: 299 });
    expect(before.refundsPlanned.map(({ attemptId }) => attemptId)).toEqual(['b']);
    expect(heard(before)).toEqual([]);
    expect(before.attempts.map(({ id }) => id)).toEqual(['a']);
    const known = before.attempts.concat(other());
    const refunds = [sampleRefund({ attemptId: 'b', state: 'in-process' })];
    const after = settled(
      { attempts: known, refunds },
      { id: '2', status: 'refunded', refundedCents: 1000 },
      'b',
    );
    expect(heard(after)).toEqual(['b refunded', 'a approved']);
    expect(after.settled.id).toBe('b');
    expect(after.refundsDone.map(({ id }) => id)).toEqual(['r']);
  });

  it.each([
    ['sent', [], []],
    ['in-process', [], []],
    ['done', [], []],
    // One that failed waits for a person: it is listed, not written down anew.
    ['refused', [], ['a second-approval']],
  ] as const)(
    'a second one whose whole refund is %s is given back no second time',
    (state, planned, listed) => {
      const after = settled(
        {
          attempts: [told({ approvedAtMs: 400 }), other()],
          refunds: [sampleRefund({ state })],
        },
        { approvedAtMs: 400 },
      );
      expect(after.refundsPlanned).toEqual(planned);
      expect(kinds(after)).toEqual(listed);
    },
  );

  it('a second one of which a part went back goes back whole', () => {
    const after = settled(
      {
        attempts: [told({ approvedAtMs: 400 }), other()],
        refunds: [sampleRefund({ amountCents: 1, state: 'done' })],
      },
      { approvedAtMs: 400 },
    );
    expect(after.refundsPlanned).toEqual([
      { id: null, attemptId: 'a', amountCents: null, reason: 'second-approval' },
    ]);
  });

  it('the third goes back too where the second has gone back', () => {
    const after = settled(
      {
        attempts: [
          open({ approvedAtMs: 400 }),
          other(),
          other({ id: 'c', providerPaymentId: '3', approvedAtMs: 350 }),
        ],
        refunds: [sampleRefund({ attemptId: 'c', state: 'done' })],
      },
      { approvedAtMs: 400 },
    );
    expect(after.refundsPlanned.map(({ attemptId }) => attemptId)).toEqual(['a']);
  });

  it('that go back both, because a person asked, none is second', () => {
    const refunds = [
      sampleRefund({ reason: 'asked' }),
      sampleRefund({ id: 's', attemptId: 'b', reason: 'asked' }),
    ];
    const after = settled({
      attempts: [open(), other(), open({ id: 'c', providerPaymentId: '3' })],
      refunds,
    });
    expect([after.refundsPlanned, kinds(after)]).toEqual([[], []]);
    expect(after.attempts.map(({ id }) => id)).toEqual(['a']);
  });
});

describe('[P5] once an order is paid', () => {
  it.each(['created', 'pending', 'in_process'] as const)('its attempt that is %s is cancelled', (status) => {
    const after = settled({ attempts: [open(), open({ id: 'b', status, providerPaymentId: '2' })] });
    expect(after.attempts.find(({ id }) => id === 'b')).toMatchObject({
      status,
      cancelAskedAtMs: NOW_MS,
      nextCheckAtMs: NOW_MS,
    });
  });

  it.each([
    ['over', { status: 'rejected' }],
    ['asked to end before', { cancelAskedAtMs: 5 }],
  ] as const)('one that is %s is left alone', (_case, changes) => {
    const after = settled({ attempts: [open(), open({ id: 'b', providerPaymentId: '2', ...changes })] });
    expect(after.attempts.map(({ id }) => id)).toEqual(['a']);
  });

  it('and not before', () => {
    const after = settled(
      { attempts: [open(), open({ id: 'b', providerPaymentId: '2' })] },
      { status: 'in_process' },
    );
    expect(after.attempts.map(({ id }) => id)).toEqual(['a']);
  });

  it.each([
    ['cancelled', null, NOW_MS],
    ['cancelled', 5, 5],
    ['rejected', null, NOW_MS],
  ] as const)('what is open over there and %s here is cancelled over there too', (status, before, asked) => {
    const known = open({ status, cancelAskedAtMs: before, providerPaymentId: null });
    const after = settled({ attempts: [known] }, { status: 'pending' });
    expect(after.settled).toMatchObject({ status, cancelAskedAtMs: asked, nextCheckAtMs: NOW_MS });
    expect(after.attempts).toEqual([after.settled]);
  });

  it('what is open over there and closed here is asked to end without news too, and its look stays', () => {
    const known = open({ status: 'cancelled', statusDetail: 'x', nextCheckAtMs: 77 });
    const after = settled({ attempts: [known] }, { status: 'pending', statusDetail: null });
    expect(after.attempts).toEqual([
      { ...known, cancelAskedAtMs: NOW_MS, paidCents: 1000, approvedAtMs: 200 },
    ]);
    expect(after.facts).toEqual([]);
  });
});

describe('[P6] an approval that comes', () => {
  it.each([
    ['in time', {}, false, []],
    ['in the last moment', { providerExpiresAtMs: 200 }, false, []],
    ['a moment after the last', { providerExpiresAtMs: 199 }, false, ['a late']],
    ['in the moment of the cancelling', { cancelAskedAtMs: 200 }, false, []],
    ['a moment after the cancelling', { cancelAskedAtMs: 199 }, false, ['a late']],
    ['after the attempt expired', { status: 'expired' }, false, ['a late']],
    ['after the attempt was cancelled', { status: 'cancelled' }, false, ['a late']],
    ['after the order was cancelled', {}, true, ['a late']],
  ] as const)('%s is told, and listed when it is late', (_case, changes, isOrderCancelled, listed) => {
    const after = settled({ attempts: [open(changes)], isOrderCancelled });
    expect([heard(after), kinds(after)]).toEqual([['a approved'], listed]);
    expect(after.settled.paidCommandId).toBe('tell-a');
  });

  it('late is no matter where no money is there', () => {
    const known = { attempts: [open()], isOrderCancelled: true };
    expect(kinds(settled(known, { status: 'cancelled' }))).toEqual([]);
    expect(kinds(settled(known, { status: 'refunded' }))).toEqual([]);
    expect(kinds(settled(known, { amountCents: 999 }))).toEqual(['a mismatch']);
  });
});

describe('[P8] money that the bank takes back', () => {
  it('is told and listed, whatever is known of it', () => {
    const after = settled({ attempts: [told()] }, { status: 'charged_back' });
    expect([heard(after), kinds(after)]).toEqual([['a charged_back'], ['a charged-back']]);
  });

  it('pays nothing: another payment of the order takes its place', () => {
    const second = open({ id: 'b', providerPaymentId: '2' });
    const after = settled({ attempts: [told({ status: 'charged_back' }), second] }, { id: '2' }, 'b');
    expect([heard(after), after.refundsPlanned]).toEqual([['b approved'], []]);
  });
});

describe('[P14] a payment shows of its refunds that', () => {
  const done = (payment: Partial<SeenPayment>, refunds: Refund[]) =>
    settled({ attempts: [told()], refunds }, payment).refundsDone.map(({ id }) => id);
  const part = (id: string, amountCents: number, changes: Partial<Refund> = {}) =>
    sampleRefund({ id, amountCents, reason: 'asked', state: 'in-process', ...changes });
  const whole = sampleRefund({ reason: 'asked', state: 'in-process' });

  it.each([
    ['the whole is back once it says so', { status: 'refunded' }, [whole], ['r']],
    [
      'the whole is back with the last centavo',
      { status: 'partially_refunded', refundedCents: 1000 },
      [whole],
      ['r'],
    ],
    [
      'the whole is not back a centavo before',
      { status: 'partially_refunded', refundedCents: 999 },
      [whole],
      [],
    ],
    ['a part is back at its amount', { refundedCents: 300 }, [part('p', 300)], ['p']],
    ['a part is not back a centavo below it', { refundedCents: 299 }, [part('p', 300)], []],
    ['a part is back above it', { refundedCents: 301 }, [part('p', 300)], ['p']],
    [
      'the first of two parts is not back by itself',
      { refundedCents: 300 },
      [part('p', 300), part('q', 200)],
      [],
    ],
    ['two parts are back together', { refundedCents: 500 }, [part('p', 300), part('q', 200)], ['p', 'q']],
    [
      'the second part is back',
      { refundedCents: 500 },
      [part('p', 300, { state: 'done' }), part('q', 200)],
      ['q'],
    ],
    [
      'the second part is not back a centavo below',
      { refundedCents: 499 },
      [part('p', 300, { state: 'done' }), part('q', 200)],
      [],
    ],
    [
      'a part that failed counts for nothing',
      { refundedCents: 200 },
      [part('p', 300, { state: 'refused' }), part('q', 200)],
      ['q'],
    ],
    ['one that is only asked for is not', { status: 'refunded' }, [{ ...whole, state: 'planned' }], []],
    ['one of another attempt is not', { status: 'refunded' }, [{ ...whole, attemptId: 'b' }], []],
  ] as const)('%s', (_case, payment, refunds, ids) => {
    expect(done({ status: 'approved', ...payment }, [...refunds] as Refund[])).toEqual(ids);
  });
});

describe('[P9] an attempt that the provider did not make', () => {
  const as = { status: 'cancelled', detail: 'never_created', error: 'away' } as const;
  const at = { nowMs: NOW_MS, commandId: 'tell' };

  it('is closed, and told', () => {
    const created = open({ status: 'created', providerPaymentId: null, checks: 4 });
    const closed = decideClose(created, as, at);
    expect(closed?.attempt).toEqual({
      ...created,
      status: 'cancelled',
      statusDetail: 'never_created',
      lastError: 'away',
      observedAtMs: NOW_MS,
      checks: 0,
      nextCheckAtMs: NOW_MS + MINUTE_MS,
      factCommandId: 'tell',
    });
    expect(closed?.fact).toMatchObject({
      commandId: 'tell',
      fact: { status: 'cancelled', observedAtMs: NOW_MS },
    });
  });

  it.each([
    'pending',
    'in_process',
    'rejected',
    'cancelled',
    'expired',
    'approved',
    'partially_refunded',
    'refunded',
    'charged_back',
  ] as const)('and that is %s stays', (status) => {
    expect(decideClose(open({ status, providerPaymentId: null }), as, at)).toBeNull();
  });

  it('stays when its payment is known after all', () => {
    expect(decideClose(open({ status: 'created' }), as, at)).toBeNull();
  });
});

describe('[P21] money that went back beyond our refunds', () => {
  const back = (refundedCents: number, refunds: Refund[], before: Partial<Attempt> = {}) =>
    kinds(
      settled(
        { attempts: [told(before)], refunds },
        { status: refundedCents === 1000 ? 'refunded' : 'partially_refunded', refundedCents },
      ),
    );
  const part = sampleRefund({ amountCents: 300, reason: 'asked', state: 'done' });

  it.each([
    ['the whole without a refund of ours is', 1000, [], ['a refunded-outside']],
    ['a part without one is', 1, [], ['a refunded-outside']],
    ['a centavo beyond our part is', 301, [part], ['a refunded-outside']],
    ['our part is not', 300, [part], []],
    ['less than our part is not', 299, [part], []],
    ['what is beside one of another attempt is', 300, [{ ...part, attemptId: 'b' }], ['a refunded-outside']],
    ['the whole that we gave back is not', 1000, [sampleRefund({ state: 'sent' })], []],
    [
      'what a refused one did not bring back is',
      1000,
      [sampleRefund({ state: 'refused' })],
      ['a refunded-outside'],
    ],
  ] as const)('is listed: %s', (_case, refundedCents, refunds, items) => {
    expect(back(refundedCents, [...refunds])).toEqual(items);
  });

  it.each([
    ['the second part is', 300, 700, [], true],
    ['ours that is under way is not', 300, 600, [{ ...part, state: 'sent' }], false],
    ['ours that was done since the last look is not', 300, 600, [{ ...part, doneAtMs: 51 }], false],
    ['more than ours is', 300, 601, [{ ...part, doneAtMs: 51 }], true],
    ['what is beside ours that the last look knew is', 600, 800, [{ ...part, doneAtMs: 49 }], true],
    ['what is beside ours that the last look itself showed is', 600, 900, [{ ...part, doneAtMs: 50 }], true],
    ['what is beside ours of before that was kept is', 600, 800, [part], true],
  ] as const)(
    'is listed again where a person had seen it: %s',
    (_case, knownCents, cents, refunds, again) => {
      const before = { status: 'partially_refunded', refundedCents: knownCents, observedAtMs: 50 } as const;
      const { reviewItems } = settled(
        { attempts: [told(before)], refunds: [...refunds] },
        { status: 'partially_refunded', refundedCents: cents },
      );
      expect(reviewItems).toEqual([
        { attemptId: 'a', kind: 'refunded-outside', ...(again ? { again: true } : {}) },
      ]);
    },
  );

  it('is listed once, and not where the payment was set aside', () => {
    expect(back(300, [], { status: 'partially_refunded', refundedCents: 300 })).toEqual([]);
    expect(back(300, [], { mismatch: 'amount' })).toEqual(['a mismatch']);
  });
});

describe('[P3] money of which something cannot be read', () => {
  const AT_LAST_MS = 600_000;
  const hidden = { currency: null } as const;
  const look = (attempt: Attempt, nowMs: number, payment: Partial<SeenPayment> = hidden) => {
    const decided = decideSettle(
      { attempts: [attempt], refunds: [] },
      { attemptId: 'a', payment: samplePayment(payment), payeeId: 'me', isOrderCancelled: false },
      { nowMs, commandIds: new Map([['a', 'tell']]) },
    );
    if (!decided.ok) throw new Error(decided.refusal.code);
    return decided.value;
  };

  it('is looked at again after half a minute, for ten minutes, and nothing else is done', () => {
    const first = look(open(), NOW_MS);
    const waiting = { unreadableSinceMs: NOW_MS, nextCheckAtMs: NOW_MS + 30_000, status: 'pending' };
    expect(first).toMatchObject({ ...NOTHING, attempts: [waiting], settled: waiting });
    const last = look(first.settled, NOW_MS + AT_LAST_MS - 1);
    const still = { unreadableSinceMs: NOW_MS, nextCheckAtMs: NOW_MS + AT_LAST_MS - 1 + 30_000 };
    expect(last).toMatchObject({ ...NOTHING, attempts: [still], settled: still });
  });

  it('is set aside and listed once it has been so for ten minutes', () => {
    const aside = look(open({ unreadableSinceMs: NOW_MS }), NOW_MS + AT_LAST_MS);
    expect(kinds(aside)).toEqual(['a mismatch']);
    expect(aside.settled).toMatchObject({ mismatch: 'currency', status: 'approved' });
  });

  it('is no more so with one whole answer, which is written also when it has no news', () => {
    const whole = look(told({ unreadableSinceMs: NOW_MS }), NOW_MS + 1, {});
    expect(whole.attempts).toMatchObject([{ unreadableSinceMs: null, mismatch: null }]);
  });
});

it('[P24] a payment that its payer complained of is listed as long as it is so, and pays all the same', () => {
  const disputed = settled({ attempts: [open()] }, { isDisputed: true });
  expect(kinds(disputed)).toEqual(['a claim']);
  expect(heard(disputed)).toEqual(['a approved']);
  expect(kinds(settled({ attempts: [open()] }))).toEqual([]);
});

it('[P21] a part that went back in the panel is listed, though one of ours of the same amount was refused', () => {
  const refused = sampleRefund({ state: 'refused', amountCents: 300, reason: 'asked' });
  const part = { status: 'partially_refunded', refundedCents: 300 } as const;
  expect(kinds(settled({ attempts: [told()], refunds: [refused] }, part))).toEqual(['a refunded-outside']);
});

it('[P7] from what the store has first heard of money on it has to answer, whatever it is told after', () => {
  const before = told({ paidAtMs: 7 });
  const after = settled({ attempts: [before] }, { status: 'partially_refunded', refundedCents: 300 });
  expect(after.settled).toMatchObject({ paidCommandId: 'old', paidAtMs: 7, factCommandId: 'tell-a' });
});

describe('[P7] a second payment whose first one went back', () => {
  const second = open({
    id: 'b',
    status: 'approved',
    providerPaymentId: '2',
    paidCents: 1000,
    approvedAtMs: 300,
  });
  const wentBack = (refunds: Refund[]) =>
    settled({ attempts: [told(), second], refunds }, { status: 'refunded', refundedCents: 1000 });

  it('is told after it, and kept as told', () => {
    const now = wentBack([]);
    expect(heard(now)).toEqual(['a refunded', 'b approved']);
    expect(now.attempts.find(({ id }) => id === 'b')).toMatchObject({
      paidCommandId: 'tell-b',
      paidAtMs: NOW_MS,
    });
  });

  it('is not told where it goes back itself', () => {
    expect(heard(wentBack([sampleRefund({ attemptId: 'b' })]))).toEqual(['a refunded']);
  });
});
