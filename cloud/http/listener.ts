// The relay's HTTP server. It knows which answers are under way, so that a process that is replaced ends them first.
import { createServer, type Server, type ServerResponse } from 'node:http';
import { listenWithAssets } from '@balcao/shared/host/asset-memory.ts';
import type { App } from './app.ts';

export type Listener = {
  readonly server: Server;
  /** Takes no connection any more, and no second request on one that is open. Resolves when the last is closed. */
  close(): Promise<void>;
  /** Resolves when every request has its answer, or after `msMax`. Event streams do not count: they never end by themselves. */
  answered(msMax: number): Promise<void>;
};

export function createListener(app: Pick<App, 'fetch'>): Listener {
  // A count: the tables that a set of answers leaves behind would keep each answer from the collector until it looks at everything.
  let underWay = 0;
  /** Answers that are over since they began, and open. */
  const streams = new WeakSet<ServerResponse>();
  let closing = false;
  let onAnswered: (() => void) | null = null;
  const countOut = (): void => {
    underWay -= 1;
    if (underWay === 0) onAnswered?.();
  };

  const answer = listenWithAssets(async (request, connection) => {
    const response = await app.fetch(request, connection);
    const { outgoing } = connection;
    if (closing && !outgoing.headersSent) outgoing.shouldKeepAlive = false;
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    // Whoever left before it began is counted out already.
    if (isStream && !outgoing.closed) {
      streams.add(outgoing);
      countOut();
    }
    return response;
  });
  const server = createServer((incoming, outgoing) => {
    underWay += 1;
    outgoing.once('close', () => {
      if (!streams.delete(outgoing)) countOut();
    });
    if (closing) outgoing.shouldKeepAlive = false;
    answer(incoming, outgoing);
  });

  return {
    server,
    close() {
      closing = true;
      return new Promise((resolve) => server.close(() => resolve()));
    },
    answered(msMax) {
      if (underWay === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const late = setTimeout(resolve, msMax);
        onAnswered = () => {
          clearTimeout(late);
          resolve();
        };
      });
    },
  };
}
