// The books of what staff take and give back, row by row: which rows each use writes, and what it says of them. On a database of its own;
// what an order makes of it is asked in `tenders.test.ts` and `part-facts.test.ts`.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HandPaymentBody } from '@balcao/shared/link/aggregates/cash.ts';
import type { TerminalCard } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { openDatabase, type Db } from '../../storage/open.ts';
import { handPayments } from '../../storage/schema/cash.ts';
import { payments } from '../../storage/schema/payments.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import { THE_STORE, type Actor } from '../audit/audit.ts';
import { createHandPayments } from './hand-payments.ts';

const ANA: Actor = { userId: 'u1', userName: 'Ana', from: 'lan' };
const order = sampleOrder({ totalCents: 1000, paymentMethod: 'cash' });
const { id } = order;

let db: Db;
let books: ReturnType<typeof createHandPayments>;
let session: string | null;
let nowMs: number;
let lost: Set<string>;
let told: string[];
let logged: string[];
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  session = 's1';
  nowMs = 5;
  lost = new Set();
  told = [];
  logged = [];
  const append: PrivateLog['append'] = (_row, name, body) =>
    void logged.push(`${name} ${(body as HandPaymentBody).amountCents}`);
  books = createHandPayments({
    db,
    log: { append } as PrivateLog,
    clock: () => nowMs,
    openSessionId: () => session,
    staticPix: {
      claim: (actor, { part, cents }) => void told.push(`${actor.userName} claims '${part}' ${cents}`),
      calledOff: ({ part }) => void told.push(`'${part}' goes back`),
      isLost: ({ orderId, part }) => orderId === id && lost.has(part),
    },
    returnProved: (orderId, attemptId, cents) =>
      void told.push(`${orderId === id ? '' : 'another '}${attemptId} back ${cents}`),
  });
});
afterEach(() => void db.$client.close());

const all = () => db.select().from(handPayments).all();
/** What was written since the last look. */
let seen = 0;
beforeEach(() => void (seen = 0));
const news = (): string[] => {
  const rows = all().slice(seen);
  seen += rows.length;
  return rows.map(({ kind, part, method, card, amountCents }) =>
    [kind, `'${part}'`, method, ...(card === null ? [] : [card]), amountCents].join(' '),
  );
};
type Way = 'cash' | 'pix_manual' | TerminalCard;
/** Staff takes a part, by a name. */
function take(part: string, way: Way, cents: number, actor = ANA): void {
  const isByCard = way !== 'cash' && way !== 'pix_manual';
  const method = isByCard ? ('terminal' as const) : way;
  books.tookTender(actor, id, { id: part, method, card: isByCard ? way : null, cents, receivedCents: null });
}
const came = (part: string, cents: number, method: 'pix' | 'credit_card' = 'pix') =>
  books.cameProved(id, { id: part, cents, proved: { attemptId: `a-${part}`, method } });
const left = (part: string, cents: number, name?: string, method: 'pix' | 'credit_card' = 'pix') =>
  books.leftProved(id, { id: part, proved: { attemptId: `a-${part}`, method } }, cents, name);
/** What the relay said of a payment of a part. */
const fact = (attemptId: string, said: object, orderId = id): void =>
  void db
    .insert(payments)
    .values({ attemptId, orderId, fact: JSON.stringify({ mismatch: null, ...said }), updatedAtMs: 0 })
    .run();

