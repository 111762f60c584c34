import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import type { WholesaleTicket } from '@balcao/shared/wholesale/ticket.ts';
import { openDatabase, type Db } from '../storage/open.ts';
import { printers } from '../storage/schema/printing.ts';
import { inTransaction } from '../storage/transaction.ts';
import { createOrderRepository } from '../shop/orders/order-repository.ts';
import { createJobs, STALE_AFTER_MS, type Jobs } from './jobs.ts';
import { createPrintQueue, type PrintQueue } from './queue.ts';
import { readDocument } from './receipt/document.ts';
import type { JobEvent } from './transitions.ts';

const migrations = fileURLToPath(new URL('../storage/migrations', import.meta.url));

let db: Db;
let jobs: Jobs;
let queue: PrintQueue;
let nowMs: number;

beforeEach(() => {
  db = openDatabase(':memory:', migrations);
  nowMs = 1_000_000;
  jobs = createJobs(db);
  queue = createPrintQueue(db, () => nowMs, jobs);
});

function addPrinter(id: string, { enabled = true, purposes = ['kitchen'] } = {}): void {
  const row = { id, name: id, enabled, transport: 'tcp', host: '10.0.0.9', port: 9100, columns: 48 };
  const fields = { ...row, codePage: 'PC850', purposes: JSON.stringify(purposes), position: 0 };
  db.insert(printers).values(fields).onConflictDoUpdate({ target: printers.id, set: fields }).run();
}

const documentIn = (purpose: string) =>
  jobs
    .listed()
    .filter((job) => job.purpose === purpose)
    .map((job) => readDocument(job.content));

let orderCount = 0;
function anOrder(change: Partial<Order> = {}): Order {
  orderCount += 1;
  return {
    id: `019a0000-0000-7000-8000-${String(orderCount).padStart(12, '0')}`,
    code: `CODE${String(orderCount).padStart(6, '0')}`,
    simpleId: orderCount,
    orderNumber: orderCount,
    panelNumber: 7,
    panelDate: '2026-11-21',
    panelSeries: orderCount,
    source: 'counter',
    customerPhone: null,
    consumptionType: 'local',
    observations: '',
    items: [],
    subtotalCents: 100,
    discountPercent: 0,
    discountCents: 0,
    totalCents: 100,
    status: 'RECEBIDO',
    paymentStatus: 'approved',
    paymentMethod: 'cash',
    changeForCents: null,
    cancelReason: null,
    late: false,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    receivedAtMs: nowMs,
    preparingAtMs: null,
    readyAtMs: null,
    deliveredAtMs: null,
    ...change,
  };
}

function saved(order: Order): Order {
  inTransaction(db, () => createOrderRepository(db).insert(order, 'hash'));
  return order;
}

const ask = (order: Order, purpose: 'kitchen' | 'cancelled' = 'kitchen'): void =>
  inTransaction(db, () => queue.enqueueTicket(order, purpose, nowMs));
const brief = () =>
  queue.list().map(({ printerId, purpose, copy, state }) => `${purpose}/${copy} ${printerId} ${state}`);
const firstId = (): number => queue.list()[0]?.id ?? 0;
function happen(id: number, ...events: JobEvent[]): void {
  for (const event of events) {
    const attempts = (jobs.byId(id)?.attempts ?? 0) + (event === 'begin' ? 1 : 0);
    expect(jobs.advance(id, event, nowMs, { attempts })).not.toBeNull();
  }
}

describe('asking for a ticket', () => {
  it('queues one per printer that is on and prints for the kitchen', () => {
    addPrinter('a');
    addPrinter('b');
    addPrinter('bar', { purposes: ['counter'] });
    addPrinter('off', { enabled: false });
    ask(anOrder());
    expect(brief()).toEqual(['kitchen/1 a queued', 'kitchen/1 b queued', 'counter/1 bar queued']);
  });

  it('queues it once, whatever asks and however often', () => {
    addPrinter('a');
    const order = anOrder();
    ask(order);
    ask(order);
    happen(firstId(), 'begin', 'confirmed');
    ask(order);
    expect(brief()).toEqual(['kitchen/1 a printed']);
  });

  it('queues nothing while no printer is on, and switching one on does not print the past', () => {
    ask(anOrder());
    addPrinter('a');
    jobs.holdStale(nowMs);
    expect(brief()).toEqual([]);
  });

  it('leaves no job when the transaction that asked fails', () => {
    addPrinter('a');
    const order = anOrder();
    expect(() =>
      inTransaction(db, () => {
        queue.enqueueTicket(order, 'kitchen', nowMs);
        throw new Error('later in the transaction');
      }),
    ).toThrow('later');
    expect(brief()).toEqual([]);
  });

  it('keeps the content as it was when it was asked for', () => {
    addPrinter('a');
    const order = anOrder();
    ask(order);
    ask({ ...order, panelNumber: 99 });
    expect(queue.list()[0]).toMatchObject({ panelNumber: 7, code: order.code, stateText: 'na fila' });
  });

  it('does not ask the other printer again after the ticket has moved there', () => {
    addPrinter('a');
    const order = anOrder();
    ask(order);
    addPrinter('b');
    expect(queue.move(firstId(), 'b').ok).toBe(true);
    ask(order);
    expect(brief()).toEqual(['kitchen/1 b queued']);
  });
});

