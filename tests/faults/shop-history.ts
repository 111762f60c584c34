// What a shop under attack looks like from outside, written down for the auditor: the crowd's requests with their answers, the kills, the
// paper in the tray, the provider's books, and how every order ended at both servers. No table is read.
import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '@balcao/shared/order/order.ts';
import { findingsTold } from '../auditor/audit.ts';
import type { Charge, Event, History } from '../auditor/history.ts';
import { createRecorder, viewOf, type Recorder } from '../simulation/recorder.ts';
import type { TestShop } from '../support/shop.ts';
import type { Seeded } from './seeded.ts';
import { ask, fromAnywhere } from './shop-client.ts';
import type { Promised } from './shop-crowd.ts';

/** The relay asks by itself about a payment whose notice got lost, within a minute. */
const MONEY_MS_MAX = 90_000;
/** Money that came last has its ticket printed after it. */
const PAPER_MS_MAX = 60_000;
const POLL_MS = 500;
const COOKED = new Set(['RECEBIDO', 'PREPARING', 'READY', 'DELIVERED']);

type Paper = { ticketOf: string; isSecond: boolean };
type Job = { id: number; complete: boolean; text: string };
type Shown = { order: Order; money?: { receivedCents: number; returnedCents: number } };
/** A payment as the provider's API shows it. */
type Payment = {
  id: number;
  external_reference: string | null;
  date_approved: string | null;
  date_last_updated: string;
  transaction_amount: number;
  transaction_amount_refunded: number;
};
/** How much of a shop the judge was shown. */
export type Seen = { answers: number; ends: number; tickets: number; payments: number };

export function createShopHistory(urls: TestShop['urls'], chance: Seeded) {
  const recorder: Recorder = createRecorder(Date.now);
  const papers = new Map<number, Paper>();

  /** Before the printer forgets: it keeps a hundred. */
  async function readTray(): Promise<void> {
    const { body } = await ask(`${urls.printerPage}/jobs`);
    for (const { id, complete, text } of body as Job[]) {
      const ticketOf = /Pedido nº (\d+) /.exec(text)?.[1];
      if (complete && ticketOf !== undefined) papers.set(id, { ticketOf, isSecond: text.includes('2ª VIA') });
    }
  }

  async function charges(): Promise<Charge[]> {
    const { body } = await ask(`${urls.payments}/simulator/payments`);
    return (body as Payment[]).map((one) => ({
      id: String(one.id),
      order: one.external_reference ?? '',
      amountCents: Math.round(one.transaction_amount * 100),
      approvedAtMs: one.date_approved === null ? null : Date.parse(one.date_approved),
      returnedCents: Math.round(one.transaction_amount_refunded * 100),
      returnedAtMs: one.transaction_amount_refunded === 0 ? null : Date.parse(one.date_last_updated),
      returnedByHand: false,
    }));
  }

  async function shownAt(host: string, code: string, token: string): Promise<Shown | null> {
    const headers = { ...fromAnywhere(chance), authorization: `Bearer ${token}` };
    const { status, body } = await ask(`${host}/api/orders/${code}`, { headers });
    return status === 200 ? (body as Shown) : null;
  }

  /** The name of an order and what opens it, also of one whose customer was told to wait. */
  async function keyOf({ body, placed }: Promised): Promise<{ code: string; token: string } | null> {
    if (placed !== null) return { code: placed.order.code, token: placed.trackingToken };
    const op = recorder.begin('relay', body.id, { kind: 'ask' });
    const headers = { ...fromAnywhere(chance), authorization: `Bearer ${body.claim}` };
    const answer = await ask(`${urls.relay}/api/orders/by-id/${body.id}`, { headers });
    recorder.answered(op, answer.status, answer.body);
    const { order, trackingToken } = (answer.body ?? {}) as { order?: Order; trackingToken?: string };
    return order && trackingToken !== undefined ? { code: order.code, token: trackingToken } : null;
  }

  async function ended(
    promise: Promised,
    paid: ReadonlySet<string>,
  ): Promise<{ events: Event[]; cooked: Order | null }> {
    const { id: order } = promise.body;
    const key = await keyOf(promise);
    if (key === null)
      return {
        events: [{ type: 'final', host: 'relay', order, view: null, state: 'waiting' }],
        cooked: null,
      };
    const { code, token } = key;
    const deadline = Date.now() + MONEY_MS_MAX;
    let store = await shownAt(urls.store, code, token);
    let relay = await shownAt(urls.relay, code, token);
    const isUnderWay = (): boolean =>
      JSON.stringify(store?.order.status) !== JSON.stringify(relay?.order.status) ||
      (paid.has(order) && store?.order.status === 'PENDING');
    while (isUnderWay() && Date.now() < deadline) {
      await pause(POLL_MS);
      store = await shownAt(urls.store, code, token);
      relay = await shownAt(urls.relay, code, token);
    }
    return {
      events: [
        { type: 'final', host: 'store', order, view: store && viewOf(store.order), state: 'placed' },
        { type: 'final', host: 'relay', order, view: relay && viewOf(relay.order), state: 'placed' },
        ...(relay?.money ? [{ type: 'customer-money', order, ...relay.money } as const] : []),
      ],
      cooked: store && COOKED.has(store.order.status) ? store.order : null,
    };
  }

  const papersOf = (order: Order): Paper[] =>
    [...papers.values()].filter((paper) => paper.ticketOf === String(order.simpleId));

  /** Until each has its paper, or would have had it. */
  async function waitForPaper(cooked: readonly Order[]): Promise<void> {
    const deadline = Date.now() + PAPER_MS_MAX;
    await readTray();
    while (cooked.some((order) => papersOf(order).length === 0) && Date.now() < deadline) {
      await pause(POLL_MS);
      await readTray();
    }
  }

  function ticketOf(order: Order): Event {
    const own = papersOf(order);
    const first = own.filter(({ isSecond }) => !isSecond).length;
    // Where the first may not have come out whole, the second says that it is one.
    return {
      type: 'ticket',
      order: order.id,
      purpose: 'kitchen',
      papers: Math.max(first, Math.min(1, own.length)),
    };
  }

  return {
    recorder,
    readTray,

    /** What the judge says of all that was seen so far, once nothing is under way any more. */
    async judge(promises: ReadonlyMap<string, Promised>): Promise<{ wrong: string[]; seen: Seen }> {
      await readTray();
      const before = await charges();
      const paid = new Set(before.flatMap((one) => (one.approvedAtMs === null ? [] : [one.order])));
      const finals: Event[] = [];
      const cooked: Order[] = [];
      for (const promise of promises.values()) {
        const end = await ended(promise, paid);
        finals.push(...end.events);
        if (end.cooked !== null) cooked.push(end.cooked);
      }
      await waitForPaper(cooked);
      finals.push(...cooked.map(ticketOf));
      const books = await charges();
      const history: History = [
        ...recorder.events,
        { type: 'end', atMs: Date.now() },
        ...finals,
        ...books.map((charge): Event => ({ type: 'charge', charge })),
      ];
      const of = (is: (event: Event) => boolean): number => history.filter(is).length;
      const seen: Seen = {
        answers: of(({ type }) => type === 'ok'),
        ends: of((event) => event.type === 'final' && event.view !== null),
        tickets: of(({ type }) => type === 'ticket'),
        payments: books.filter(({ approvedAtMs }) => approvedAtMs !== null).length,
      };
      return { wrong: findingsTold(history), seen };
    },
  };
}
