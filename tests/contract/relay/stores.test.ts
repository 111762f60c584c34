// The row that the relay keeps of a store: written when something of it changes.
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { v7 } from 'uuid';
import { onBothDatabases } from '../../harness/relay.ts';

onBothDatabases('[24] the row of a store', (scene) => {
  it('is not written when a store comes back as it was, and is when anything of it is another', async () => {
    const { storeId } = await scene.pairedStore();
    const { stores } = scene.relay.relay;
    /** Another number each time the row is written. */
    const written = async (): Promise<string | undefined> =>
      (await scene.relay.rows<{ by: string }>(sql`select xmin::text as by from stores`))[0]?.by;
    const asItIs = { condition: 'following' as const, lineage: v7(), epoch: 2 };
    const unpaired = await written();
    await stores.update(storeId, asItIs);
    const first = await written();
    expect(first).not.toBe(unpaired);
    await stores.update(storeId, asItIs);
    expect(await written()).toBe(first);
    await stores.update(storeId, { ...asItIs, epoch: 3 });
    expect(await written()).not.toBe(first);
    expect(await scene.relay.rows(sql`select condition, lineage, epoch from stores`)).toEqual([
      { ...asItIs, epoch: 3 },
    ]);
  });

  it('says since when it is on its way elsewhere, however often that is said, until it stays', async () => {
    const { storeId } = await scene.pairedStore();
    const { stores } = scene.relay.relay;
    const leavingSince = async (): Promise<string | null | undefined> =>
      (await scene.relay.rows<{ at: string | null }>(sql`select leaving_at_ms::text as at from stores`))[0]
        ?.at;
    expect([await stores.isLeaving(storeId), await leavingSince()]).toEqual([false, null]);
    expect(await stores.setLeaving(storeId, true)).toBe(true);
    const since = await leavingSince();
    expect([await stores.isLeaving(storeId), Math.abs(Number(since) - scene.relay.nowMs) < 600_000]).toEqual([
      true,
      true,
    ]);
    // The command that moves it was cut off, and goes on later.
    scene.relay.advance(3_600_000);
    expect(await stores.setLeaving(storeId, true)).toBe(true);
    expect(await leavingSince()).toBe(since);
    expect(await stores.setLeaving(storeId, false)).toBe(true);
    expect([await stores.isLeaving(storeId), await leavingSince()]).toEqual([false, null]);
    expect(await stores.setLeaving(v7(), true)).toBe(false);
  });
});