describe('cancelling an order', () => {
  it('takes back a ticket that still waits, without a slip', () => {
    addPrinter('a');
    const order = anOrder();
    ask(order);
    ask(order, 'cancelled');
    expect(brief()).toEqual(['kitchen/1 a discarded']);
  });

  it('prints one slip where paper may be, however often it is asked for', () => {
    addPrinter('a');
    addPrinter('b');
    const order = anOrder();
    ask(order);
    happen(firstId(), 'begin', 'unconfirmed');
    ask(order, 'cancelled');
    ask(order, 'cancelled');
    expect(brief().sort()).toEqual(['cancelled/1 a queued', 'kitchen/1 a sent', 'kitchen/1 b discarded']);
  });

  it('takes back a ticket that broke off, and prints a slip for what came out of it', () => {
    addPrinter('a');
    const order = anOrder();
    ask(order);
    happen(firstId(), 'begin', 'broke');
    ask(order, 'cancelled');
    expect(brief().sort()).toEqual(['cancelled/1 a queued', 'kitchen/1 a discarded']);
  });
});

describe('printing again', () => {
  it('makes a further copy when the ticket has ended, with the order as it is now', () => {
    addPrinter('a');
    const order = saved(anOrder({ panelNumber: 3 }));
    ask({ ...order, panelNumber: 7 });
    happen(firstId(), 'begin', 'confirmed');
    expect(queue.reprint(order.id, 'kitchen', nowMs)).toEqual({ ok: true, value: 1 });
    expect(brief()).toEqual(['kitchen/2 a queued', 'kitchen/1 a printed']);
    expect(queue.list()[0]?.panelNumber).toBe(3);
  });

  it('hurries the ticket that still waits instead, however often it is pressed', () => {
    addPrinter('a');
    const order = saved(anOrder());
    ask(order);
    jobs.postpone('a', firstId(), 'desligada', nowMs + 9000);
    nowMs += 1000;
    queue.reprint(order.id, 'kitchen', nowMs);
    queue.reprint(order.id, 'kitchen', nowMs);
    expect(brief()).toEqual(['kitchen/1 a queued']);
    expect(queue.list()[0]?.nextAtMs).toBe(nowMs);
  });

  it('prints an order for the first time when no printer was on before', () => {
    const order = saved(anOrder());
    ask(order);
    addPrinter('a');
    queue.reprint(order.id, 'kitchen', nowMs);
    expect(brief()).toEqual(['kitchen/1 a queued']);
  });

  it('is refused for an unknown order, and when no printer is on', () => {
    const order = saved(anOrder());
    expect(queue.reprint(order.id, 'kitchen', nowMs)).toMatchObject({ refusal: { code: 'no-printer' } });
    expect(queue.reprint('nobody', 'kitchen', nowMs)).toMatchObject({ refusal: { code: 'unknown-order' } });
  });
});

