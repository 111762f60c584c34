// A card that stops taking writes, or gives errors, under the real process: the shop is shown, said so, and sells when it can again.
import { beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { failingDisk, NO_FAILING_DISK, type DiskFault, type FailingDisk } from './failing-disk.ts';
import { asAdmin, keptIn, layShop, loneStore, type LoneStore } from './lone-store.ts';

let disk: FailingDisk;
let store: LoneStore;
beforeEach(async (context: TestContext) => {
  const failing = failingDisk();
  if (failing === null) return context.skip(NO_FAILING_DISK);
  disk = failing;
  await layShop(disk.folder);
  store = await loneStore(disk.folder, { ...disk.env, LOG_LEVEL: 'silent' });
  return async () => {
    disk.mend();
    await store.process.stop();
    disk.remove();
  };
});

const idOf = async (answer: Response): Promise<string> => {
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { order: { id: string } }).order.id;
};

const WRITELESS = [
  'writes give an error',
  'syncs give an error',
  'is read-only',
] as const satisfies DiskFault[];

describe('[68] a disk', () => {
  it.each(WRITELESS)(
    'that %s while the store runs: refused in words, shown, said, and sold on by itself',
    async (fault) => {
      const { ask, place, process, untilReady } = store;
      await process.start();
      const admin = await asAdmin(store);
      const first = await idOf(await place());

      disk.fail(fault);
      const refused = await place();
      expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'storage' }]);
      expect((await ask('/api/menu')).status).toBe(200);
      expect((await admin('/api/staff/board')).status).toBe(200);
      expect(await (await admin('/api/staff/orders')).text()).toContain(first);
      expect(await (await admin('/api/staff/condition')).json()).toMatchObject({
        notices: [{ id: 'no-room' }],
      });
      expect((await ask('/readyz')).status).toBe(503);

      disk.mend();
      await untilReady();
      const second = await idOf(await place());
      await process.stop();
      expect(await keptIn(disk.folder)).toEqual([first, second]);
    },
    120_000,
  );

  it.each([
    ['writes give an error', 'SIGTERM'],
    ['is read-only', 'SIGTERM'],
    ['is read-only', 'SIGKILL'],
  ] as const)(
    'that %s at the start, after %s: menu, board and numbers are shown, nothing is taken in, and it sells by itself when the disk does',
    async (fault, end) => {
      const { ask, place, process, untilReady } = store;
      await process.start();
      const first = await idOf(await place());
      await process.kill(end);

      disk.fail(fault);
      await process.start();
      expect((await ask('/api/menu')).status).toBe(200);
      const admin = await asAdmin(store);
      expect((await admin('/api/staff/board')).status).toBe(200);
      expect(await (await admin('/api/staff/orders')).text()).toContain(first);
      const { status } = await place();
      expect(status).toBe(503);
      const { notices } = (await (await admin('/api/staff/condition')).json()) as { notices: unknown[] };
      expect(notices).toMatchObject([{ title: expect.stringContaining('não consegue salvar') as string }]);
      // What is done to a copy that goes away would be lost: not even the way out of other troubles is open.
      const paired = await admin('/api/staff/relay/pair', { method: 'POST', body: '{}' });
      expect(await paired.json()).toMatchObject({ code: 'held-read-only' });
      expect((await place()).status).toBe(503);
      expect((await ask('/readyz')).status).toBe(503);

      disk.mend();
      await untilReady();
      const second = await idOf(await place());
      await process.stop();
      expect(await keptIn(disk.folder)).toEqual([first, second]);
    },
    120_000,
  );

  it('that is slow loses nothing, and the board is answered', async () => {
    const { ask, place, process } = store;
    await process.start();
    disk.fail('is slow');
    const placed = await Promise.all(Array.from({ length: 8 }, async () => idOf(await place())));
    expect((await ask('/api/menu')).status).toBe(200);
    await process.kill();
    disk.mend();
    expect((await keptIn(disk.folder)).toSorted()).toEqual(placed.toSorted());
  });
});
