// The printer's page and its JSON: what lies in the paper tray, for people and for tests of other processes.
// A change is announced by an event without content; whoever hears it looks again.

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { noFaults, printerFaultsPatchSchema } from './faults.ts';
import type { PrintJob } from './job-book.ts';
import { jobCard, mainPage, trayFragment } from './page.ts';
import { paperSvg } from './paper-svg.ts';
import type { PrinterSimulator } from './printer-simulator.ts';

const HEARTBEAT_MS = 15_000;
const STREAMS_MAX = 20;

export async function startPrinterPage(deps: {
  port: number;
  host: string;
  columns: number;
  simulator: PrinterSimulator;
  changeListeners: Set<() => void>;
}): Promise<{ port: number; close(): Promise<void> }> {
  const { simulator, changeListeners } = deps;
  const closing = new AbortController();
  const app = new Hono();
  const find = (id: string): PrintJob | undefined => simulator.jobs().find((job) => String(job.id) === id);

  app.get('/', (c) => c.html(mainPage(simulator, deps.columns)));
  app.get('/tray', (c) => c.html(trayFragment(simulator)));
  app.get('/jobs/:id/card', (c) => {
    const job = find(c.req.param('id'));
    return job === undefined ? c.notFound() : c.html(jobCard(job));
  });
  app.get('/jobs/:id/paper.svg', (c) => {
    const job = find(c.req.param('id'));
    if (job === undefined) return c.notFound();
    return c.body(paperSvg(job.paper), 200, { 'content-type': 'image/svg+xml; charset=utf-8' });
  });

  app.get('/jobs', (c) =>
    c.json(
      simulator.jobs().map((job) => ({
        id: job.id,
        at: new Date(job.atMs).toISOString(),
        complete: job.complete,
        text: job.text,
        warnings: job.paper.warnings,
        bytes: job.bytes.toString('base64'),
      })),
    ),
  );
  app.delete('/jobs', (c) => {
    simulator.clearJobs();
    return c.json([]);
  });

  app.get('/faults', (c) => c.json(simulator.faults.current()));
  app.post('/faults', async (c) => {
    const patch = printerFaultsPatchSchema.safeParse(await c.req.json().catch(() => null));
    if (!patch.success) return c.json({ error: 'invalid faults', issues: patch.error.issues }, 400);
    await simulator.faults.set(patch.data);
    return c.json(simulator.faults.current());
  });
  app.delete('/faults', async (c) => {
    await simulator.faults.set(noFaults());
    return c.json(simulator.faults.current());
  });

  app.get('/events', (c) => {
    if (changeListeners.size >= STREAMS_MAX) return c.text('too many listeners', 503);
    return streamSSE(c, async (stream) => {
      await new Promise<void>((resolve) => {
        const tell = (): void => {
          stream.writeSSE({ event: 'changed', data: '' }).catch(resolve);
        };
        const heartbeat = setInterval(tell, HEARTBEAT_MS).unref();
        const end = (): void => {
          clearInterval(heartbeat);
          changeListeners.delete(tell);
          resolve();
        };
        changeListeners.add(tell);
        stream.onAbort(end);
        closing.signal.addEventListener('abort', end, { once: true });
        tell();
      });
    });
  });

  const server = await new Promise<Server>((resolve, reject) => {
    const made = serve({ fetch: app.fetch, port: deps.port, hostname: deps.host }, () =>
      resolve(made),
    ) as Server;
    made.once('error', reject);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      closing.abort();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
