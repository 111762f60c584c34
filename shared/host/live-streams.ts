// Server-sent event streams: each a bounded queue of events, with pings while idle and an end when the reader is gone or too slow.
import type { Context } from 'hono';
import { LIVE_PING_MS, type LiveEvent, type StaffLiveEvent, type TvLiveEvent } from '../http/live.ts';
import { problem, type Problem } from '../http/problem.ts';
import { problemResponse } from './problems.ts';

/** What either kind of stream may send; `id` lets a browser that was cut off go on where it stopped. */
export type StreamEvent = (LiveEvent | StaffLiveEvent | TvLiveEvent) & { id?: string };

/** How many streams of events a server holds at once, and of whom. */
export type StreamRules = {
  /** How many may be open at once. */
  max: number;
  /** How many of them strangers may hold together, so that others always find room. */
  strangersMax: number;
  /** How many one stranger may hold. */
  perStrangerMax: number;
  /** How many one shop's customers may hold, where a server has several. */
  perShopMax?: number;
  /** Under which name the stranger at an address is counted. */
  countedAs: (address: string) => string;
  /** For who asks for a stream once they are drained. */
  restarting: Problem;
};
/** The open streams of a server, and the one way to open another. */
export type Streams = ReturnType<typeof createStreams>;

const QUEUE_MAX = 500;
const HEADERS = {
  'transfer-encoding': 'chunked',
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
};
const encoder = new TextEncoder();
const PING = encoder.encode('event: ping\ndata: {}\n\n');

const TOO_MANY = problem(
  503,
  'too-many-streams',
  'Muitas telas abertas',
  'Há telas demais ligadas agora. Tente de novo em instantes.',
);

/** Holds a server's streams of events within `rules`; who is one too many gets a 503 or 429. */
export function createStreams(rules: StreamRules) {
  /** How each is ended, and whose it is. */
  const open = new Map<() => void, string | null>();
  const perStranger = new Map<string, number>();
  const perShop = new Map<string, number>();
  let strangers = 0;
  let draining = false;
  const count = (stranger: string | null, change: 1 | -1): void => {
    if (stranger === null) return;
    strangers += change;
    const left = (perStranger.get(stranger) ?? 0) + change;
    if (left === 0) perStranger.delete(stranger);
    else perStranger.set(stranger, left);
  };
  const countShop = (shop: string | null, change: 1 | -1): void => {
    if (shop === null) return;
    const left = (perShop.get(shop) ?? 0) + change;
    if (left === 0) perShop.delete(shop);
    else perShop.set(shop, left);
  };
  const hasRoom = (stranger: string | null, shop: string | null): boolean =>
    open.size < rules.max &&
    (shop === null || (perShop.get(shop) ?? 0) < (rules.perShopMax ?? Infinity)) &&
    (stranger === null ||
      (strangers < rules.strangersMax && (perStranger.get(stranger) ?? 0) < rules.perStrangerMax));

  return {
    /**
     * Opens a stream; `address` is that of a stranger, null for who is signed in. `subscribe` is given `push` and `end`, and returns what
     * undoes it; it may push at once. `shop` is whose budget it is, where there are several.
     */
    open(
      context: Context,
      address: string | null,
      subscribe: (push: (event: StreamEvent) => void, end: () => void) => () => void,
      shop: string | null = null,
    ): Response {
      if (draining) return problemResponse(rules.restarting, { 'retry-after': '1' });
      const stranger = address === null ? null : rules.countedAs(address);
      if (!hasRoom(stranger, shop)) return problemResponse(TOO_MANY, { 'retry-after': '5' });
      // Nobody would read it, nor say that it is over: its place would be taken until the server stops.
      if (context.req.method === 'HEAD') return context.body(null, 200, HEADERS);
      const { body, push, end } = eventStream(() => {
        undo();
        open.delete(end);
        count(stranger, -1);
        countShop(shop, -1);
      });
      const undo = subscribe(push, end);
      open.set(end, shop);
      count(stranger, 1);
      countShop(shop, 1);
      return context.body(body, 200, HEADERS);
    },

    /** How many are open. */
    size: (): number => open.size,

    /** Ends every stream of a shop: its readers ask again, wherever its address leads by then. */
    endOf(shop: string): void {
      for (const [end, of] of open) if (of === shop) end();
    },

    /** Ends every stream and opens no other, so that the server can stop. */
    stop(): void {
      draining = true;
      for (const end of open.keys()) end();
    },
  };
}

const written = ({ event, data, id }: StreamEvent): Uint8Array =>
  encoder.encode(
    `event: ${event}\ndata: ${JSON.stringify(data)}\n${id === undefined ? '' : `id: ${id}\n`}\n`,
  );

/**
 * A stream that is written to straight away. The library's goes through three streams and a promise for each, which for thousands of
 * readers that wait is most of what they cost. `onOver` is called once, later than this returns.
 */
function eventStream(onOver: () => void) {
  const queue: StreamEvent[] = [];
  const over = Promise.withResolvers<void>();
  void over.promise.then(onOver);
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let ended = false;
  const hasRoom = (): boolean => (controller?.desiredSize ?? 0) > 0;
  const ping = setTimeout(() => {
    if (hasRoom()) controller?.enqueue(PING);
    ping.refresh();
  }, LIVE_PING_MS);
  const finish = (): void => {
    ended = true;
    clearTimeout(ping);
    over.resolve();
  };
  const end = (): void => {
    if (ended) return;
    finish();
    controller?.close();
  };
  const send = (): void => {
    while (!ended && hasRoom()) {
      const next = queue.shift();
      if (next === undefined) return;
      controller?.enqueue(written(next));
      ping.refresh();
    }
  };
  const body = new ReadableStream<Uint8Array>({
    start: (given) => void (controller = given),
    pull: send,
    cancel: finish,
  });
  return {
    body,
    end,
    push(event: StreamEvent): void {
      // A reader that cannot keep up is let go: it reconnects and reads the present instead of an endless past.
      if (queue.length >= QUEUE_MAX) return end();
      queue.push(event);
      send();
    },
  };
}
