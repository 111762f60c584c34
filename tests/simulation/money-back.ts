// Money that goes back the whole way: asked at the real store, carried out by the real relay at the simulated provider, with answers that get
// lost, come late or are a no, and several refunds of one payment under way at once. Each evening three books are held against each other:
// what people asked for, what the provider gave back, and what the shop has booked.
import type { Order } from '@balcao/shared/order/order.ts';
import type { Command, Outcome } from '@balcao/shared/link/commands.ts';
import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { TestStore } from '../../edge/testing/open-test-store.ts';
import type { Asking } from '../../edge/testing/sign-in.ts';
import type { Hand, Online } from '../../edge/testing/trading.ts';
import type { Seeded } from '../faults/seeded.ts';
import { rowsOf } from '../harness/database.ts';
import type { TestRelay } from '../harness/payments.ts';
import { createAbandoned } from './money-codes.ts';
import type { createLine } from './money-line.ts';
import { createOutside } from './money-outside.ts';
import {
  allLeft,
  judgeSold,
  leftOf,
  partsOf,
  sum,
  unchanged,
  type Payment,
  type Sold,
} from './money-sold.ts';

const MINUTE_MS = 60_000;

type Post = (from: 'sales' | 'deposits', to: Hand | Online | 'deposits', cents: number) => void;
const WATER_CENTS = 360;
const PIX_PATHS = {
  whole: '/edge/payments/pix',
  part: '/edge/payments/parts/pix',
  difference: '/edge/payments/differences/pix',
};
/** As often as the relay asks the provider before it takes a refund for unanswered. */
const TRIES = 3;
const ROUNDS_MAX = 4;

