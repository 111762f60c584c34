// Orders of the counter whose parts come through the provider, by PIX or at the terminal, beside parts in hand: made by chance, with answers that come
// twice, late or never, and booked by hand beside the shop as whoever reads the provider's page would.
import type { Order } from '@balcao/shared/order/order.ts';
import { v7 } from 'uuid';
import type { Asking } from '../../edge/testing/sign-in.ts';
import { isOnline, type Hand, type Online } from '../../edge/testing/trading.ts';
import type { Seeded } from '../faults/seeded.ts';

type Way = Hand | Online;
const HANDS: readonly Hand[] = ['cash', 'debito', 'credito', 'pix_manual'];
const ONLINE: readonly Online[] = ['pix', 'pix', 'debit_card', 'credit_card'];
const WATER_CENTS = 360;

/** `sales` once the whole is paid; `deposits` before, and never reported. */
type Post = (from: 'sales' | 'deposits', to: Way | 'deposits', cents: number) => void;
/** A payment at the provider. `saidBackCents`: what the shop has heard that went back of it; `askedBackCents`: what it asked for and has not heard of. */
type Payment = {
  attemptId: string;
  part: string;
  way: Online;
  cents: number;
  saidBackCents: number;
  askedBackCents: number;
  /** The shop has its money again: a second dispute is told by a notice alone (decision 119). */
  isWon: boolean;
};
/** `cents`: what of it is in the order. `taken`: the bank has its money. */
type Part = { id: string; way: Way; cents: number; payment: Payment | null; taken: boolean };
type Sold = {
  id: string;
  totalCents: number;
  parts: Part[];
  paid: boolean;
  held: Map<Way, number>;
  owedCents: number;
  end: 'open' | 'delivered' | 'over';
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const leftOf = ({ totalCents, parts }: Sold): number => totalCents - sum(parts.map(({ cents }) => cents));
const byHand = (way: Hand) =>
  way === 'cash' || way === 'pix_manual' ? { method: way } : { method: 'terminal', card: way };
const isWhole = ({ cents, saidBackCents, askedBackCents }: Payment): boolean =>
  saidBackCents + askedBackCents === 0 && cents > 0;

export function createProvedCounter(deps: {
  admin: Asking;
  /** Brings the store a fact, as the relay does. */
  hear: (fact: object) => Promise<unknown>;
  orderOf: (id: string) => Order | null;
  chance: Seeded;
  post: Post;
  wrong: (text: string) => void;
}) {
  const { admin, chance, post, wrong } = deps;
  const all: Sold[] = [];
  const heard = new Map<string, object[]>();
  /** Payments whose order or part is gone, and of which the provider has not said yet that they went back. */
  const leaving: { sold: Sold; payment: Payment }[] = [];

  async function ask(path: string, json: object, expected: readonly number[] = [200, 201]): Promise<void> {
    const answer = await admin(`/api/staff/orders${path}`, { json });
    if (!expected.includes(answer.status))
      throw new Error(`${path} ${JSON.stringify(json)}: ${answer.status} ${await answer.text()}`);
  }
  const fact = async (sold: Sold, payment: Payment, changes: object = {}): Promise<void> => {
    const { attemptId, part, way, cents, saidBackCents } = payment;
    const status =
      saidBackCents === 0 ? 'approved' : saidBackCents < cents ? 'partially_refunded' : 'refunded';
    const said = {
      ...{ attemptId, part, method: way, amountCents: cents, refundedCents: saidBackCents, status },
      ...(way === 'pix' ? {} : { terminal: true }),
      orderId: sold.id,
      ...changes,
    };
    await deps.hear(said);
    // And once more, as when an answer was lost.
    const before = heard.get(attemptId) ?? [];
    if (before.length > 0 && chance.chance(0.3)) await deps.hear(chance.pick(before));
    heard.set(attemptId, [...before, said]);
  };
  const hold = (sold: Sold, way: Way, cents: number): void => {
    sold.held.set(way, (sold.held.get(way) ?? 0) + cents);
    post(sold.paid ? 'sales' : 'deposits', way, cents);
  };
  function payWhenWhole(sold: Sold): void {
    if (sold.paid || leftOf(sold) > 0) return;
    post('sales', 'deposits', sum([...sold.held.values()]));
    sold.paid = true;
  }
  /** What the order says of itself is what was done to it. */
  function judge(sold: Sold): void {
    const order = deps.orderOf(sold.id);
    const said = [order?.balanceCents ?? 0, order?.status === 'PENDING', order?.status === 'CANCELLED'];
    const done = [sold.owedCents, !sold.paid && sold.end === 'open', sold.end === 'over'];
    const inOrder = sum((order?.tenders ?? []).map(({ cents }) => cents));
    if (said.join() !== done.join()) wrong(`an order is told as ${said.join()}, and is ${done.join()}`);
    if (!sold.paid && sold.end === 'open' && inOrder !== sold.totalCents - leftOf(sold))
      wrong(`${sold.totalCents - leftOf(sold)} are in parts of an order that has ${inOrder}`);
  }

  async function begin(): Promise<void> {
    const items = Array.from({ length: 2 + chance.int(5) }, () => ({ id: v7(), productId: 'agua' }));
    const id = v7();
    await ask('', { id, consumptionType: 'local', items });
    const totalCents = items.length * WATER_CENTS;
    all.push({ id, totalCents, parts: [], paid: false, held: new Map(), owedCents: 0, end: 'open' });
  }
  const some = (sold: Sold): number => (chance.chance(0.4) ? leftOf(sold) : 1 + chance.int(leftOf(sold)));
  const seenParts = (sold: Sold): string[] => sold.parts.flatMap(({ id, payment }) => (payment ? [id] : []));
  const add = (sold: Sold, part: Omit<Part, 'taken'>): void => {
    sold.parts.push({ ...part, taken: false });
    hold(sold, part.way, part.cents);
    payWhenWhole(sold);
  };

  async function takeByHand(sold: Sold): Promise<void> {
    const [id, cents, way] = [v7(), some(sold), chance.pick(HANDS)];
    const json = { kind: 'take-tender', id, cents, ...byHand(way), besideParts: seenParts(sold) };
    await ask(`/${sold.id}/moves`, json);
    if (chance.chance(0.2)) await ask(`/${sold.id}/moves`, json);
    add(sold, { id, way, cents, payment: null });
  }

  const newPayment = (way: Online, cents: number, part = v7()): Payment => ({
    ...{ attemptId: v7(), part, way, cents, saidBackCents: 0, askedBackCents: 0, isWon: false },
  });

  /** Paid, or not; told once or twice; at the terminal sometimes said by hand first, or once more. */
  async function prove(sold: Sold): Promise<void> {
    const payment = newPayment(chance.pick(ONLINE), some(sold));
    const { part: id, way, cents } = payment;
    if (chance.chance(0.5)) await fact(sold, payment, { status: 'pending' });
    if (chance.chance(0.2))
      return await fact(sold, payment, { status: chance.pick(['expired', 'rejected']) });
    const said = { kind: 'take-tender', id, cents, method: 'terminal', card: 'debito' };
    if (way !== 'pix' && chance.chance(0.2)) {
      await ask(`/${sold.id}/moves`, { ...said, besideParts: seenParts(sold) });
      await fact(sold, payment);
      return add(sold, { id, way: 'debito', cents, payment: null });
    }
    await fact(sold, payment);
    if (chance.chance(0.3)) await fact(sold, payment, { statusDetail: 'accredited again' });
    add(sold, { id, way, cents, payment });
    if (way !== 'pix' && chance.chance(0.5)) await ask(`/${sold.id}/moves`, said);
    // Under another id it is asked about, and nothing is booked.
    if (!sold.paid && leftOf(sold) >= cents)
      await ask(`/${sold.id}/moves`, { ...said, ...same(way), id: v7() }, [409]);
  }
  const same = (way: Online): object => (way === 'pix' ? { method: 'pix_manual', card: undefined } : {});

  /** Of an order that has no room for it: it goes back, and is in no book of the counter's. */
  async function payTooMuch(sold: Sold): Promise<void> {
    const payment = newPayment(chance.pick(ONLINE), Math.max(0, leftOf(sold)) + 1 + chance.int(500));
    await fact(sold, payment);
    leaving.push({ sold, payment: { ...payment, askedBackCents: payment.cents } });
  }

  /** All of it is asked back; whether it went is heard later, or never. */
  function leave(sold: Sold, part: Part): void {
    const { payment } = part;
    const cents =
      payment === null ? part.cents : payment.cents - payment.saidBackCents - payment.askedBackCents;
    if (part.taken || cents === 0) return;
    hold(sold, part.way, -cents);
    if (payment === null) return;
    payment.askedBackCents += cents;
    leaving.push({ sold, payment });
  }
  async function givePartBack(sold: Sold): Promise<void> {
    const part = chance.pick(sold.parts);
    await ask(`/${sold.id}/moves`, { kind: 'give-tender-back', id: part.id });
    sold.parts = sold.parts.filter((one) => one !== part);
    leave(sold, part);
  }
  async function callOff(sold: Sold): Promise<void> {
    await ask(`/${sold.id}/moves`, { kind: 'cancel', reason: 'cliente' });
    for (const part of sold.parts) if (part.payment !== null) leave(sold, part);
    // What was owed and taken since is among it.
    for (const [way, cents] of sold.held) if (!isOnline(way)) hold(sold, way, -cents);
    Object.assign(sold, { end: 'over', owedCents: 0 });
  }
  async function hearLate(): Promise<void> {
    if (leaving.length === 0) return;
    const one = chance.pick(leaving);
    leaving.splice(leaving.indexOf(one), 1);
    const { payment, sold } = one;
    Object.assign(payment, {
      saidBackCents: payment.saidBackCents + payment.askedBackCents,
      askedBackCents: 0,
    });
    await fact(sold, payment);
  }

  /** What goes or comes over there of a part is owed by an order in the making, and missing in one that waits. */
  function moveOver(sold: Sold, part: Part, cents: number): void {
    hold(sold, part.way, cents);
    if (!sold.paid) part.cents += cents;
    else if (sold.end === 'open') sold.owedCents -= cents;
    payWhenWhole(sold);
  }
  /** In the provider's panel, or by the bank. */
  async function goOver(sold: Sold, part: Part, payment: Payment): Promise<void> {
    if (chance.chance(0.4) && !payment.isWon) {
      await fact(sold, payment, { status: 'charged_back' });
      part.taken = true;
      return moveOver(sold, part, -payment.cents);
    }
    const cents = chance.chance(0.5) ? payment.cents : 1 + chance.int(payment.cents);
    payment.saidBackCents += cents;
    await fact(sold, payment);
    moveOver(sold, part, -cents);
  }
  /** The dispute was won, or the part is paid by another payment. */
  async function comeAgain(sold: Sold, part: Part, payment: Payment): Promise<void> {
    // What went while the order waited was paid otherwise by now.
    const isMissed =
      part.cents === payment.cents && (sold.end === 'delivered' || sold.owedCents >= payment.cents);
    const hasRoom = sold.paid ? isMissed : leftOf(sold) >= payment.cents;
    if (!hasRoom) return;
    if (part.taken) {
      await fact(sold, payment, { statusDetail: 'reimbursed' });
      payment.isWon = true;
    } else {
      part.payment = newPayment(payment.way, payment.cents, part.id);
      await fact(sold, part.payment);
    }
    part.taken = false;
    moveOver(sold, part, payment.cents);
  }

  async function refundInPart(sold: Sold): Promise<void> {
    const proved = sold.parts.filter(({ payment }) => payment !== null);
    const payment = proved[0]?.payment;
    if (proved.length !== 1 || !payment || proved[0]?.taken || !isWhole(payment) || payment.cents < 2) return;
    const cents = 1 + chance.int(payment.cents - 1);
    await ask(`/${sold.id}/refund`, { amountCents: cents });
    payment.askedBackCents += cents;
    hold(sold, payment.way, -cents);
    leaving.push({ sold, payment });
  }
  async function settle(sold: Sold): Promise<void> {
    const way = chance.pick(HANDS);
    await ask(`/${sold.id}/difference`, { kind: 'take', id: v7(), cents: sold.owedCents, ...byHand(way) });
    hold(sold, way, sold.owedCents);
    sold.owedCents = 0;
  }

  async function on(which: (sold: Sold) => boolean, act: (sold: Sold) => Promise<void>): Promise<void> {
    const from = all.filter((sold) => sold.end !== 'over' && which(sold));
    if (from.length === 0) return;
    const sold = chance.pick(from);
    await act(sold);
    judge(sold);
  }
  const onPart = (
    which: (payment: Payment, part: Part) => boolean,
    act: (sold: Sold, part: Part, payment: Payment) => Promise<void>,
  ): Promise<void> => {
    const fits = ({ payment, ...part }: Part): boolean =>
      payment !== null && which(payment, { payment, ...part });
    return on(
      ({ parts }) => parts.some(fits),
      async (sold) => {
        const part = chance.pick(sold.parts.filter(fits));
        if (part.payment !== null) await act(sold, part, part.payment);
      },
    );
  };
  const waits = (sold: Sold): boolean => !sold.paid;

  return {
    /** Paid of orders that are not paid whole: in no report. */
    depositsBy: (way: Way): number => sum(all.filter(waits).map(({ held }) => held.get(way) ?? 0)),

    async step(): Promise<void> {
      const what = chance.int(24);
      if (what < 5) await begin();
      else if (what < 8) await on((sold) => waits(sold) && leftOf(sold) > 0, takeByHand);
      else if (what < 13) await on((sold) => waits(sold) && leftOf(sold) > 0, prove);
      else if (what < 14) await on(() => true, payTooMuch);
      else if (what < 15)
        await on((sold) => waits(sold) && sold.parts.some(({ cents }) => cents > 0), givePartBack);
      else if (what < 17) await onPart((payment, { taken }) => isWhole(payment) && !taken, goOver);
      else if (what < 18)
        await onPart(({ cents, saidBackCents }, { taken }) => taken || saidBackCents === cents, comeAgain);
      else if (what < 20) await on(({ paid, owedCents }) => paid && owedCents === 0, refundInPart);
      else if (what < 21) await hearLate();
      else if (what < 22) await on(({ owedCents }) => owedCents > 0, settle);
      else if (what < 23) await on(({ end }) => end === 'open', callOff);
      else
        await on(
          ({ paid, owedCents, end }) => paid && owedCents === 0 && end === 'open',
          async (sold) => {
            await ask(`/${sold.id}/moves`, { kind: 'set-status', status: 'DELIVERED' });
            sold.end = 'delivered';
          },
        );
    },
  };
}
