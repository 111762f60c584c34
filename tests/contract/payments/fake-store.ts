// A store as the relay's payments see it: it hears facts in order, each once, and decides with the shared rules.
import type { Command, Outcome } from '@balcao/shared/link/commands.ts';
import { decide } from '@balcao/shared/order/decide.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { isMoneyIn } from '@balcao/shared/payment/attempt-status.ts';
import { derivePaymentStatus, mergeFacts, type PaymentFact } from '@balcao/shared/payment/payment.ts';

export function createFakeStore(clock: () => number) {
  const orders = new Map<string, Order>();
  const facts = new Map<string, PaymentFact>();
  const heard: PaymentFact[] = [];
  const paidTwice: string[] = [];
  const byHand = new Set<string>();
  let makeable = true;

  function apply(fact: PaymentFact): Outcome {
    heard.push(fact);
    const order = orders.get(fact.orderId);
    if (order === undefined) return { status: 'refused', refusal: { code: 'order-not-found' } };
    const merged = mergeFacts(facts.get(fact.attemptId) ?? null, fact);
    facts.set(fact.attemptId, merged);
    const all = [...facts.values()].filter((one) => one.orderId === order.id);
    const paidAlready = all.some(
      (one) => one.attemptId !== fact.attemptId && isMoneyIn(one.status) && one.mismatch === null,
    );
    if (all.filter((one) => isMoneyIn(one.status) && one.mismatch === null).length > 1)
      paidTwice.push(order.id);
    let next = byHand.has(order.id) ? order : { ...order, paymentStatus: derivePaymentStatus(all) };
    if (!byHand.has(order.id) && isMoneyIn(merged.status) && merged.mismatch === null && !paidAlready) {
      const decided = decide(
        order,
        { kind: 'approve', method: merged.method, lateButMakeable: makeable },
        { nowMs: clock(), panel: { date: '2026-11-21', series: 1, number: 1 } },
      );
      if (decided.ok) next = { ...decided.value.order, paymentStatus: derivePaymentStatus(all) };
    }
    orders.set(order.id, next);
    return { status: 'done', order: next, trackingToken: 'x'.repeat(32), trackingTokenHash: '0'.repeat(64) };
  }

  return {
    orders,
    facts,
    heard,
    /** Orders for which two approved payments were told at once: the relay spares us that. */
    paidTwice,
    /** Whether an order that expired could still be made. */
    setMakeable(value: boolean): void {
      makeable = value;
    },
    /** Cash was confirmed at the counter: what comes online changes nothing any more. */
    setPaidByHand(id: string): void {
      byHand.add(id);
    },
    /** The answers of the store to commands, the same one however often it is asked. */
    answer(command: Command): Outcome {
      if (command.kind !== 'payment.fact')
        throw new Error(`this store hears payment facts only, not ${command.kind}`);
      return apply(command.payload);
    },
    order(id: string): Order {
      const order = orders.get(id);
      if (order === undefined) throw new Error(`no order ${id}`);
      return order;
    },
    /** Orders that are paid and made, as far as online payments go. */
    paidOnline: () =>
      [...orders.values()].filter(
        (order) => order.status !== 'PENDING' && order.status !== 'CANCELLED' && isOnline(order),
      ),
  };
}

const isOnline = (order: Order): boolean =>
  order.paymentMethod === 'pix' ||
  order.paymentMethod === 'credit_card' ||
  order.paymentMethod === 'debit_card';

export function orderOf(given: { id: string; code: string; totalCents: number; createdAtMs: number }): Order {
  return {
    ...given,
    simpleId: 1,
    orderNumber: 1,
    panelNumber: null,
    panelDate: null,
    panelSeries: null,
    source: 'relay',
    customerPhone: '11987654321',
    consumptionType: 'local',
    observations: 'sem granola',
    items: [],
    subtotalCents: given.totalCents,
    discountPercent: 0,
    discountCents: 0,
    status: 'PENDING',
    paymentStatus: 'pending',
    paymentMethod: null,
    changeForCents: null,
    cancelReason: null,
    late: false,
    updatedAtMs: given.createdAtMs,
    receivedAtMs: null,
    preparingAtMs: null,
    readyAtMs: null,
    deliveredAtMs: null,
  };
}
