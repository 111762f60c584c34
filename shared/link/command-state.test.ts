// What becomes of a command, written out by hand: never read from the table under test.
import { describe, expect, it } from 'vitest';
import { sampleOrder } from '../order/sample.ts';
import { sampleWholesaleOrder } from '../wholesale/sample.ts';
import {
  decideCommand,
  HELD_STATES,
  LAPSING_STATES,
  mayBeEarly,
  readAnswer,
  retryDelayMs,
  WAITING_STATES,
  WITHDRAWN_BY,
  type CommandEvent,
  type CommandState,
} from './command-state.ts';
import { Command, readCommand, type Outcome } from './commands.ts';

const done: Outcome = {
  status: 'done',
  order: sampleOrder(),
  trackingToken: 't',
  trackingTokenHash: 'a'.repeat(64),
};
const wholesale: Outcome = { status: 'wholesale', wholesale: sampleWholesaleOrder() };
const refused: Outcome = { status: 'refused', refusal: { code: 'id-reused' } };
const deferred: Outcome = { status: 'deferred', kind: 'loyalty.stamp' };
const failed: Outcome = { status: 'refused', refusal: { code: 'invalid-order', errors: [] } };
const answered = (outcome: Outcome): CommandEvent => ({ kind: 'answered', outcome });
const events: [name: string, event: CommandEvent][] = [
  ['done', answered(done)],
  ['wholesale', answered(wholesale)],
  ['refused', answered(refused)],
  ['deferred', answered(deferred)],
  ['early', { kind: 'early' }],
  ['unreadable', { kind: 'unreadable' }],
  ['unanswered', { kind: 'unanswered', reason: 'the link ended' }],
  ['retry', { kind: 'retry' }],
  ['discard', { kind: 'discard' }],
];

// Columns: the events in their order. `.` nothing, `again` asked again in its state, `queue` tried anew, else the state that follows.
const GRID: Record<CommandState, string> = {
  queued: 'done done refused deferred again set-aside again . .',
  deferred: 'done done refused deferred again set-aside again queue refused',
  'set-aside': '. . . . . . . queue refused',
  done: '. . . . . . . . .',
  refused: '. . . . . . . . .',
  lapsed: '. . . . . . . . .',
};
const states = Object.keys(GRID) as CommandState[];

/** Of a kind that all may happen to. */
const decide = (
  state: CommandState,
  event: CommandEvent,
  more: { kind?: string; hasContent?: boolean } = {},
) => decideCommand({ kind: 'order.withdraw', hasContent: true, ...more, state }, event);

function cellOf(decision: ReturnType<typeof decide>): string {
  switch (decision?.kind) {
    case undefined:
      return '.';
    case 'settle':
    case 'defer':
      return decision.state;
    case 'ask-again':
      return 'again';
    case 'queue':
      return 'queue';
  }
}

describe('[C1] what becomes of a command', () => {
  it.each(
    states.flatMap((state) =>
      GRID[state].split(' ').map((cell, at) => [state, events[at]?.[0], cell, at] as const),
    ),
  )('that is %s, when it is %s: %s', (state, _name, cell, at) => {
    const event = events[at]?.[1];
    if (event === undefined) throw new Error('the grid has more columns than there are events');
    expect(cellOf(decide(state, event))).toBe(cell);
  });

  it('is decided in every row for each event', () => {
    for (const row of Object.values(GRID)) expect(row.split(' ')).toHaveLength(events.length);
  });

  it('is looked for by its states: delivered, held, given up', () => {
    expect(WAITING_STATES).toEqual(['queued', 'deferred']);
    expect(HELD_STATES).toEqual(['deferred', 'set-aside']);
    expect(LAPSING_STATES).toEqual(['queued']);
  });
});

describe('[C2] of the store’s answer', () => {
  it.each([
    [{ status: 422, body: { code: 'malformed-command' } }, { kind: 'unreadable' }],
    [{ status: 200, body: refused }, answered(refused)],
    [{ status: 200, body: wholesale }, answered(wholesale)],
    [
      { status: 200, body: { status: 'beamed-up' } },
      { kind: 'unanswered', reason: 'the outcome has not the form of one' },
    ],
    [
      { status: 503, body: refused },
      { kind: 'unanswered', reason: 'the store answered 503' },
    ],
    [
      { status: 204, body: null },
      { kind: 'unanswered', reason: 'the store answered 204' },
    ],
  ])('%j says %j', (answer, event) => {
    expect(readAnswer(answer)).toEqual(event);
  });

  it('an outcome is kept and told, and what was sent is dropped with a refusal', () => {
    expect(decide('queued', answered(done))).toEqual({
      kind: 'settle',
      state: 'done',
      outcome: done,
      dropsContent: false,
    });
    expect(decide('queued', answered(refused))).toMatchObject({ outcome: refused, dropsContent: true });
    expect(decide('queued', answered(deferred))).toEqual({
      kind: 'defer',
      state: 'deferred',
      outcome: deferred,
    });
  });

  it('none is a reason to ask again', () => {
    expect(decide('deferred', { kind: 'unanswered', reason: 'the link ended' })).toEqual({
      kind: 'ask-again',
      reason: 'the link ended',
    });
  });

  it('one that the store could not read is told as a failure, and kept for a person', () => {
    expect(decide('queued', { kind: 'unreadable' })).toEqual({
      kind: 'settle',
      state: 'set-aside',
      outcome: failed,
      dropsContent: false,
    });
  });
});

