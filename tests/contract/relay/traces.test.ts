// An order on its way is one trace, from the relay over the link to the disk of the store and to the provider. What is told of it are words
// of the program. Without a collector nothing is loaded, and one that is dead costs nobody anything.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { ANSWER_ID_HEADER } from '@balcao/shared/host/request-id.ts';
import { openTraces, TRACE_HEADER, type Traces } from '@balcao/shared/host/traces.ts';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { createChild } from '../../../scripts/child.ts';
import { freePorts } from '../../../scripts/ports.ts';
import { ask } from '../../harness/ask.ts';
import { openWholeShop, type WholeShop } from '../../harness/whole-shop.ts';
import { startCollector, type CollectedSpan } from '../../support/collector.ts';

const FORGED = { trace: 'ab'.repeat(16), header: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01` };
const log = { warn: () => undefined };

const openBoth = async (endpoint: string): Promise<{ relay: Traces | null; store: Traces | null }> => ({
  relay: await openTraces({ endpoint, service: 'balcao-relay', log }),
  store: await openTraces({ endpoint, service: 'balcao-store', log }),
});

describe('[24] an order that is paid by PIX', () => {
  let shop: WholeShop;
  let spans: CollectedSpan[];
  let everything: string;
  let requestId: string;
  let secrets: string[];
  let statuses: number[];
  const person = { customerName: 'Zuleica Montenegro', customerPhone: '11987654321' };
  const orderId = v7();

  beforeAll(async () => {
    const collector = await startCollector();
    const traces = await openBoth(collector.url);
    shop = await openWholeShop({}, 'pglite', traces);
    const owner = await shop.asOwner(shop.relayUrl);
    const account = { method: 'PUT', json: shop.credentials };
    const kept = await owner('/api/staff/payments/credentials', account);
    const placed = await ask(`${shop.relayUrl}/api/orders`, {
      headers: { [TRACE_HEADER]: FORGED.header },
      json: sampleRequest({ ...person, id: orderId, paymentMethod: 'pix' }),
    });
    requestId = placed.headers.get(ANSWER_ID_HEADER) ?? '';
    const { order, trackingToken: token } = placed.body as { order: { code: string }; trackingToken: string };
    const asked = await ask(`${shop.relayUrl}/api/orders/${order.code}/pix`, { json: {}, token });
    // From afar: the relay passes the request on to the store as it came.
    const listed = await owner('/api/staff/orders', { headers: { [TRACE_HEADER]: FORGED.header } });
    statuses = [kept, placed, asked, listed].map(({ status }) => status);
    secrets = [
      shop.credentials.accessToken,
      shop.store.identity.storeId,
      orderId,
      order.code,
      token,
      FORGED.trace,
    ];
    await shop.close();
    await traces.relay?.stop();
    await traces.store?.stop();
    spans = collector.spans();
    everything = collector.everything();
    await collector.close();
  });

  const chain = (...names: [service: string, name: string][]): CollectedSpan[] => {
    let found = spans.filter(({ name }) => name === names[0]?.[1]);
    const chained = found.slice(0, 1);
    for (const [service, name] of names.slice(1)) {
      const above = new Set(found.map(({ spanId }) => spanId));
      found = spans.filter(
        (span) => span.service === service && span.name === name && above.has(span.parentSpanId ?? ''),
      );
      chained.push(...found.slice(0, 1));
    }
    return chained;
  };

  it('is answered as ever', () => expect(statuses).toEqual([200, 201, 200, 200]));

  it('[L26] is one trace over both servers, down to the disk', () => {
    const found = chain(
      ['balcao-relay', 'POST /api/orders'],
      ['balcao-relay', 'link'],
      ['balcao-store', 'POST /link/commands'],
      ['balcao-store', 'commit'],
    );
    expect(found.map(({ name }) => name)).toEqual([
      'POST /api/orders',
      'link',
      'POST /link/commands',
      'commit',
    ]);
    expect(new Set(found.map(({ traceId }) => traceId)).size).toBe(1);
    expect(found[0]).toMatchObject({
      parentSpanId: undefined,
      failed: false,
      facts: {
        'http.request.method': 'POST',
        'http.route': '/api/orders',
        'http.response.status_code': 201,
        'balcao.request_id': requestId,
      },
    });
    expect(found[2]?.facts).toMatchObject({ 'balcao.request_id': requestId });
  });

  it('says how long the provider took', () => {
    const [, asked] = chain(['balcao-relay', 'POST /api/orders/:code/pix'], ['balcao-relay', 'mercado-pago']);
    expect(asked).toMatchObject({ failed: false });
  });

  it('goes on in the store for whoever is passed on to it', () => {
    const [above, , below] = chain(
      ['balcao-relay', 'GET /api/staff/*'],
      ['balcao-relay', 'link'],
      ['balcao-store', 'GET /api/staff/orders'],
    );
    expect(below?.traceId).toBe(above?.traceId);
  });

  it('says what the jobs of both servers did', () => {
    for (const [service, name] of [
      ['balcao-relay', 'worker wake-due'],
      ['balcao-relay', 'worker refunds'],
      ['balcao-relay', 'worker alarms'],
      ['balcao-store', 'worker print-queue'],
    ])
      expect(spans).toContainEqual(expect.objectContaining({ service, name, parentSpanId: undefined }));
  });

  it('[L26] tells no store, person, code or address, and goes on no trace that a browser names', () => {
    expect(everything).not.toMatch(/Zuleica|11987654321|127\.0\.0\.1|localhost/);
    for (const secret of secrets) expect(everything).not.toContain(secret);
  });
});

it.each(['nobody there', 'no answer'])(
  '[24] a collector that is dead (%s) costs nobody an order',
  async (kind) => {
    const collector = await startCollector(null);
    if (kind === 'nobody there') await collector.close();
    const traces = await openBoth(collector.url);
    const shop = await openWholeShop({}, 'pglite', traces);
    for (let at = 0; at < 5; at += 1) await shop.order(shop.relayUrl);
    await shop.close();
    await Promise.all([traces.relay?.stop(), traces.store?.stop()]);
    if (kind === 'no answer') await collector.close();
  },
);

/** Hears of every module that a process loads, whoever asks for it. */
const LISTENER = `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.LOADED, url + '\\n');
    return next(url, context);
  },
});
`;

describe('[24] the SDK of OpenTelemetry', () => {
  const SDK = /@opentelemetry\/(?:core|resources|sdk-|exporter-|otlp-)/;
  const servers = {
    relay: {
      file: 'cloud/main.ts',
      port: 'CLOUD_PORT',
      set: { SECRETS_KEY: randomBytes(32).toString('hex') },
    },
    store: { file: 'edge/main.ts', port: 'EDGE_PORT', set: { MDNS: '0', EDGE_HOST: '127.0.0.1' } },
  };

  async function loadedBy(server: keyof typeof servers, endpoint: string): Promise<string[]> {
    const folder = mkdtempSync(join(tmpdir(), 'balcao-loaded-'));
    const [free = 0, operator = 0] = await freePorts(2);
    const { file, port, set } = servers[server];
    writeFileSync(join(folder, 'listener.mjs'), LISTENER);
    const child = createChild({
      name: server,
      file,
      env: {
        ...set,
        [port]: `${free}`,
        OPERATOR_PORT: `${operator}`,
        DATA_DIR: join(folder, 'data'),
        SIMULATORS: '1',
        LOG_LEVEL: 'warn',
        OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
        LOADED: join(folder, 'loaded'),
        NODE_OPTIONS: `--import=${join(folder, 'listener.mjs')}`,
      },
      readyUrl: `http://127.0.0.1:${free}/healthz`,
      isReady: ({ status }) => status === 200,
      readyMsMax: 120_000,
    });
    try {
      await child.start();
      return readFileSync(join(folder, 'loaded'), 'utf8').split('\n');
    } finally {
      await child.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }

  it.each(['relay', 'store'] as const)(
    'is loaded by the %s where a collector is named, and else not',
    async (server) => {
      const collector = await startCollector();
      const without = await loadedBy(server, '');
      expect(
        without.filter((url) => url.includes('prom-client') || url.includes('pino')).length,
      ).toBeGreaterThan(0);
      expect(without.filter((url) => SDK.test(url))).toEqual([]);
      expect((await loadedBy(server, collector.url)).some((url) => SDK.test(url))).toBe(true);
      expect(collector.paths).toEqual(new Set(['/v1/traces']));
      await collector.close();
    },
  );
});
