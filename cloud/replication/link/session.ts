// One linked store: HTTP/2 over its WebSocket, with the relay as the client. Requests, streams, silence, end.
import { connect, constants, type ClientHttp2Session, type OutgoingHttpHeaders } from 'node:http2';
import { finished, PassThrough, type Readable } from 'node:stream';
import { createResets } from './resets.ts';
import { createLinkDoubt } from '@balcao/shared/host/link-doubt.ts';
import { REQUEST_ID_HEADER, requestId } from '@balcao/shared/host/request-id.ts';
import { asPart, handedTrace } from '@balcao/shared/host/traces.ts';
import { oneMessage } from '@balcao/shared/link/one-message.ts';
import { createWebSocketStream, WebSocket } from 'ws';
import type { StoreResponse, Session } from '../../shop/stores/session.ts';

const PING_MS = 10_000;
const SILENCE_MS_MAX = 30_000;
const SETTINGS_MS_MAX = 10_000;
/** How much of an answer may be on its way: each time half of it has come, the store is told to go on. */
const WINDOW_BYTES = 256 * 1024;
const JSON_BYTES_MAX = 4 * 1024 * 1024;

/** To which request and trace it belongs. An older store reads neither. */
function withOrigin(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const id = requestId();
  return { ...headers, ...(id !== null && { [REQUEST_ID_HEADER]: id }), ...handedTrace() };
}

/** A question over the link, until its answer begins. Its path is in no span: it may hold a code. */
const asLinkSpan = <T extends { status: number }>(ask: () => Promise<T>): Promise<T> =>
  asPart('link', 'client', ask, ({ status }) => ({
    facts: { 'http.response.status_code': status },
    failed: status >= 500,
  }));

