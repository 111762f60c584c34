import { describe, expect, it } from 'vitest';
import { findListedRefund, type ListedRefund } from './listed-refund.ts';
import {
  decideRefund,
  isTriedNow,
  REFUND_STATES,
  REFUND_TRANSITIONS,
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

describe('[P16] a refund without an answer', () => {
  it.each([
    [6, null],
    [7, 'refund-unanswered'],
    [8, null],
  ])('calls a person with its eighth try, once: after %i before it %s', (tries, raise) => {
    expect(heard({ tries }, 'unanswered').raise).toBe(raise);
  });
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
    ['the whole is no part', { amountCents: null }, [listed()], [], null],
    [
      'one with a name is it, also turned down',
      { providerRefundId: '7' },
      [listed({ id: '6' }), listed({ state: 'rejected', amountCents: 1 })],
      [],
      '7',
    ],
  ])('%s', (_case, asked, all, others, id) => {
    expect(found(asked, all, others)).toBe(id);
  });
});
