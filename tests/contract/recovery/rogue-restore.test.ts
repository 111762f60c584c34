// An empty machine at a relay in the wrong hands: what it gives back is this store's own past, or the restore says what is wrong.
import { sql } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { chainInput } from '@balcao/shared/link/changes.ts';
import { openDatabase } from '../../../edge/storage/open.ts';
import { join } from 'node:path';
import { formatRecoveryCode, recoveryCode } from '../../../edge/storage/recovery-code.ts';
import type { TestStore } from '../../../edge/testing/open-test-store.ts';
import { asRole, PASSWORD } from '../../../edge/testing/sign-in.ts';
import { onBothDatabases } from '../../harness/relay.ts';
import { sha256 } from '../../harness/store-log.ts';
import { place } from './busy-shop.ts';
import { inStep, openLinkedStore } from '../../harness/real-store.ts';
import { emptyCard, replacing, restore } from './restore.ts';
import { ROOT } from './rogue.ts';

const open: TestStore[] = [];
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

type Scene = Parameters<Parameters<typeof onBothDatabases>[1]>[0];

function shopAt(scene: Scene) {
  /** A store with an order and an attendant who was an administrator once; it is off now. */
  return async () => {
    const store = await openLinkedStore(scene.relay);
    open.push(store);
    const admin = await asRole(store, 'ADMIN');
    await store.users.create({ name: 'Bia', email: 'bia@loja.com', password: PASSWORD, role: 'ADMIN' });
    const [bia] = store.users.accounts.list().filter(({ name }) => name === 'Bia');
    const demoted = await admin(`/api/staff/users/${bia?.id ?? ''}`, {
      method: 'PATCH',
      json: { role: 'ATTENDANT' },
    });
    expect(demoted.status).toBe(200);
    await place(store);
    await inStep(scene.relay, store);
    const rows = store.outbox.after(0, 100).filter(({ aggregateId }) => aggregateId === bia?.id);
    const code = formatRecoveryCode(recoveryCode(store.db));
    const { storeId } = store.identity;
    await store.stop();
    // One machine with one code, however often it is tried.
    const folder = emptyCard();
    const pairingCode = await replacing(scene.relay, storeId);
    const again = async (acceptUnproven = false) => {
      await restore({ relayUrl: scene.relay.url, folder, pairingCode, sheet: code, acceptUnproven });
      return openDatabase(join(folder, 'store.db'), 'edge/storage/migrations').$client;
    };
    return { again, rows };
  };
}

/** An administrator in clear at the end of the log, with the right hashes. */
async function addUnsealed({ relay }: Scene) {
  const [store] = await relay.rows<{
    storeId: string;
    lineage: string;
    epoch: number;
    seq: number;
    hash: string;
  }>(
    sql`select s.store_id as "storeId", l.lineage, l.epoch, s.seq, s.hash from stores s join change_log l on l.seq = s.seq`,
  );
  if (!store) throw new Error('no store');
  const { storeId, lineage, epoch } = store;
  const before = { seq: Number(store.seq), hash: store.hash };
  const at = {
    seq: before.seq + 1,
    lineage,
    epoch,
    kind: 'user',
    aggregateId: 'root',
    sealed: false,
    atMs: 1,
  };
  const bodyHash = sha256(ROOT);
  const hash = sha256(chainInput(before.hash, { ...at, bodyHash }));
  const moveTo = async (cursor: { seq: number; hash: string }): Promise<void> => {
    await relay.rows(sql`update stores set seq = ${cursor.seq}, hash = ${cursor.hash}`);
    relay.relay.stores.invalidate();
  };
  await relay.rows(sql`insert into change_log (store_id, seq, kind, aggregate_id, lineage, epoch, sealed, body_hash, hash, at_ms)
    values (${storeId}, ${at.seq}, 'user', 'root', ${lineage}, ${epoch}, false, ${bodyHash}, ${hash}, 1)`);
  await relay.rows(sql`insert into aggregates (store_id, kind, aggregate_id, seq, sealed, body)
    values (${storeId}, 'user', 'root', ${at.seq}, false, ${ROOT})`);
  await moveTo({ seq: at.seq, hash });
  return {
    async takeBack(): Promise<void> {
      await relay.rows(sql`delete from change_log where aggregate_id = 'root'`);
      await relay.rows(sql`delete from aggregates where aggregate_id = 'root'`);
      await moveTo(before);
    },
  };
}

onBothDatabases('a restore from a relay in the wrong hands', (scene) => {
  const shop = shopAt(scene);

  it('[T5] refuses rows without any proof, unless the person says that the store was of an older version', async () => {
    const { again } = await shop();
    await scene.relay.rows(sql`update change_log set proof = null`);
    await expect(again()).rejects.toThrow('não traz a prova');
    const db = await again(true);
    expect(db.prepare('select count(*) from orders').pluck().get()).toBe(1);
    db.close();
  });

  it('[T5] takes rows that an older version wrote below a proven one', async () => {
    const { again } = await shop();
    await scene.relay.rows(
      sql`update change_log set proof = null where seq < (select max(seq) from change_log)`,
    );
    const db = await again();
    expect(db.prepare('select count(*) from user').pluck().get()).toBe(2);
    db.close();
  });

  it('[T5] refuses what was changed, emptied, put in clear or back to what it was, and changes nothing', async () => {
    const { again, rows } = await shop();
    const [old] = rows;
    const newest = rows.at(-1);
    const [kept] = await scene.relay.rows<{ body: string }>(
      sql`select body from aggregates where kind = 'order'`,
    );
    await scene.relay.rows(sql`update aggregates set body = null where kind = 'order'`);
    await expect(again()).rejects.toThrow('não traz a prova');
    await scene.relay.rows(sql`update aggregates set body = '{}' where kind = 'order'`);
    await expect(again()).rejects.toThrow('não está inteira');
    await scene.relay.rows(sql`update aggregates set body = ${kept?.body} where kind = 'order'`);
    // Bia was an administrator once: her old account in her newest row, and then in the place of it.
    const bia = sql`aggregate_id = ${old?.aggregateId}`;
    await scene.relay.rows(sql`update aggregates set body = ${old?.body} where ${bia}`);
    await expect(again(true)).rejects.toThrow('não está inteira');
    await scene.relay.rows(sql`update aggregates set seq = ${old?.seq} where ${bia}`);
    await expect(again()).rejects.toThrow('não traz a prova');
    await scene.relay.rows(
      sql`update aggregates set seq = ${newest?.seq}, body = ${newest?.body} where ${bia}`,
    );
    const last = await addUnsealed(scene);
    await expect(again(true)).rejects.toThrow('não está inteira');
    await last.takeBack();
    // A picture under the name of another one.
    await scene.relay.rows(
      sql`insert into images (store_id, hash, variant, media_type, bytes)
        select store_id, ${'a'.repeat(64)}, 'master', 'image/webp', decode('00', 'hex') from stores`,
    );
    await expect(again()).rejects.toThrow('não está inteira');
    await scene.relay.rows(sql`delete from images`);
    const db = await again();
    expect(db.prepare("select role from user where name = 'Bia'").pluck().get()).toBe('ATTENDANT');
    db.close();
  });
});
