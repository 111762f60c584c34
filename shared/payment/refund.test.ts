import { describe, expect, it } from 'vitest';
import { findListedRefund, type ListedRefund } from './listed-refund.ts';
import {
  decideRefund,
  isGivenByHand,
  isRefundUnderWay,
  isTriedNow,
  isLastTryUnanswered,
  REFUND_DELAY_MS_MAX,
  REFUND_REVIEW_KINDS,
  REFUND_STATES,
  REFUND_TRANSITIONS,
  refundsShownDone,
  listOpenReviewKinds,
  STATE_GIVEN_BY_HAND,
  type Refund,
  type RefundEvent,
  type RefundEventKind,
  type RefundProgress,
} from './refund.ts';

const NOW_MS = 1_000_000;
const DAY_MS = 86_400_000;
const refund = (changes: Partial<RefundProgress> = {}): RefundProgress => ({
  state: 'sent',
  providerRefundId: null,
  tries: 0,
  nextTryAtMs: NOW_MS,
  lastError: null,
  ...changes,
});
const EVENTS: Record<RefundEventKind, RefundEvent> = {
  begun: { kind: 'begun' },
  unanswered: { kind: 'unanswered', detail: 'away' },
  taken: { kind: 'taken', providerRefundId: '7' },
  'carried-out': { kind: 'carried-out', providerRefundId: '7' },
  refused: { kind: 'refused', detail: 'no' },
  'no-balance': { kind: 'no-balance', detail: '2030' },
  'asked-again': { kind: 'asked-again' },
  'given-by-hand': { kind: 'given-by-hand' },
};
const KINDS = Object.keys(EVENTS) as RefundEventKind[];
const heard = (before: Partial<RefundProgress>, kind: RefundEventKind) =>
  decideRefund(refund(before), EVENTS[kind], NOW_MS);

// Columns: what is heard, in the order of KINDS; written out by hand, never read from the table under test.
const GRID: Record<(typeof REFUND_STATES)[number], string> = {
  planned: 'sent planned in-process done refused to-review planned done',
  sent: 'sent sent in-process done refused to-review sent done',
  'in-process': 'in-process in-process in-process done refused in-process in-process in-process',
  done: 'done done done done done done done done',
  refused: 'refused refused in-process done refused refused refused done',
  'to-review': 'to-review to-review in-process done refused to-review sent done',
};

describe('[P15] a refund', () => {
  it.each(
    REFUND_STATES.flatMap((state) =>
      GRID[state].split(' ').map((next, at) => [state, KINDS[at] ?? 'begun', next] as const),
    ),
  )('that is %s, then "%s": %s', (state, kind, next) => {
    expect(REFUND_TRANSITIONS[state][kind]).toBe(next);
  });

  it.each(REFUND_STATES.flatMap((state) => KINDS.map((kind) => [state, kind] as const)))(
    'that is %s and of which is heard "%s" becomes what the table says, and is tried again unless it is over',
    (state, kind) => {
      const { progress } = heard({ state }, kind);
      expect(progress.state).toBe(REFUND_TRANSITIONS[state][kind]);
      const isOver = progress.state === 'done' || progress.state === 'refused';
      expect(progress.nextTryAtMs === null).toBe(isOver);
    },
  );

  it('has a cell for each state and each thing that is heard, and no other', () => {
    const known = KINDS.toSorted();
    expect(Object.keys(REFUND_TRANSITIONS).toSorted()).toEqual(REFUND_STATES.toSorted());
    expect(Object.keys(GRID).toSorted()).toEqual(REFUND_STATES.toSorted());
    for (const state of REFUND_STATES) {
      expect([state, Object.keys(REFUND_TRANSITIONS[state]).toSorted()]).toEqual([state, known]);
      for (const grid of [GRID, TOLD, ENDS, TRIES])
        expect([state, grid[state].split(' ').length]).toEqual([state, KINDS.length]);
    }
  });

  it('that went back never is anything else', () => {
    for (const kind of KINDS) expect(REFUND_TRANSITIONS.done[kind]).toBe('done');
  });

  it('is refused only by a refusal: no silence, however long, makes it so', () => {
    for (const state of REFUND_STATES)
      for (const kind of KINDS)
        if (REFUND_TRANSITIONS[state][kind] === 'refused')
          expect(kind === 'refused' || state === 'refused').toBe(true);
  });

  it('without an answer is tried after 5, 10, 30 and 60 seconds, then every five minutes', () => {
    const waits = [0, 1, 2, 3, 4, 5, 20].map(
      (tries) => ((heard({ tries }, 'unanswered').progress.nextTryAtMs ?? 0) - NOW_MS) / 1000,
    );
    expect(waits).toEqual([5, 10, 30, 60, 300, 300, 300]);
  });

  it('keeps the name that the provider gave it', () => {
    expect(heard({}, 'taken').progress.providerRefundId).toBe('7');
    const known = { state: 'in-process', providerRefundId: '7' } as const;
    expect(
      decideRefund(refund(known), { kind: 'taken', providerRefundId: null }, NOW_MS).progress,
    ).toMatchObject(known);
  });
});

