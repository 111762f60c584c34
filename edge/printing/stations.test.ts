// A kitchen of several stations: each share of a ticket is a job of its own, on its own printer, once; and a reprint is cut the same way.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Station } from '@balcao/shared/menu/menu.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { openDatabase, type Db } from '../storage/open.ts';
import { printers } from '../storage/schema/printing.ts';
import { createOrderRepository } from '../shop/orders/order-repository.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { createPrintQueue, type PrintQueue } from './queue.ts';
import { documentLines, readDocument } from './receipt/document.ts';
import { paperText } from './receipt/paper-text.ts';
import { NO_FACTS } from './slips.ts';
import type { JobEvent } from './transitions.ts';

const sample = sampleOrder({ status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'cash' });
const [acai] = sample.items;
const drink = { ...acai!, id: 'agua', kind: 'product' as const, productId: 'agua', productName: 'Água' };
const order = {
  ...sample,
  items: [
    { ...acai!, id: 'acai' },
    { ...drink, toppings: [] },
  ],
};
const PAPER = { columns: 32, codePage: 'PC850' } as const;

let db: Db;
let jobs: Jobs;
let queue: PrintQueue;
let stations: Station[] = [];
const station = (id: string, printerId: string | null, ...takes: string[]): Station => ({
  id,
  name: id === 'bar' ? 'Bar' : 'Copa',
  takes,
  printerId,
});
const BAR = station('bar', 'p1', 'acai');
const COPA = station('copa', 'p2', 'category:bebidas');

beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  jobs = createJobs(db);
  const rules = () => ({ stations, categoryOf: () => 'bebidas' });
  queue = createPrintQueue(db, () => 1_000, jobs, { ...NO_FACTS, stations: rules });
  createOrderRepository(db).insert(order, 'hash');
  stations = [BAR, COPA];
  for (const id of ['p1', 'p2', 'p3']) printer(id, id === 'p1' ? ['kitchen'] : []);
});
afterEach(() => void db.$client.close());

function printer(id: string, purposes: string[], enabled = true): void {
  const row = { id, name: id, enabled, transport: 'tcp', host: '10.0.0.9', port: 9100, columns: 48 };
  const fields = { ...row, codePage: 'PC850', purposes: JSON.stringify(purposes), position: Number(id[1]) };
  db.insert(printers).values(fields).onConflictDoUpdate({ target: printers.id, set: fields }).run();
}
function happen(id: number, ...events: JobEvent[]): void {
  for (const event of events) {
    const attempts = (jobs.byId(id)?.attempts ?? 0) + (event === 'begin' ? 1 : 0);
    expect(jobs.advance(id, event, 1_000, { attempts })).not.toBeNull();
  }
}
const brief = () =>
  jobs.ofOrder(order.id, 'kitchen').map(({ part, copy, printerId, state, content }) => {
    const document = readDocument(content);
    if (document.kind !== 'ticket') throw new Error('no ticket');
    const { items, part: share } = document.ticket;
    const titles = items.map(({ title }) => (title === 'Água' ? 'água' : 'açaí')).join('+');
    const cut = share ? ` ${share.number}/${share.of} ${share.station}` : '';
    return `${part}/${copy} ${printerId} ${state} ${titles}${cut}`;
  });
const ask = () => queue.enqueueTicket(order, 'kitchen', 1_000);

