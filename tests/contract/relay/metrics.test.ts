// What a watcher reads on the operator's port: what happened, by few labels, and nobody in it.
import { expect, it } from 'vitest';
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { bodyOf, onBothDatabases, soon, type Scene } from '../../harness/relay.ts';

const PHONE = '11987654321';

const page = async (scene: Scene): Promise<string> => {
  const answer = await fetch(`${scene.relay.operatorUrl}/metrics`, { headers: { connection: 'close' } });
  expect(answer.status).toBe(200);
  return answer.text();
};
/** The number of a series, as the page writes it. */
const valueOf = (text: string, series: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1),
  );
const placed = (status: number): string =>
  `balcao_requests_total{method="POST",route="/api/orders",status="${status}"}`;

onBothDatabases('[24] /metrics', (scene) => {
  it('tells links, orders, lag, queues, payments and jobs', async () => {
    await scene.linkedStore();
    const before = valueOf(await page(scene), placed(201)) || 0;
    const json = sampleRequest({ id: v7(), customerPhone: PHONE });
    expect((await scene.relay.ask('/api/orders', { json })).status).toBe(201);
    await soon(async () => {
      const text = await page(scene);
      expect(valueOf(text, placed(201))).toBe(before + 1);
      expect(valueOf(text, 'balcao_links')).toBe(1);
      expect(valueOf(text, 'balcao_stores{condition="following"}')).toBe(1);
      expect(valueOf(text, 'balcao_log_lag_seconds_count')).toBeGreaterThan(0);
      expect(valueOf(text, 'balcao_commands_oldest_seconds')).toBe(0);
      expect(valueOf(text, 'balcao_payments_unacknowledged')).toBe(0);
      expect(valueOf(text, 'balcao_worker_failures{worker="lapse-orders"}')).toBe(0);
      expect(valueOf(text, 'balcao_database_answer_seconds')).toBeGreaterThan(0);
      expect(valueOf(text, 'balcao_unread_gauges_total')).toBe(0);
    });
  });

  it('tells in seconds how old what a store wrote was when it was kept', async () => {
    const store = await scene.linkedStore((one) => void one.log.append('audit', v7(), {}));
    await soon(() => expect(store.checkpoints.at(-1)?.seq).toBe(1));
    const text = await page(scene);
    const [sum, count] = ['sum', 'count'].map((part) => valueOf(text, `balcao_log_lag_seconds_${part}`));
    const rowAtMs = store.log.rows[0]?.atMs ?? 0;
    expect((sum ?? 0) / (count ?? 0)).toBeLessThanOrEqual((scene.relay.nowMs - rowAtMs) / 1000);
    expect(sum).toBeGreaterThan(0);
  });

  it('names nobody, and has no more labels the more is asked', async () => {
    const store = await scene.linkedStore();
    const id = v7();
    const json = sampleRequest({ id, customerPhone: PHONE });
    const { order } = await bodyOf(await scene.relay.ask('/api/orders', { json }));
    await scene.relay.ask(`/api/orders/${order.code}`);
    const series = (text: string): number =>
      text.split('\n').filter((line) => line.includes('route=')).length;
    const before = series(await page(scene));
    for (let code = 1000; code < 1020; code += 1)
      await scene.relay.ask(`/api/orders/A${code}`, { method: 'GET' });
    for (const path of ['/nirgends', '/wp-login.php', '/.env']) await scene.relay.ask(path);
    const text = await page(scene);
    expect(series(text)).toBeLessThanOrEqual(before + 3);
    for (const secret of [PHONE, id, String(order.code), store.storeId, 'wp-login'])
      expect(text).not.toContain(secret);
  });

  it('is not there for strangers', async () => {
    const answer = await scene.relay.ask('/metrics');
    expect(await answer.text()).not.toContain('balcao_');
  });
});