// The same columns, written out by hand from the rules of SPEC.md.
const TOLD: Record<(typeof REFUND_STATES)[number], string> = {
  planned: '- refund-unanswered - - refund-failed refund-no-balance - -',
  sent: '- refund-unanswered - - refund-failed refund-no-balance - -',
  'in-process': '- - - - refund-failed - - -',
  done: '- - - - - - - -',
  refused: '- - - - - - - -',
  'to-review': '- - - - refund-failed refund-no-balance - -',
};
const ENDS: Record<(typeof REFUND_STATES)[number], string> = {
  planned: '- - ends ends - - ends ends',
  sent: '- - ends ends - - ends ends',
  'in-process': '- - - ends - - ends -',
  done: '- - - - - - ends -',
  refused: '- - ends ends - - ends ends',
  'to-review': '- - ends ends - - ends ends',
};
const TRIES: Record<(typeof REFUND_STATES)[number], string> = {
  planned: '7 8 0 0 0 0 0 0',
  sent: '7 8 0 0 0 0 0 0',
  'in-process': '7 8 7 0 0 0 0 7',
  done: '7 8 7 7 7 0 0 7',
  refused: '7 8 0 0 7 0 0 0',
  'to-review': '7 8 0 0 0 0 0 0',
};
const cells = (grid: typeof TOLD) =>
  REFUND_STATES.flatMap((state) =>
    grid[state].split(' ').map((cell, at) => [state, KINDS[at] ?? 'begun', cell] as const),
  );

describe('[P15] of a refund after seven tries without an answer', () => {
  it.each(cells(TOLD))('that is %s, with "%s" a person is told: %s', (state, kind, cell) => {
    expect(heard({ state, tries: 7 }, kind).raise).toBe(cell === '-' ? null : cell);
  });

  it.each(cells(ENDS))('that is %s, "%s" ends what is listed: %s', (state, kind, cell) => {
    expect(heard({ state, tries: 7 }, kind).endsReview).toBe(cell === 'ends');
  });

  it.each(cells(TRIES))('that is %s, "%s" leaves as many: %s', (state, kind, cell) => {
    expect(heard({ state, tries: 7 }, kind).progress.tries).toBe(Number(cell));
  });
});

describe('[P15] what is kept of a refund', () => {
  it('is what was said last of it, and nothing once it is through', () => {
    const before = { lastError: 'before' };
    expect(heard(before, 'unanswered').progress.lastError).toBe('away');
    expect(heard(before, 'taken').progress.lastError).toBe('before');
    expect(heard(before, 'carried-out').progress.lastError).toBeNull();
    expect(heard({ ...before, state: 'refused' }, 'given-by-hand').progress.lastError).toBeNull();
  });

  it.each([
    ['refused', null],
    ['to-review', null],
    ['done', '7'],
    ['in-process', '7'],
  ] as const)('where a person gives back one that is %s: the name %s', (state, name) => {
    expect(heard({ state, providerRefundId: '7' }, 'given-by-hand').progress.providerRefundId).toBe(name);
  });

  it('is no name given away by an answer without one', () => {
    expect(heard({ state: 'refused', providerRefundId: '7' }, 'unanswered').progress.providerRefundId).toBe(
      '7',
    );
    const named = { kind: 'carried-out', providerRefundId: null } as const;
    expect(decideRefund(refund({ providerRefundId: '7' }), named, NOW_MS).progress.providerRefundId).toBe(
      '7',
    );
  });

  it.each(['planned', 'sent', 'to-review'] as const)(
    'asked for again while it is %s, it is due at once',
    (state) => {
      expect(heard({ state, tries: 7 }, 'asked-again').progress.nextTryAtMs).toBe(NOW_MS);
    },
  );

  it('while its try is out is due again after a minute', () => {
    for (const state of ['planned', 'sent'] as const)
      expect(heard({ state }, 'begun').progress.nextTryAtMs).toBe(NOW_MS + 60_000);
  });
});

