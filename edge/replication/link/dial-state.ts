// What the dial to the relay is doing, as one value: a full table of states and events, and a pure function that decides. It has no
// clock and no socket; `dial.ts` does what the state says.

const BACKOFF_MS_FIRST = 250;
const BACKOFF_MS_MAX = 30_000;
/** The pause after nobody was there, half of it by chance: the link is back within a second of the network. */
const UNREACHED_MS = 600;
/** What a proxy answers, or a relay that is just stopping: there will be another one in a moment. */
const NOBODY_THERE: readonly number[] = [502, 503, 504];

/** What is known whatever the dial does. */
type Known = {
  /** Dials in a row that came to nothing although the relay answered. */
  attempt: number;
  /** False once the relay said that it does not know this store. */
  paired: boolean;
  /** What an owner must know about the versions of both sides, or null. */
  trouble: string | null;
};

export type DialState = Known &
  (
    | { name: 'idle' }
    /** Pairs, and makes its token. */
    | { name: 'preparing' }
    /** `answered`: the relay itself did, whatever it said. `reachable`: somebody is there while this dial has no connection yet. */
    | { name: 'connecting'; answered: boolean; reachable: boolean }
    /** `garbled`: what came over it was no HTTP/2, or no WebSocket. */
    | { name: 'linked'; garbled: boolean }
    | { name: 'waiting'; pauseMs: number }
    /** The relay turned this machine away: a person pairs it before it dials again. */
    | { name: 'unwelcome' }
    | { name: 'stopped' }
  );
type Name = DialState['name'];

/** What others are told. `unpaired`: the relay does not know this store, or no longer. */
export type LinkState = 'unpaired' | 'dialling' | 'linked' | 'waiting' | 'stopped';

export type DialEvent =
  | { kind: 'dial'; welcome: boolean }
  /** The token is made. */
  | { kind: 'prepared' }
  /** Somebody answers at the relay's address, on another connection. */
  | { kind: 'reachable' }
  /** The relay, or a proxy before it, answered and made no link. */
  | { kind: 'refused'; status: number }
  /** The relay says its version. */
  | { kind: 'versions'; trouble: string | null }
  | { kind: 'opened' }
  | { kind: 'garbled' }
  /** The dial failed, or its link ended. `chance`, from 0 to 1: many stores that lost one relay do not come back as one wave. */
  | { kind: 'over'; chance: number }
  /** A person, or the store itself, wants both sides to look at each other anew. */
  | { kind: 'redial' }
  | { kind: 'stop' };

/** `same`: without effect. `noted`: the same state, which now knows more. */
type Next = Name | 'same' | 'noted';

const DIAL_TRANSITIONS: Record<Name, Record<DialEvent['kind'], Next>> = {
  idle: {
    dial: 'preparing',
    prepared: 'same',
    reachable: 'same',
    refused: 'same',
    versions: 'same',
    opened: 'same',
    garbled: 'same',
    over: 'same',
    redial: 'noted',
    stop: 'stopped',
  },
  preparing: {
    dial: 'same',
    prepared: 'connecting',
    reachable: 'same',
    refused: 'same',
    versions: 'same',
    opened: 'same',
    // Of the link before.
    garbled: 'same',
    over: 'waiting',
    redial: 'noted',
    stop: 'stopped',
  },
  connecting: {
    dial: 'same',
    prepared: 'same',
    reachable: 'noted',
    refused: 'noted',
    versions: 'noted',
    opened: 'linked',
    garbled: 'same',
    over: 'waiting',
    redial: 'noted',
    stop: 'stopped',
  },
  linked: {
    dial: 'same',
    prepared: 'same',
    reachable: 'same',
    refused: 'same',
    versions: 'same',
    opened: 'same',
    garbled: 'noted',
    over: 'waiting',
    redial: 'noted',
    stop: 'stopped',
  },
  waiting: {
    dial: 'preparing',
    prepared: 'same',
    reachable: 'same',
    refused: 'same',
    versions: 'same',
    opened: 'same',
    garbled: 'same',
    over: 'same',
    redial: 'noted',
    stop: 'stopped',
  },
  unwelcome: {
    dial: 'preparing',
    prepared: 'same',
    reachable: 'same',
    refused: 'same',
    versions: 'same',
    opened: 'same',
    garbled: 'same',
    over: 'same',
    redial: 'noted',
    stop: 'stopped',
  },
  stopped: {
    dial: 'same',
    prepared: 'same',
    reachable: 'same',
    refused: 'same',
    versions: 'same',
    opened: 'same',
    garbled: 'same',
    over: 'same',
    redial: 'same',
    stop: 'same',
  },
};

export const NOT_DIALLED: DialState = { name: 'idle', attempt: 0, paired: true, trouble: null };

export function decideDial(state: DialState, event: DialEvent): DialState {
  const transition = DIAL_TRANSITIONS[state.name][event.kind];
  const { attempt, paired, trouble } = state;
  const carried = { attempt, paired, trouble };
  switch (transition) {
    case 'same':
      return state;
    case 'noted':
      return noteEvent(state, event);
    case 'preparing':
      return { ...carried, name: event.kind === 'dial' && !event.welcome ? 'unwelcome' : transition };
    case 'connecting':
      return { ...carried, name: transition, answered: false, reachable: false };
    case 'linked':
      return { ...carried, paired: true, name: transition, garbled: false };
    case 'waiting':
      return waitAfter(state, event.kind === 'over' ? event.chance : 0);
    case 'idle':
    case 'unwelcome':
    case 'stopped':
      return { ...carried, name: transition };
  }
}

function noteEvent(state: DialState, event: DialEvent): DialState {
  if (event.kind === 'redial') return { ...state, attempt: 0 };
  if (state.name === 'linked') return event.kind === 'garbled' ? { ...state, garbled: true } : state;
  if (state.name !== 'connecting') return state;
  switch (event.kind) {
    case 'reachable':
      return { ...state, reachable: true };
    case 'refused':
      return { ...state, paired: event.status !== 401, answered: !NOBODY_THERE.includes(event.status) };
    case 'versions':
      return { ...state, trouble: event.trouble };
    default:
      return state;
  }
}

function waitAfter(state: DialState, chance: number): DialState {
  const { paired, trouble } = state;
  // One that sends nonsense would else be dialled, and read, many times a second for ever.
  const attemptBefore = state.name === 'linked' && !state.garbled ? 0 : state.attempt;
  const isAnswered = state.name !== 'connecting' || state.answered;
  const isReachable = state.name === 'connecting' && state.reachable;
  const attempt = isAnswered ? attemptBefore + 1 : attemptBefore;
  const pauseMs = isAnswered ? backoffMs(attemptBefore, chance) : (UNREACHED_MS * (1 + chance)) / 2;
  return { name: 'waiting', attempt, paired, trouble, pauseMs: isReachable ? 0 : pauseMs };
}

const backoffMs = (attempt: number, chance: number): number =>
  50 + chance * Math.min(BACKOFF_MS_MAX, BACKOFF_MS_FIRST * 2 ** Math.min(attempt, 10));

const SHOWN: Record<Name, LinkState> = {
  idle: 'dialling',
  preparing: 'dialling',
  connecting: 'dialling',
  linked: 'linked',
  waiting: 'waiting',
  unwelcome: 'unpaired',
  stopped: 'stopped',
};

export const linkStateOf = ({ name, paired }: DialState): LinkState =>
  name === 'waiting' && !paired ? 'unpaired' : SHOWN[name];
