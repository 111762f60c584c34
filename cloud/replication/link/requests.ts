// What the relay asks of a store over the HTTP/2 of its link: a request with its answer as it comes, one whose answer lasts, and a small JSON call.
import { constants, type ClientHttp2Session, type OutgoingHttpHeaders } from 'node:http2';
import { finished, PassThrough, type Readable } from 'node:stream';
import { REQUEST_ID_HEADER, requestId } from '@balcao/shared/host/request-id.ts';
import { handedTrace } from '@balcao/shared/host/traces.ts';
import type { LastingResponse, StoreResponse } from '../../shop/stores/session.ts';
import type { Resets } from './resets.ts';

const JSON_BYTES_MAX = 4 * 1024 * 1024;

export type Wire = { readonly http2: ClientHttp2Session; readonly resets: Resets };

/** To which request and trace it belongs. An older store reads neither. */
function withOrigin(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const id = requestId();
  return { ...headers, ...(id !== null && { [REQUEST_ID_HEADER]: id }), ...handedTrace() };
}

export function sendRequest(
  { http2, resets }: Wire,
  headers: OutgoingHttpHeaders,
  content?: Uint8Array | Readable,
  signal?: AbortSignal,
): Promise<StoreResponse> {
  return new Promise((resolve, reject) => {
    if (http2.closed || http2.destroyed) {
      reject(new Error('the link is down'));
      return;
    }
    if (signal?.aborted === true) {
      reject(new Error('nobody waits for it any more'));
      return;
    }
    const stream = http2.request(withOrigin(headers), { endStream: content === undefined });
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

export function sendLastingRequest(
  { http2 }: Pick<Wire, 'http2'>,
  headers: OutgoingHttpHeaders,
): Promise<LastingResponse> {
  return new Promise((resolve, reject) => {
    if (http2.closed || http2.destroyed) {
      reject(new Error('the link is down'));
      return;
    }
    const body = http2.request(withOrigin(headers), { endStream: true });
    const cancel = (): void => {
      body.close(constants.NGHTTP2_CANCEL);
      body.destroy(new Error('nobody waits for it any more'));
    };
    body.once('response', (responseHeaders) =>
      resolve({ status: Number(responseHeaders[constants.HTTP2_HEADER_STATUS]), body, cancel }),
    );
    // Told to whoever reads it as well; without a reader it is nothing that ends a process.
    body.on('error', reject);
    body.on('close', () => reject(new Error('the link closed the request')));
  });
}

export function sendJson(
  { http2, resets }: Wire,
  method: string,
  path: string,
  body: unknown,
  timeoutMs: number,
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    if (http2.closed || http2.destroyed) {
      reject(new Error('the link is down'));
      return;
    }
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const stream = http2.request(
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
  });
}
