// Keeps one link to the relay: dials, serves HTTP/2 over the WebSocket, notices silence, redials. A relay that answers and has no
// link for us is asked again with growing, jittered pauses; one that cannot be reached is looked for until it can.
import { createServer as createHttp2Server, type ServerHttp2Session } from 'node:http2';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RELAY_VERSION_HEADER, STORE_MIN_HEADER, versionTrouble } from '@balcao/shared/link/versions.ts';
import { RELAY_VERSION_MIN, VERSION } from '@balcao/shared/version.ts';
import { waitUntilReachable } from './wait-until-reachable.ts';
import { REPLACED_HEADER } from '@balcao/shared/link/recovery.ts';
import { LINK_MESSAGE_BYTES_MAX } from '@balcao/shared/link/socket-limits.ts';
import { oneMessage } from '@balcao/shared/link/one-message.ts';
import { createWebSocketStream, WebSocket } from 'ws';

const PING_MS = 10_000;
const SILENCE_MS_MAX = 30_000;
const BACKOFF_MS_FIRST = 250;
const BACKOFF_MS_MAX = 30_000;
/** The pause after nobody was there, half of it by chance: the link is back within a second of the network. */
const UNREACHED_MS = 600;
/** A dial that has no connection yet after so long may be one that the network has swallowed. */
const CONNECT_MS = 600;
/** What a proxy answers, or a relay that is just stopping: there will be another one in a moment. */
const NOBODY_THERE = [502, 503, 504];