describe('[P19] what a person is still to be told', () => {
  it.each([
    ['planned', 7, []],
    ['planned', 8, ['refund-unanswered']],
    ['sent', 7, []],
    ['sent', 8, ['refund-unanswered']],
    ['in-process', 9, []],
    ['done', 9, []],
    ['refused', 0, ['refund-failed']],
    ['to-review', 9, ['refund-no-balance']],
  ] as const)('of one that is %s after %i tries', (state, tries, told) => {
    expect([...listOpenReviewKinds([{ state, tries }])]).toEqual(told);
    expect([
      ...listOpenReviewKinds([
        { state: 'done', tries: 0 },
        { state, tries },
      ]),
    ]).toEqual(told);
  });

  it('is ended by giving back where it was refused, or the balance did not cover it', () => {
    expect(STATE_GIVEN_BY_HAND).toEqual({ 'refund-failed': 'refused', 'refund-no-balance': 'to-review' });
    expect([...REFUND_REVIEW_KINDS].sort()).toEqual([
      'refund-failed',
      'refund-no-balance',
      'refund-unanswered',
    ]);
  });
});

describe('[P15] a refund', () => {
  it.each([
    ['planned', true],
    ['sent', true],
    ['in-process', true],
    ['to-review', true],
    ['done', false],
    ['refused', false],
  ] as const)('that is %s may yet go back by itself: %s', (state, mayGo) => {
    expect(isRefundUnderWay({ state })).toBe(mayGo);
  });

  it.each([
    ['done, with no moment and no name', {}, true],
    ['not done', { state: 'refused' }, false],
    ['seen to have gone back there', { doneAtMs: 1 }, false],
    ['known there by a name', { providerRefundId: '7' }, false],
  ] as const)('that is %s was given by hand: %s', (_what, changes, isByHand) => {
    expect(isGivenByHand({ state: 'done', doneAtMs: null, providerRefundId: null, ...changes })).toBe(
      isByHand,
    );
  });

  it('waits for its next try five minutes at most, or a day for the balance', () => {
    expect(REFUND_DELAY_MS_MAX).toEqual({ soon: 300_000, 'to-review': DAY_MS });
  });

  const shown = (refundedCents: number, ...refunds: Partial<Refund>[]) =>
    refundsShownDone(
      { id: 'a', status: 'partially_refunded', amountCents: 1000, refundedCents },
      refunds.map((changes, at) => ({
        id: String(at),
        attemptId: 'a',
        amountCents: 300,
        reason: 'asked',
        state: 'in-process',
        ...changes,
      })),
    ).map(({ id }) => id);
  it.each([
    ['a part of which as much went back', 300, [{}], ['0']],
    ['a part of which a centavo less went back', 299, [{}], []],
    ['two parts of which one went back', 300, [{}, {}], []],
    ['beside a refused part only its own', 300, [{}, { state: 'refused' }], ['0']],
    ['a part beside a whole', 300, [{}, { amountCents: null }], []],
    ['a part beside a whole that was refused', 300, [{}, { amountCents: null, state: 'refused' }], ['0']],
    ['a part beside the whole of another attempt', 300, [{}, { attemptId: 'b', amountCents: null }], ['0']],
    ['a whole, of which a part went back', 300, [{ amountCents: null }], []],
    ['a part that was not asked for yet', 300, [{ state: 'planned' }], []],
    [
      'when all went back what was sent, not what is done or was not asked for',
      1000,
      [{ state: 'sent' }, { state: 'done' }, { state: 'planned' }, { state: 'refused' }],
      ['0', '3'],
    ],
    ['what is of another attempt', 1000, [{ attemptId: 'b' }], []],
  ] as const)('[P14] shown done: %s', (_what, refundedCents, refunds, done) => {
    expect(shown(refundedCents, ...refunds)).toEqual(done);
  });
});

