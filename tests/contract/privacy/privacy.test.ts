// No stranger, and no other customer, hears of anybody: every route of both servers is asked, and everything that is said is read.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { soon } from '../../harness/relay.ts';
import { crawl, eavesdrop, routesOf, wordsOf, type Crawl } from './crawl.ts';
import { openPeopledShop, type People } from './people.ts';
import { nameOf, type World } from './probes.ts';
import type { Secret } from './scanner.ts';
import { ofCustomers, ofShop } from './secrets.ts';

let people: People;
let world: World;
let secrets: Secret[];
beforeAll(async () => {
  people = await openPeopledShop();
  // One of each door is guessed at; whoever else is heard of is found out too.
  const { ana, paidInShop, paidOnline, cashOnline, cancelled, counter, resaleOnline } = people.customers;
  const [admin] = people.staff;
  if (!admin) throw new Error('nobody works here');
  world = {
    me: ana,
    others: [paidInShop, paidOnline, cashOnline, cancelled, counter, resaleOnline],
    staff: admin,
  };
  secrets = [...ofCustomers(Object.values(people.customers)), ...ofShop(people)];
});
afterAll(() => people?.shop.close());

const sides = [
  ['store', 'storeUrl'],
  ['relay', 'relayUrl'],
] as const;

describe.each(sides)('[39] a stranger, and another customer, at the %s', (side, address) => {
  let crawled: Crawl;
  beforeAll(async () => {
    crawled = await crawl({
      url: people.shop[address],
      isStore: side === 'store',
      routes: routesOf(people.shop[side].app),
      world,
      secrets,
    });
  });
  afterAll(() => crawled.knocker.close());

  test('asks at every route there is', () => {
    expect([...crawled.asked.keys()].toSorted()).toEqual(
      routesOf(people.shop[side].app).map(nameOf).toSorted(),
    );
    // It is let in where anybody is, and refused where nobody should be: else it would have seen nothing.
    const seen = (route: string): number[] => [...new Set(crawled.asked.get(route))];
    expect(seen('POST /api/track')).toEqual(expect.arrayContaining([200, 400]));
    expect(seen('GET /api/orders/:code')).toEqual(expect.arrayContaining([200, 404]));
    expect(seen('GET /api/staff/board')).toEqual([401]);
  });

  test('is told nothing of anybody, in no answer, header, cookie or error', () => {
    expect(wordsOf(crawled.leaks)).toEqual([]);
  });

  test('hears nothing of anybody in the live streams that it is given tickets for', async () => {
    expect(crawled.tickets.length).toBeGreaterThan(10);
    const { owner, customers, shop } = people;
    const { leaks, messages } = await eavesdrop({ crawl: crawled, secrets, world }, async () => {
      const own = await crawled.knocker.listen(
        `/api/live?ticket=${String((await shop.ask(shop[address], `/api/orders/${customers.ana.code}`, { token: customers.ana.token ?? '' })).body['ticket'])}`,
      );
      for (const { id } of [customers.paidInShop, customers.paidOnline])
        for (const status of side === 'store' ? ['PREPARING', 'READY'] : ['DELIVERED', 'RECEBIDO']) {
          const moved = await owner(`/api/staff/orders/${id}/moves`, {
            json: { kind: 'set-status', status },
          });
          expect(moved.status).toBe(200);
        }
      // The last that happens: what is heard of it comes after all the rest.
      const paid = { kind: 'confirm-payment', method: side === 'store' ? 'cash' : 'terminal' };
      await owner(`/api/staff/orders/${customers.ana.id}/moves`, {
        json: side === 'store' ? paid : { kind: 'cancel', reason: 'cliente' },
      });
      await soon(() => expect(own.heard()).toContain('event: order'));
      own.close();
    });
    expect(messages).toBeGreaterThan(0);
    expect(wordsOf(leaks)).toEqual([]);
  });
});
