// What becomes of a command on its way to the store: a full table of states and events, and a pure function that decides. The relay
// reads, asks here, and writes.
import { OutcomeShape, type Outcome } from './commands.ts';

const COMMAND_STATES = ['queued', 'deferred', 'set-aside', 'done', 'refused', 'lapsed'] as const;
/** `deferred`: the store is too old for it. `set-aside`: the store could not read it. `lapsed`: given up before an answer. */
export type CommandState = (typeof COMMAND_STATES)[number];

/** What can happen to a command that the relay keeps for a store. */
export type CommandEvent =
  /** The store's answer. */
  | { kind: 'answered'; outcome: Outcome }
  /** A fact about an order that the store does not have yet. */
  | { kind: 'early' }
  /** The store says that it has not the form of a command. */
  | { kind: 'unreadable' }
  /** No outcome came: the link was lost, the store failed. */
  | { kind: 'unanswered'; reason: string }
  /** A person has it tried again, or ends it without an effect. */
  | { kind: 'retry' }
  | { kind: 'discard' };
/** Of those that were answered, by what; and that nobody answered a placement in time. */
type Cell = Exclude<CommandEvent['kind'], 'answered'> | 'done' | 'refused' | 'deferred' | 'lapse';

/** Null: nothing comes of it. The same state: it is asked again. */
const COMMAND_TRANSITIONS: Record<CommandState, Record<Cell, CommandState | null>> = {
  queued: {
    done: 'done',
    refused: 'refused',
    deferred: 'deferred',
    early: 'queued',
    unreadable: 'set-aside',
    unanswered: 'queued',
    lapse: 'lapsed',
    retry: null,
    discard: null,
  },
  deferred: {
    done: 'done',
    refused: 'refused',
    deferred: 'deferred',
    early: 'deferred',
    unreadable: 'set-aside',
    unanswered: 'deferred',
    lapse: null,
    retry: 'queued',
    discard: 'refused',
  },
  'set-aside': {
    done: null,
    refused: null,
    deferred: null,
    early: null,
    unreadable: null,
    unanswered: null,
    lapse: null,
    retry: 'queued',
    discard: 'refused',
  },
  done: {
    done: null,
    refused: null,
    deferred: null,
    early: null,
    unreadable: null,
    unanswered: null,
    lapse: null,
    retry: null,
    discard: null,
  },
  refused: {
    done: null,
    refused: null,
    deferred: null,
    early: null,
    unreadable: null,
    unanswered: null,
    lapse: null,
    retry: null,
    discard: null,
  },
  lapsed: {
    done: null,
    refused: null,
    deferred: null,
    early: null,
    unreadable: null,
    unanswered: null,
    lapse: null,
    retry: null,
    discard: null,
  },
};

const statesWith = (cell: Cell): CommandState[] =>
  COMMAND_STATES.filter((state) => COMMAND_TRANSITIONS[state][cell] !== null);
/** What is still to be delivered. */
export const WAITING_STATES = statesWith('done');
/** What stands still until a person decides, or the store was updated. */
export const HELD_STATES = statesWith('discard');
/** What is given up after a time. */
export const LAPSING_STATES = statesWith('lapse');

/** What takes each kind of placement back. */
export const WITHDRAWN_BY = {
  'order.place': 'order.withdraw',
  'wholesale.place': 'wholesale.withdraw',
} as const;
/** The commands that place an order, of either shop: what may be withdrawn. */
export type PlacingKind = keyof typeof WITHDRAWN_BY;

/** An order that the store has not answered for so long is given up; a withdrawal follows it. */
export const LAPSE_MS = 10 * 60_000;
/** A command that the store is too old for is asked again after so long. */
export const DEFERRED_MS = 10 * 60_000;
const RETRY_MS_FIRST = 200;
const RETRY_MS_MAX = 15_000;
const FAILED: Outcome = { status: 'refused', refusal: { code: 'invalid-order', errors: [] } };

