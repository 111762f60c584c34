// Server-sent event streams: each a bounded queue of events, with pings while idle and an end when the reader is gone or too slow.
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
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
      return streamSSE(context, async (stream) => {
        const queue: StreamEvent[] = [];
        let wake: (() => void) | null = null;
        let ended = false;
        const end = (): void => {
          ended = true;
          wake?.();
        };
        const undo = subscribe((event) => {
          // A reader that cannot keep up is let go: it reconnects and reads the present instead of an endless past.
          if (queue.length >= QUEUE_MAX) end();
          else queue.push(event);
          wake?.();
        }, end);
        open.set(end, shop);
        count(stranger, 1);
        countShop(shop, 1);
        stream.onAbort(end);
        try {
          while (!ended) {
            const next = queue.shift();
            if (next)
              await stream.writeSSE({
                event: next.event,
                data: JSON.stringify(next.data),
                ...(next.id === undefined ? {} : { id: next.id }),
              });
            else if (!(await idle((resume) => (wake = resume), LIVE_PING_MS)) && !ended)
              await stream.write('event: ping\ndata: {}\n\n');
          }
        } finally {
          undo();
          open.delete(end);
          count(stranger, -1);
          countShop(shop, -1);
        }
      });
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

/** True when woken, false when `ms` passed. */
function idle(arm: (resume: () => void) => void, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    arm(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