export function createReturns(deps: {
  store: TestStore;
  relay: TestRelay;
  line: ReturnType<typeof createLine>;
  admin: Asking;
  chance: Seeded;
  post: Post;
  wrong: (text: string) => void;
}) {
  const { store, relay, line, admin, chance, post, wrong } = deps;
  const { control } = relay;
  const all: Sold[] = [];
  let day = 0;

  const orderOf = (id: string): Order => {
    const order = store.orders.repository.byId(id);
    if (order === null) throw new Error(`order ${id} is gone`);
    return order;
  };
  const tellRelay = ({ order: { id } }: Pick<Sold, 'order'>): void =>
    void relay.store.orders.set(id, orderOf(id));
  async function answered(path: string, json: object, expected: readonly number[] = [200, 201]) {
    const answer = await admin(path, { json });
    const text = await answer.text();
    if (!expected.includes(answer.status))
      throw new Error(`${path} ${JSON.stringify(json)}: ${answer.status} ${text}`);
    return {
      status: answer.status,
      body: JSON.parse(text === '' ? 'null' : text) as Record<string, unknown>,
    };
  }
  const hear = async (command: Command): Promise<Outcome> =>
    (await (await store.askLink('/link/commands', { json: command })).json()) as Outcome;

  function setTime(): void {
    relay.advance(Math.max(0, store.clock.nowMs - relay.clock()));
  }
  /** All that waits gets where it goes. */
  async function deliver(): Promise<void> {
    setTime();
    await relay.quiet();
    await relay.deliver(hear);
    // Of those that are over it knows.
    for (const sold of all) if (!sold.isOver) tellRelay(sold);
  }

  const book = (payment: Payment, cents: number): void => {
    if (cents !== payment.bookedCents) post('sales', payment.way, cents - payment.bookedCents);
    payment.bookedCents = cents;
  };

  async function begin(): Promise<Order> {
    const items = Array.from({ length: 3 + chance.int(4) }, () => ({ id: v7(), productId: 'agua' }));
    const { body } = await answered('/api/staff/orders', { id: v7(), consumptionType: 'local', items });
    const order = body['order'] as Order;
    line.known.add(order.id);
    relay.store.orders.set(order.id, order);
    return order;
  }
  const codes = createAbandoned({
    ...{ begin, relay, line, orderOf, chance, wrong },
    callOff: (id) => answered(`/api/staff/orders/${id}/moves`, { kind: 'cancel', reason: 'cliente' }),
  });
  async function pay(order: Order, cents: number, what: 'whole' | 'part' | 'difference'): Promise<Payment> {
    const named = what === 'whole' ? {} : { part: v7() };
    const json = { order: { id: order.id, code: order.code, totalCents: cents }, ...named };
    const begun = await relay.edge('POST', PIX_PATHS[what], json);
    if (begun.status !== 200) throw new Error(`pix: ${JSON.stringify(begun.body)}`);
    const { attemptId, paymentId } = begun.body as { attemptId: string; paymentId: string };
    line.known.add(attemptId);
    control.approve(paymentId);
    await deliver();
    return {
      ...{ id: paymentId, attemptId, way: 'pix', cents, asked: [], unheard: [], panelCents: 0 },
      ...{ taken: false, bookedCents: 0 },
    };
  }

  async function sellWhole(): Promise<Sold> {
    const order = await begin();
    const payment = await pay(order, order.totalCents, 'whole');
    const sold = { order, payments: [payment], isInParts: false, ...unchanged(0) };
    book(payment, payment.cents);
    all.push(sold);
    return sold;
  }
  /** Two parts through the provider, and cash for the rest. */
  async function sellInParts(): Promise<Sold> {
    const order = await begin();
    const cents = [1 + chance.int(300), 301 + chance.int(300)];
    const payments: Payment[] = [];
    for (const one of cents) payments.push(await pay(order, one, 'part'));
    const hand = order.totalCents - sum(cents);
    const rest = { kind: 'take-tender', id: v7(), cents: hand, method: 'cash' };
    await answered(`/api/staff/orders/${order.id}/moves`, rest);
    const sold = { order, payments, isInParts: true, ...unchanged(hand) };
    post('sales', 'cash', hand);
    for (const payment of payments) book(payment, payment.cents);
    all.push(sold);
    tellRelay(sold);
    return sold;
  }

  function take(sold: Sold, cents: number): void {
    for (const [payment, part] of partsOf(sold, cents)) {
      payment.asked.push(part);
      payment.unheard.push(part);
      if (sold.isInParts) book(payment, payment.bookedCents - part);
    }
  }
  const refund = (sold: Sold, amountCents: number | null, expected = [200, 201, 202, 502, 503]) =>
    answered(`/api/staff/orders/${sold.order.id}/refund`, { amountCents }, expected);

  async function giveBack(sold: Sold): Promise<void> {
    const left = allLeft(sold);
    if (left < 2) return;
    // The same once more, on another day, is another refund.
    const before = sold.payments[0]?.asked.filter((one) => one < left) ?? [];
    const cents = before.length > 0 && chance.chance(0.4) ? chance.pick(before) : 1 + chance.int(left - 1);
    // Of one payment the same amount is the same refund until the first has been heard of, and until then all of it counts as left there.
    if (partsOf(sold, cents).some(([payment, part]) => payment.unheard.includes(part))) return;
    if (sold.payments.some(({ unheard }) => unheard.includes(cents))) return;
    await refund(sold, cents);
    take(sold, cents);
    sold.tooMuchCents -= Math.min(sold.tooMuchCents, cents);
    // The button once more, before anybody has heard of the first: the same refund.
    if (chance.chance(0.4)) await refund(sold, cents);
  }
  /** All that is left, also beside parts that are on their way. */
  async function callOff(sold: Sold): Promise<void> {
    if (allLeft(sold) === 0) return;
    if (sold.isInParts)
      await answered(`/api/staff/orders/${sold.order.id}/moves`, { kind: 'cancel', reason: 'cliente' });
    else await refund(sold, null);
    end(sold);
  }
  /** With its money there it is not called off plainly: nothing would give that back, and nothing list it. */
  async function callOffPlainly(sold: Sold): Promise<void> {
    if (sold.isInParts || allLeft(sold) === 0) return;
    await answered(`/api/staff/orders/${sold.order.id}/moves`, { kind: 'cancel', reason: 'cliente' }, [409]);
  }
  /** A line less once it was paid: what is too much is over with the next refund, from wherever that is asked. */
  async function takeOff(sold: Sold): Promise<void> {
    const [first, ...others] = orderOf(sold.order.id).items;
    if (sold.isInParts || sold.isOver || first === undefined || others.length === 0) return;
    if (allLeft(sold) - sold.tooMuchCents <= WATER_CENTS) return;
    const seen = { changes: sold.changes, paid: true };
    const json = { id: v7(), seen, add: [], takeOff: [first.id] };
    await answered(`/api/staff/orders/${sold.order.id}/lines`, json);
    sold.changes += 1;
    sold.tooMuchCents += WATER_CENTS;
    tellRelay(sold);
  }
  /** A line more, paid in cash or by a code of its own: with all that came online that goes back as well, out of the drawer or over there. */
  async function addTo(sold: Sold): Promise<void> {
    const add = [{ id: v7(), productId: 'agua' }];
    const seen = { changes: sold.changes, paid: true };
    await answered(`/api/staff/orders/${sold.order.id}/lines`, { id: v7(), seen, add, takeOff: [] });
    sold.changes += 1;
    tellRelay(sold);
    if (day % 2 === 1) {
      const payment = await pay(sold.order, WATER_CENTS, 'difference');
      sold.payments.push(payment);
      return book(payment, payment.cents);
    }
    const taken = { kind: 'take', id: v7(), cents: WATER_CENTS, method: 'cash' };
    await answered(`/api/staff/orders/${sold.order.id}/difference`, taken);
    post('sales', 'cash', WATER_CENTS);
    sold.hand = WATER_CENTS;
    tellRelay(sold);
  }
  function end(sold: Sold): void {
    for (const payment of sold.payments) {
      if (leftOf(payment) > 0) payment.asked.push(leftOf(payment));
      book(payment, 0);
    }
    if (sold.hand > 0) post('sales', 'cash', -sold.hand);
    sold.isOver = true;
    tellRelay(sold);
  }

  function trouble(): void {
    const what = chance.int(6);
    if (what === 0) control.setFaults({ inProcessRefunds: 1 + chance.int(2) });
    else if (what === 1) control.setFaults({ loseRefundAnswers: 1 + chance.int(TRIES) });
    else if (what === 2) control.setFaults({ loseRefundAnswers: 1, denyKnownRefundKeys: 1 });
    else if (what === 3)
      control.setFaults({
        failRequests: { count: 1 + chance.int(TRIES), status: 503, retryAfterSeconds: null },
      });
    else if (what === 4) line.cut();
  }
  /** What went back of it, each amount; what is in process is not among it. */
  function goneOf({ id }: Payment): number[] {
    const there = control.payment(id)['refunds'] as { status: string; amount: number }[];
    const gone = there.filter(({ status }) => status === 'approved');
    return gone.map(({ amount }) => Math.round(amount * 100));
  }
  /** What the bank takes its time for ends one way or the other. Where nothing waits nobody is told anew: the relay has to look by itself. */
  function settleBank(mayRefuse: boolean): void {
    for (const payment of all.flatMap(({ payments }) => payments)) {
      if (sum(goneOf(payment)) === sum(payment.asked)) continue;
      if (mayRefuse && chance.chance(0.5)) control.rejectRefunds(payment.id);
      else control.settleRefunds(payment.id);
    }
  }
  /** Whether somebody had to be asked once more. */
  async function handOver(): Promise<boolean> {
    line.plug();
    const waiting = (await unresolved()).filter(({ action }) => action === 'retry');
    for (const { id, action } of waiting)
      await answered(`/api/staff/payments/${id}/resolve`, { action }, [200, 204, 404, 409, 422, 502, 503]);
    return waiting.length > 0;
  }
  /** Whether the relay has a refund to see to, or something to tell. */
  const isUnderWay = async (): Promise<boolean> =>
    (await relay.commandsWaiting()).length > 0 ||
    (await rowsOf(relay.db, sql`select 1 from payment_refunds where next_try_at_ms is not null`)).length > 0;
  const unresolved = async () =>
    (
      (await (await admin('/api/staff/payments/unresolved')).json()) as {
        payments: { id: string; action: string; reason: string; orderId: string }[];
      }
    ).payments.filter(({ orderId }) => line.known.has(orderId));

  const outside = createOutside({
    ...{ begin, deliver, relay, line, orderOf, post, unresolved, wrong },
    pay: (order) => pay(order, order.totalCents, 'whole'),
    confirmCash: (id) =>
      answered(`/api/staff/orders/${id}/moves`, { kind: 'confirm-payment', method: 'cash' }),
    acknowledge: (id) => answered(`/api/staff/payments/${id}/resolve`, { action: 'acknowledge' }, [200, 204]),
  });

  async function scene(sold: Sold): Promise<void> {
    const asks = 2 + chance.int(2);
    for (let n = 0; n < asks && !sold.isOver; n += 1) {
      trouble();
      if (n > 0 && chance.chance(0.25)) await callOff(sold);
      else await giveBack(sold);
      if (!sold.isOver && chance.chance(0.3)) await callOffPlainly(sold);
      if (!sold.isOver && chance.chance(0.3)) await takeOff(sold);
      if (chance.chance(0.3)) await deliver();
      if (chance.chance(0.3)) line.plug();
    }
  }

  /** Everybody answers again, as long as there is something to ask or to tell: what was asked has gone, once, and is booked. */
  async function endDay(): Promise<void> {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      control.clearFaults();
      const isAsked = await handOver();
      if (round > 1 && !isAsked && !(await isUnderWay())) break;
      settleBank(round === 0);
      store.clock.nowMs += 6 * MINUTE_MS;
      await deliver();
    }
    for (const sold of all) judgeSold(sold, { goneOf, orderOf, book, wrong });
    codes.judge();
    await outside.judge();
  }
  return {
    async liveDay(): Promise<void> {
      // Both kinds by turns, and each third day one of an earlier day as well.
      await scene(await (day % 2 === 0 ? sellInParts() : sellWhole()));
      const old = chance.pick(all);
      if (day % 3 === 0 && !old.isOver) await scene(old);
      await codes.abandon();
      // What chance seldom brings together comes each day: too much of an order that was paid goes back as any part does.
      const changed = await sellWhole();
      await takeOff(changed);
      await giveBack(changed);
      const more = await sellWhole();
      await addTo(more);
      await callOff(more);
      if (day % 2 === 0) await outside.payTwice();
      else await outside.giveBackInPanel();
      day += 1;
      await endDay();
    },
  };
}
