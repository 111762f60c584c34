// The flaw that the crawler was made for, put back: it must be seen, else the crawler looks and sees nothing.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { crawl, routesOf } from './crawl.ts';
import { openPeopledShop, type People } from './people.ts';
import { ofCustomers } from './secrets.ts';

vi.mock('@balcao/shared/host/stream-tokens.ts', async () => ({
  createStreamTokens: (await import('./readable-tickets.ts')).createReadableTickets,
}));

let people: People;
beforeAll(async () => {
  people = await openPeopledShop();
});
afterAll(() => people?.shop.close());

test.each([
  ['store', 'storeUrl'],
  ['relay', 'relayUrl'],
] as const)(
  '[39] tickets that can be read are found out at the %s',
  async (side, address) => {
    const { ana, anaOnline: _, ...others } = people.customers;
    const [admin] = people.staff;
    if (!admin) throw new Error('nobody works here');
    const { leaks, knocker } = await crawl({
      url: people.shop[address],
      isStore: side === 'store',
      routes: routesOf(people.shop[side].app).filter(({ path }) =>
        /^\/api\/(?:track|orders\/:code)$/.test(path),
      ),
      world: { me: ana, others: Object.values(others), staff: admin },
      secrets: ofCustomers(Object.values(people.customers)),
    });
    knocker.close();
    const told = (route: string): string[] => [
      ...new Set(leaks.filter(({ at }) => at === route).map(({ what }) => what)),
    ];
    expect(told('POST /api/track')).toContain('order id');
    expect(told('GET /api/orders/:code')).toContain('order id');
  },
  300_000,
);
