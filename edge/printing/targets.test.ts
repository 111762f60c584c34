// Where print jobs go, and what becomes of those that wait: the second printer, the second kind of slip, the second copy.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import type { CashClose } from '@balcao/shared/http/cash.ts';
import type { RecoverySheet } from '@balcao/shared/http/recovery-sheet.ts';
import type { WholesaleTicket } from '@balcao/shared/wholesale/ticket.ts';
import { openDatabase, type Db } from '../storage/open.ts';
import { printers } from '../storage/schema/printing.ts';
import { createOrderRepository } from '../shop/orders/order-repository.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { createPrintQueue, type PrintQueue } from './queue.ts';
import type { JobEvent } from './transitions.ts';

const order = sampleOrder({ status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'cash' });
let db: Db;
let jobs: Jobs;
let queue: PrintQueue;
let nowMs = 0;
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  nowMs = 1_000_000;
  jobs = createJobs(db);
  queue = createPrintQueue(db, () => nowMs, jobs);
  createOrderRepository(db).insert(order, 'hash');
});
afterEach(() => void db.$client.close());

let position = 0;
function printer(id: string, purposes: string[], enabled = true): void {
  position += 1;
  const row = { id, name: `Impressora ${id}`, enabled, transport: 'tcp', host: '10.0.0.9', port: 9100 };
  const fields = { ...row, columns: 48, codePage: 'PC850', purposes: JSON.stringify(purposes), position };
  db.insert(printers).values(fields).onConflictDoUpdate({ target: printers.id, set: fields }).run();
}
const brief = () =>
  queue
    .list()
    .map(({ id, printerId, purpose, copy, state }) => `${id} ${purpose}/${copy} ${printerId} ${state}`);
function happen(id: number, ...events: JobEvent[]): void {
  for (const event of events) {
    const attempts = (jobs.byId(id)?.attempts ?? 0) + (event === 'begin' ? 1 : 0);
    expect(jobs.advance(id, event, nowMs, { attempts })).not.toBeNull();
  }
}

it('no slip takes a ticket back on a printer that is off', () => {
  printer('a', ['kitchen']);
  printer('b', ['kitchen']);
  queue.enqueueTicket(order, 'kitchen', nowMs);
  happen(1, 'begin', 'confirmed');
  happen(2, 'begin', 'confirmed');
  printer('a', ['kitchen'], false);
  queue.enqueueTicket(order, 'cancelled', nowMs);
  expect(brief().filter((job) => job.includes('cancelled'))).toEqual(['3 cancelled/1 b queued']);
});

it('with the order go both of its slips that wait: the one of the payment and the one that asks for it', () => {
  printer('a', ['counter']);
  queue.enqueueTicket(order, 'charge', nowMs);
  queue.enqueueTicket(order, 'counter', nowMs);
  queue.enqueueTicket(order, 'cancelled', nowMs);
  expect(jobs.listed().map(({ state }) => state)).toEqual(['discarded', 'discarded']);
});

it('a ticket that is held is let go by who asks for it again, on its printer alone, and is as if asked for now', () => {
  printer('a', ['kitchen']);
  printer('b', ['kitchen']);
  queue.enqueueTicket(order, 'kitchen', nowMs);
  happen(1, 'stale');
  happen(2, 'begin', 'confirmed');
  nowMs += 5;
  expect(queue.reprint(order.id, 'kitchen', nowMs)).toEqual({ ok: true, value: 2 });
  expect(brief()).toEqual(['1 kitchen/1 a queued', '3 kitchen/2 b queued', '2 kitchen/1 b printed']);
  expect(jobs.byId(1)).toMatchObject({ createdAtMs: nowMs, nextAtMs: nowMs });
});

it('a slip that somebody asks for comes out of one kitchen printer, not of all of them', () => {
  printer('a', ['kitchen']);
  printer('b', ['kitchen']);
  expect(queue.reprint(order.id, 'counter', nowMs)).toEqual({ ok: true, value: 1 });
  expect(brief()).toEqual(['1 counter/1 a queued']);
});

