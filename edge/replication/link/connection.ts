// One connection to the relay: a WebSocket that the store dials, and HTTP/2 over it with the relay as the client. It reports events
// and leaves every decision to the dial.
import { createServer as createHttp2Server, type ServerHttp2Session } from 'node:http2';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { oneMessage } from '@balcao/shared/link/one-message.ts';
import { REPLACED_HEADER } from '@balcao/shared/link/recovery.ts';
import { LINK_MESSAGE_BYTES_MAX } from '@balcao/shared/link/socket-limits.ts';
import { RELAY_VERSION_HEADER, STORE_MIN_HEADER, versionTrouble } from '@balcao/shared/link/versions.ts';
import { RELAY_VERSION_MIN, VERSION } from '@balcao/shared/version.ts';
import { createWebSocketStream, WebSocket } from 'ws';
import type { DialEvent } from './dial-state.ts';
import { watchSilence } from './silence.ts';
import { waitUntilReachable } from './wait-until-reachable.ts';

const HANDSHAKE_MS_MAX = 10_000;
const CLOSE_MS_MAX = 1000;
/** A dial that has no connection yet after so long may be one that the network has swallowed. */
const CONNECT_MS = 600;

export type LinkListener = (request: IncomingMessage, response: ServerResponse) => void;
export type Connection = ReturnType<typeof openConnection>;

export function openConnection(deps: {
  url: string;
  token: string;
  listener: LinkListener;
  random: () => number;
  onEvent: (event: DialEvent) => void;
  onReplaced: (succession: string) => void;
  log: { info(details: object, message: string): void; warn(details: object, message: string): void };
}) {
  const { url, onEvent, log } = deps;
  const finished = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const connected = new AbortController();
  const ws = dialWebSocket(url, deps.token, () => connected.abort());
  let session: ServerHttp2Session | null = null;
  const http2 = createHttp2Server();
  http2.on('request', deps.listener);
  http2.on('sessionError', () => onEvent({ kind: 'garbled' }));
  http2.on('session', (newSession) => {
    session = newSession;
    newSession.once('close', () => (session = null));
  });
  // The network may be back while this dial still waits for the answer to a packet that was lost.
  const probeTimer = setTimeout(() => {
    waitUntilReachable(url, connected.signal, deps.random)
      .then((isThere) => {
        if (!isThere || connected.signal.aborted) return;
        onEvent({ kind: 'reachable' });
        ws.terminate();
      })
      .catch(finished.reject);
  }, CONNECT_MS);
  const doubt = watchSilence(ws, {
    url,
    random: deps.random,
    onReplaceable: () =>
      log.info({}, 'the relay answers beside the link, which is silent: it is dialled anew'),
  });
  ws.on('upgrade', ({ headers }) => {
    const trouble = readVersions(headers);
    onEvent({ kind: 'versions', trouble });
    if (trouble !== null) log.warn({ trouble }, 'store and relay are too far apart');
  });
  ws.on('open', () => {
    onEvent({ kind: 'opened' });
    log.info({}, 'linked to the relay');
    const duplex = createWebSocketStream(
      ws,
      oneMessage((bytes, done) => ws.send(bytes, done)),
    );
    duplex.on('error', () => ws.terminate());
    http2.emit('connection', duplex);
  });
  ws.on('unexpected-response', (_request, { statusCode: status = 0, headers }) => {
    onEvent({ kind: 'refused', status });
    const succession = headers[REPLACED_HEADER];
    if (status === 401 && succession !== undefined) deps.onReplaced(succession.toString());
    finished.reject(new Error(`the relay answered ${status}`));
    ws.terminate();
  });
  ws.on('error', (error) => {
    onEvent({ kind: 'garbled' });
    finished.reject(error);
  });
  ws.on('close', () => {
    clearTimeout(probeTimer);
    connected.abort();
    const settle = (): void => {
      finished.resolve();
      closed.resolve();
    };
    // Bytes that are no HTTP/2 raise a `sessionError` when the session closes, which is after the socket does.
    if (session === null) return settle();
    session.once('close', settle);
    session.destroy();
  });

  return {
    /** Resolves when the link has ended; rejects when it could not be made. */
    ended: finished.promise,

    isHeard: () => doubt.isHeard(),
    isInDoubt: () => doubt.isInDoubt(),

    /** Closes the WebSocket without waiting; `ended` settles once it has closed. */
    close: (): void => ws.close(1000),

    /** Closes the HTTP/2 session and the WebSocket; terminates the socket when the relay has not closed it after a second. */
    async closeGracefully(): Promise<void> {
      if (ws.readyState === WebSocket.CLOSED) return;
      const closeTimer = setTimeout(() => {
        ws.terminate();
        closed.resolve();
      }, CLOSE_MS_MAX);
      session?.close();
      ws.close(1001);
      await closed.promise;
      clearTimeout(closeTimer);
    },
  };
}

const dialWebSocket = (url: string, token: string, onConnected: () => void): WebSocket =>
  new WebSocket(url, {
    headers: { authorization: `Bearer ${token}` },
    perMessageDeflate: false,
    maxPayload: LINK_MESSAGE_BYTES_MAX,
    handshakeTimeout: HANDSHAKE_MS_MAX,
    // A mask is there against what a page's script could have a browser say to a proxy. This is no browser, and a mask of zeros is
    // no work for either end.
    generateMask: () => undefined,
    finishRequest: (request) => {
      request.once('socket', (socket) => socket.once('connect', onConnected));
      request.end();
    },
  });

function readVersions(headers: IncomingMessage['headers']): string | null {
  const header = (name: string): string | null => headers[name]?.toString() ?? null;
  return versionTrouble({
    storeVersion: VERSION,
    storeMin: header(STORE_MIN_HEADER),
    relayVersion: header(RELAY_VERSION_HEADER),
    relayMin: RELAY_VERSION_MIN,
  });
}