/** `unpaired`: the relay does not know this store, or no longer. */
export type LinkState = 'unpaired' | 'dialling' | 'linked' | 'waiting' | 'stopped';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export function createDial(given: {
  relayUrl: string;
  /** Serves what comes over the link (Node's http2 compatibility request and response). */
  listener: Listener;
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
  const { listener, log } = given;
  const url = `${given.relayUrl.replace(/^http/, 'ws')}/link`;
  const http2 = createHttp2Server();
  http2.on('request', listener as never);
  http2.on('sessionError', () => {
    garbled = true;
  });
  let session: ServerHttp2Session | null = null;
  http2.on('session', (opened) => {
    session = opened;
    opened.once('close', () => {
      if (session === opened) session = null;
    });
  });

  let state: LinkState = 'dialling';
  let attempt = 0;
  let stopped = false;
  let socket: WebSocket | null = null;
  let timer: NodeJS.Timeout | null = null;
  let ending: (() => void) | null = null;
  let known = true;
  /** Whether what came over the last link was no HTTP/2, or no WebSocket. */
  let garbled = false;
  /** Whether the relay itself answered the last dial, whatever it said. */
  let reached = false;
  /** Whether the relay was reachable by another connection while a dial was still without one. */
  let foundReachable = false;
  let complaint = { reason: '', atMs: 0 };
  let trouble: string | null = null;

  function enter(next: LinkState): void {
    state = next;
    given.onState?.(next);
  }

  async function dial(): Promise<void> {
    if (stopped) return;
    if (!given.welcome()) {
      enter('unpaired');
      given.onUnreachable?.();
      return;
    }
    enter('dialling');
    reached = true;
    foundReachable = false;
    try {
      await given.prepare(!known);
      const token = await given.token();
      reached = false;
      await hold(token);
    } catch (error) {
      complain(error instanceof Error ? error.message : String(error));
      given.onUnreachable?.();
    }
    if (stopped) return;
    enter(known ? 'waiting' : 'unpaired');
    // Full jitter: many stores that lost one relay do not come back as one wave.
    const ceiling = Math.min(BACKOFF_MS_MAX, BACKOFF_MS_FIRST * 2 ** Math.min(attempt, 10));
    if (reached) attempt += 1;
    const pauseMs = reached ? 50 + given.random() * ceiling : (UNREACHED_MS * (1 + given.random())) / 2;
    timer = setTimeout(() => void dial(), foundReachable ? 0 : pauseMs);
  }

  /** An outage of a night is not a hundred thousand lines. */
  function complain(reason: string): void {
    const nowMs = performance.now();
    if (reason === complaint.reason && nowMs - complaint.atMs < BACKOFF_MS_MAX) return;
    complaint = { reason, atMs: nowMs };
    log.warn({ reason }, 'no link to the relay');
  }

  /** Resolves when the link has ended; rejects when it could not be made. */
  function hold(token: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const ws = new WebSocket(url, {
        headers: { authorization: `Bearer ${token}` },
        perMessageDeflate: false,
        maxPayload: LINK_MESSAGE_BYTES_MAX,
        handshakeTimeout: 10_000,
        // A mask is there against what a page's script could have a browser say to a proxy. This is no browser, and a mask of zeros is
        // no work for either end.
        generateMask: () => undefined,
        finishRequest: (request) => {
          request.once('socket', (raw) => raw.once('connect', () => connecting.abort()));
          request.end();
        },
      });
      socket = ws;
      // The way may be free again while this dial still waits for an answer to what was lost on it.
      const connecting = new AbortController();
      const swallowed = setTimeout(() => {
        waitUntilReachable(url, connecting.signal, given.random)
          .then((isThere) => {
            if (!isThere || connecting.signal.aborted) return;
            foundReachable = true;
            ws.terminate();
          })
          .catch(reject);
      }, CONNECT_MS);
      let heardAtMs = performance.now();
      const heard = (): void => {
        heardAtMs = performance.now();
      };
      const heartbeat = setInterval(() => {
        // A half-open link says nothing and fails nothing: only the missing answer tells.
        if (performance.now() - heardAtMs > SILENCE_MS_MAX) ws.terminate();
        else if (ws.readyState === WebSocket.OPEN) ws.ping();
      }, PING_MS);
      ws.on('upgrade', ({ headers }) => {
        const told = (name: string): string | null => headers[name]?.toString() ?? null;
        trouble = versionTrouble({
          storeVersion: VERSION,
          storeMin: told(STORE_MIN_HEADER),
          relayVersion: told(RELAY_VERSION_HEADER),
          relayMin: RELAY_VERSION_MIN,
        });
        if (trouble !== null) log.warn({ trouble }, 'store and relay are too far apart');
      });
      let opened = false;
      ws.on('open', () => {
        opened = true;
        garbled = false;
        known = true;
        reached = true;
        enter('linked');
        log.info({}, 'linked to the relay');
        const duplex = createWebSocketStream(
          ws,
          oneMessage((bytes, done) => ws.send(bytes, done)),
        );
        duplex.on('error', () => ws.terminate());
        http2.emit('connection', duplex);
      });
      ws.on('pong', heard);
      ws.on('ping', heard);
      ws.on('message', heard);
      ws.on('unexpected-response', (_request, response) => {
        known = response.statusCode !== 401;
        reached = !NOBODY_THERE.includes(response.statusCode ?? 0);
        const replaced = response.headers[REPLACED_HEADER];
        if (!known && replaced !== undefined) given.onReplaced(replaced.toString());
        reject(new Error(`the relay answered ${response.statusCode ?? 0}`));
        ws.terminate();
      });
      ws.on('error', (error) => {
        garbled ||= opened;
        reject(error);
      });
      ws.on('close', () => {
        clearInterval(heartbeat);
        clearTimeout(swallowed);
        connecting.abort();
        const over = (): void => {
          // Else one that sends nonsense would be dialled, and read, many times a second for ever.
          if (opened && !garbled) attempt = 0;
          resolve();
          ending?.();
        };
        // What came over it and was no HTTP/2 is said at the end of the session, which is after that of the socket.
        if (session === null) return over();
        session.once('close', over);
        session.destroy();
      });
    });
  }

  return {
    state: (): LinkState => state,
    /** What an owner must know about the versions of both sides, or null. */
    trouble: (): string | null => trouble,
    start(): void {
      void dial();
    },
    /** Ends the link and dials anew at once, so that both sides look at each other again. */
    redial(): void {
      attempt = 0;
      socket?.close(1000);
    },
    /** Closes the link politely and stops redialling. */
    async drain(): Promise<void> {
      stopped = true;
      if (timer) clearTimeout(timer);
      enter('stopped');
      const ws = socket;
      if (!ws || ws.readyState === WebSocket.CLOSED) return;
      await new Promise<void>((resolve) => {
        const late = setTimeout(() => {
          ws.terminate();
          resolve();
        }, 1000);
        ending = () => {
          clearTimeout(late);
          resolve();
        };
        session?.close();
        ws.close(1001);
      });
      http2.close();
    },
  };
}
