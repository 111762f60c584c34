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
  const underWay = new Set<ServerResponse>();
  let closing = false;
  let onAnswered: (() => void) | null = null;
  const over = (response: ServerResponse): void => {
    underWay.delete(response);
    if (underWay.size === 0) onAnswered?.();
  };

  const answer = listenWithAssets(async (request, connection) => {
    const response = await app.fetch(request, connection);
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) over(connection.outgoing);
    return response;
  });
  const server = createServer((incoming, outgoing) => {
    underWay.add(outgoing);
    outgoing.once('close', () => over(outgoing));
    if (closing) outgoing.shouldKeepAlive = false;
    answer(incoming, outgoing);
  });

  return {
    server,
    close() {
      closing = true;
      for (const response of underWay) if (!response.headersSent) response.shouldKeepAlive = false;
      return new Promise((resolve) => server.close(() => resolve()));
    },
    answered(msMax) {
      if (underWay.size === 0) return Promise.resolve();
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
