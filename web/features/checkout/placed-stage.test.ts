// How an order that was placed stands between customer and till: what the success page shows, and whether it goes on asking.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { expect, it } from 'vitest';
import { inMotion, stageOf, type WholeView } from './placed-stage.ts';

const NOTHING = { receivedCents: 0, returnedCents: 0, returning: false };
const viewOf = (order: Partial<Order>, money: Partial<WholeView['money']> = {}): WholeView => ({
  access: 'whole',
  order: sampleOrder(order),
  ticket: 'ticket',
  money: { ...NOTHING, ...money },
});
const shown = (view: WholeView): string[] => {
  const { money: _, ...stage } = stageOf(view);
  return Object.entries(stage).flatMap(([name, is]) => (is ? [name] : []));
};

it.each<[string, WholeView, string[]]>([
  ['nobody has paid or chosen how', viewOf({}), []],
  ['cash is to be paid at the counter', viewOf({ paymentMethod: 'cash' }), ['cash']],
  ['the cash was taken', viewOf({ paymentMethod: 'cash', paymentStatus: 'approved' }), ['paid']],
  [
    'it was paid online',
    viewOf({ paymentMethod: 'pix', paymentStatus: 'approved' }, { receivedCents: 2565 }),
    ['paid'],
  ],
  [
    'a part of it was given back',
    viewOf(
      { paymentMethod: 'pix', paymentStatus: 'partially_refunded' },
      { receivedCents: 2565, returnedCents: 500 },
    ),
    ['paid'],
  ],
  [
    'the money came and the shop has not heard of it',
    viewOf({ paymentMethod: 'pix' }, { receivedCents: 2565 }),
    ['received'],
  ],
  [
    'it came by PIX for an order that was to be paid in cash',
    viewOf({ paymentMethod: 'cash' }, { receivedCents: 2565 }),
    ['received'],
  ],
  [
    'the money came and is on its way back',
    viewOf({ paymentMethod: 'pix' }, { receivedCents: 2565, returning: true }),
    ['received'],
  ],
  [
    'the money came and went back',
    viewOf({ paymentMethod: 'pix', status: 'CANCELLED' }, { receivedCents: 2565, returnedCents: 2565 }),
    ['returned', 'over'],
  ],
  ['it was called off unpaid', viewOf({ status: 'CANCELLED' }), ['over']],
])('is shown as it stands: %s', (_, view, stage) => {
  expect(shown(view)).toEqual(stage);
});

it.each<[string, WholeView, boolean]>([
  ['while the shop has not heard of the money', viewOf({}, { receivedCents: 2565 }), true],
  ['while it is on its way back', viewOf({}, { receivedCents: 2565, returning: true }), true],
  ['not before anything was paid', viewOf({}), false],
  ['not once the shop has it', viewOf({ paymentStatus: 'approved' }, { receivedCents: 2565 }), false],
  ['not once it is back', viewOf({}, { receivedCents: 2565, returnedCents: 2565 }), false],
])('the page goes on asking %s', (_, view, asks) => {
  expect(inMotion(view)).toBe(asks);
});
