// What a store decides, by the shared rules: prices and numbers orders, hears facts of payments. Without a link, which is fake-store.ts.
import type { Command, Outcome } from '@balcao/shared/link/commands.ts';
import type { RemoteEdit } from '@balcao/shared/link/edits.ts';
import { payDifference } from '@balcao/shared/order/change-lines.ts';
import { newOrder } from '@balcao/shared/order/new-order.ts';
import { decide as decideOrder } from '@balcao/shared/order/decide.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { isMoneyIn } from '@balcao/shared/payment/attempt-status.ts';
import { derivePaymentStatus, mergeFacts, type PaymentFact } from '@balcao/shared/payment/payment.ts';
import { tenderOfPayment } from '@balcao/shared/payment/tender.ts';
import { priceList, quote } from '@balcao/shared/pricing/quote.ts';
import { wholesaleCatalogue } from '@balcao/shared/wholesale/catalogue.ts';
import type { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import { place as placeSample, sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import { createStoreLog, sha256 } from './store-log.ts';

export const tokenOf = (orderId: string): string => `token-of-${orderId}`;

const UNKNOWN: Outcome = { status: 'refused', refusal: { code: 'order-not-found' } };

export function createFakeShop(log = createStoreLog(), clock: () => number = Date.now) {
  const orders = new Map<string, Order>();
  const wholesale = new Map<string, WholesaleOrder>();
  const facts = new Map<string, PaymentFact>();
  let number = 0;

  /** Prices and numbers as a real store does; with its row on the log, unless a test wants it late. */
  function place(command: Extract<Command, { kind: 'order.place' }>): Outcome {
    const request = command.payload.order;
    const known = orders.get(request.id);
    const priced = quote(priceList(sampleCatalog()), request.items, clock());
    if (!priced.ok) return { status: 'refused', refusal: { code: 'invalid-order', errors: priced.refusal } };
    number += 1;
    if (known) return done(known);
    const code = `S${String(number).padStart(9, '0')}`;
    return keep(newOrder(request, priced.value, { code, number, source: 'relay', nowMs: clock() }));
  }

  function placeWholesale({ payload }: Extract<Command, { kind: 'wholesale.place' }>): Outcome {
    const known = wholesale.get(payload.wholesale.id);
    if (known) return { status: 'wholesale', wholesale: known };
    const placed = placeSample(payload.wholesale, wholesaleCatalogue(sampleWholesale()), {
      number: wholesale.size + 1,
      nowMs: clock(),
    });
    if (!placed.ok) return { status: 'refused', refusal: placed.refusal };
    return keepWholesale(placed.value);
  }

  function withdrawWholesale(orderId: string): Outcome {
    const known = wholesale.get(orderId);
    return known ? keepWholesale({ ...known, status: 'CANCELADO', updatedAtMs: clock() }) : UNKNOWN;
  }

  function keepWholesale(order: WholesaleOrder): Outcome {
    wholesale.set(order.id, order);
    if (shop.logsOrders) log.append('wholesale-order', order.id, order);
    return { status: 'wholesale', wholesale: order };
  }

  function keep(order: Order): Outcome {
    orders.set(order.id, order);
    if (shop.logsOrders) log.appendOrder(order, tokenOf(order.id));
    return done(order);
  }

  const done = (order: Order): Outcome => ({
    status: 'done',
    order,
    trackingToken: tokenOf(order.id),
    trackingTokenHash: sha256(tokenOf(order.id)),
  });

  function hearPart(order: Order, fact: PaymentFact & { part: string }): Order {
    if (!isMoneyIn(fact.status) || fact.mismatch !== null) return order;
    if (fact.difference === true) return payDifference(order, fact, clock()) ?? order;
    const decided = decideOrder(
      order,
      { kind: 'take-tender', tender: tenderOfPayment(fact) },
      { nowMs: clock(), panel: { date: '2026-11-21', series: 1, number: 1 } },
    );
    return decided.ok ? decided.value.order : order;
  }

  function hearFact(order: Order, fact: PaymentFact): Order {
    const merged = mergeFacts(facts.get(fact.attemptId) ?? null, fact);
    facts.set(fact.attemptId, merged);
    if (merged.part !== undefined) return hearPart(order, { ...merged, part: merged.part });
    const all = [...facts.values()].filter((one) => one.orderId === order.id && one.part === undefined);
    const paying = all.filter((one) => isMoneyIn(one.status) && one.mismatch === null);
    if (paying.length > 1) shop.paidTwice.push(order.id);
    if (shop.paidByHand.has(order.id)) return order;
    const paymentStatus = derivePaymentStatus(all);
    if (paying.length > 1 || paying[0] !== merged) return { ...order, paymentStatus };
    const decided = decideOrder(
      order,
      { kind: 'approve', method: merged.method, lateButMakeable: shop.isMakeable },
      { nowMs: clock(), panel: { date: '2026-11-21', series: 1, number: 1 } },
    );
    return { ...(decided.ok ? decided.value.order : order), paymentStatus };
  }

  function change(order: Order, command: Command): Order {
    if (command.kind === 'order.withdraw') return { ...order, status: 'CANCELLED', cancelReason: 'retirado' };
    if (command.kind === 'order.cancel') return { ...order, status: 'CANCELLED', cancelReason: 'cliente' };
    if (command.kind === 'order.choose-cash')
      return { ...order, paymentMethod: 'cash', changeForCents: command.payload.changeForCents };
    return command.kind === 'payment.fact' ? hearFact(order, command.payload) : order;
  }

  const shop = {
    log,
    orders,
    wholesale,
    facts,
    done,
    /** What its assertions are verified with; null: it is too old for them. */
    assertionKey: null as { kty: string; crv: string; x: string } | null,
    /** Who asks it, in its own word, on each answer to its people. */
    assertion: null as string | null,
    /** What was edited at the relay while it was away. */
    edits: [] as RemoteEdit[],
    /** Every command that came, as often as it did. */
    heard: [] as Command[],
    /** Whether the store's own rows follow its answers; a test may want to see what holds before they come. */
    logsOrders: true,
    /** Orders for which two approved payments were told at once: the relay spares us that. */
    paidTwice: [] as string[],
    /** Cash was confirmed at the counter: what comes online changes nothing any more. */
    paidByHand: new Set<string>(),
    /** Whether an order that expired could still be made. */
    isMakeable: true,
    order(id: string): Order {
      const order = orders.get(id);
      if (order === undefined) throw new Error(`no order ${id}`);
      return order;
    },
    decide(command: Command): Outcome {
      if (command.kind === 'order.place') return place(command);
      if (command.kind === 'wholesale.place') return placeWholesale(command);
      if (command.kind === 'wholesale.withdraw') return withdrawWholesale(command.payload.orderId);
      const order = orders.get(command.payload.orderId);
      return order ? keep(change(order, command)) : UNKNOWN;
    },
  };
  return shop;
}
