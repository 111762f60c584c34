// The relay on its embedded database (PGlite), which never syncs to disk: what it acknowledged must at least outlive
// the process. The power going is another matter, and the reason why real shops run on PostgreSQL.
import { expect, it } from 'vitest';
import { startShop } from '../support/shop.ts';
import { seeded } from './seeded.ts';
import { anyOrder, ask, readMenu, type OrderBody, type Placed } from './shop-client.ts';

const KILLS = 2;
const ORDERS_BETWEEN = 5;

it('a relay on the embedded database has what it acknowledged again after SIGKILL', async () => {
  const shop = await startShop({ env: { relay: { LOG_LEVEL: 'warn' }, store: { LOG_LEVEL: 'warn' } } });
  try {
    const menu = await readMenu(shop.urls.relay);
    const chance = seeded(20261121);
    const acknowledged: { body: OrderBody; placed: Placed }[] = [];
    for (let kills = 0; kills < KILLS; kills += 1) {
      for (let count = 0; count < ORDERS_BETWEEN; count += 1) {
        const body = anyOrder(menu, chance);
        const answer = await ask(`${shop.urls.relay}/api/orders`, { body });
        expect(answer.status).toBe(201);
        acknowledged.push({ body, placed: answer.body as Placed });
      }
      const unanswered = ask(`${shop.urls.relay}/api/orders`, { body: anyOrder(menu, chance) });
      await shop.kill('relay');
      await unanswered;
      await shop.start('relay');
      await shop.joined();
    }
    for (const { body, placed } of acknowledged) {
      const { body: outcome } = await ask(`${shop.urls.relay}/api/orders/by-id/${body.id}`, {
        headers: { authorization: `Bearer ${body.claim}` },
      });
      expect(outcome).toMatchObject({
        state: 'placed',
        order: { code: placed.order.code, orderNumber: placed.order.orderNumber },
      });
    }
  } finally {
    await shop.stop();
  }
});
