// Where a watcher reads how the store does: a listener of its own, on no port that customers or staff know.
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { openMeters, type Meters } from '@balcao/shared/host/meters.ts';
import { metricsPage } from '@balcao/shared/host/metrics-page.ts';
import { VERSION } from '@balcao/shared/version.ts';
import { storeGauges, type Watched } from './store-gauges.ts';

/** Null where nobody wants to watch: then nothing is loaded. A port that is taken is said, and costs nobody an order. */
export async function openWatching(deps: {
  at: { port: number; host: string } | null;
  store: () => Watched | null;
  log: { info(details: object, message: string): void; error(details: object, message: string): void };
}): Promise<{ meters: Meters; stop(): void } | null> {
  const { at, store, log } = deps;
  if (at === null) return null;
  const meters = await openMeters({ ofProcess: true });
  meters.gauges(storeGauges(VERSION, store));
  const listener = getRequestListener(metricsPage(meters).fetch);
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  server.on('error', (error) =>
    log.error({ err: error, port: at.port }, 'METRICS_PORT cannot be listened on'),
  );
  server.listen(at.port, at.host, () => {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : at.port;
    log.info({ port }, 'metrics are read here');
  });
  return {
    meters,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
