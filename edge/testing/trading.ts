// A day's trade made through the doors of a shop, and a ledger of what was done: which orders, what came for them, what went back. The
// ledger holds what whoever stood at the counter would write down, never what the store answers, but for the ids.
import { v7 } from 'uuid';
import type { Asking } from './sign-in.ts';
import type { TestStore } from './open-test-store.ts';

type Cart = { items: object[]; totalCents: number; sold: readonly (readonly [type: string, name: string])[] };
export type Hand = 'cash' | 'debito' | 'credito' | 'vale' | 'pix_manual';
export type Online = 'pix' | 'credit_card' | 'debit_card';
export type Door = 'counter' | 'lan' | 'relay';
export type Sale = {
  id: string;
  atMs: number;
  phone: string | null;
  isHere: boolean;
  cart: Cart;
  /** How it was paid, and when; null while it is not. */
  paid: { method: Hand | Online; atMs: number } | null;
  attemptId: string;
  backCents: number;
  end: End;
  /** What had become of it when it was deleted. */
  endBefore?: End;
};
type End = 'open' | 'delivered' | 'cancelled' | 'expired' | 'refunded' | 'charged-back' | 'deleted';
/** Money over the counter: positive came, negative was given back of what had come at that time. */
export type HandMove = { method: Hand; cents: number; atMs: number; cameAtMs: number };

const item = (fields: object) => ({ id: v7(), toppings: [], ...fields });
const half = () =>
  item({
    sizeId: 'g',
    baseId: 'acai',
    iceCreamId: 'ninho',
    meioAMeio: true,
    secondaryIceCreamId: 'morango',
    toppings: [
      { id: 'banana', layer: 'BOTTOM' },
      { id: 'nutella', layer: 'TOP' },
    ],
  });
const small = () =>
  item({ sizeId: 'p', baseId: 'acai', iceCreamId: 'ninho', toppings: [{ id: 'mel', layer: 'TOP' }] });
const HALF = [
  ['size', 'Grande'],
  ['base', 'Açaí'],
  ['ice_cream', 'Ninho'],
  ['ice_cream', 'Morango'],
  ['topping', 'Banana'],
  ['topping', 'Nutella'],
] as const;
const SMALL = [
  ['size', 'Pequeno'],
  ['base', 'Açaí'],
  ['ice_cream', 'Ninho'],
  ['topping', 'Mel'],
] as const;

/** Of the sample menu, with its tenth off. */
export const CARTS: readonly (() => Cart)[] = [
  () => ({ items: [half()], totalCents: 2565, sold: HALF }),
  () => ({ items: [small()], totalCents: 1350, sold: SMALL }),
  () => ({ items: [small(), small()], totalCents: 2700, sold: [...SMALL, ...SMALL] }),
  () => ({ items: [half(), small()], totalCents: 3915, sold: [...HALF, ...SMALL] }),
  () => ({ items: [item({ productId: 'agua' })], totalCents: 360, sold: [] }),
];

export type Trading = ReturnType<typeof createTrading>;