/** `kind` is any text: it may be of another version. `hasContent`: false once what was sent was dropped. */
export type CommandFacts = { kind: string; state: CommandState; hasContent: boolean };

/** What is to be written when something happened to a command, and whether anybody is told. */
export type CommandDecision =
  /** It is over: `outcome` is kept and told. `dropsContent`: what was sent is of no use to anybody any more. */
  | { kind: 'settle'; state: CommandState; outcome: Outcome; dropsContent: boolean }
  /** The outcome is kept, nobody is told, and it is asked again after `DEFERRED_MS`. */
  | { kind: 'defer'; state: CommandState; outcome: Outcome }
  /** It is asked again after `retryDelayMs`. */
  | { kind: 'ask-again'; reason: string }
  /** It goes to its place in the queue, as if it had never been tried. */
  | { kind: 'queue' };

/** Null: nothing comes of it. */
export function decideCommand(command: CommandFacts, event: CommandEvent): CommandDecision | null {
  const state = COMMAND_TRANSITIONS[command.state][cellOf(event)];
  if (state === null) return null;
  switch (event.kind) {
    case 'answered':
      return decideAnswer(event.outcome, state);
    case 'early':
      return { kind: 'ask-again', reason: 'the order is not there yet' };
    case 'unreadable':
      return isFact(command)
        ? { kind: 'ask-again', reason: 'the store answered 422' }
        : { kind: 'settle', state, outcome: FAILED, dropsContent: false };
    case 'unanswered':
      return { kind: 'ask-again', reason: event.reason };
    case 'retry': {
      // Its customer was told that it failed, and may have ordered again.
      const isOver = command.state === 'set-aside' && command.kind in WITHDRAWN_BY;
      return command.hasContent && !isOver ? { kind: 'queue' } : null;
    }
    case 'discard':
      return isFact(command) ? null : { kind: 'settle', state, outcome: FAILED, dropsContent: true };
  }
}

const cellOf = (event: CommandEvent): Cell => {
  if (event.kind !== 'answered') return event.kind;
  return event.outcome.status === 'wholesale' ? 'done' : event.outcome.status;
};

function decideAnswer(outcome: Outcome, state: CommandState): CommandDecision {
  switch (outcome.status) {
    case 'done':
    case 'wholesale':
      return { kind: 'settle', state, outcome, dropsContent: false };
    case 'refused':
      return { kind: 'settle', state, outcome, dropsContent: true };
    case 'deferred':
      return { kind: 'defer', state, outcome };
  }
}

/** Money that came is never ended without an effect. */
const isFact = ({ kind }: Pick<CommandFacts, 'kind'>): boolean => kind === 'payment.fact';

/** What the store's answer over HTTP says. */
export function readAnswer({ status, body }: { status: number; body: unknown }): CommandEvent {
  if (status === 422) return { kind: 'unreadable' };
  if (status !== 200) return { kind: 'unanswered', reason: `the store answered ${status}` };
  const { data } = OutcomeShape.safeParse(body);
  if (data === undefined) return { kind: 'unanswered', reason: 'the outcome has not the form of one' };
  return { kind: 'answered', outcome: data };
}

/** A fact may overtake its order. Whether it did, and was not rather erased, the caller knows. */
export const mayBeEarly = (command: Pick<CommandFacts, 'kind'>, event: CommandEvent): boolean =>
  isFact(command) &&
  event.kind === 'answered' &&
  event.outcome.status === 'refused' &&
  event.outcome.refusal.code === 'order-not-found';

/** Until the next try, after so many: longer each time, by chance (`random` from 0 to below 1), so that not all come back at once. */
export function retryDelayMs(attempts: number, random: number): number {
  const ceiling = Math.min(RETRY_MS_MAX, RETRY_MS_FIRST * 2 ** attempts);
  return 50 + Math.floor(random * ceiling);
}
