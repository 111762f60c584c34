// The judge is judged: small histories that a good shop could have made, and one for each thing that none could.
import { describe, expect, it } from 'vitest';
import { audit } from './audit.ts';
import type { FindingKind, History } from './history.ts';
import {
  cash,
  charge,
  fail,
  move,
  ok,
  panel,
  place,
  received,
  row,
  story,
  unknown,
  view,
  waiting,
} from './histories.ts';

const cancelled = view({ status: 'CANCELLED', cancelReason: 'loja' });
const paidOnline = received({ method: 'pix' });
const called = view({ method: 'cash', panel: panel(1) });
const expired = view({ status: 'CANCELLED', cancelReason: 'expirado' });
const search = {
  type: 'found',
  order: 'o1',
  by: 'panel-number',
  query: '1',
  date: '2026-11-21',
  orders: [],
} as const;
const kindsOf = (history: History): FindingKind[] => [...new Set(audit(history).map(({ kind }) => kind))];
const other = { code: 'BBBB', number: 2 } as const;

/** What paid its order, and one more payment that is kept and of which a person is told. */
const paidBeside = (why: string): History =>
  story()
    .did('o1', place(), ok(view()), 'relay')
    .saw({ type: 'approved', charge: 'pix-1', order: 'o1' })
    .saw({ type: 'approved', charge: 'pix-2', order: 'o1' })
    .did('o1', { kind: 'read' }, ok(paidOnline))
    .saw({ type: 'end' })
    .stands({ type: 'final', host: 'store', order: 'o1', view: paidOnline, state: 'placed' })
    .stands({ type: 'final', host: 'relay', order: 'o1', view: paidOnline, state: 'placed' })
    .stands({ type: 'charge', charge: charge({ amountCents: 1499 }) })
    .stands({ type: 'charge', charge: charge({ id: 'pix-2' }) })
    .stands({ type: 'listed', charge: 'pix-1', why })
    .told();

