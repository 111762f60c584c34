// The real store for tests of both sides: linked to a relay, with a file that can be put back to an earlier state.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openTestStore, type TestStore } from '../../edge/testing/open-test-store.ts';
import { PAIRING_CODE, soon, type TestRelay } from './relay.ts';

/** Opens a store that dials `relay`; `folder` is an earlier one's. */
export async function openLinkedStore(
  relay: Pick<TestRelay, 'url'>,
  options: {
    folder?: string;
    url?: string;
    start?: boolean;
    seed?: boolean;
    /** Instead of the relay's address and its first code: what a restored store has, knows both itself. */
    environment?: Record<string, string>;
  } = {},
): Promise<TestStore> {
  const store = await openTestStore({
    environment: options.environment ?? { RELAY_URL: options.url ?? relay.url, PAIRING_CODE },
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(options.folder === undefined ? {} : { folder: options.folder }),
  });
  if (options.start !== false) store.start();
  return store;
}

/** Waits until the relay has applied everything that the store has said. */
export const inStep = (relay: TestRelay, store: TestStore): Promise<void> =>
  soon(async () => {
    expect(store.link?.state()).toBe('linked');
    const known = await relay.relay.stores.byId(store.identity.storeId);
    expect(known).toMatchObject({ condition: 'following', ...hashed(store.outbox.head()) });
  });
const hashed = ({ seq, hash }: { seq: number; hash: string }) => ({ seq, hash });

/** A copy of the database as it is now, whole. */
export async function snapshot(store: TestStore): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-snapshot-'));
  await store.db.$client.backup(join(folder, 'store.db'));
  return folder;
}

/** Ends a store without deleting its folder, and puts an earlier file in the place of its own. */
export async function rollBack(store: TestStore, earlier: string): Promise<string> {
  await store.stop();
  for (const end of ['', '-wal', '-shm']) rmSync(join(store.folder, `store.db${end}`), { force: true });
  cpSync(join(earlier, 'store.db'), join(store.folder, 'store.db'));
  return store.folder;
}