export function createTrading(store: TestStore, front: Asking, admin: Asking) {
  const sales: Sale[] = [];
  const hand: HandMove[] = [];
  const now = (): number => store.clock.nowMs;

  async function done(asking: Response | Promise<Response>): Promise<unknown> {
    const answer = await asking;
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text}`);
    return text === '' ? null : (JSON.parse(text) as unknown);
  }
  async function command(kind: string, payload: object): Promise<void> {
    const answer = (await done(store.askLink('/link/commands', { json: { id: v7(), kind, payload } }))) as {
      status: string;
    };
    if (answer.status !== 'done') throw new Error(JSON.stringify(answer));
  }
  const move = (sale: Sale, json: object) => done(admin(`/api/staff/orders/${sale.id}/moves`, { json }));

  /** Of whose attempt, order and amount the changes say. */
  const hear = (changes: object): Promise<void> =>
    command('payment.fact', {
      provider: 'mercadopago',
      providerPaymentId: null,
      method: 'pix',
      status: 'approved',
      statusDetail: null,
      refundedCents: 0,
      mismatch: null,
      observedAtMs: now(),
      ...changes,
    });
  const fact = ({ attemptId, id, cart }: Sale, changes: object): Promise<void> =>
    hear({ attemptId, orderId: id, amountCents: cart.totalCents, ...changes });

  function giveBack(sale: Sale): void {
    if (sale.paid === null || isOnline(sale.paid.method)) return;
    const { method, atMs: cameAtMs } = sale.paid;
    hand.push({ method, cents: -sale.cart.totalCents, atMs: now(), cameAtMs });
  }

  async function refundWhole(sale: Sale): Promise<void> {
    await fact(sale, {
      method: sale.paid?.method,
      status: 'refunded',
      refundedCents: sale.cart.totalCents,
    });
    sale.end = 'refunded';
  }

  return {
    sales,
    hand,
    hear,

    async order(door: Door, cart: Cart, phone: string | null, isHere: boolean): Promise<Sale> {
      const consumptionType = isHere ? 'local' : 'takeaway';
      const json = { id: v7(), customerPhone: phone, consumptionType, items: cart.items };
      if (door === 'counter') await done(front('/api/staff/orders', { json }));
      if (door === 'lan') await done(store.ask('/api/orders', { json }));
      if (door === 'relay') await command('order.place', { order: json });
      const sale: Sale = {
        id: json.id,
        atMs: now(),
        phone,
        isHere,
        cart,
        paid: null,
        attemptId: v7(),
        backCents: 0,
        end: 'open',
      };
      sales.push(sale);
      return sale;
    },

    async payByHand(sale: Sale, method: Hand): Promise<void> {
      const card = method === 'cash' || method === 'pix_manual' ? {} : { card: method };
      const json = {
        kind: 'confirm-payment',
        method: 'card' in card ? 'terminal' : method,
        ...card,
      };
      await done(front(`/api/staff/orders/${sale.id}/moves`, { json }));
      sale.paid = { method, atMs: now() };
      hand.push({ method, cents: sale.cart.totalCents, atMs: now(), cameAtMs: now() });
    },

    /** Also of an order that expired: it is made after all. */
    async payOnline(sale: Sale, method: Online): Promise<void> {
      await fact(sale, { method });
      sale.paid = { method, atMs: now() };
      sale.end = 'open';
    },
    /** Begun and not paid, or paid with another amount: no money of the order's. */
    beginOnline: (sale: Sale) => fact(sale, { status: 'pending' }),
    async payWrong(sale: Sale): Promise<void> {
      const wrong = { attemptId: v7(), mismatch: 'amount', amountCents: 9 };
      await fact(sale, wrong);
      await fact(sale, { ...wrong, status: 'partially_refunded', refundedCents: 5 });
    },
    /** The same order once more, and the second payment back at once. */
    async payTwice(sale: Sale, isBackWhole: boolean): Promise<void> {
      const attemptId = v7();
      await fact(sale, { attemptId });
      if (isBackWhole)
        await fact(sale, { attemptId, status: 'refunded', refundedCents: sale.cart.totalCents });
    },

    async refundPart(sale: Sale, cents: number): Promise<void> {
      sale.backCents += cents;
      await fact(sale, {
        method: sale.paid?.method,
        status: 'partially_refunded',
        refundedCents: sale.backCents,
      });
    },
    refundWhole,
    async chargeBack(sale: Sale): Promise<void> {
      await fact(sale, { method: sale.paid?.method, status: 'charged_back' });
      sale.end = 'charged-back';
    },

    /** What the bank took back comes again: the order stands as before. */
    async winChargeback(sale: Sale): Promise<void> {
      await fact(sale, { method: sale.paid?.method, statusDetail: 'reimbursed' });
      sale.end = 'open';
    },

    async deliver(sale: Sale): Promise<void> {
      await move(sale, { kind: 'set-status', status: 'DELIVERED' });
      sale.end = 'delivered';
    },
    async cancel(sale: Sale): Promise<void> {
      await move(sale, { kind: 'cancel', reason: 'cliente', keepsMoney: true });
      giveBack(sale);
      sale.end = 'cancelled';
    },
    async expire(sale: Sale): Promise<void> {
      const json = { ids: [sale.id], reason: 'expirado' };
      await done(admin('/api/staff/orders/cancel-unpaid', { json }));
      sale.end = 'expired';
    },
    /** What was paid online and not handed over goes back first. */
    async remove(sale: Sale): Promise<void> {
      const isKept = sale.end === 'open' || sale.end === 'cancelled';
      if (isKept && sale.paid !== null && isOnline(sale.paid.method)) await refundWhole(sale);
      await done(admin(`/api/staff/orders/${sale.id}`, { method: 'DELETE' }));
      if (sale.end === 'open') giveBack(sale);
      sale.endBefore = sale.end;
      sale.end = 'deleted';
    },

    openCash: (floatCents: number) =>
      done(front('/api/staff/cash-session', { json: { id: v7(), floatCents } })),
    moveCash: (kind: 'sangria' | 'suprimento', amountCents: number) =>
      done(
        front('/api/staff/cash-session/movements', { json: { id: v7(), kind, amountCents, note: 'banco' } }),
      ),
    closeCash: (countedCents: number) =>
      done(front('/api/staff/cash-session/close', { json: { countedCents } })),
  };
}

export const isOnline = (method: Hand | Online): method is Online =>
  method === 'pix' || method === 'credit_card' || method === 'debit_card';
