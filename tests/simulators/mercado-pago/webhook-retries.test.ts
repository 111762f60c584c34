// When the simulated provider tells again what nobody answered: as the real one does, by its documentation, and as it was signed first.
import { afterEach, expect, test, vi } from 'vitest';
import { DEMO_ACCESS_TOKEN } from './demo-credentials.ts';
import { startMercadoPagoSimulator, type MercadoPagoSimulator } from './simulator.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START_MS = Date.parse('2026-11-21T15:00:00Z');
const SHOP = 'https://loja.example.com/avisos';

let simulator: MercadoPagoSimulator;
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await simulator.close();
});

test('a notice comes at once, and again after 15 and 30 minutes, 6, 48 and three times 96 hours, under the first ts; then no more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: START_MS });
  simulator = await startMercadoPagoSimulator({ port: 0 });
  const heard: { atMs: number; ts: string | undefined }[] = [];
  const real = fetch;
  vi.stubGlobal('fetch', (url: string, request: RequestInit) => {
    if (!url.startsWith(SHOP)) return real(url, request);
    const signature = new Headers(request.headers).get('x-signature') ?? '';
    heard.push({ atMs: Date.now(), ts: /^ts=(\d+),/.exec(signature)?.[1] });
    return Promise.resolve(new Response(null, { status: 503 }));
  });
  const made = await fetch(`${simulator.url}/v1/payments`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${DEMO_ACCESS_TOKEN}`,
      'content-type': 'application/json',
      'x-idempotency-key': 'uma',
    },
    body: JSON.stringify({
      transaction_amount: 27.9,
      payment_method_id: 'pix',
      payer: { email: 'cliente@exemplo.com' },
      notification_url: SHOP,
    }),
  });
  expect(made.status).toBe(201);
  const waits = [15 * MINUTE_MS, 30 * MINUTE_MS, 6 * HOUR_MS, 48 * HOUR_MS, ...Array(3).fill(96 * HOUR_MS)];
  let atMs = START_MS;
  for (const waitMs of [0, ...waits]) {
    const before = heard.length;
    if (waitMs > 0) await vi.advanceTimersByTimeAsync(waitMs - 1);
    if (waitMs > 0) expect(heard).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(waitMs > 0 ? 1 : 0);
    atMs += waitMs;
    expect(heard.at(-1)).toEqual({ atMs, ts: String(START_MS / 1000) });
  }
  expect(heard).toHaveLength(8);
  await vi.advanceTimersByTimeAsync(30 * 24 * HOUR_MS);
  expect(heard).toHaveLength(8);
});