describe('a job that waits', () => {
  it('is held when it is older than two hours, and printed only after a yes, which counts for two hours again', () => {
    addPrinter('a');
    ask(anOrder());
    nowMs += STALE_AFTER_MS;
    expect(jobs.holdStale(nowMs)).toBe(0);
    nowMs += 1;
    expect(jobs.holdStale(nowMs)).toBe(1);
    expect(brief()).toEqual(['kitchen/1 a held']);
    expect(queue.retry(firstId())).toMatchObject({ refusal: { code: 'not-now', state: 'held' } });
    expect(queue.release(firstId()).ok).toBe(true);
    expect(jobs.holdStale(nowMs + STALE_AFTER_MS)).toBe(0);
    expect(brief()).toEqual(['kitchen/1 a queued']);
    expect(jobs.holdStale(nowMs + STALE_AFTER_MS + 1)).toBe(1);
  });

  it('is held when its printer is switched off in the settings, and cannot be released until it is on', () => {
    addPrinter('a');
    ask(anOrder());
    addPrinter('a', { enabled: false });
    expect(jobs.holdStale(nowMs)).toBe(1);
    expect(queue.release(firstId())).toMatchObject({ refusal: { code: 'printer-disabled' } });
    addPrinter('a');
    jobs.holdStale(nowMs);
    expect(brief()).toEqual(['kitchen/1 a held']);
    expect(queue.release(firstId()).ok).toBe(true);
  });

  it('of a printer that is off asks for no yes once it has ended: that it ended is what is said', () => {
    addPrinter('a');
    ask(anOrder());
    queue.cancel(firstId());
    addPrinter('a', { enabled: false });
    expect(queue.release(firstId())).toMatchObject({ refusal: { code: 'not-now', state: 'discarded' } });
    expect(queue.release(404)).toMatchObject({ refusal: { code: 'unknown-job' } });
  });

  it('can be discarded, and stays so', () => {
    addPrinter('a');
    ask(anOrder());
    expect(queue.cancel(firstId()).ok).toBe(true);
    expect(queue.retry(firstId())).toMatchObject({ refusal: { code: 'not-now', state: 'discarded' } });
    expect(queue.cancel(404)).toMatchObject({ refusal: { code: 'unknown-job' } });
  });

  it('cannot be taken away while its bytes go out', () => {
    addPrinter('a');
    addPrinter('b');
    ask(anOrder());
    happen(firstId(), 'begin');
    expect(queue.cancel(firstId())).toMatchObject({ refusal: { code: 'not-now', state: 'sending' } });
    expect(queue.move(firstId(), 'b')).toMatchObject({ refusal: { code: 'not-now' } });
  });

  it('becomes a further copy on a printer that has had the ticket already', () => {
    addPrinter('a');
    addPrinter('b');
    ask(anOrder());
    expect(queue.move(firstId(), 'b').ok).toBe(true);
    expect(brief()).toEqual(['kitchen/2 b queued', 'kitchen/1 b queued']);
  });

  it('does not move to a printer that is off or unknown', () => {
    addPrinter('a');
    addPrinter('off', { enabled: false });
    ask(anOrder());
    expect(queue.move(firstId(), 'off')).toMatchObject({ refusal: { code: 'printer-disabled' } });
    expect(queue.move(firstId(), 'gone')).toMatchObject({ refusal: { code: 'unknown-printer' } });
  });

  it('found in the middle of an attempt at start is queued again, and its attempt counts', () => {
    addPrinter('a');
    ask(anOrder());
    happen(firstId(), 'begin');
    expect(jobs.recover(nowMs)).toBe(1);
    expect(queue.list()[0]).toMatchObject({ state: 'queued', attempts: 1 });
  });

  it('is listed and can be discarded when its content cannot be read', () => {
    addPrinter('a');
    jobs.insert({ printerId: 'a', purpose: 'kitchen', orderId: 'x', copy: 1, content: '{', nowMs });
    expect(queue.list()).toHaveLength(1);
    expect(queue.cancel(firstId()).ok).toBe(true);
  });

  it('is forgotten a month after it ended, and never before it ends', () => {
    addPrinter('a');
    ask(anOrder());
    happen(firstId(), 'begin', 'confirmed');
    ask(anOrder());
    jobs.prune(nowMs + 31 * 24 * 60 * 60_000);
    expect(brief()).toEqual(['kitchen/1 a queued']);
  });
});