describe('what staff take', () => {
  it('is a row with its way, its drawer, its taker and its time, and one of the log', () => {
    books.took(ANA, order, 'terminal', 'debito');
    session = null;
    nowMs = 6;
    take('p1', 'cash', 300, THE_STORE);
    const common = { orderId: id, kind: 'in' };
    expect(all()).toMatchObject([
      {
        ...common,
        part: '',
        method: 'terminal',
        card: 'debito',
        amountCents: 1000,
        sessionId: 's1',
        userName: 'Ana',
        atMs: 5,
      },
      {
        ...common,
        part: 'p1',
        method: 'cash',
        card: null,
        amountCents: 300,
        sessionId: null,
        userName: '',
        atMs: 6,
      },
    ]);
    expect(logged).toEqual([`by-hand.${id}.in 1000`, `by-hand.${id}.in.p1 300`]);
  });

  it.each(['s1', null])('is of the drawer that is open then, as all that moves is: %s', (open) => {
    session = open;
    books.took(ANA, order, 'cash', null);
    take('p1', 'cash', 300);
    came('p2', 100);
    books.gaveDifferenceBack(ANA, { id, paymentMethod: 'cash' }, { id: 'd1', cents: 100 });
    expect(all().map(({ kind, part, sessionId }) => [kind, part, sessionId])).toEqual([
      ['in', '', open],
      ['in', 'p1', open],
      ['in', 'p2', open],
      ['back', 'd1', open],
    ]);
  });

  it('has a kind of card at the terminal alone', () => {
    books.took(ANA, order, 'cash', 'vale');
    take('p1', 'vale', 1);
    expect(news()).toEqual(["in '' cash 1000", "in 'p1' terminal vale 1"]);
  });

  it('is one row of the books and one of the log, however often it is said', () => {
    for (let n = 0; n < 2; n += 1) books.took(ANA, order, 'cash', null);
    for (let n = 0; n < 2; n += 1) take('p1', 'cash', 300);
    expect(news()).toHaveLength(2);
    expect(logged).toHaveLength(2);
  });

  it('by PIX to the code of the shop is waited for, and by no other way', () => {
    books.took(ANA, order, 'pix_manual', null);
    take('p1', 'pix_manual', 300);
    for (const way of ['cash', 'credito'] as const) take(way, way, 1);
    books.took(THE_STORE, { ...order, id: 'other' }, 'pix_manual', null);
    expect(told).toEqual(["Ana claims '' 1000", "Ana claims 'p1' 300", "null claims '' 1000"]);
    expect(all().at(-1)?.userName).toBe('');
  });
});

describe('a part that came through the provider', () => {
  it('is a row that nobody took, in the session in which it came', () => {
    came('p1', 700, 'credit_card');
    expect(all()).toMatchObject([
      { kind: 'in', part: 'p1', method: 'credit_card', card: null, sessionId: 's1', userName: '', atMs: 5 },
    ]);
    expect(books.bookedProved(id, 'p1')).toBe(700);
  });

  it('is booked back and forth by what is left of it, each difference once', () => {
    came('p1', 1000);
    came('p11', 9);
    news();
    expect([left('p1', 1000), left('p1', 600), left('p1', 600)]).toEqual([0, 400, 0]);
    expect(news()).toEqual(["back 'p1.1' pix 400"]);
    expect(left('p1', 900)).toBe(-300);
    expect(news()).toEqual(["in 'p1.2' pix 300"]);
    expect(books.bookedProved(id, 'p1')).toBe(900);
    expect(left('p1', 0, 'gone', 'credit_card')).toBe(900);
    expect(news()).toEqual(["back 'p1.gone' credit_card 900"]);
    expect([books.goneUnder(id, 'p1.gone'), books.goneUnder(id, 'p1.2'), books.goneUnder(id, 'p2')]).toEqual([
      900, 0, 0,
    ]);
    expect(books.bookedProved(id, 'p11')).toBe(9);
  });

  it('goes back there, all that is left of it, by its payment of that part', () => {
    came('p1', 1000);
    left('p1', 600);
    news();
    fact('other-part', { part: 'p2', status: 'approved' });
    fact('other-order', { part: 'p1', status: 'approved' }, 'other');
    fact('rejected', { part: 'p1', status: 'rejected' });
    fact('mismatched', { part: 'p1', status: 'approved', mismatch: 'amount' });
    fact('a1', { part: 'p1', status: 'partially_refunded' });
    books.returnProvedParts(id);
    expect(told).toEqual(['a1 back 600']);
    expect(news()).toEqual(["back 'p1.given' pix 600"]);
    expect(books.wasGivenBack(id, 'p1')).toBe(true);
    books.returnProvedParts(id);
    expect([told.length, news()]).toEqual([1, []]);
  });

  it('goes back by its own way, and what staff took beside it stays', () => {
    came('p1', 700);
    take('p2', 'cash', 300);
    came('p3', 200, 'credit_card');
    news();
    books.returnProvedParts(id);
    expect(news()).toEqual(["back 'p1' pix 700", "back 'p3' credit_card 200"]);
    expect(books.heldCents(id)).toBe(300);
  });

  it('that goes back whole goes under its own name, by the way by which it came last', () => {
    came('p1', 1000);
    left('p1', 0);
    left('p1', 1000, undefined, 'credit_card');
    news();
    books.gaveBack(ANA, order);
    expect(news()).toEqual(["back 'p1' credit_card 1000"]);
    // Nobody knows its payment: there is nobody to ask.
    expect(told).toEqual([]);
  });

  it('of which nothing is left is not asked for', () => {
    came('p1', 1000);
    left('p1', 0);
    fact('a1', { part: 'p1', status: 'approved' });
    news();
    books.gaveBack(ANA, order);
    expect([told, news()]).toEqual([[], []]);
  });
});

