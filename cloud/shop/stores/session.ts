// A linked store, as whoever asks something of it sees it.
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2';
import type { Readable } from 'node:stream';
import type { LinkDoubt } from '@balcao/shared/host/link-doubt.ts';

/** `body` errors when the link breaks off; `cancel` tells the store to stop. */
export type StoreResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  body: Readable;
  cancel: () => void;
};

export type LastingResponse = Omit<StoreResponse, 'headers'>;

export type Session = LinkDoubt & {
  readonly storeId: string;
  /** Sends a request; resolves with the response's head. Rejects when the link ends first, or `signal` does; that also ends the body. */
  request(
    headers: OutgoingHttpHeaders,
    body?: Uint8Array | Readable,
    signal?: AbortSignal,
  ): Promise<StoreResponse>;
  /**
   * Asks for an answer that lasts as long as the link. `body` is the link's own stream, to be read by its events: an iterator would take its
   * end for a break. Each link has one of these, and a stream in between would be a tenth of what a link holds.
   */
  requestLasting(headers: OutgoingHttpHeaders): Promise<LastingResponse>;
  /** A small JSON call of the link's own API. */
  json(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: unknown,
    timeoutMs?: number,
  ): Promise<{ status: number; body: unknown }>;
  /** Whether the other end answers within `timeoutMs`. */
  alive(timeoutMs: number): Promise<boolean>;
  /** Resolves when the link is gone. */
  readonly ended: Promise<void>;
  close(reason: string): void;
};

/** The whole body; throws when it is longer than the bound, or breaks off. */
export async function readWhole({ body, cancel }: StoreResponse, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bytesMax) {
      cancel();
      throw new Error(`the store's answer is longer than ${bytesMax} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
