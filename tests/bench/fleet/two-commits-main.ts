// The yardstick of a fleet: a bare Hono route that commits twice to the same PostgreSQL, as an order at the relay is stored before it is
// sent and again with its outcome. It validates nothing, prices nothing, seals nothing and asks no store.
import { randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';

const { BARE_PORT, BARE_DATABASE_URL } = process.env;
/** As many connections as the relay has. */
const pool = new pg.Pool({ connectionString: BARE_DATABASE_URL, max: 10 });
await pool.query('create table if not exists bare_orders (id uuid primary key, asked jsonb, answered jsonb)');

const app = new Hono();
app.get('/readyz', (context) => context.json({ ready: true }));
app.post('/api/orders', async (context) => {
  const asked = await context.req.json<object>();
  const id = randomUUID();
  await pool.query({
    name: 'ask',
    text: 'insert into bare_orders (id, asked) values ($1, $2)',
    values: [id, asked],
  });
  await pool.query({
    name: 'answer',
    text: 'update bare_orders set answered = $2 where id = $1',
    values: [id, asked],
  });
  return context.json({ id, ...asked }, 201);
});

serve({ fetch: app.fetch, port: Number(BARE_PORT), hostname: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
