// Keeps one link to the relay: dials, serves HTTP/2 over the WebSocket, redials. A relay that answers and has no link for us is asked
// again with growing, jittered pauses; one that cannot be reached is looked for until it can. What follows from what is in `dial-state.ts`.
import { createComplaint } from './complaint.ts';
import { openConnection, type Connection, type LinkListener } from './connection.ts';
import {
  decideDial,
  linkStateOf,
  NOT_DIALLED,
  type DialEvent,
  type DialState,
  type LinkState,
} from './dial-state.ts';

export function createDial(deps: {
  relayUrl: string;
  /** Serves what comes over the link (Node's http2 compatibility request and response). */
  listener: LinkListener;
  token: () => Promise<string>;
  /** Called before each dial; pairs when the relay does not know this store yet. `refused`: the last dial's token proved nothing. */
  prepare: (refused: boolean) => Promise<void>;
  random: () => number;
  log: { info(details: object, message: string): void; warn(details: object, message: string): void };
  onState?: (state: LinkState) => void;
  /** False once the relay has turned this machine away: then a person pairs it before it dials again. */
  welcome: () => boolean;
  /** A person put another machine in this one's place, and this is that one's word, should it have given one. */
  onReplaced: (succession: string) => void;
  /** The relay could not be reached, or does not know us. */
  onUnreachable?: () => void;
}) {
  const url = `${deps.relayUrl.replace(/^http/, 'ws')}/link`;
  const complain = createComplaint(deps.log);
  let state: DialState = NOT_DIALLED;
  let connection: Connection | null = null;
  let timer: NodeJS.Timeout | null = null;

  function applyEvent(event: DialEvent): DialState {
    const nameBefore = state.name;
    state = decideDial(state, event);
    // To others, connecting is still dialling.
    if (state.name !== nameBefore && state.name !== 'connecting') deps.onState?.(linkStateOf(state));
    return state;
  }

  async function dial(): Promise<void> {
    const { name } = applyEvent({ kind: 'dial', welcome: deps.welcome() });
    if (name === 'unwelcome') deps.onUnreachable?.();
    if (name !== 'preparing') return;
    try {
      await deps.prepare(!state.paired);
      const token = await deps.token();
      // Stopped meanwhile.
      if (applyEvent({ kind: 'prepared' }).name !== 'connecting') return;
      connection = openConnection({ ...deps, url, token, onEvent: applyEvent });
      await connection.ended;
    } catch (error) {
      complain(error instanceof Error ? error.message : String(error));
      deps.onUnreachable?.();
    }
    const afterEnd = applyEvent({ kind: 'over', chance: deps.random() });
    if (afterEnd.name === 'waiting') timer = setTimeout(() => void dial(), afterEnd.pauseMs);
  }

  return {
    state: (): LinkState => linkStateOf(state),
    /** Whether the relay still answers over the link, found out now: false where there is none, or it is silent for seconds. */
    isHeard: (): Promise<boolean> =>
      state.name === 'linked' && connection !== null ? connection.isHeard() : Promise.resolve(false),
    /** Whether it answered no ping when last looked. */
    isInDoubt: (): boolean => state.name === 'linked' && connection?.isInDoubt() === true,
    /** What an owner must know about the versions of both sides, or null. */
    trouble: (): string | null => state.trouble,
    start(): void {
      void dial();
    },
    /** Ends the link, or the pause after one, and dials anew at once, so that both sides look at each other again. */
    redial(): void {
      const { name } = applyEvent({ kind: 'redial' });
      connection?.close();
      if (name !== 'waiting') return;
      if (timer) clearTimeout(timer);
      void dial();
    },
    /** Closes the link politely and stops redialling. */
    async stop(): Promise<void> {
      applyEvent({ kind: 'stop' });
      if (timer) clearTimeout(timer);
      await connection?.closeGracefully();
    },
  };
}