describe('an order that is called off', () => {
  it('gives each part back by its way, out of the drawer of now, in the name of who did it', () => {
    books.took(ANA, order, 'terminal', 'vale');
    take('p1', 'cash', 300);
    came('p2', 50);
    fact('a2', { part: 'p2', status: 'approved' });
    news();
    session = 's2';
    nowMs = 9;
    expect(books.gaveBack({ ...ANA, userName: 'Bia' }, order)).toEqual([
      { method: 'terminal', card: 'vale', cents: 1000 },
      { method: 'cash', card: null, cents: 300 },
      { method: 'pix', card: null, cents: 50 },
    ]);
    expect(news()).toEqual(["back '' terminal vale 1000", "back 'p1' cash 300", "back 'p2' pix 50"]);
    const moved = { sessionId: 's2', atMs: 9 };
    expect(all().slice(3)).toMatchObject([
      { ...moved, userName: 'Bia' },
      { ...moved, userName: 'Bia' },
      { ...moved, userName: '' },
    ]);
    expect(told).toEqual(['a2 back 50']);
    expect(books.gaveBack(ANA, order)).toEqual([]);
    expect(news()).toEqual([]);
  });

  it('gives back the rest whole where a part of the same way went back before, and says of no PIX twice that it goes', () => {
    books.took(ANA, order, 'cash', null);
    take('p1', 'cash', 200);
    take('p2', 'pix_manual', 500);
    news();
    told = [];
    books.gaveBack(ANA, order, 'p1');
    books.gaveBack(ANA, order, 'p2');
    books.gaveBack(ANA, order);
    expect(news()).toEqual(["back 'p1' cash 200", "back 'p2' pix_manual 500", "back '' cash 1000"]);
    expect(told).toEqual(["'p2' goes back"]);
    expect(logged.slice(3)).toEqual([
      `by-hand.${id}.back.p1 200`,
      `by-hand.${id}.back.p2 500`,
      `by-hand.${id}.back 1000`,
    ]);
  });

  it('gives back nothing of what another order paid', () => {
    books.took(ANA, { ...order, id: 'other' }, 'cash', null);
    news();
    books.gaveBack(ANA, order);
    expect(news()).toEqual([]);
  });

  it('gives back no PIX that never came, and says of one that may come that it goes back', () => {
    for (const part of ['p1', 'p2']) take(part, 'pix_manual', 300);
    take('p3', 'cash', 100);
    lost = new Set(['p1', 'p3']);
    news();
    told = [];
    books.gaveBack(ANA, order);
    expect(news()).toEqual(["back 'p2' pix_manual 300", "back 'p3' cash 100"]);
    expect(told).toEqual(["'p2' goes back"]);
  });

  it('gives back one part alone where one is named, and the rest of what went back before', () => {
    take('p1', 'cash', 200);
    take('p2', 'cash', 500);
    take('p3', 'debito', 300);
    expect(books.gaveDifferenceBack(ANA, order, { id: 'd1', cents: 300 })).toEqual([
      { method: 'cash', card: null, cents: 300 },
    ]);
    news();
    books.gaveBack(ANA, order, 'p3');
    expect(news()).toEqual(["back 'p3' terminal debito 300"]);
    // Of the 700 in cash 300 went: none of the first part is left, and 400 of the second.
    books.gaveBack(ANA, order);
    expect(news()).toEqual(["back 'p2' cash 400"]);
    expect(books.wasGivenBack(id, 'p1')).toBe(false);
  });

  it('gives back what two differences left of a part by the same way', () => {
    take('p1', 'cash', 700);
    books.gaveDifferenceBack(ANA, order, { id: 'd1', cents: 300 });
    books.gaveDifferenceBack(ANA, order, { id: 'd2', cents: 100 });
    news();
    books.gaveBack(ANA, order);
    // 300 and 100 of the 700 had gone.
    expect(news()).toEqual(["back 'p1' cash 300"]);
  });

  it('gives a named part back whole, whatever of the order was too much', () => {
    take('p1', 'cash', 200);
    take('p2', 'cash', 500);
    books.gaveDifferenceBack(ANA, order, { id: 'd1', cents: 100 });
    news();
    books.gaveBack(ANA, order, 'p1');
    expect(news()).toEqual(["back 'p1' cash 200"]);
  });
});

