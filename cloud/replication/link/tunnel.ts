// Passes staff's requests on to their store as they are, both ways streaming. Decides nothing about them.
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2';
import { ASSERTION_HEADER } from '@balcao/shared/link/assertion.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import { problemResponse } from '@balcao/shared/host/problems.ts';
import type { Session, StoreResponse } from '../../shop/stores/session.ts';

const HOP_BY_HOP = new Set([
  'connection',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'http2-settings',
  'proxy-connection',
  'te',
  'trailer',
  'host',
  'expect',
]);
/** What a client says about itself under these names is dropped: only the transport knows. */
const ABOUT_THE_CALLER = /^(x-balcao-|x-forwarded-|x-real-ip$|forwarded$)/;

const EVENT_STREAM = /^text\/event-stream/;
/** With what a probe takes, whoever asks knows within three seconds. */
const PROBE_EVERY_MS = 250;

/** Headers between store and relay, which are taken out of the browser's answer. */
const OURS = /^x-balcao-/;

export type Caller = {
  clientIp: string;
  origin: string;
  /** Ends the browser's connection in the middle of an answer, so that half of one is not taken for the whole. */
  breakOff: () => void;
  /** Routes whose request body may be long: it is streamed to the store instead of read first. */
  uploads: boolean;
  /** Called once, when neither the request nor its answer is under way any more. */
  onOver: () => void;
  /** Called with the headers that the store adds for the relay alone, such as its assertion. */
  onAssertion: (assertion: string) => void;
};

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Null where the store is not heard any more, and whoever asked is answered without it. */
export async function passOn(
  session: Pick<Session, 'request' | 'isHeard' | 'onDoubt'>,
  request: Request,
  caller: Caller,
): Promise<Response | null> {
  const url = new URL(request.url);
  const headers: OutgoingHttpHeaders = { ':method': request.method, ':path': url.pathname + url.search };
  for (const [name, value] of request.headers) {
    if (!HOP_BY_HOP.has(name) && !ABOUT_THE_CALLER.test(name)) headers[name] = value;
  }
  headers['x-balcao-client-ip'] = caller.clientIp;
  headers['x-balcao-origin'] = caller.origin;

  let store: StoreResponse;
  const silence = listenFor(session);
  try {
    const body = await bodyFor(request, caller.uploads);
    // A length without its content is an error to HTTP/2.
    // Of what changes something, the store asks whether there is any content.
    if (body === undefined && SAFE.has(request.method)) delete headers['content-length'];
    else if (body === undefined) headers['content-length'] = 0;
    else if (body instanceof Uint8Array) headers['content-length'] = body.length;
    // When the browser goes, the store should stop working for it, above all on endless streams.
    store = await session.request(headers, body, AbortSignal.any([request.signal, silence.signal]));
  } catch {
    caller.onOver();
    return silence.signal.aborted ? null : storeAway();
  } finally {
    silence.end();
  }
  // The link may have ended before this listener was added.
  if (store.body.destroyed) caller.onOver();
  else store.body.once('close', caller.onOver);
  const assertion = store.headers[ASSERTION_HEADER];
  if (typeof assertion === 'string') caller.onAssertion(assertion);
  const noBody = request.method === 'HEAD' || store.status === 204 || store.status === 304;
  if (noBody) store.body.resume();
  // A stream that never ends would say nothing of its own to whoever listens to it.
  if (EVENT_STREAM.test(String(store.headers['content-type'])))
    store.body.once(
      'close',
      session.onDoubt(() => store.body.destroy(new Error('the store is not heard'))),
    );
  return new Response(noBody ? null : bodyOf(store, caller.breakOff), {
    status: store.status,
    headers: responseHeaders(store.headers),
  });
}

/** Aborts once the store answers no ping while its answer is waited for. */
function listenFor(session: Pick<Session, 'isHeard'>): { signal: AbortSignal; end: () => void } {
  const silent = new AbortController();
  const over = new AbortController();
  const listen = async (): Promise<void> => {
    for (;;) {
      // Rejects when it is over. Nearly every answer comes before the first ping.
      await delay(PROBE_EVERY_MS, null, { signal: over.signal, ref: false });
      if (!(await session.isHeard())) return silent.abort();
    }
  };
  listen().catch(() => undefined);
  return { signal: silent.signal, end: () => over.abort() };
}

/**
 * What is short is waited for here: who breaks off in the middle of it has never asked the store for anything. A stranger can do that
 * a thousand times a second.
 */
async function bodyFor(request: Request, uploads: boolean): Promise<Uint8Array | Readable | undefined> {
  if (request.body === null) return undefined;
  if (uploads) {
    const content = Readable.fromWeb(request.body);
    // Told to whoever sends it on; where the link ended first it is nothing that ends a process.
    return content.on('error', () => undefined);
  }
  const bytes = new Uint8Array(await request.arrayBuffer());
  return bytes.length === 0 ? undefined : bytes;
}

/**
 * The store's answer as it comes, no faster than the browser reads. A link that breaks off breaks off the answer too. One that says its
 * length ends with its last byte: the link may fall silent before the word that this was all, and the browser, which counts too, asks its
 * next question on the same connection, where no answer goes out before this one has ended.
 */
function bodyOf({ headers, body, cancel }: StoreResponse, breakOff: () => void): ReadableStream<Uint8Array> {
  const length = headers['content-length'];
  let bytesLeft = length === undefined ? Infinity : Number(length);
  let isOver = false;
  const endOnce = (action: () => void) => () => {
    if (isOver) return;
    isOver = true;
    action();
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const onWhole = endOnce(() => controller.close());
      if (bytesLeft === 0) onWhole();
      body.on('data', (chunk: Buffer) => {
        if (isOver) return;
        controller.enqueue(new Uint8Array(chunk));
        bytesLeft -= chunk.length;
        if (bytesLeft <= 0) onWhole();
        else if ((controller.desiredSize ?? 0) <= 0) body.pause();
      });
      body.on('end', onWhole);
      const onBroken = endOnce(breakOff);
      body.on('error', onBroken);
      body.on('close', onBroken);
      if (body.destroyed) onBroken();
    },
    pull: () => void body.resume(),
    cancel() {
      isOver = true;
      cancel();
    },
  });
}

function responseHeaders(storeHeaders: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(storeHeaders)) {
    if (value === undefined || name.startsWith(':') || HOP_BY_HOP.has(name) || OURS.test(name)) continue;
    if (name === 'set-cookie') for (const cookie of value as string[]) headers.append(name, cookie);
    else headers.set(name, String(value));
  }
  return headers;
}

export const storeAway = (): Response =>
  problemResponse(
    problem(
      503,
      'store-away',
      'Loja sem conexão',
      'Loja sem conexão no momento. Tente de novo em instantes.',
    ),
    { 'retry-after': '5' },
  );

/** It was asked, and fell silent: it may have done what it was asked, and what it knows is seen when it is back. */
export const storeSilent = (): Response =>
  problemResponse(
    problem(
      503,
      'store-away',
      'Loja sem conexão',
      'A loja ficou sem conexão antes de responder, e pode ter recebido. Quando ela voltar, confira antes de tentar de novo.',
    ),
    { 'retry-after': '5' },
  );
