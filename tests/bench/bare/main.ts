// The yardsticks as a process of their own: the bare transaction in a loop, behind a bare Hono route, and behind a
// bare WebSocket. It validates nothing, prices nothing and knows nobody.
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { WebSocketServer } from 'ws';
import type { Order } from '@balcao/shared/order/order.ts';
import { bareTransaction } from './transaction.ts';

const { BARE_PORT, BARE_WEB_SOCKET_PORT, BARE_FILE = '', BARE_SAMPLE = '' } = process.env;
const save = bareTransaction(BARE_FILE, JSON.parse(readFileSync(BARE_SAMPLE, 'utf8')) as Order);

const app = new Hono();
app.get('/readyz', (context) => context.json({ ready: true }));
app.post('/api/orders', async (context) => {
  await context.req.json();
  return context.json({ number: save() }, 201);
});
/** Transactions per second over so many milliseconds, one after another. */
app.post('/loop/:ms', (context) => {
  const startedAt = performance.now();
  const endAt = startedAt + Number(context.req.param('ms'));
  let done = 0;
  while (performance.now() < endAt) {
    save();
    done += 1;
  }
  return context.json({ perSecond: (done * 1000) / (performance.now() - startedAt) });
});

serve({ fetch: app.fetch, port: Number(BARE_PORT), hostname: '127.0.0.1' });

const sockets = new WebSocketServer({
  port: Number(BARE_WEB_SOCKET_PORT),
  host: '127.0.0.1',
  perMessageDeflate: false,
});
sockets.on('connection', (socket) => {
  socket.on('message', (data: Buffer) => {
    save();
    // The bytes come back, as an order does.
    socket.send(data);
  });
});

process.on('SIGTERM', () => process.exit(0));