it('a ticket moved to a printer that had another copy keeps its own, and one that had this copy makes a further one', () => {
  printer('a', ['kitchen']);
  printer('b', []);
  queue.enqueueTicket(order, 'kitchen', nowMs);
  happen(1, 'begin', 'confirmed');
  expect(queue.reprint(order.id, 'kitchen', nowMs).ok).toBe(true);
  expect(queue.move(2, 'b')).toMatchObject({ ok: true, value: { printerId: 'b', copy: 2 } });
  happen(2, 'begin', 'confirmed');
  expect(queue.reprint(order.id, 'kitchen', nowMs).ok).toBe(true);
  expect(queue.move(3, 'b')).toMatchObject({ ok: true, value: { printerId: 'b', copy: 3 } });
});

it('a job moves free of its trouble, and the recovery sheet moves nowhere', () => {
  printer('a', ['kitchen']);
  printer('b', []);
  queue.enqueueTicket(order, 'kitchen', nowMs);
  jobs.postpone('a', 1, 'sem papel', nowMs + 9000);
  nowMs += 5;
  expect(queue.move(1, 'b')).toMatchObject({
    value: { lastError: null, nextAtMs: nowMs, createdAtMs: nowMs },
  });
  queue.enqueueRecovery(SHEET);
  expect(queue.move(2, 'b')).toEqual({ ok: false, refusal: { code: 'unknown-job' } });
});

it('a slip that somebody asks for comes out once, also where two printers print for the kitchen and none for customers', () => {
  printer('a', ['kitchen']);
  printer('b', ['kitchen']);
  expect(queue.reprint(order.id, 'counter', nowMs)).toEqual({ ok: true, value: 1 });
  expect(brief()).toEqual(['1 counter/1 a queued']);
});

const SHEET = { atMs: 7 } as RecoverySheet;
it('the recovery sheet comes out where no kitchen reads it, else on the first printer, else nowhere', () => {
  expect(queue.enqueueRecovery(SHEET)).toBeNull();
  printer('off', ['close'], false);
  printer('a', ['kitchen', 'close']);
  expect(queue.enqueueRecovery(SHEET)).toBe('Impressora a');
  printer('b', ['close']);
  printer('c', ['counter']);
  expect(queue.enqueueRecovery(SHEET)).toBe('Impressora b');
  expect(brief()).toEqual(['1 recovery/1 a queued', '2 recovery/1 b queued']);
  expect(queue.documentOf(1)).toBeNull();
});

it('a new code of the first run takes those back that wait, and nothing else, and goes to every printer that is on', () => {
  printer('a', ['kitchen']);
  printer('b', []);
  printer('off', [], false);
  queue.enqueueTicket(order, 'kitchen', nowMs);
  const slip = { atMs: nowMs } as Parameters<PrintQueue['enqueueSetup']>[0];
  expect(queue.enqueueSetup(slip)).toBe(2);
  happen(2, 'begin', 'confirmed');
  expect(queue.enqueueSetup(slip)).toBe(2);
  expect(brief()).toEqual([
    '1 kitchen/1 a queued',
    '4 setup/1 a queued',
    '5 setup/1 b queued',
    '3 setup/1 b discarded',
    '2 setup/1 a printed',
  ]);
});

it('a wholesale order that is asked for again waits once on each printer, and is a further copy where it came out', () => {
  printer('a', ['wholesale']);
  printer('b', ['wholesale']);
  const ticket = { orderId: order.id, orderNumber: 77, items: [] } as unknown as WholesaleTicket;
  queue.enqueueWholesale(ticket, nowMs);
  happen(2, 'begin', 'confirmed');
  queue.enqueueWholesale(ticket, nowMs);
  expect(brief()).toEqual(['1 wholesale/1 a queued', '3 wholesale/2 b queued', '2 wholesale/1 b printed']);
});

