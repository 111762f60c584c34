import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { uncached } from './uncached.ts';

const app = new Hono().use(uncached).get('*', (context) => {
  const kept = context.req.query('kept');
  return context.text('x', 200, kept === undefined ? {} : { 'cache-control': kept });
});

it.each([
  ['/api/orders/7', 'no-store'],
  ['/api/menu?kept=max-age=5', 'max-age=5'],
  ['/api/staff/orders?kept=max-age=5', 'no-store'],
  ['/api/auth/session?kept=max-age=5', 'no-store'],
  ['/api/staffs/orders?kept=max-age=5', 'max-age=5'],
  ['/x/api/staff/orders?kept=max-age=5', 'max-age=5'],
])('what %s answers is kept as %s', async (path, expected) => {
  expect((await app.request(path)).headers.get('cache-control')).toBe(expected);
});
