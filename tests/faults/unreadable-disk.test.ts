// A card that does not give back what is on it, under the real process: nothing is answered that was not read, and everybody is told.
import { beforeEach, describe, expect, it, vi, type TestContext } from 'vitest';
import { failingDisk, NO_FAILING_DISK, type FailingDisk } from './failing-disk.ts';
import { asAdmin, layShop, loneStore, WAIT, type LoneStore } from './lone-store.ts';

/** More than the process keeps in memory of the file. */
const SOLD = 2500;

let disk: FailingDisk;
let store: LoneStore;
beforeEach(async (context: TestContext) => {
  const failing = failingDisk();
  if (failing === null) return context.skip(NO_FAILING_DISK);
  disk = failing;
  await layShop(disk.folder, { sold: SOLD });
  store = await loneStore(disk.folder, { ...disk.env, LOG_LEVEL: 'silent' });
  return async () => {
    disk.mend();
    await store.process.stop();
    disk.remove();
  };
});

describe('[100] a disk that gives errors when it is read', () => {
  it('while the store runs: what is not in memory is refused in words, screens say so, and it is over when all of it was read', async () => {
    const { process, place, ask, untilReady } = store;
    await process.start();
    const admin = await asAdmin(store);
    const orderOf = (number: number) => admin(`/api/staff/orders?q=${number}`);
    const notices = async () => (await (await admin('/api/staff/condition')).json()) as { notices: object[] };
    const read = (await (await orderOf(SOLD)).json()) as { orders: { orderNumber: number }[] };
    expect(read.orders).toMatchObject([{ orderNumber: SOLD }]);

    disk.fail('reads give an error');
    const unread = await vi.waitFor(async () => {
      // Which pages are in memory is SQLite's business: some old order is in none of them.
      for (let number = 1; number < SOLD; number += 100) {
        const answer = await orderOf(number);
        if (answer.status !== 200) return answer;
        expect(await answer.json()).toMatchObject({ orders: [{ orderNumber: number }] });
      }
      throw new Error('every order was in memory');
    }, WAIT);
    const refusal = { code: 'storage', title: 'Não foi possível ler os dados' };
    expect([unread.status, await unread.json()]).toMatchObject([503, refusal]);
    // Who asks stands in the file as well: a screen hears of it, or is refused in the same words.
    const condition = await admin('/api/staff/condition');
    expect([condition.status, await condition.json()]).toMatchObject(
      condition.status === 503
        ? [503, refusal]
        : [
            200,
            {
              notices: expect.arrayContaining([
                expect.objectContaining({
                  id: 'unreadable',
                  text: expect.stringContaining('restaure nele a última cópia') as string,
                }),
              ]) as object[],
            },
          ],
    );
    const { reasons } = (await (await ask('/readyz')).json()) as { reasons: string[] };
    expect(reasons).toContain('a part of the database file cannot be read');
    // An order is either saved and answered as such, or refused.
    expect([201, 503]).toContain((await place()).status);

    disk.mend();
    await untilReady();
    expect(await notices()).toEqual({ notices: [] });
    expect(await (await orderOf(1)).json()).toMatchObject({ orders: [{ orderNumber: 1 }] });
    expect((await place()).status).toBe(201);
  });

  it('at the start: a page says what it is and names the way back, and the store opens by itself when it can be read', async () => {
    const { process, place, ask, untilReady } = store;
    disk.fail('reads give an error');
    await process.start();
    const page = await ask('/cozinha');
    expect(page.status).toBe(503);
    expect(await page.text()).toMatch(/O disco da loja não responde[\s\S]*sudo balcao restore/);
    expect(await (await place()).json()).toMatchObject({ code: 'trouble-disk-broken' });

    disk.mend();
    await untilReady();
    expect((await place()).status).toBe(201);
  });
});