describe('what was too much of an order that stays', () => {
  beforeEach(() => {
    take('p1', 'debito', 300);
    take('p2', 'cash', 500);
    take('p3', 'vale', 200);
    came('p4', 900);
    news();
  });

  it('goes back by its own way first, then by the others, as far as there is something by them', () => {
    expect(books.gaveDifferenceBack(ANA, order, { id: 'd1', cents: 850 })).toEqual([
      { method: 'cash', card: null, cents: 500 },
      { method: 'terminal', card: 'debito', cents: 300 },
      { method: 'terminal', card: 'vale', cents: 50 },
    ]);
    expect(news()).toEqual([
      "back 'd1' cash 500",
      "back 'd1.1' terminal debito 300",
      "back 'd1.2' terminal vale 50",
    ]);
    expect(all().at(-1)).toMatchObject({ kind: 'back', sessionId: 's1', userName: 'Ana', atMs: 5 });
    expect([books.heldCents(id), books.heldCents(id, 'cash'), books.heldCents(id, 'terminal')]).toEqual([
      150, 0, 150,
    ]);
  });

  it('is no row for a way of which nothing is needed, and none where nothing is too much', () => {
    expect(
      books.gaveDifferenceBack(ANA, { id, paymentMethod: 'terminal' }, { id: 'd1', cents: 300 }),
    ).toEqual([{ method: 'terminal', card: 'debito', cents: 300 }]);
    expect(books.gaveDifferenceBack(THE_STORE, order, { id: 'd2', cents: 0 })).toEqual([]);
    expect(news()).toEqual(["back 'd1' terminal debito 300"]);
    books.gaveDifferenceBack(THE_STORE, order, { id: 'd3', cents: 1 });
    expect(all().at(-1)).toMatchObject({ part: 'd3', method: 'cash', amountCents: 1, userName: '' });
  });

  it('goes under the name of the difference by the first way of which something is left', () => {
    books.gaveBack(ANA, order, 'p2');
    news();
    books.gaveDifferenceBack(ANA, order, { id: 'd1', cents: 400 });
    expect(news()).toEqual(["back 'd1' terminal debito 300", "back 'd1.1' terminal vale 100"]);
  });

  it('does not go back out of a PIX that never came', () => {
    take('p5', 'pix_manual', 400);
    expect([books.heldCents(id), books.heldCents(id, 'pix_manual')]).toEqual([1400, 400]);
    // A way without doubt has nothing to be lost.
    lost = new Set(['p5', 'p2']);
    expect([books.heldCents(id), books.heldCents(id, 'pix_manual')]).toEqual([1000, 0]);
    const pixFirst = { id, paymentMethod: 'pix_manual' } as const;
    expect(books.gaveDifferenceBack(ANA, pixFirst, { id: 'd1', cents: 100 })).toEqual([
      { method: 'terminal', card: 'debito', cents: 100 },
    ]);
  });
});

describe('what is asked of a part', () => {
  it('is whether its name is in the books of that order', () => {
    take('p1', 'cash', 1);
    expect([books.hasPart(id, 'p1'), books.hasPart(id, 'p2'), books.hasPart('other', 'p1')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is whether it went back, whole or what was left of it, and not whether something of it went', () => {
    take('p1', 'cash', 1);
    came('p2', 100);
    left('p2', 40);
    const went = () => ['p1', 'p2', 'p3'].map((part) => books.wasGivenBack(id, part));
    expect(went()).toEqual([false, false, false]);
    books.gaveBack(ANA, order);
    expect(went()).toEqual([true, true, false]);
  });

  it('is what was taken under its name, and whether a terminal took it through the provider', () => {
    take('p1', 'credito', 300);
    came('p2', 100, 'credit_card');
    came('p3', 50, 'credit_card');
    came('p5', 40, 'credit_card');
    left('p3', 20);
    // What staff said by hand of the terminal is not by the provider, whatever stands beside it.
    fact('a1', { part: 'p1', status: 'approved', terminal: true });
    fact('a2', { part: 'p2', status: 'approved', terminal: true });
    fact('a3', { part: 'p3', status: 'approved' });
    fact('a5', { part: 'p5', status: 'rejected', terminal: true });
    expect(['p1', 'p2', 'p3', 'p3.1', 'p4', 'p5'].map((part) => books.takenPart(id, part))).toEqual([
      { method: 'terminal', cents: 300, isAtTerminal: false },
      { method: 'credit_card', cents: 100, isAtTerminal: true },
      { method: 'credit_card', cents: 50, isAtTerminal: false },
      null,
      null,
      { method: 'credit_card', cents: 40, isAtTerminal: false },
    ]);
  });
});