describe('the ticket of an order', () => {
  it('is a job for each station, on its printer, and asking again adds none', () => {
    ask();
    ask();
    expect(brief()).toEqual(['1/1 p1 queued açaí 1/2 Bar', '2/1 p2 queued água 2/2 Copa']);
  });

  it('is whole, as ever, without stations', () => {
    stations = [];
    ask();
    expect(brief()).toEqual(['0/1 p1 queued açaí+água']);
  });

  it('that one station makes alone is a whole ticket on its printer', () => {
    stations = [BAR, station('copa', 'p2', 'acai', 'category:bebidas')];
    stations = [station('copa', 'p2', 'acai', 'category:bebidas'), BAR];
    ask();
    expect(brief()).toEqual(['0/1 p2 queued açaí+água']);
  });

  it.each([
    ['without a printer', () => (stations = [BAR, { ...COPA, printerId: null }])],
    ['whose printer is off', () => printer('p2', [], false)],
    ['whose printer is gone', () => (stations = [BAR, { ...COPA, printerId: 'gone' }])],
  ])('comes out where the kitchen prints for a station %s, both shares', (_, change) => {
    change();
    ask();
    expect(brief()).toEqual(['1/1 p1 queued açaí 1/2 Bar', '2/1 p1 queued água 2/2 Copa']);
  });

  it('says which share it is, and the number and the total of the whole order', () => {
    ask();
    const text = (at: number) => {
      const [{ content }] = [jobs.ofOrder(order.id, 'kitchen')[at]!];
      const print = { repeat: false, timeZone: 'America/Sao_Paulo', logo: null };
      return paperText(documentLines(readDocument(content), print, PAPER), PAPER);
    };
    expect(text(0)).toContain('Parte 1 de 2');
    expect(text(1)).toContain('Parte 2 de 2');
    expect(text(1)).toContain('Copa');
    for (const at of [0, 1]) {
      expect(text(at)).toContain(`Pedido nº ${order.simpleId}`);
      expect(text(at)).toContain('TOTAL DO PEDIDO');
    }
  });
});

it("the customer's slip of an order of two stations is one slip, on the printer of customers' slips", () => {
  printer('p3', ['counter']);
  ask();
  expect(jobs.ofOrder(order.id, 'counter').map(({ part, printerId }) => [part, printerId])).toEqual([
    [0, 'p3'],
  ]);
});

describe('each share', () => {
  it('goes its own way: one that failed holds up no other', () => {
    ask();
    happen(1, 'begin', 'confirmed');
    happen(2, 'begin', 'gaveUp');
    expect(brief()).toEqual(['1/1 p1 printed açaí 1/2 Bar', '2/1 p2 failed água 2/2 Copa']);
  });

  it('is printed again cut the same way; one that still waits goes now instead of twice', () => {
    ask();
    happen(1, 'begin', 'confirmed');
    expect(queue.reprint(order.id, 'kitchen', 2_000)).toEqual({ ok: true, value: 2 });
    expect(brief()).toEqual([
      '1/1 p1 printed açaí 1/2 Bar',
      '2/1 p2 queued água 2/2 Copa',
      '1/2 p1 queued açaí 1/2 Bar',
    ]);
  });

  it('that waits from before the stations changed is the ticket: nothing is cut anew beside it', () => {
    ask();
    stations = [];
    expect(queue.reprint(order.id, 'kitchen', 2_000)).toEqual({ ok: true, value: 2 });
    expect(brief()).toEqual(['1/1 p1 queued açaí 1/2 Bar', '2/1 p2 queued água 2/2 Copa']);
  });

  it('that waits beside one that is out, cut as before the stations changed, goes now and comes out once', () => {
    ask();
    happen(1, 'begin', 'confirmed');
    jobs.postpone('p2', 2, 'sem papel', 9_000);
    stations = [];
    expect(queue.reprint(order.id, 'kitchen', 2_000)).toEqual({ ok: true, value: 1 });
    expect(brief()).toEqual(['1/1 p1 printed açaí 1/2 Bar', '2/1 p2 queued água 2/2 Copa']);
    expect(jobs.byId(2)?.nextAtMs).toBe(2_000);
  });

  it('is printed again on its own where another one waits on the same printer', () => {
    stations = [BAR, { ...COPA, printerId: null }];
    ask();
    happen(1, 'begin', 'confirmed');
    expect(queue.reprint(order.id, 'kitchen', 2_000)).toEqual({ ok: true, value: 1 });
    expect(brief()).toEqual([
      '1/1 p1 printed açaí 1/2 Bar',
      '2/1 p1 queued água 2/2 Copa',
      '1/2 p1 queued açaí 1/2 Bar',
    ]);
  });

  it('can be moved to the printer of another one, which it does not replace', () => {
    ask();
    expect(queue.move(2, 'p1').ok).toBe(true);
    expect(brief()).toEqual(['1/1 p1 queued açaí 1/2 Bar', '2/1 p1 queued água 2/2 Copa']);
  });

  it('is taken back where its paper may be, once a printer, and not where it still waits', () => {
    ask();
    happen(1, 'begin', 'confirmed');
    queue.enqueueTicket(order, 'cancelled', 2_000);
    expect(brief()).toEqual(['1/1 p1 printed açaí 1/2 Bar', '2/1 p2 discarded água 2/2 Copa']);
    expect(jobs.ofOrder(order.id, 'cancelled').map(({ printerId }) => printerId)).toEqual(['p1']);
  });
});

