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
});
