// What was edited from afar goes to its store whole: what is edited while the store is being told follows, and nothing of another shop goes.
// The use case alone, on a database of its own; with a store that decides about prices: cloud/shop/staff/edits.test.ts.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RemoteEdit } from '@balcao/shared/link/edits.ts';
import { createEdits } from '../../../cloud/shop/staff/edits.ts';
import { remoteEdits } from '../../../cloud/storage/schema.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());

it('[A3] what is edited while the store is being told what was before is told as well, and no other shop’s', async () => {
  const [storeId, otherId] = [randomUUID(), randomUUID()];
  const keep = (name: string, of = storeId) => {
    const named = { id: name, atMs: 1, assertion: '', kind: 'settings', entryId: 'settings' } as const;
    const edit: RemoteEdit = { ...named, before: { storeName: 'Açaí' }, after: { storeName: name } };
    return database.db.insert(remoteEdits).values({ storeId: of, edit });
  };
  for (const name of ['first', 'second']) await keep(name);
  await keep('of another', otherId);
  const told: string[][] = [];
  const warned: string[] = [];
  const edits = createEdits({
    db: database.relaysDb,
    documents: { edit: () => Promise.resolve({ ok: true, value: null }) } as never,
    remoteSessions: { learnKey: () => Promise.resolve() } as never,
    clock: () => 1,
    newId: randomUUID,
    log: { warn: (_details, message) => void warned.push(message) },
  });
  const link = {
    storeId,
    async json(_method: string, path: string, body?: { edits: RemoteEdit[] }) {
      if (path !== '/link/edits') return { status: 200, body: {} };
      if (told.push((body?.edits ?? []).map(({ id }) => id)) === 1) await keep('meanwhile');
      return { status: 204, body: null };
    },
  };
  await edits.sendEditsToStore(link as never, new Promise(() => undefined));
  expect([told, warned]).toEqual([[['first', 'second'], ['meanwhile']], []]);
  const left = await database.db.select({ storeId: remoteEdits.storeId }).from(remoteEdits);
  expect(left).toEqual([{ storeId: otherId }]);
});