describe('[O40] lines that came and went since', () => {
  const change = (n: number, addedIds: string[], takenOff = order.items.slice(0, 0)) => ({
    id: `c${n}`,
    atMs: n,
    addedIds,
    takenOff,
    inKitchen: true,
  });
  const text = (content: string) =>
    paperText(
      documentLines(
        readDocument(content),
        { repeat: false, timeZone: 'America/Sao_Paulo', logo: null },
        PAPER,
      ),
      PAPER,
    );
  const jobsOf = (purpose: string) =>
    jobs.ofOrder(order.id, purpose).map(({ printerId, content }) => [printerId, text(content)] as const);

  it('are each on a slip of their own, at the station that makes them, and nothing else is', () => {
    const changed = { ...order, panelNumber: 7, changes: [change(1, ['agua'])] };
    queue.enqueueChange(changed, 1_000);
    const [[printerId, slip] = ['', ''], ...more] = jobsOf('added');
    expect(more).toEqual([]);
    expect(printerId).toBe('p2');
    expect(slip).toContain('ACRÉSCIMO');
    expect(slip).toContain('7');
    expect(slip).toContain('1. Água');
    expect(slip).not.toContain('. Açaí');
    expect(jobsOf('taken-off')).toEqual([]);

    const gone = { ...changed, changes: [...changed.changes, change(2, [], [{ ...acai!, id: 'gone' }])] };
    queue.enqueueChange(gone, 1_000);
    queue.enqueueChange(gone, 1_000);
    expect(jobsOf('taken-off').map(([id]) => id)).toEqual(['p1']);
    expect(jobsOf('taken-off')[0]?.[1]).toContain('CANCELADO');
    expect(jobsOf('taken-off')[0]?.[1]).toContain('Não preparar estes itens');
    expect(jobsOf('added')).toHaveLength(1);

    queue.enqueueChange({ ...gone, changes: [...gone.changes, change(3, ['agua'])] }, 1_000);
    expect(jobsOf('added')).toHaveLength(2);
  });

  it('of a change for both stations and two for the second of them are four slips', () => {
    const changes = [change(1, ['acai', 'agua']), change(2, ['agua']), change(3, ['agua'])];
    for (let made = 1; made <= changes.length; made += 1)
      queue.enqueueChange({ ...order, changes: changes.slice(0, made) }, 1_000);
    expect(
      jobsOf('added')
        .map(([id]) => id)
        .toSorted(),
    ).toEqual(['p1', 'p2', 'p2', 'p2']);
  });

  it('take back the slip that asks for the old amount, and no other one', () => {
    for (const purpose of ['charge', 'counter'])
      jobs.insert({ printerId: 'p1', purpose, orderId: order.id, copy: 1, content: '{}', nowMs: 1_000 });
    queue.enqueueChange({ ...order, changes: [{ ...change(1, ['agua']), inKitchen: false }] }, 1_000);
    const states = (purpose: string) => jobs.ofOrder(order.id, purpose).map(({ state }) => state);
    expect([states('charge'), states('counter'), states('added')]).toEqual([['discarded'], ['queued'], []]);
  });

  it('are printed where the kitchen prints while there are no stations', () => {
    stations = [];
    printer('p3', ['counter']);
    queue.enqueueChange({ ...order, changes: [change(1, ['agua'])] }, 1_000);
    expect(jobsOf('added').map(([id]) => id)).toEqual(['p1']);
    // And there too what came is all that stands on it.
    expect(jobsOf('added')[0]?.[1]).toContain('1. Água');
    expect(jobsOf('added')[0]?.[1]).not.toContain('. Açaí');
  });

  it('are on no paper before the kitchen has the order, and on none that waits once it is called off', () => {
    const waiting = { ...change(1, ['agua']), inKitchen: false };
    queue.enqueueChange({ ...order, changes: [waiting] }, 1_000);
    expect(jobsOf('added')).toEqual([]);
    queue.enqueueChange({ ...order, changes: [change(1, ['agua'])] }, 1_000);
    queue.enqueueTicket({ ...order, status: 'CANCELLED' }, 'cancelled', 1_000);
    expect(jobs.ofOrder(order.id, 'added').map(({ state }) => state)).toEqual(['discarded']);
  });
});