describe('[C3] a payment fact', () => {
  const kind = 'payment.fact';
  const notThere: Outcome = { status: 'refused', refusal: { code: 'order-not-found' } };

  it('is never set aside and never discarded', () => {
    expect(decide('queued', { kind: 'unreadable' }, { kind })).toEqual({
      kind: 'ask-again',
      reason: 'the store answered 422',
    });
    for (const state of states) expect(decide(state, { kind: 'discard' }, { kind })).toBeNull();
    expect(decide('deferred', { kind: 'retry' }, { kind })).toEqual({ kind: 'queue' });
  });

  it('may overtake its order, and only a fact may', () => {
    expect(mayBeEarly({ kind }, answered(notThere))).toBe(true);
    expect(mayBeEarly({ kind }, answered(refused))).toBe(false);
    expect(mayBeEarly({ kind }, answered(done))).toBe(false);
    expect(mayBeEarly({ kind }, { kind: 'unreadable' })).toBe(false);
    expect(mayBeEarly({ kind: 'order.withdraw' }, answered(notThere))).toBe(false);
    expect(decide('queued', { kind: 'early' }, { kind })?.kind).toBe('ask-again');
  });
});

describe('[C4] what a person may do with one that stands still', () => {
  const kinds = Command.options.map((option) => option.shape.kind.value);

  it.each(kinds)('of %s', (kind) => {
    const isPlacement = ['order.place', 'wholesale.place'].includes(kind);
    expect(decide('set-aside', { kind: 'retry' }, { kind })).toEqual(isPlacement ? null : { kind: 'queue' });
    expect(decide('deferred', { kind: 'retry' }, { kind })).toEqual({ kind: 'queue' });
    for (const state of HELD_STATES) {
      expect(decide(state, { kind: 'retry' }, { kind, hasContent: false })).toBeNull();
      expect(decide(state, { kind: 'discard' }, { kind })).toEqual(
        kind === 'payment.fact'
          ? null
          : { kind: 'settle', state: 'refused', outcome: failed, dropsContent: true },
      );
    }
  });

  it('is known of as many kinds as there are', () => {
    expect(kinds).toHaveLength(7);
  });
});

it('[C5] takes back each kind of placement by a withdrawal of its own', () => {
  expect(WITHDRAWN_BY).toEqual({
    'order.place': 'order.withdraw',
    'wholesale.place': 'wholesale.withdraw',
  });
});

it.each([
  [0, 200],
  [1, 400],
  [2, 800],
  [6, 12_800],
  [7, 15_000],
  [8, 15_000],
  [1000, 15_000],
])(
  '[C6] after %i tries a command waits for up to %i ms and a twentieth of a second, and never less than that',
  (tries, mostMs) => {
    expect(retryDelayMs(tries, 0)).toBe(50);
    expect(retryDelayMs(tries, 0.5)).toBe(50 + mostMs / 2);
    expect(retryDelayMs(tries, 0.999_999)).toBe(50 + mostMs - 1);
  },
);

describe('[C7] a message to the store', () => {
  const id = '5a1c9d1e-2f6b-4c3a-9a57-0d7f6f2b8a11';
  const orderId = '01890a5d-ac96-774b-bcce-b302099a8f01';

  it.each([
    ['order.withdraw', { orderId }, 'readable'],
    ['order.withdraw', { orderId: 'x' }, 'malformed'],
    ['order.withdraw', undefined, 'malformed'],
    ['loyalty.stamp', { orderId }, 'deferred'],
    ['loyalty.stamp', undefined, 'deferred'],
    ['x'.repeat(60), null, 'deferred'],
    ['x'.repeat(61), null, 'malformed'],
  ])('of kind %s with %j is %s', (kind, payload, status) => {
    expect(readCommand({ id, kind, payload }).status).toBe(status);
    expect(readCommand({ id: 'no id', kind, payload })).toEqual({ status: 'malformed' });
  });

  it('brings its command, or says which kind was not known', () => {
    const command = { id, kind: 'order.withdraw', payload: { orderId } };
    expect(readCommand(command)).toEqual({ status: 'readable', command });
    expect(readCommand({ id, kind: 'loyalty.stamp', payload: 7 })).toEqual({
      status: 'deferred',
      kind: 'loyalty.stamp',
    });
    for (const none of [null, undefined, 'order.withdraw', []])
      expect(readCommand(none)).toEqual({ status: 'malformed' });
  });
});