describe('[P16] a refund without an answer', () => {
  it.each([
    [6, null],
    [7, 'refund-unanswered'],
    [8, null],
  ])('calls a person with its eighth try, once: after %i before it %s', (tries, raise) => {
    expect(heard({ tries }, 'unanswered').raise).toBe(raise);
  });
});

it('[P16] with the try after the eighth nobody is called again', () => {
  for (const state of ['planned', 'sent'] as const)
    for (const kind of KINDS.filter((one) => one !== 'refused' && one !== 'no-balance'))
      expect(heard({ state, tries: 8 }, kind).raise).toBeNull();
});

describe('[P17] a refund that the bank carries out', () => {
  it('is looked at again after a minute, without an end', () => {
    expect(heard({ state: 'in-process', tries: 5000 }, 'unanswered').progress).toMatchObject({
      state: 'in-process',
      nextTryAtMs: NOW_MS + 60_000,
    });
  });

  it('calls a person when the bank turns it down', () => {
    const turnedDown = heard({ state: 'in-process' }, 'refused');
    expect(turnedDown).toMatchObject({ raise: 'refund-failed', progress: { lastError: 'no' } });
  });
});

describe('[P18] a refund that the balance does not cover', () => {
  it('calls a person and is tried again after a day', () => {
    expect(heard({}, 'no-balance')).toMatchObject({
      raise: 'refund-no-balance',
      progress: { state: 'to-review', nextTryAtMs: NOW_MS + DAY_MS },
    });
  });

  it('without an answer is read again soon, and from the sixth time on after a day', () => {
    const waits = [0, 1, 2, 3, 4, 5].map(
      (tries) => (heard({ state: 'to-review', tries }, 'unanswered').progress.nextTryAtMs ?? 0) - NOW_MS,
    );
    expect(waits).toEqual([5000, 10_000, 30_000, 60_000, 300_000, DAY_MS]);
    expect(heard({ state: 'to-review', tries: 5 }, 'no-balance').progress.tries).toBe(0);
    // Left by a process that died while it asked.
    expect(heard({ state: 'to-review' }, 'begun').progress.nextTryAtMs).toBe(NOW_MS + 60_000);
  });

  it('is tried at once when a person asks, and never again once a person gave it back', () => {
    expect(heard({ state: 'to-review' }, 'asked-again')).toMatchObject({
      endsReview: true,
      progress: { state: 'sent', nextTryAtMs: NOW_MS },
    });
    expect(heard({ state: 'to-review' }, 'given-by-hand').progress.nextTryAtMs).toBeNull();
  });

  it('is tried now from the moment its try goes out until it is answered, for a minute at most', () => {
    const listed = { state: 'to-review', lastError: '2030' } as const;
    const tried = heard(listed, 'begun').progress;
    expect(isTriedNow(tried, NOW_MS + 59_999)).toBe(true);
    expect(isTriedNow(tried, NOW_MS + 60_000)).toBe(false);
    for (const kind of KINDS.filter((one) => one !== 'begun'))
      expect(isTriedNow(decideRefund(tried, EVENTS[kind], NOW_MS).progress, NOW_MS)).toBe(false);
    expect(isTriedNow(refund({ ...listed, nextTryAtMs: NOW_MS + DAY_MS }), NOW_MS)).toBe(false);
    expect(isTriedNow(heard({ state: 'planned' }, 'begun').progress, NOW_MS)).toBe(false);
  });

  it('is unheard of while its try goes out, when whoever tried died, and when that was not answered', () => {
    const listed = { state: 'to-review', lastError: '2030' } as const;
    const tried = heard(listed, 'begun').progress;
    expect(isLastTryUnanswered(refund(listed))).toBe(false);
    expect(isLastTryUnanswered(tried)).toBe(true);
    for (const kind of KINDS.filter((one) => one !== 'begun'))
      expect([kind, isLastTryUnanswered(decideRefund(tried, EVENTS[kind], NOW_MS).progress)]).toEqual([
        kind,
        kind === 'unanswered',
      ]);
    expect(isLastTryUnanswered(heard({ state: 'planned' }, 'unanswered').progress)).toBe(false);
  });
});

