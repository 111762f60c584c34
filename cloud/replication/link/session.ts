// One linked store: HTTP/2 over its WebSocket, with the relay as the client. Requests, streams, silence, end.
import { connect, constants, type ClientHttp2Session, type OutgoingHttpHeaders } from 'node:http2';
import type { Duplex, Readable } from 'node:stream';
import { sendJson, sendLastingRequest, sendRequest, type Wire } from './requests.ts';
import { Resets } from './resets.ts';
import { createLinkDoubt, type LinkDoubt } from '@balcao/shared/host/link-doubt.ts';
import { asPart } from '@balcao/shared/host/traces.ts';
import { oneMessage } from '@balcao/shared/link/one-message.ts';
import { createWebSocketStream, WebSocket } from 'ws';
import type { LastingResponse, Session, StoreResponse } from '../../shop/stores/session.ts';

const PING_MS = 10_000;
const SILENCE_MS_MAX = 30_000;
const SETTINGS_MS_MAX = 10_000;
/** How much of an answer may be on its way: each time half of it has come, the store is told to go on. */
const WINDOW_BYTES = 256 * 1024;
const JSON_MS_MAX = 10_000;

/** A question over the link, until its answer begins. Its path is in no span: it may hold a code. */
const asLinkSpan = <T extends { status: number }>(ask: () => Promise<T>): Promise<T> =>
  asPart('link', 'client', ask, ({ status }) => ({
    facts: { 'http.response.status_code': status },
    failed: status >= 500,
  }));

/** Told of each sign of life, and of the end of each doubt. One for all links. */
export type SessionListener = { onReceived(storeId: string): void; onHeardAgain(storeId: string): void };

/** Resolves once requests may be sent: before the other side's settings are known, one may go under the wrong limits. */
export async function openSession(
  storeId: string,
  ws: WebSocket,
  listener: SessionListener,
): Promise<Session> {
  const session = new LinkSession(storeId, ws, listener);
  await session.settingsCame();
  return session;
}

/** A class, for there are thousands: closures of their own for each would hold more than all that is in them. */
class LinkSession implements Session {
  readonly storeId: string;
  readonly ended: Promise<void>;
  readonly #ws: WebSocket;
  readonly #listener: SessionListener;
  readonly #wire: Wire;
  readonly #doubt: LinkDoubt;
  #receivedAtMs = performance.now();

  constructor(storeId: string, ws: WebSocket, listener: SessionListener) {
    this.storeId = storeId;
    this.#ws = ws;
    this.#listener = listener;
    const terminate = (): void => ws.terminate();
    const http2 = connectOver(ws, terminate).on('error', terminate);
    this.#wire = { http2, resets: new Resets() };
    this.#doubt = createLinkDoubt(ws, () => listener.onHeardAgain(storeId));
    const markReceived = (): void => {
      this.#receivedAtMs = performance.now();
      this.#listener.onReceived(this.storeId);
    };
    ws.on('pong', markReceived);
    ws.on('message', markReceived);
    const heartbeat = setInterval(() => this.#beat(), PING_MS);
    this.ended = new Promise((resolve) => {
      ws.on('close', () => {
        clearInterval(heartbeat);
        this.#wire.resets.dropWaiting();
        // With an error: what breaks off in the middle must not look like the end.
        http2.destroy(new Error('the link broke off'), constants.NGHTTP2_CANCEL);
        resolve();
      });
    });
  }

  settingsCame(): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (failure: Error | null): void => {
        clearTimeout(timer);
        this.#wire.http2.off('remoteSettings', onSettings);
        this.#ws.off('close', onClose);
        if (failure === null) resolve();
        else reject(failure);
      };
      const onSettings = (): void => settle(null);
      const onClose = (): void => settle(new Error('the link ended at once'));
      const timer = setTimeout(() => settle(new Error('the store sent no settings')), SETTINGS_MS_MAX);
      this.#wire.http2.once('remoteSettings', onSettings);
      this.#ws.once('close', onClose);
    });
  }

  #beat(): void {
    // A half-open link says nothing and fails nothing: only the missing answer tells.
    if (performance.now() - this.#receivedAtMs > SILENCE_MS_MAX) this.#ws.terminate();
    else if (this.#ws.readyState === WebSocket.OPEN) void this.#doubt.isHeard();
  }

  request(
    headers: OutgoingHttpHeaders,
    content?: Uint8Array | Readable,
    signal?: AbortSignal,
  ): Promise<StoreResponse> {
    return asLinkSpan(() => sendRequest(this.#wire, headers, content, signal));
  }

  requestLasting(headers: OutgoingHttpHeaders): Promise<LastingResponse> {
    return asLinkSpan(() => sendLastingRequest(this.#wire, headers));
  }

  json(
    method: string,
    path: string,
    body?: unknown,
    timeoutMs = JSON_MS_MAX,
  ): Promise<{ status: number; body: unknown }> {
    return asLinkSpan(() => sendJson(this.#wire, method, path, body, timeoutMs));
  }

  alive(timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      if (this.#ws.readyState !== WebSocket.OPEN) {
        resolve(false);
        return;
      }
      const finishWith = (alive: boolean) => () => {
        clearTimeout(pongTimer);
        this.#ws.off('pong', onPong);
        resolve(alive);
      };
      const onPong = finishWith(true);
      const pongTimer = setTimeout(finishWith(false), timeoutMs);
      this.#ws.on('pong', onPong);
      this.#ws.ping();
      void this.ended.then(finishWith(false));
    });
  }

  isHeard(): Promise<boolean> {
    return this.#doubt.isHeard();
  }

  isInDoubt(): boolean {
    return this.#doubt.isInDoubt();
  }

  onDoubt(listener: () => void): () => void {
    return this.#doubt.onDoubt(listener);
  }

  close(reason: string): void {
    if (this.#ws.readyState === WebSocket.OPEN) this.#ws.close(1001, reason);
    setTimeout(() => this.#ws.terminate(), 1000).unref();
  }
}

/** HTTP/2 over the WebSocket, as its client. */
function connectOver(ws: WebSocket, terminate: () => void): ClientHttp2Session {
  const duplex: Duplex = createWebSocketStream(
    ws,
    oneMessage((bytes, done) => ws.send(bytes, done)),
  );
  duplex.on('error', terminate);
  const session = connect('http://store', {
    createConnection: () => duplex,
    settings: { enablePush: false, initialWindowSize: WINDOW_BYTES },
  });
  return session.once('connect', () => session.setLocalWindowSize(WINDOW_BYTES));
}
