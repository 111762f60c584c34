// For which stores the relay listens to what its other processes save of their menus.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createDocuments } from '../../../cloud/shop/menu/documents.ts';
import { Wake } from '../../../cloud/storage/wake.ts';
import { openDatabase } from '../../harness/database.ts';

it('[24] for one whose menu was let go as for one whose menu is in memory, and not for one that is no more', async () => {
  const database = await openDatabase('pglite');
  const wake = new Wake();
  const on = wake.on.bind(wake);
  let listening = 0;
  wake.on = (...about) => {
    const stop = on(...about);
    listening += 1;
    return () => {
      listening -= 1;
      stop();
    };
  };
  const [stays, goes] = [randomUUID(), randomUUID()];
  const known = new Set<string>([stays, goes]);
  const errors: unknown[] = [];
  let nowMs = 1_800_000_000_000;
  const documents = createDocuments({
    ...{ db: database.relaysDb, wake, clock: () => nowMs },
    store: (storeId) => Promise.resolve(known.has(storeId) ? { leavingAtMs: null } : null),
    log: { error: (details) => void errors.push(details) },
  });
  const nobodyNeedsAny = async (): Promise<[held: number, listening: number]> => {
    nowMs += 61_000;
    await documents.letGoIdle();
    return [documents.held(), listening];
  };
  try {
    for (const storeId of known) await documents.catalog(storeId);
    expect([documents.held(), listening]).toEqual([2, 2]);
    expect(await nobodyNeedsAny()).toEqual([0, 2]);
    known.delete(goes);
    expect(await nobodyNeedsAny()).toEqual([0, 1]);
    // Paired anew, it is listened for anew.
    known.add(goes);
    await documents.catalog(goes);
    expect([documents.held(), listening, errors]).toEqual([1, 2, []]);
  } finally {
    await database.close();
  }
});