describe("the customer's slip", () => {
  const facts = {
    shop: () => ({ name: 'Açaí do Zé', address: 'Rua A, 1', phone: '' }),
    siteUrl: () => 'https://acai.example',
    pixCode: (order: Order) => (order.paymentMethod === 'pix_manual' ? 'BRCODE' : null),
    stations: () => ({ stations: [], categoryOf: () => null }),
  };

  it('comes with the approval, once, on printers that print it, with the link fixed by then', () => {
    addPrinter('cozinha');
    addPrinter('bar', { purposes: ['counter'] });
    queue = createPrintQueue(db, () => nowMs, jobs, facts);
    const order = anOrder({ observations: 'segredo' });
    queue.enqueueTicket(order, 'kitchen', nowMs);
    queue.enqueueTicket(order, 'kitchen', nowMs);
    expect(queue.list().map(({ printerId, purpose, simpleId }) => [printerId, purpose, simpleId])).toEqual([
      ['cozinha', 'kitchen', order.simpleId],
      ['bar', 'counter', order.simpleId],
    ]);
    const [slip] = documentIn('counter');
    expect(slip).toMatchObject({
      slip: { trackingUrl: `https://acai.example/meu-pedido?codigo=${order.code}`, pixCode: null },
    });
    expect(JSON.stringify(slip)).not.toContain('segredo');
  });

  it('carries the PIX code only while there is something to pay', () => {
    addPrinter('bar', { purposes: ['counter'] });
    queue = createPrintQueue(db, () => nowMs, jobs, facts);
    queue.enqueueTicket(
      anOrder({ status: 'PENDING', paymentMethod: 'pix_manual', paymentStatus: 'pending' }),
      'counter',
      nowMs,
    );
    queue.enqueueTicket(
      anOrder({ paymentMethod: 'pix_manual', paymentStatus: 'approved' }),
      'counter',
      nowMs,
    );
    expect(documentIn('counter')).toMatchObject([
      { slip: { pixCode: 'BRCODE' } },
      { slip: { pixCode: null } },
    ]);
  });

  it('that asks for the payment does not stand in for the one that comes with it', () => {
    addPrinter('bar', { purposes: ['kitchen', 'counter'] });
    queue = createPrintQueue(db, () => nowMs, jobs, facts);
    const order = anOrder({ status: 'PENDING', paymentStatus: 'pending', paymentMethod: 'pix_manual' });
    createOrderRepository(db).insert(order, 'hash');
    expect(queue.reprint(order.id, 'kitchen', nowMs)).toMatchObject({ refusal: { code: 'not-paid' } });
    expect(queue.reprint(order.id, 'counter', nowMs).ok).toBe(true);
    expect(documentIn('charge')).toMatchObject([{ slip: { pixCode: 'BRCODE' } }]);
    queue.enqueueTicket({ ...order, status: 'RECEBIDO', paymentStatus: 'approved' }, 'kitchen', nowMs);
    expect(queue.list().map((job) => `${job.purpose}/${job.copy}`)).toEqual([
      'charge/1',
      'kitchen/1',
      'counter/1',
    ]);
  });

  it("comes out in the kitchen, when somebody asks, where no printer prints customers' slips by itself", () => {
    addPrinter('cozinha');
    const order = anOrder();
    createOrderRepository(db).insert(order, 'hash');
    queue.enqueueTicket(order, 'kitchen', nowMs);
    expect(queue.reprint(order.id, 'counter', nowMs)).toEqual({ ok: true, value: 1 });
    expect(queue.list().map((job) => `${job.purpose} ${job.printerId}`)).toEqual([
      'kitchen cozinha',
      'counter cozinha',
    ]);
  });

  it('that still waits goes when the order is cancelled, and nothing takes it back on paper', () => {
    addPrinter('bar', { purposes: ['counter'] });
    const order = anOrder();
    queue.enqueueTicket(order, 'kitchen', nowMs);
    queue.enqueueTicket(order, 'cancelled', nowMs);
    expect(queue.list().map((job) => [job.purpose, job.state])).toEqual([['counter', 'discarded']]);
  });
});

describe('a wholesale order', () => {
  const ticket: WholesaleTicket = {
    orderId: '019a0000-0000-7000-8000-0000000000aa',
    orderNumber: 77,
    statusText: 'Pendente',
    customer: { name: 'Mercado', phone: '', cpfCnpj: '', address: '' },
    observations: '',
    items: [],
    totalCents: 100,
    createdAtMs: 0,
  };

  it('needs no retail order, goes where wholesale is printed, and is a further copy when asked again', () => {
    addPrinter('cozinha');
    addPrinter('estoque', { purposes: ['wholesale'] });
    expect(queue.enqueueWholesale(ticket, nowMs)).toBe(1);
    expect(queue.enqueueWholesale(ticket, nowMs)).toBe(1);
    expect(queue.list()).toMatchObject([
      { printerId: 'estoque', purpose: 'wholesale', simpleId: 77, copy: 1 },
    ]);
    const [job] = queue.list();
    jobs.advance(job!.id, 'begin', nowMs);
    jobs.advance(job!.id, 'confirmed', nowMs);
    queue.enqueueWholesale(ticket, nowMs);
    expect(
      queue
        .list()
        .map((one) => one.copy)
        .toSorted((one, other) => one - other),
    ).toEqual([1, 2]);
  });
});
