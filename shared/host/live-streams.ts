// One server-sent event stream: a bounded queue of events, pings while idle, and an end when the reader is gone or too slow.
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { LIVE_PING_MS, type LiveEvent, type StaffLiveEvent } from '../http/live.ts';
import { problem } from '../http/problem.ts';
import { problemResponse } from './problems.ts';

/** What either kind of stream may send; `id` lets a browser that was cut off go on where it stopped. */
export type StreamEvent = (LiveEvent | StaffLiveEvent) & { id?: string };

const QUEUE_MAX = 500;
const STREAMS_MAX = 200;
/** What strangers may hold of them: kitchen and counter always find room. */
const PUBLIC_MAX = 150;
/** A browser opens one; several are several screens of one device. */
const PUBLIC_PER_CALLER_MAX = 10;

export type Streams = ReturnType<typeof createStreams>;

export function createStreams() {
  const open = new Set<() => void>();
  /** Of each stranger's open streams, the address. */
  const strangers = new Map<() => void, string>();
  const hasRoom = (stranger: string | null): boolean =>
    open.size < STREAMS_MAX &&
    (stranger === null ||
      (strangers.size < PUBLIC_MAX &&
        [...strangers.values()].filter((one) => one === stranger).length < PUBLIC_PER_CALLER_MAX));

  return {
    /** Opens a stream; `stranger` is the address of one who is not signed in. `subscribe` is given `push` and `end`, and returns what undoes it; it may push at once. */
    open(
      context: Context,
      stranger: string | null,
      subscribe: (push: (event: StreamEvent) => void, end: () => void) => () => void,
    ): Response {
      if (!hasRoom(stranger)) {
        return problemResponse(
          problem(
            503,
            'too-many-streams',
            'Muitas telas abertas',
            'Há telas demais ligadas agora. Tente de novo em instantes.',
          ),
          { 'retry-after': '5' },
        );
      }
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
        open.add(end);
        if (stranger !== null) strangers.set(end, stranger);
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
              await stream.write(': ping\n\n');
          }
        } finally {
          undo();
          open.delete(end);
          strangers.delete(end);
        }
      });
    },

    count: (): number => open.size,

    /** Ends every stream, so that the server can stop. */
    drain(): void {
      for (const end of open) end();
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
