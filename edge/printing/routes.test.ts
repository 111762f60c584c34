// Printing over HTTP: who may look at what, pictures of slips, printers saved and found, one tap on a waiting ticket.
import { existsSync } from 'node:fs';
import multicastDns from 'multicast-dns';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createOrderRepository } from '../shop/orders/order-repository.ts';
import { audit } from '../storage/schema/staff.ts';
import { asRole, type Asking } from '../testing/sign-in.ts';
import { openTestStore, type TestStore } from '../testing/open-test-store.ts';
import type { FoundPrinters } from './found-printers.ts';

let store: TestStore;
let admin: Asking;
beforeEach(async () => {
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

const PRINTER = {
  name: 'Balcão',
  enabled: true,
  transport: { kind: 'tcp', host: '192.168.0.50', port: 9100 },
  columns: 32,
  codePage: 'PC850',
  purposes: ['kitchen', 'counter', 'wholesale', 'close'],
};

function placed() {
  const order = sampleOrder({ status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'cash' });
  createOrderRepository(store.db).insert(order, 'hash');
  return order;
}

const audited = (): string[] =>
  store.db
    .select()
    .from(audit)
    .all()
    .filter(({ subject }) => subject === 'printer')
    .map(({ detail }) => detail);

describe('a preview', () => {
  it.each(['kitchen', 'cancelled', 'counter', 'wholesale', 'close', 'test'])(
    'of %s is a picture on the paper that was asked for',
    async (kind) => {
      const response = await admin(`/api/staff/print-preview/samples/${kind}?columns=32&codePage=PC860`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('image/svg+xml');
      const svg = await response.text();
      expect(svg).toContain('width="432"');
      expect(svg).toContain('NÃO É DOCUMENTO FISCAL');
    },
  );

  it('of an order shows that order, for the kitchen and for the customer', async () => {
    const order = placed();
    const kitchen = await (await admin(`/api/staff/print-preview/orders/${order.id}/kitchen`)).text();
    expect(kitchen).toContain(`Pedido nº ${order.simpleId}`);
    const slip = await (await admin(`/api/staff/print-preview/orders/${order.id}/counter?columns=32`)).text();
    expect(slip).toContain('Balcão Açaí');
    // On the paper that was asked for: 32 columns are 432 dots wide.
    expect(slip).toContain('width="432"');
    expect(slip).toContain('Acompanhe seu pedido');
    expect(
      (await admin('/api/staff/print-preview/orders/019a0000-0000-7000-8000-000000000001/kitchen')).status,
    ).toBe(404);
  });

  it('of a waiting ticket shows its content as it was fixed', async () => {
    await admin('/api/staff/printers/new', { method: 'PUT', json: PRINTER });
    const order = placed();
    await admin(`/api/staff/orders/${order.id}/reprint?purpose=counter`, { method: 'POST', json: {} });
    const { jobs } = (await (await admin('/api/staff/printing')).json()) as {
      jobs: { id: number; purpose: string }[];
    };
    expect(jobs.map((job) => job.purpose)).toEqual(['counter']);
    const picture = await (await admin(`/api/staff/print-preview/jobs/${jobs[0]?.id}`)).text();
    expect(picture).toContain(`Pedido nº ${order.simpleId}`);
    expect((await admin('/api/staff/print-preview/jobs/999')).status).toBe(404);
  });

  it('is for the administrator alone: a buyer’s slip names the buyer, and no other screen shows slips', async () => {
    const kitchen = await asRole(store, 'KITCHEN');
    const wholesale = await asRole(store, 'WHOLESALE');
    expect((await store.ask('/api/staff/print-preview/samples/test')).status).toBe(401);
    expect((await kitchen('/api/staff/print-preview/samples/test')).status).toBe(403);
    expect((await kitchen('/api/staff/found-printers')).status).toBe(403);
    const order = placed();
    for (const ask of [kitchen, await asRole(store, 'ATTENDANT'), wholesale])
      for (const path of [`orders/${order.id}/kitchen`, 'jobs/1'])
        expect((await ask(`/api/staff/print-preview/${path}`)).status).toBe(403);
  });
});

describe('printers', () => {
  it('are looked for on the network and on USB', async () => {
    const name = `Cozinha ${process.pid}`;
    const service = `${name}._pdl-datastream._tcp.local`;
    const printer = multicastDns();
    await new Promise<void>((resolve) => printer.once('ready', resolve));
    printer.on('query', ({ questions }) => {
      if (!questions.some((one) => one.name === '_pdl-datastream._tcp.local')) return;
      printer.respond({
        answers: [{ name: '_pdl-datastream._tcp.local', type: 'PTR', ttl: 120, data: service }],
        additionals: [
          { name: service, type: 'SRV', ttl: 120, data: { port: 9100, target: 'cozinha.local' } },
          { name: service, type: 'TXT', ttl: 120, data: [] },
          { name: 'cozinha.local', type: 'A', ttl: 120, data: '192.168.77.6' },
        ],
      });
    });
    const found = (await (await admin('/api/staff/found-printers')).json()) as FoundPrinters;
    await new Promise<void>((resolve) => printer.destroy(resolve));
    expect(found.network).toContainEqual({ name, host: '192.168.77.6', port: 9100 });
    expect(found.devices).toEqual(existsSync('/dev/usb') ? expect.any(Array) : []);
  });

  it('keep whether they can print pictures', async () => {
    const saved = await admin('/api/staff/printers/new', {
      method: 'PUT',
      json: { ...PRINTER, pictures: false },
    });
    expect(await saved.json()).toMatchObject({ pictures: false, columns: 32 });
    expect(await (await admin('/api/staff/printers')).json()).toMatchObject({
      printers: [{ pictures: false }],
    });
  });

  it('are removed once, and that stands in the audit', async () => {
    const saved = await admin('/api/staff/printers/new', { method: 'PUT', json: PRINTER });
    const { id } = (await saved.json()) as { id: string };
    for (let time = 0; time < 2; time += 1)
      expect((await admin(`/api/staff/printers/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect(audited()).toEqual(['salvou a impressora Balcão', 'removeu a impressora Balcão']);
  });

  it('that somebody saw print are believed, and that stands in the audit', async () => {
    await admin('/api/staff/printers/new', { method: 'PUT', json: PRINTER });
    const id = store.printing.printers.list().find(({ name }) => name === PRINTER.name)?.id;
    const said = await admin(`/api/staff/printers/${id}/paper-seen`, { method: 'POST', json: {} });
    expect(said.status).toBe(200);
    expect(audited().at(-1)).toBe('viu sair papel da impressora Balcão');
    const before = audited();
    const gone = await admin('/api/staff/printers/gone/paper-seen', { method: 'POST', json: {} });
    expect([gone.status, audited()]).toEqual([404, before]);
  });

  it('answer the test page with the checklist when nobody is there', async () => {
    await admin('/api/staff/printers/principal', {
      method: 'PUT',
      json: { ...PRINTER, transport: { kind: 'tcp', host: '127.0.0.1', port: 1 } },
    });
    const response = await admin('/api/staff/printers/principal/test', { method: 'POST', json: {} });
    expect(response.status).toBe(409);
    const problem = (await response.json()) as { detail: string; checklist: string[] };
    expect(problem.detail).toMatch(/^Impressora não conectada/);
    expect(problem.checklist).toHaveLength(3);
  });
});

describe('a ticket that waits', () => {
  it('that has gone on meanwhile is told as it is now', async () => {
    await admin('/api/staff/printers/new', { method: 'PUT', json: PRINTER });
    const order = placed();
    await admin(`/api/staff/orders/${order.id}/reprint`, { method: 'POST', json: {} });
    const cancelled = await admin('/api/staff/print-jobs/1/cancel', { method: 'POST', json: {} });
    expect(cancelled.status).toBe(200);
    const again = await admin('/api/staff/print-jobs/1/retry', { method: 'POST', json: {} });
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({
      detail: 'Esta impressão já mudou. O estado agora é: descartado.',
    });
  });
});
