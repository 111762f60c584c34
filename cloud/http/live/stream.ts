// One server-sent event stream: a bounded queue of events, pings while idle, and an end when the reader is gone or too slow.
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { LIVE_PING_MS, type LiveEvent, type StaffLiveEvent } from '@balcao/shared/http/live.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import { problemResponse } from '@balcao/shared/host/problems.ts';
import { householdOf } from '../../storage/limits/household.ts';

/** What either kind of stream may send; `id` lets a browser that was cut off go on where it stopped. */
export type StreamEvent = (LiveEvent | StaffLiveEvent) & { id?: string };

const QUEUE_MAX = 500;
const STREAMS_MAX = 5000;
/** One address may be a whole school behind one router, but not everybody. */
const STREAMS_PER_CALLER_MAX = 200;

export type Streams = ReturnType<typeof createStreams>;

export function createStreams() {
  const open = new Set<() => void>();
  let draining = false;
  const perCaller = new Map<string, number>();
  const count = (caller: string, change: 1 | -1): void => {
    const left = (perCaller.get(caller) ?? 0) + change;
    if (left === 0) perCaller.delete(caller);
    else perCaller.set(caller, left);
  };

  return {
    /** Opens a stream. `subscribe` is given `push` and `end`, and returns what undoes it; it may push at once. */
    open(
      context: Context,
      address: string,
      subscribe: (push: (event: StreamEvent) => void, end: () => void) => () => void,
    ): Response {
      const caller = householdOf(address);
      if (draining) {
        return problemResponse(
          problem(
            503,
            'restarting',
            'Um instante',
            'O site está sendo atualizado. Tente de novo em instantes.',
          ),
          { 'retry-after': '1' },
        );
      }
      if (open.size >= STREAMS_MAX || (perCaller.get(caller) ?? 0) >= STREAMS_PER_CALLER_MAX) {
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
        count(caller, 1);
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
          count(caller, -1);
        }
      });
    },

    /** Ends every stream, so that the server can stop: who follows reconnects, and finds another process. */
    drain(): void {
      draining = true;
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