describe('the judge takes', () => {
  it.each<[string, History]>([
    [
      'an order on its way, each step answered and written',
      story()
        .did('o1', place(), ok(view()))
        .log('store', 0, row(1, 'o1', view()))
        .did('o1', move('approve'), ok(received()))
        .did('o1', move('start'), ok(received({ status: 'PREPARING' })))
        .log(
          'store',
          0,
          row(1, 'o1', view()),
          row(2, 'o1', received()),
          row(3, 'o1', received({ status: 'PREPARING' })),
        )
        .log('relay', 0, row(1, 'o1'))
        .told(),
    ],
    [
      'an order whose first answer got lost, and that was sent again',
      story().did('o1', place(), unknown()).did('o1', place(), ok(view())).told(),
    ],
    [
      'an order that was told to wait and came to nothing',
      story().did('o1', place(), waiting, 'relay').told(),
    ],
    [
      'the relay telling again what the store said when it took the order',
      story()
        .did('o1', place(), ok(view()), 'relay')
        .did('o1', move('approve'), ok(received()))
        .did('o1', place(), ok(view()), 'relay')
        .told(),
    ],
    [
      'money that moves an order at a time that nobody saw',
      story()
        .did('o1', place(), ok(view()), 'relay')
        .saw({ type: 'approved', charge: 'pix-1', order: 'o1' })
        .did('o1', { kind: 'read' }, ok(view()))
        .did('o1', { kind: 'read' }, ok(paidOnline))
        .saw({ type: 'end' })
        .stands({ type: 'final', host: 'store', order: 'o1', view: paidOnline, state: 'placed' })
        .stands({ type: 'final', host: 'relay', order: 'o1', view: paidOnline, state: 'placed' })
        .stands({ type: 'customer-money', order: 'o1', receivedCents: 1500, returnedCents: 0 })
        .stands({ type: 'charge', charge: charge() })
        .told(),
    ],
    ['money of another amount, set aside, beside what paid its order', paidBeside('mismatch')],
    [
      'two orders that got their numbers at once, in either order',
      (() => {
        const it = story()
          .did('o1', place(), ok(view()))
          .did('o2', place(), ok(view(other)));
        const first = it.begin('o1', move('approve'));
        const second = it.begin('o2', move('approve'));
        return it
          .end(second, ok(received({ ...other, panel: panel(1) })))
          .end(first, ok(received({ panel: panel(2) })))
          .told();
      })(),
    ],
    [
      'rows that a lying disk took back, with what was answered of them',
      story()
        .did('o1', place(), ok(view()))
        .log('store', 0, row(1, 'o1', view()))
        .saw({ type: 'fault', what: 'writes-lost', kept: 0 })
        .log('store', 0)
        .did('o1', place(), ok(view({ code: 'CCCC' })))
        .log('store', 0, row(1, 'o1', view({ code: 'CCCC' })))
        .told(),
    ],
    [
      'a copy that a person had begun anew',
      story()
        .log('store', 0, row(1, 'o1'), row(2, 'o1'))
        .log('relay', 0, row(1, 'o1'), row(2, 'o1'))
        .saw({ type: 'fault', what: 'copy-begun-anew' })
        .log('relay', 0, row(1, 'o1'))
        .told(),
    ],
    [
      'what the relay shows late, and never older than before',
      story()
        .did('o1', place(), ok(view()), 'relay')
        .did('o1', move('approve'), ok(received()))
        .log('store', 0, row(1, 'o1', view()), row(2, 'o1', received()))
        .did('o1', { kind: 'read' }, ok(view()), 'relay')
        .did('o1', { kind: 'read' }, ok(received()), 'relay')
        .told(),
    ],
    [
      'cash that is refused for what was paid online',
      story()
        .did('o1', place(), ok(view()), 'relay')
        .saw({ type: 'approved', charge: 'pix-1', order: 'o1' })
        .did('o1', move('approve'), fail('already-paid'))
        .did('o1', { kind: 'read' }, ok(paidOnline))
        .told(),
    ],
    [
      'money that went back because the store did not answer for it in a quarter of an hour',
      story()
        .did('o1', place(), ok(view()), 'relay')
        .saw({ type: 'approved', charge: 'pix-1', order: 'o1' })
        .after(16 * 60_000)
        .saw({ type: 'returned', charge: 'pix-1', order: 'o1' }, { type: 'end' })
        .stands({ type: 'final', host: 'store', order: 'o1', view: view(), state: 'placed' })
        .stands({
          type: 'charge',
          charge: charge({ approvedAtMs: 0, returnedCents: 1500, returnedAtMs: 16 * 60_000 }),
        })
        .told(),
    ],
    [
      'an order that is found by its panel number only, where another one has its number',
      story()
        .saw({ type: 'end' })
        .stands(
          { type: 'final', host: 'store', order: 'o1', view: called, state: 'placed' },
          { ...search, by: 'number', orders: [{ number: null, panel: 1, status: 'PENDING' }] },
        )
        .told(),
    ],
    [
      'an order that is found no more once the clock was set',
      story()
        .saw({ type: 'clock-set' }, { type: 'end' })
        .stands({ type: 'final', host: 'store', order: 'o1', view: called, state: 'placed' }, search)
        .told(),
    ],
    [
      'an order that was given up because the store was away, but for a moment',
      story()
        .did('o1', place(), waiting, 'relay')
        .saw({ type: 'link', good: true })
        .after(10_000)
        .saw({ type: 'link', good: false })
        .after(600_000)
        .saw({ type: 'end' })
        .stands({ type: 'final', host: 'relay', order: 'o1', view: null, state: 'given-up' })
        .told(),
    ],
    [
      'a copy that stands still while there is no link',
      story()
        .log('store', 0, row(1, 'o1'))
        .log('relay', 0)
        .after(60_000)
        .saw({ type: 'link', good: true })
        .after(10_000)
        .log('relay', 0)
        .told(),
    ],
    [
      'a link that breaks off for what got lost before it stood well',
      story().saw({ type: 'link', good: true }).after(29_000).saw({ type: 'hung-up' }).told(),
    ],
    [
      'money that went back because the order is over',
      story()
        .did('o1', place(), ok(view()))
        .did('o1', move('cancel'), ok(cancelled))
        .saw({ type: 'approved', charge: 'pix-1', order: 'o1' }, { type: 'end' })
        .stands({
          type: 'final',
          host: 'store',
          order: 'o1',
          view: cancelled,
          state: 'placed',
        })
        .stands({ type: 'charge', charge: charge({ returnedCents: 1500, returnedAtMs: 2000 }) })
        .told(),
    ],
  ])('%s', (_, history) => {
    expect(audit(history)).toEqual([]);
  });
});