it('a close and a wholesale order go where each is printed, and say so in the list', () => {
  printer('a', ['close']);
  printer('b', ['close', 'wholesale']);
  printer('off', ['close', 'wholesale'], false);
  expect(queue.enqueueClose({ number: 4, methods: [] } as unknown as CashClose, 2, nowMs)).toBe(2);
  const ticket = { orderId: order.id, orderNumber: 77, items: [] } as unknown as WholesaleTicket;
  expect(queue.enqueueWholesale(ticket, nowMs)).toBe(1);
  happen(3, 'stale');
  expect(queue.enqueueWholesale(ticket, nowMs)).toBe(1);
  expect(brief()).toEqual(['1 close/2 a queued', '2 close/2 b queued', '3 wholesale/1 b queued']);
  expect(queue.list().map(({ id, simpleId }) => [id, simpleId])).toEqual([
    [1, 4],
    [2, 4],
    [3, 77],
  ]);
});

it('a look at a job shows what was fixed for its printer, and whether paper of it may lie somewhere', () => {
  printer('a', ['kitchen']);
  queue.enqueueTicket(order, 'kitchen', nowMs);
  const { simpleId, code } = order;
  const first = {
    document: { kind: 'ticket', ticket: { purpose: 'kitchen', simpleId, code } },
    printerId: 'a',
  };
  expect(queue.documentOf(1)).toMatchObject({ ...first, repeat: false });
  happen(1, 'begin', 'broke');
  expect(queue.documentOf(1)).toMatchObject({ ...first, repeat: true });
  jobs.insert({ printerId: 'a', purpose: 'kitchen', orderId: 'x', copy: 1, content: '{', nowMs });
  expect([2, 404].map(queue.documentOf)).toEqual([null, null]);
});

it('what an order would print now is its slip of that kind, and an unknown one prints none', () => {
  const kinds = (['kitchen', 'counter', 'charge'] as const).map((purpose) => {
    const document = queue.documentFor(order.id, purpose);
    return document?.kind === 'ticket' ? document.ticket.purpose : document?.kind;
  });
  expect(kinds).toEqual(['kitchen', 'customer', 'customer']);
  expect(queue.documentFor('019a0000-0000-7000-8000-0000000000ff', 'kitchen')).toBeNull();
});

it('what takes a ticket back says so, and the code of the first run is one', () => {
  printer('a', ['kitchen']);
  queue.enqueueTicket(order, 'kitchen', nowMs);
  happen(1, 'begin', 'confirmed');
  queue.enqueueTicket(order, 'cancelled', nowMs);
  expect(queue.documentOf(2)?.document).toMatchObject({ kind: 'ticket', ticket: { purpose: 'cancelled' } });
  queue.enqueueSetup({ atMs: nowMs } as Parameters<PrintQueue['enqueueSetup']>[0]);
  expect(queue.documentOf(3)?.document).toEqual({ kind: 'setup', slip: { atMs: nowMs } });
});

it('who asks for the payment asks for no other slip', () => {
  printer('a', ['kitchen', 'counter']);
  queue.enqueueTicket(order, 'charge', nowMs);
  expect(brief()).toEqual(['1 charge/1 a queued']);
});

it('a ticket that waits on another printer, or is another copy, is in the way of no move', () => {
  for (const id of ['a', 'b', 'c']) printer(id, id === 'c' ? [] : ['kitchen']);
  queue.enqueueTicket(order, 'kitchen', nowMs);
  expect(queue.move(1, 'c')).toMatchObject({ ok: true, value: { printerId: 'c', copy: 1 } });
  // To where it is: it stays what it is.
  expect(queue.move(1, 'c')).toMatchObject({ ok: true, value: { printerId: 'c', copy: 1 } });
});

it('a ticket moved to where it was printed twice becomes the third copy there', () => {
  for (const id of ['a', 'b']) printer(id, ['kitchen']);
  queue.enqueueTicket(order, 'kitchen', nowMs);
  happen(2, 'begin', 'confirmed');
  queue.reprint(order.id, 'kitchen', nowMs);
  expect(brief()).toEqual(['1 kitchen/1 a queued', '3 kitchen/2 b queued', '2 kitchen/1 b printed']);
  expect(queue.move(1, 'b')).toMatchObject({ ok: true, value: { printerId: 'b', copy: 3 } });
});
