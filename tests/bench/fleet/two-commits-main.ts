// The yardsticks of a fleet, two bare Hono routes. One commits twice to the same PostgreSQL, as an order at the relay is stored before it is
// sent and again with its outcome. The other asks the process of the stores between both commits, over one bare WebSocket: what an order
// at one store cannot do without. Neither validates, prices, numbers or seals anything.
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';
import { openPeers } from './bare-peer.ts';

const { BARE_PORT, BARE_DATABASE_URL } = process.env;
/** As many connections as the relay has. */
const pool = new pg.Pool({ connectionString: BARE_DATABASE_URL, max: 10 });
await pool.query('create table if not exists bare_orders (id uuid primary key, asked jsonb, answered jsonb)');

const peers = openPeers();
const app = new Hono();
app.get('/readyz', (context) => context.json({ ready: true }));
for (const [path, ask] of [
  ['/api/orders', (_id: string, asked: object) => Promise.resolve(asked)],
  ['/api/pair', peers.ask],
] as const)
  app.post(path, async (context) => {
    const asked = await context.req.json<object>();
    const id = randomUUID();
    await pool.query({
      name: 'ask',
      text: 'insert into bare_orders (id, asked) values ($1, $2)',
      values: [id, asked],
    });
    const answered = await ask(id, asked);
    await pool.query({
      name: 'answer',
      text: 'update bare_orders set answered = $2 where id = $1',
      values: [id, answered],
    });
    return context.json({ id, ...answered }, 201);
  });

peers.listen(
  serve({ fetch: app.fetch, port: Number(BARE_PORT), hostname: '127.0.0.1' }) as unknown as Server,
);
process.on('SIGTERM', () => process.exit(0));