describe('[P16] of the refunds that a payment lists', () => {
  const listed = (changes: Partial<ListedRefund> = {}): ListedRefund => ({
    id: '7',
    amountCents: 300,
    state: 'done',
    createdAtMs: NOW_MS,
    ...changes,
  });
  const found = (
    asked: { amountCents?: number | null; providerRefundId?: string | null },
    all: ListedRefund[],
    others: string[] = [],
  ) =>
    findListedRefund({ amountCents: 300, providerRefundId: null, createdAtMs: NOW_MS, ...asked }, all, {
      paidCents: 1000,
      otherProviderRefundIds: others,
    })?.id ?? null;

  it.each([
    ['the part of its amount is it', {}, [listed()], [], '7'],
    ['a part of another amount is not', {}, [listed({ amountCents: 301 })], [], null],
    ['one whose amount cannot be read is not', {}, [listed({ amountCents: null })], [], null],
    ['one that another refund of ours has is not', {}, [listed()], ['7'], null],
    [
      'the second of two alike is it, where the first is another’s',
      {},
      [listed(), listed({ id: '8' })],
      ['7'],
      '8',
    ],
    ['one that was turned down is not', {}, [listed({ state: 'rejected' })], [], null],
    ['one that the bank still carries out is it', {}, [listed({ state: 'in_process' })], [], '7'],
    ['one from before is not', {}, [listed({ createdAtMs: NOW_MS - 300_001 })], [], null],
    ['one from a clock that is behind is', {}, [listed({ createdAtMs: NOW_MS - 300_000 })], [], '7'],
    ['one without a date is', {}, [listed({ createdAtMs: null })], [], '7'],
    ['the whole is all that was paid', { amountCents: null }, [listed({ amountCents: 1000 })], [], '7'],
    [
      'the whole is what the parts left',
      { amountCents: null },
      [listed({ id: '6' }), listed({ amountCents: 700 })],
      ['6'],
      '7',
    ],
    [
      'the whole is what the parts left, also of which one was turned down since',
      { amountCents: null },
      [
        listed({ id: '6', state: 'rejected' }),
        listed({ id: '5', amountCents: 600 }),
        listed({ amountCents: 100 }),
      ],
      ['5', '6'],
      '7',
    ],
    [
      'the whole is what the parts left, of which any two were turned down since',
      { amountCents: null },
      [
        listed({ id: '4', amountCents: 200, state: 'rejected' }),
        listed({ id: '5', amountCents: 250, state: 'rejected' }),
        listed({ id: '6', amountCents: 150, state: 'rejected' }),
        listed({ amountCents: 600 }),
      ],
      ['4', '5', '6'],
      '7',
    ],
    [
      'the whole is not what one leaves that was made and turned down later',
      { amountCents: null },
      [listed({ id: '6', state: 'rejected', createdAtMs: NOW_MS + 1 }), listed({ amountCents: 700 })],
      ['6'],
      null,
    ],
    [
      'the whole is none whose amount cannot be read',
      { amountCents: null },
      [listed({ id: '6', amountCents: 1000 }), listed({ amountCents: null })],
      ['6'],
      null,
    ],
    ['the whole is no part', { amountCents: null }, [listed()], [], null],
    ['the whole is no half', { amountCents: null }, [listed({ amountCents: 500 })], [], null],
    [
      'one with a name is it, also turned down',
      { providerRefundId: '7' },
      [listed({ id: '6' }), listed({ state: 'rejected', amountCents: 1 })],
      [],
      '7',
    ],
    [
      'one whose name the list does not have is the one of its amount: it may be called otherwise there',
      { providerRefundId: '9' },
      [listed({ id: '6', amountCents: 1 }), listed()],
      [],
      '7',
    ],
  ])('%s', (_case, asked, all, others, id) => {
    expect(found(asked, all, others)).toBe(id);
  });
});
