import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { openMeters, type Meters } from '@balcao/shared/host/meters.ts';
import { openTestStore, type TestStore } from '../testing/open-test-store.ts';
import { storeGauges, type Watched } from './store-gauges.ts';
import { openWatching } from './watching.ts';

const valueOf = (text: string, series: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1),
  );

/** A watcher's port of a machine whose store is not open. */
async function watchNothing() {
  const ports: number[] = [];
  const log = {
    info: (details: object) => void ports.push((details as { port: number }).port),
    error: () => undefined,
  };
  const watching = await openWatching({ at: { port: 0, host: '127.0.0.1' }, store: () => null, log });
  await expect.poll(() => ports.length, { timeout: 60_000 }).toBe(1);
  return { watching, port: Number(ports[0]) };
}

describe('[24] what a watcher reads of a store', () => {
  let store: TestStore;
  let meters: Meters;
  beforeEach(async () => {
    meters = await openMeters({ ofProcess: false });
    store = await openTestStore({ meters });
    meters.gauges(storeGauges('1.2.3', () => store.watched));
  });
  afterEach(() => store.close());

  it('tells orders, syncs, the log, printers, paper and jobs, and names nobody', async () => {
    const json = sampleRequest({ customerPhone: '11987654321' });
    expect((await store.ask('/api/orders', { json })).status).toBe(201);
    const { text } = await meters.page();
    expect(valueOf(text, 'balcao_requests_total{method="POST",route="/api/orders",status="201"}')).toBe(1);
    expect(valueOf(text, 'balcao_commit_seconds_count')).toBeGreaterThan(0);
    expect(valueOf(text, 'balcao_log_rows')).toBeGreaterThan(0);
    expect(valueOf(text, 'balcao_open')).toBe(1);
    expect(valueOf(text, 'balcao_linked')).toBe(0);
    expect(valueOf(text, 'balcao_tickets_waiting{why="failed"}')).toBe(0);
    expect(valueOf(text, 'balcao_build{version="1.2.3"}')).toBe(1);
    expect(text).toMatch(/^balcao_worker_failures\{worker="/m);
    expect(valueOf(text, 'balcao_unread_gauges_total')).toBe(0);
    expect(text).not.toContain('11987654321');
    expect(text).not.toContain(json.id);
  });

  it('is not there for the shop’s network', async () => {
    expect(await (await store.ask('/metrics')).text()).not.toContain('balcao_');
  });
});

it('[24] counts in seconds and bytes, and tickets by why they are not paper yet', async () => {
  const health = {
    link: 'linked',
    rowsWaiting: 3,
    lagMs: 4_500,
    diskFreeBytes: 5,
    diskTotalBytes: 6,
    lastBackupAtMs: 7_000,
    copyOutsideAtMs: null,
    clockDifferenceMs: -1_500,
  };
  const printer = { state: 'ok', waiting: 1, held: 2, failed: 4 };
  const watched = {
    health: async () => health as unknown as Awaited<ReturnType<Watched['health']>>,
    seq: () => 9,
    printers: () => [printer, printer, { ...printer, state: 'off' }],
    streams: { size: () => 8 },
    takesWrites: () => false,
    workers: () => [],
  };
  const read = new Map<string, unknown>();
  for (const gauge of storeGauges('1.2.3', () => watched)) read.set(gauge.name, await gauge.read());
  expect(Object.fromEntries(read)).toMatchObject({
    open: 0,
    log_rows: 9,
    linked: 1,
    log_rows_waiting: 3,
    log_oldest_seconds: 4.5,
    disk_free_bytes: 5,
    disk_bytes: 6,
    backup_timestamp_seconds: 7,
    copy_outside_timestamp_seconds: null,
    clock_difference_seconds: -1.5,
    live_streams: 8,
    printers: { ok: 2, off: 1 },
    tickets_waiting: { queued: 3, held: 6, failed: 12 },
  });
});

describe('[24] the listener for a watcher', () => {
  it('is none where nobody asked for it', async () => {
    const log = { info: () => undefined, error: () => undefined };
    expect(await openWatching({ at: null, store: () => null, log })).toBeNull();
  });

  it('answers /metrics while no store is open, and nothing else', async () => {
    const { watching, port } = await watchNothing();
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
    expect(text).not.toMatch(/^balcao_open /m);
    expect((await fetch(`http://127.0.0.1:${port}/api/orders`)).status).toBe(404);
    watching?.stop();
  });

  it('on a port that another program has is said to be taken, and ends nothing', async () => {
    const { watching, port } = await watchNothing();
    const said: [object, string][] = [];
    const log = { info: () => undefined, error: (...words: [object, string]) => void said.push(words) };
    const second = await openWatching({ at: { port, host: '127.0.0.1' }, store: () => null, log });
    await expect
      .poll(() => said, { timeout: 60_000 })
      .toEqual([[expect.objectContaining({ port }), 'METRICS_PORT cannot be listened on']]);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
    second?.stop();
    watching?.stop();
  });

  it('lets go of who is in the middle of a question when it is stopped', async () => {
    const { watching, port } = await watchNothing();
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.on('close', resolve));
    await new Promise<void>((resolve) => socket.write('GET /metrics HTTP/1.1\r\n', () => resolve()));
    watching?.stop();
    await closed;
  });
});