describe('the judge finds', () => {
  it.each<[string, FindingKind, History]>([
    [
      'an answered order that is unknown afterwards',
      'order',
      story().did('o1', place(), ok(view())).did('o1', move('cancel'), fail('order-not-found')).told(),
    ],
    [
      'an order that is another one when it is asked again',
      'order',
      story()
        .did('o1', place(), ok(view()))
        .did('o1', place(), ok(view({ number: 2 })))
        .told(),
    ],
    [
      'something else taken under the same id',
      'order',
      story()
        .did('o1', place(), ok(view()))
        .did('o1', place({ content: 'a cup' }), ok(view()))
        .told(),
    ],
    [
      'the same request refused',
      'order',
      story().did('o1', place(), ok(view())).did('o1', place(), fail('id-reused')).told(),
    ],
    [
      'a total that the customer did not agree to',
      'order',
      story()
        .did('o1', place({ expectedCents: 1 }), ok(view()))
        .told(),
    ],
    [
      'an order without all that was asked',
      'order',
      story()
        .did('o1', place({ toppings: 2 }), ok(view()))
        .told(),
    ],
    [
      'an order that is cooked unpaid',
      'order',
      story()
        .did('o1', place(), ok(view()))
        .did('o1', move('start'), ok(view({ status: 'PREPARING' })))
        .told(),
    ],
    [
      'a step that was left out',
      'order',
      story()
        .did('o1', place(), ok(view()))
        .did('o1', move('approve'), ok(received()))
        .did('o1', move('deliver'), ok(received({ status: 'DELIVERED' })))
        .told(),
    ],
    [
      'a step that is refused though it is due',
      'order',
      story()
        .did('o1', place(), ok(view()))
        .did('o1', move('approve'), ok(received()))
        .did('o1', move('start'), fail('not-from-here'))
        .told(),
    ],
    [
      'cash taken for what is paid online',
      'order',
      story()
        .did('o1', place(), ok(view()), 'relay')
        .saw({ type: 'approved', charge: 'pix-1', order: 'o1' })
        .did('o1', move('approve'), ok(paidOnline))
        .told(),
    ],
    [
      'cash that is refused though it was taken before',
      'order',
      story()
        .did('o1', place(), ok(view()))
        .did('o1', move('approve'), ok(received()))
        .did('o1', move('approve'), fail('already-paid'))
        .told(),
    ],
    [
      'cash chosen for what is paid',
      'order',
      story()
        .did('o1', place(), ok(view()), 'relay')
        .did('o1', move('approve'), ok(received()))
        .did('o1', cash(null), ok(received({ paymentStatus: 'pending' })), 'relay')
        .told(),
    ],
    [
      'cash that was chosen and is forgotten',
      'order',
      story()
        .did('o1', place(), ok(view()), 'relay')
        .did('o1', cash(2000), ok(view({ method: 'cash', changeForCents: 2000, panel: panel(1) })), 'relay')
        .did('o1', { kind: 'read' }, ok(view({ method: 'cash', panel: panel(1) })))
        .told(),
    ],
    [
      'a panel number that changes',
      'order',
      story()
        .did('o1', place(), ok(view()), 'relay')
        .did('o1', cash(null), ok(view({ method: 'cash', panel: panel(1) })), 'relay')
        .did('o1', move('approve'), ok(received({ panel: panel(2) })))
        .told(),
    ],
    [
      'an acknowledged order that is withdrawn',
      'order',
      story()
        .did('o1', place(), ok(view()), 'relay')
        .after(3_600_000)
        .did('o1', { kind: 'read' }, ok(view({ status: 'CANCELLED', cancelReason: 'retirado' })))
        .told(),
    ],
    [
      'a panel number of two orders',
      'number',
      story()
        .did('o1', place(), ok(view()))
        .did('o2', place(), ok(view(other)))
        .did('o1', move('approve'), ok(received()))
        .did('o2', move('approve'), ok(received(other)))
        .told(),
    ],
    [
      'a panel number that was left out',
      'number',
      story()
        .did('o1', place(), ok(view()))
        .did('o1', move('approve'), ok(received({ panel: panel(2) })))
        .told(),
    ],
    [
      'panel numbers against the order of time',
      'number',
      story()
        .did('o1', place(), ok(view()))
        .did('o2', place(), ok(view(other)))
        .did('o1', move('approve'), ok(received({ panel: panel(2) })))
        .did('o2', { kind: 'read' }, ok(view(other)))
        .did('o2', move('approve'), ok(received({ ...other, panel: panel(1) })))
        .told(),
    ],
    [
      'a business day that goes back',
      'number',
      story()
        .did('o1', place(), ok(view()))
        .did('o1', move('approve'), ok(received()))
        .did('o2', place(), ok(view(other)))
        .did('o2', { kind: 'read' }, ok(view(other)))
        .did('o2', move('approve'), ok(received({ ...other, panel: panel(1, '2026-11-20') })))
        .told(),
    ],
    [
      'an order number of two orders',
      'number',
      story()
        .did('o1', place(), ok(view()))
        .did('o2', place(), ok(view({ code: 'BBBB' })))
        .told(),
    ],
    [
      'a row of the relay that is not the store’s',
      'log',
      story()
        .log('store', 0, row(1, 'o1'))
        .log('relay', 0, { ...row(1, 'o1'), hash: 'another' })
        .told(),
    ],
    [
      'a copy that begins in the middle',
      'log',
      story().log('store', 0, row(1, 'o1'), row(2, 'o1')).log('relay', 0, row(2, 'o1')).told(),
    ],
    ['a row that was appended twice', 'log', story().log('store', 0, row(1, 'o1'), row(1, 'o1')).told()],
    [
      'a row that vanished',
      'log',
      story().log('store', 0, row(1, 'o1'), row(2, 'o1')).log('store', 0, row(1, 'o1')).told(),
    ],
    [
      'a row that was written anew',
      'log',
      story()
        .log('store', 0, row(1, 'o1'))
        .log('store', 0, { ...row(1, 'o1'), hash: 'another' })
        .told(),
    ],
    [
      'an answered change that no row tells',
      'log',
      story()
        .did('o1', place(), ok(view()))
        .log('store', 0, row(1, 'o1', view()))
        .did('o1', move('approve'), ok(received()))
        .log('store', 1)
        .told(),
    ],
    [
      'a row that comes after the next look only',
      'log',
      story()
        .did('o1', place(), ok(view()))
        .log('store', 0)
        .log('store', 0, row(1, 'o1', view()))
        .told(),
    ],
    ['a mark of what is not held', 'log', story().saw({ type: 'mark', seq: 2, held: 1 }).told()],
    [
      'a copy that ends too early',
      'log',
      story().log('store', 0, row(1, 'o1')).log('relay', 0).saw({ type: 'end' }).told(),
    ],
    [
      'money that stands nowhere',
      'money',
      story()
        .saw({ type: 'end' })
        .stands({ type: 'final', host: 'store', order: 'o1', view: view(), state: 'placed' })
        .stands({ type: 'charge', charge: charge() })
        .told(),
    ],
    [
      'a centavo too little',
      'money',
      story()
        .saw({ type: 'end' })
        .stands({ type: 'final', host: 'store', order: 'o1', view: paidOnline, state: 'placed' })
        .stands({ type: 'charge', charge: charge({ amountCents: 1499 }) })
        .told(),
    ],
    [
      'an order that was paid twice and given back once too little',
      'money',
      story()
        .saw({ type: 'end' })
        .stands({ type: 'final', host: 'store', order: 'o1', view: paidOnline, state: 'placed' })
        .stands({ type: 'charge', charge: charge() })
        .stands({ type: 'charge', charge: charge({ id: 'pix-2' }) })
        .told(),
    ],
    [
      'an order that stands as paid by nobody',
      'money',
      story()
        .saw({ type: 'end' })
        .stands({ type: 'final', host: 'store', order: 'o1', view: received(), state: 'placed' })
        .told(),
    ],
    [
      'money that goes back without a reason',
      'money',
      story()
        .did('o1', place(), ok(view()))
        .saw({ type: 'approved', charge: 'pix-1', order: 'o1' }, { type: 'end' })
        .stands({ type: 'final', host: 'store', order: 'o1', view: view(), state: 'placed' })
        .stands({ type: 'charge', charge: charge({ returnedCents: 1500, returnedAtMs: 3000 }) })
        .told(),
    ],
    [
      'money that goes back before its order is over',
      'money',
      story()
        .did('o1', place(), ok(view()), 'relay')
        .saw({ type: 'approved', charge: 'pix-1', order: 'o1' })
        .log('store', 0, row(1, 'o1', view()))
        .saw({ type: 'returned', charge: 'pix-1', order: 'o1' })
        .log('store', 0, row(1, 'o1', view()))
        .log('store', 0, row(1, 'o1', view()), row(2, 'o1', expired))
        .saw({ type: 'end' })
        .stands({ type: 'final', host: 'store', order: 'o1', view: expired, state: 'placed' })
        .stands({ type: 'charge', charge: charge({ returnedCents: 1500, returnedAtMs: 3000 }) })
        .told(),
    ],
    [
      'money that goes back at once for an order that the store has lost',
      'money',
      story()
        .saw({ type: 'approved', charge: 'pix-1', order: 'o1' })
        .saw({ type: 'returned', charge: 'pix-1', order: 'o1' }, { type: 'end' })
        .stands({ type: 'final', host: 'store', order: 'o1', view: null, state: 'placed' })
        .stands({ type: 'charge', charge: charge({ returnedCents: 1500, returnedAtMs: 3000 }) })
        .told(),
    ],
    [
      'money kept beside what paid its order, however a person is told of it',
      'money',
      paidBeside('second-approval'),
    ],
    [
      'a customer who is shown other money',
      'money',
      story()
        .saw({ type: 'end' })
        .stands({ type: 'final', host: 'store', order: 'o1', view: paidOnline, state: 'placed' })
        .stands({ type: 'charge', charge: charge() })
        .stands({ type: 'customer-money', order: 'o1', receivedCents: 1499, returnedCents: 0 })
        .told(),
    ],
    [
      'a server that fails while nothing is broken',
      'answer',
      story().did('o1', place(), unknown(500)).told(),
    ],
    [
      'an order that waits while the link stands',
      'answer',
      story()
        .saw({ type: 'link', good: true })
        .did('o1', place(), waiting, 'relay')
        .after(16_000)
        .did('o1', { kind: 'ask' }, waiting, 'relay')
        .told(),
    ],
    [
      'what was asked later and goes first',
      'answer',
      story()
        .did('o1', place(), ok(view()), 'relay')
        .did('o1', cash(2000), unknown(503), 'relay')
        .did('o1', cash(3000), unknown(503), 'relay')
        .saw(
          { type: 'sent', order: 'o1', kind: 'order.choose-cash', detail: '3000' },
          { type: 'sent', order: 'o1', kind: 'order.choose-cash', detail: '2000' },
        )
        .told(),
    ],
    [
      'an order that was given up and comes back',
      'answer',
      story()
        .did('o1', place(), waiting, 'relay')
        .did('o1', { kind: 'ask' }, { type: 'given-up' }, 'relay')
        .did('o1', { kind: 'ask' }, ok(view()), 'relay')
        .told(),
    ],
    [
      'an order that is given up though the store could be reached',
      'answer',
      story()
        .did('o1', place(), waiting, 'relay')
        .saw({ type: 'link', good: true })
        .after(50_000)
        .saw({ type: 'link', good: false })
        .after(600_000)
        .saw({ type: 'end' })
        .stands({ type: 'final', host: 'relay', order: 'o1', view: null, state: 'given-up' })
        .told(),
    ],
    [
      'a copy that stands still though the link stands',
      'log',
      story()
        .saw({ type: 'link', good: true })
        .log('store', 0, row(1, 'o1'))
        .log('relay', 0)
        .after(46_000)
        .log('relay', 0)
        .told(),
    ],
    [
      'a link that breaks off by itself',
      'answer',
      story().saw({ type: 'link', good: true }).after(30_000).saw({ type: 'hung-up' }).told(),
    ],
    [
      'an order that was given up and is there in the end',
      'answer',
      story()
        .did('o1', place(), waiting, 'relay')
        .did('o1', { kind: 'ask' }, { type: 'given-up' }, 'relay')
        .stands({ type: 'final', host: 'relay', order: 'o1', view: cancelled, state: 'placed' })
        .told(),
    ],
    [
      'an order that was refused and made all the same',
      'answer',
      story()
        .did('o1', place(), fail('order-not-found'), 'relay')
        .log('store', 0, row(1, 'o1', view()))
        .told(),
    ],
    [
      'a state that the relay made up',
      'answer',
      story()
        .log('store', 0, row(1, 'o1', view()))
        .did('o1', { kind: 'read' }, ok(received()), 'relay')
        .told(),
    ],
    [
      'a relay that shows what it has shown to be over',
      'answer',
      story()
        .log('store', 0, row(1, 'o1', view()), row(2, 'o1', received()))
        .did('o1', { kind: 'read' }, ok(received()), 'relay')
        .did('o1', { kind: 'read' }, ok(view()), 'relay')
        .told(),
    ],
    [
      'an order that nobody finds',
      'answer',
      story()
        .saw({ type: 'end' })
        .stands({ type: 'final', host: 'store', order: 'o1', view: called, state: 'placed' }, search)
        .told(),
    ],
    [
      'an order that is found as it was',
      'answer',
      story()
        .saw({ type: 'end' })
        .stands(
          { type: 'final', host: 'store', order: 'o1', view: called, state: 'placed' },
          { ...search, orders: [{ number: null, panel: 1, status: 'CANCELLED' }] },
        )
        .told(),
    ],
    [
      'two menus',
      'answer',
      story()
        .stands(
          { type: 'menu', host: 'store', content: 'açaí 15' },
          { type: 'menu', host: 'relay', content: 'açaí 14' },
        )
        .told(),
    ],
    [
      'an order that was given up and is not withdrawn',
      'answer',
      story()
        .did('o1', place(), waiting, 'relay')
        .saw({ type: 'end' })
        .stands({ type: 'final', host: 'store', order: 'o1', view: view(), state: 'placed' })
        .stands({ type: 'final', host: 'relay', order: 'o1', view: null, state: 'given-up' })
        .told(),
    ],
    [
      'two sides that do not end alike',
      'answer',
      story()
        .saw({ type: 'end' })
        .stands({
          type: 'final',
          host: 'store',
          order: 'o1',
          view: cancelled,
          state: 'placed',
        })
        .stands({ type: 'final', host: 'relay', order: 'o1', view: view(), state: 'placed' })
        .told(),
    ],
    [
      'an order that waits for ever',
      'answer',
      story()
        .saw({ type: 'end' })
        .stands({ type: 'final', host: 'relay', order: 'o1', view: null, state: 'waiting' })
        .told(),
    ],
    [
      'a ticket that was printed twice',
      'answer',
      story().stands({ type: 'ticket', order: 'o1', purpose: 'kitchen', papers: 2 }).told(),
    ],
  ])('%s', (_, kind, history) => {
    expect(kindsOf(history)).toContain(kind);
  });

  it('nothing of a server error while that server was killed', () => {
    const it = story();
    const op = it.begin('o1', place());
    expect(audit(it.saw({ type: 'fault', what: 'store-killed' }).end(op, unknown(500)).told())).toEqual([]);
  });
});
