// Orders of the counter that are paid in parts, whose lines come and go, and whose PIX may never have come: made by chance, and booked by hand
// beside the shop as whoever stands there would. What the shop answers is read for ids and for the ways of what goes back, and both are judged.
import { isCode } from '@balcao/shared/order/code.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { v7 } from 'uuid';
import type { Asking } from '../../edge/testing/sign-in.ts';
import type { Hand } from '../../edge/testing/trading.ts';
import type { Seeded } from '../faults/seeded.ts';
import type { Told } from './money-ledger.ts';

/** Of the sample menu, with its tenth off. */
const PRICES = { taca: 2880, agua: 360 } as const;
type Product = keyof typeof PRICES;
const PRODUCTS: readonly Product[] = ['taca', 'agua', 'agua'];
const WAYS: readonly Hand[] = ['cash', 'debito', 'credito', 'vale', 'pix_manual'];

/** `sales` once the whole is paid; `deposits` before, and never reported. */
type Post = (from: 'sales' | 'deposits', to: Hand | 'deposits', cents: number, told?: Told) => void;
type Line = { id: string; cents: number };
type Part = { id: string; way: Hand; cents: number };
type Sold = {
  id: string;
  lines: Line[];
  changes: number;
  /** As it was asked for, to be sent twice. */
  lastChange: object;
  /** Before it is paid whole. */
  parts: Part[];
  paid: boolean;
  /** The one way by which all of it was paid; null where there were several. */
  onlyWay: Hand | null;
  /** What is held of it, by way. */
  held: Map<Hand, number>;
  owedCents: number;
  /** The amount of its PIX to the static code, where there is one. */
  pixCents: number;
  pix: 'none' | 'came' | 'lost';
  hasGivenBack: boolean;
  over: boolean;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const totalOf = ({ lines }: Sold): number => sum(lines.map(({ cents }) => cents));
const leftOf = (sold: Sold): number => totalOf(sold) - sum(sold.parts.map(({ cents }) => cents));
const methodOf = (way: Hand) => (way === 'cash' || way === 'pix_manual' ? way : 'terminal');
const asked = (way: Hand) => ({ method: methodOf(way), ...(methodOf(way) === 'terminal' && { card: way }) });

export function createPartsCounter(deps: {
  admin: Asking;
  chance: Seeded;
  post: Post;
  wrong: (text: string) => void;
}) {
  const { admin, chance, post, wrong } = deps;
  const all: Sold[] = [];

  async function ask(path: string, json: object): Promise<Order> {
    const answer = await admin(`/api/staff/orders${path}`, { json });
    if (!answer.ok)
      throw new Error(`${path} ${JSON.stringify(json)}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { order: Order }).order;
  }
  const hold = (sold: Sold, way: Hand, cents: number, told?: Told): void => {
    sold.held.set(way, (sold.held.get(way) ?? 0) + cents);
    post(sold.paid ? 'sales' : 'deposits', way, cents, told);
  };
  const judge = (sold: Sold, order: Order): void => {
    const said = [order.totalCents, order.balanceCents ?? 0];
    if (said.join() !== [totalOf(sold), sold.owedCents].join())
      wrong(
        `an order that costs ${totalOf(sold)} and owes ${sold.owedCents} is told as ${said.join(' and ')}`,
      );
  };
  function pay(sold: Sold): void {
    post('sales', 'deposits', sum([...sold.held.values()]));
    sold.paid = true;
    const ways = [...sold.held].filter(([, cents]) => cents > 0).map(([way]) => way);
    sold.onlyWay = ways.length === 1 ? (ways[0] ?? null) : null;
  }

  async function begin(): Promise<void> {
    const products = Array.from({ length: 1 + chance.int(3) }, () => chance.pick(PRODUCTS));
    const lines = products.map((productId) => ({ id: v7(), productId }));
    const id = v7();
    await ask('', { id, consumptionType: 'local', items: lines });
    all.push({
      id,
      lines: lines.map((line) => ({ id: line.id, cents: PRICES[line.productId] })),
      ...{
        changes: 0,
        lastChange: {},
        parts: [],
        paid: false,
        onlyWay: null,
        held: new Map<Hand, number>(),
        owedCents: 0,
      },
      ...{ pixCents: 0, pix: 'none' as const, hasGivenBack: false, over: false },
    });
  }

  /** Sometimes sent twice, as one does that saw no answer. */
  async function take(sold: Sold): Promise<void> {
    const left = leftOf(sold);
    const way = chance.pick(WAYS);
    const part: Part = { id: v7(), way, cents: chance.chance(0.5) ? left : 1 + chance.int(left) };
    const json = { kind: 'take-tender', id: part.id, cents: part.cents, ...asked(way) };
    await ask(`/${sold.id}/moves`, json);
    hold(sold, way, part.cents);
    sold.parts.push(part);
    const isPaid = leftOf(sold) === 0;
    if (chance.chance(0.3)) judge(sold, await ask(`/${sold.id}/moves`, json));
    if (isPaid) pay(sold);
  }

  async function takeWhole(sold: Sold, way = chance.pick(WAYS)): Promise<void> {
    await ask(`/${sold.id}/moves`, { kind: 'confirm-payment', ...asked(way) });
    hold(sold, way, totalOf(sold));
    if (way === 'pix_manual') Object.assign(sold, { pix: 'came', pixCents: totalOf(sold) });
    pay(sold);
  }

  async function givePartBack(sold: Sold): Promise<void> {
    const part = chance.pick(sold.parts);
    await ask(`/${sold.id}/moves`, { kind: 'give-tender-back', id: part.id });
    sold.parts = sold.parts.filter((one) => one !== part);
    hold(sold, part.way, -part.cents);
  }

  async function changeLines(sold: Sold): Promise<void> {
    const gone = sold.lines.length > 1 && chance.chance(0.5) ? [chance.pick(sold.lines)] : [];
    const productId = chance.pick(PRODUCTS);
    await changeBy(sold, { gone, productId: gone.length === 0 || chance.chance(0.3) ? productId : null });
    if (chance.chance(0.3)) judge(sold, await ask(`/${sold.id}/lines`, sold.lastChange));
  }

  async function changeBy(
    sold: Sold,
    { gone = [], productId }: { gone?: readonly Line[]; productId: Product | null },
  ): Promise<void> {
    const come = productId === null ? [] : [{ id: v7(), productId }];
    const before = totalOf(sold);
    sold.lines = [
      ...sold.lines.filter((line) => !gone.includes(line)),
      ...come.map((line) => ({ id: line.id, cents: PRICES[line.productId] })),
    ];
    const seen = { changes: sold.changes, paid: sold.paid };
    sold.lastChange = { id: v7(), seen, add: come, takeOff: gone.map(({ id }) => id) };
    if (sold.paid) sold.owedCents += totalOf(sold) - before;
    judge(sold, await ask(`/${sold.id}/lines`, sold.lastChange));
    sold.changes += 1;
  }

  async function settle(sold: Sold, way = chance.pick(WAYS)): Promise<void> {
    const cents = Math.abs(sold.owedCents);
    const isTaken = sold.owedCents > 0;
    const given = { id: v7(), cents };
    const json = isTaken ? { kind: 'take', ...given, ...asked(way) } : { kind: 'give-back', ...given };
    const before = new Map(sold.held);
    sold.owedCents = 0;
    const order = await ask(`/${sold.id}/difference`, json);
    if (isTaken) hold(sold, way, cents);
    else {
      sold.hasGivenBack = true;
      for (const { method, card, cents: back } of order.changes?.at(-1)?.givenBack ?? [])
        hold(sold, (card ?? method) as Hand, -back);
      judgeBack(sold, before, cents);
    }
    judge(sold, order);
    if (chance.chance(0.3)) judge(sold, await ask(`/${sold.id}/difference`, json));
  }

  /** All of it went, no way gave more than it had, and what was paid by one way went by it first. */
  function judgeBack(sold: Sold, before: ReadonlyMap<Hand, number>, cents: number): void {
    const wentBy = (way: Hand): number => (before.get(way) ?? 0) - (sold.held.get(way) ?? 0);
    if (sum(WAYS.map(wentBy)) !== cents) wrong(`${cents} were to go back, and ${sum(WAYS.map(wentBy))} went`);
    const short = WAYS.find((way) => (sold.held.get(way) ?? 0) < 0);
    if (short !== undefined) wrong(`more went back by ${short} than had come by it`);
    const { onlyWay } = sold;
    if (onlyWay !== null && wentBy(onlyWay) < Math.min(cents, before.get(onlyWay) ?? 0))
      wrong(`what was paid by ${onlyWay} went back another way`);
  }

  async function callOff(sold: Sold): Promise<void> {
    await ask(`/${sold.id}/moves`, { kind: 'cancel', reason: 'cliente' });
    for (const [way, cents] of sold.held) hold(sold, way, -cents);
    sold.over = true;
  }

  async function sayOfPix(sold: Sold, said: 'received' | 'not-received'): Promise<void> {
    const lists = (await (await admin('/api/staff/static-pix')).json()) as Record<
      'unconfirmed' | 'lost',
      { txid: string; orderId: string }[]
    >;
    // Of all of it: a part's has more than the order's code for its name.
    const one = [...lists.unconfirmed, ...lists.lost].find(
      ({ orderId, txid }) => orderId === sold.id && isCode(txid),
    );
    if (one === undefined) return;
    const answer = await admin(`/api/staff/static-pix/${one.txid}`, { json: { said } });
    if (!answer.ok) throw new Error(await answer.text());
    hold(sold, 'pix_manual', said === 'received' ? sold.pixCents : -sold.pixCents, 'in-all');
    sold.pix = said === 'received' ? 'came' : 'lost';
  }

  async function some(which: (sold: Sold) => boolean, act: (sold: Sold) => Promise<void>): Promise<void> {
    const from = all.filter((sold) => !sold.over && which(sold));
    if (from.length > 0) await act(chance.pick(from));
  }

  /** A PIX of which something is taken beside, in hand, and that never came, or came after all. */
  async function loseBeside(): Promise<void> {
    await begin();
    const sold = all.at(-1);
    if (sold === undefined) return;
    await takeWhole(sold, 'pix_manual');
    await changeBy(sold, { productId: chance.pick(PRODUCTS) });
    await settle(sold, chance.pick(['cash', 'debito', 'credito', 'vale']));
    await sayOfPix(sold, 'not-received');
    if (chance.chance(0.3)) await sayOfPix(sold, 'received');
  }

  return {
    loseBeside,

    /** Paid of orders that are not paid whole: in no report. */
    depositsBy: (way: Hand): number =>
      sum(all.filter(({ paid }) => !paid).map(({ held }) => held.get(way) ?? 0)),

    async step(): Promise<void> {
      const what = chance.int(20);
      if (what < 5) await begin();
      else if (what < 9) await some(({ paid }) => !paid, take);
      else if (what < 11) await some(({ paid, parts }) => !paid && parts.length === 0, takeWhole);
      else if (what < 12) await some(({ paid, parts }) => !paid && parts.length > 0, givePartBack);
      else if (what < 15)
        await some(
          ({ pix, paid, parts, changes }) => pix !== 'lost' && changes < 8 && (paid || parts.length === 0),
          changeLines,
        );
      else if (what < 18)
        await some(({ owedCents, pix }) => owedCents !== 0 && (owedCents > 0 || pix !== 'lost'), settle);
      else if (what < 19)
        await some(
          // Of a PIX of which a part went back nobody says that it never came.
          ({ pix, hasGivenBack }) => pix !== 'none' && !hasGivenBack,
          (sold) => sayOfPix(sold, sold.pix === 'lost' ? 'received' : 'not-received'),
        );
      else await some(() => true, callOff);
    },
  };
}