export async function openSession(
  storeId: string,
  ws: WebSocket,
  onReceived: () => void,
  onHeardAgain: () => void = () => undefined,
): Promise<Session> {
  const duplex = createWebSocketStream(
    ws,
    oneMessage((bytes, done) => ws.send(bytes, done)),
  );
  duplex.on('error', () => ws.terminate());
  const session: ClientHttp2Session = connect('http://store', {
    createConnection: () => duplex,
    settings: { enablePush: false, initialWindowSize: WINDOW_BYTES },
  });
  session.once('connect', () => session.setLocalWindowSize(WINDOW_BYTES));
  session.on('error', () => ws.terminate());

  const resets = createResets();
  const doubt = createLinkDoubt(ws, onHeardAgain);
  let receivedAtMs = performance.now();
  const markReceived = (): void => {
    receivedAtMs = performance.now();
    onReceived();
  };
  ws.on('pong', markReceived);
  ws.on('message', markReceived);
  const heartbeat = setInterval(() => {
    // A half-open link says nothing and fails nothing: only the missing answer tells.
    if (performance.now() - receivedAtMs > SILENCE_MS_MAX) ws.terminate();
    else if (ws.readyState === WebSocket.OPEN) void doubt.isHeard();
  }, PING_MS);
  const ended = new Promise<void>((resolve) => {
    ws.on('close', () => {
      clearInterval(heartbeat);
      resets.dropWaiting();
      // With an error: what breaks off in the middle must not look like the end.
      session.destroy(new Error('the link broke off'), constants.NGHTTP2_CANCEL);
      resolve();
    });
  });

  // Before the other side's settings are known, a request may be sent under the wrong limits.
  await new Promise<void>((resolve, reject) => {
    const settingsTimer = setTimeout(() => reject(new Error('the store sent no settings')), SETTINGS_MS_MAX);
    session.once('remoteSettings', () => {
      clearTimeout(settingsTimer);
      resolve();
    });
    void ended.then(() => reject(new Error('the link ended at once')));
  });

  function request(
    headers: OutgoingHttpHeaders,
    content?: Uint8Array | Readable,
    signal?: AbortSignal,
  ): Promise<StoreResponse> {
    return new Promise((resolve, reject) => {
      if (session.closed || session.destroyed) {
        reject(new Error('the link is down'));
        return;
      }
      if (signal?.aborted === true) {
        reject(new Error('nobody waits for it any more'));
        return;
      }
      const stream = session.request(withOrigin(headers), { endStream: content === undefined });
      // Read from the first moment: a short answer that has ended before anybody reads it is thrown away by Node.
      const body = new PassThrough();
      // Told to whoever reads it; without a reader it is nothing that ends a process.
      body.on('error', () => undefined);
      stream.pipe(body);
      finished(stream, { writable: false }, (error) => {
        if (error) body.destroy(error);
      });
      /** What still comes is read and forgotten until the store hears that nobody waits for it. */
      const abandon = (): void => {
        stream.unpipe(body);
        stream.resume();
        body.destroy(new Error('nobody waits for it any more'));
        resets.queueReset(() => stream.close(constants.NGHTTP2_CANCEL));
      };
      const onAborted = (): void => {
        abandon();
        reject(new Error('nobody waits for it any more'));
      };
      signal?.addEventListener('abort', onAborted, { once: true });
      stream.on('response', (responseHeaders) =>
        resolve({
          status: Number(responseHeaders[constants.HTTP2_HEADER_STATUS]),
          headers: responseHeaders,
          body,
          cancel: abandon,
        }),
      );
      stream.on('error', reject);
      stream.on('close', () => {
        signal?.removeEventListener('abort', onAborted);
        reject(new Error('the link closed the request'));
      });
      if (content instanceof Uint8Array) stream.end(content);
      else if (content !== undefined) {
        content.pipe(stream);
        // A sender that breaks off is passed on as a break, not as the end of what it sent.
        finished(content, { writable: false }, (error) => {
          if (error) abandon();
        });
        stream.on('close', () => content.destroy());
      }
    });
  }

  const link: Session = {
    storeId,
    request,
    json: (method, path, body, timeoutMs = 10_000) =>
      new Promise((resolve, reject) => {
        if (session.closed || session.destroyed) {
          reject(new Error('the link is down'));
          return;
        }
        const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
        const stream = session.request(
          withOrigin({
            ':method': method,
            ':path': path,
            ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
          }),
          { endStream: bytes === undefined },
        );
        const failWith = (reason: string): void => {
          stream.resume();
          resets.queueReset(() => stream.close(constants.NGHTTP2_CANCEL));
          reject(new Error(reason));
        };
        const answerTimer = setTimeout(failWith, timeoutMs, 'nobody waits for it any more');
        const pieces: Buffer[] = [];
        let size = 0;
        let status = 0;
        stream.on('response', (responseHeaders) => {
          status = Number(responseHeaders[constants.HTTP2_HEADER_STATUS]);
        });
        // Read from the first moment: a short answer that has ended before anybody reads it is thrown away by Node.
        stream.on('data', (piece: Buffer) => {
          size += piece.length;
          if (size <= JSON_BYTES_MAX) pieces.push(piece);
          else if (pieces.length > 0) {
            pieces.length = 0;
            failWith(`the store's answer is longer than ${JSON_BYTES_MAX} bytes`);
          }
        });
        stream.on('end', () => {
          // A stream that the store gives up ends too: without a head it is no answer.
          if (status === 0) return;
          try {
            const text = Buffer.concat(pieces).toString();
            resolve({ status, body: text === '' ? null : (JSON.parse(text) as unknown) });
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        });
        stream.on('error', reject);
        stream.on('close', () => {
          clearTimeout(answerTimer);
          reject(new Error('the link closed the request'));
        });
        if (bytes !== undefined) stream.end(bytes);
      }),
    alive: (timeoutMs) =>
      new Promise((resolve) => {
        if (ws.readyState !== WebSocket.OPEN) {
          resolve(false);
          return;
        }
        const finishWith = (alive: boolean) => () => {
          clearTimeout(pongTimer);
          ws.off('pong', onPong);
          resolve(alive);
        };
        const onPong = finishWith(true);
        const pongTimer = setTimeout(finishWith(false), timeoutMs);
        ws.on('pong', onPong);
        ws.ping();
        void ended.then(finishWith(false));
      }),
    ...doubt,
    ended,
    close(reason) {
      if (ws.readyState === WebSocket.OPEN) ws.close(1001, reason);
      setTimeout(() => ws.terminate(), 1000).unref();
    },
  };
  return {
    ...link,
    request: (...asked) => asLinkSpan(() => link.request(...asked)),
    json: (...asked) => asLinkSpan(() => link.json(...asked)),
  };
}
