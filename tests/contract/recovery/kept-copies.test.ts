// The store's sealed copies at the relay: what it takes and keeps, what the store believes of it, and a shop put back from one.
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { createCopies } from '../../../cloud/replication/copies/copies.ts';
import { createRelayCopies } from '../../../edge/machine/backup/relay-copies.ts';
import { restoreFromKeptCopy } from '../../../edge/replication/recovery/kept-copy.ts';
import { openDatabase } from '../../../edge/storage/open.ts';
import { formatRecoveryCode, recoveryCode } from '../../../edge/storage/recovery-code.ts';
import { restoreCommand } from '../../../edge/replication/recovery/restore-command.ts';
import { pairAsStore } from '../../../edge/replication/recovery/restore-device.ts';
import { checkRecoveryCode } from '../../../edge/replication/recovery/restore.ts';
import { takeRestored } from '../../../edge/replication/recovery/restored-file.ts';
import { START_MS, type TestStore } from '../../../edge/testing/open-test-store.ts';
import { asRole } from '../../../edge/testing/sign-in.ts';
import { onBothDatabases, onOneDatabase, soon, type Scene } from '../../harness/relay.ts';
import { place } from './busy-shop.ts';
import { inStep, openLinkedStore } from '../../harness/real-store.ts';
import { emptyCard, replacing } from './restore.ts';

const COPY_PART_BYTES = 192 * 1024;

const HOUR_MS = 3_600_000;
const open: TestStore[] = [];
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

async function openShop(scene: Scene): Promise<TestStore> {
  const store = await openLinkedStore(scene.relay);
  open.push(store);
  await asRole(store, 'ADMIN');
  await place(store, '11912345678');
  await inStep(scene.relay, store);
  return store;
}
/** One more copy, an hour later, at the relay. */
async function copyOut(store: TestStore): Promise<string> {
  store.clock.nowMs += HOUR_MS;
  const { name } = await store.backups.make('manual');
  await store.relayCopies.uploadDueCopy();
  return name;
}
const namesAt = async (scene: Scene): Promise<string[]> =>
  (await scene.relay.rows<{ name: string }>(sql`select name from copies order by at_ms desc`)).map(
    ({ name }) => name,
  );

onBothDatabases('[83] a sealed copy at the relay', (scene) => {
  it('comes there by itself, says so, and is still there after the relay was started again', async () => {
    const store = await openShop(scene);
    expect(store.relayCopies.state()).toEqual({ atMs: null, failure: null });
    const name = await copyOut(store);
    expect(store.relayCopies.state()).toEqual({ atMs: store.clock.nowMs, failure: null });
    store.outsideAlarm.checkOutsideCopy();
    await scene.relay.stop();
    await scene.relay.start();
    await soon(() => expect(store.link.state()).toBe('linked'));
    await store.relayCopies.uploadDueCopy();
    expect([await namesAt(scene), store.relayCopies.state().failure]).toEqual([[name], null]);
    expect(await scene.relay.everything()).not.toContain(Buffer.from('SQLite format').toString('hex'));
  });

  it('is one of two: the oldest goes', async () => {
    const store = await openShop(scene);
    const names: string[] = [];
    for (let n = 0; n < 3; n += 1) names.push(await copyOut(store));
    expect(await namesAt(scene)).toEqual([names[2], names[1]]);
    const [{ parts } = { parts: 0 }] = await scene.relay.rows<{ parts: number }>(
      sql`select count(distinct name)::int as parts from copy_parts`,
    );
    expect(parts).toBe(2);
  });

  it('goes when somebody was erased that it still knows, and comes again without them', async () => {
    const store = await openShop(scene);
    const before = await copyOut(store);
    const admin = await asRole(store, 'ADMIN');
    await admin('/api/staff/privacy/erase', { json: { phone: '11912345678' } });
    await store.backups.renew();
    await store.relayCopies.uploadDueCopy();
    const names = await namesAt(scene);
    expect(names).toHaveLength(1);
    expect(names).not.toContain(before);
  });
});

onOneDatabase('[83] the relay', (scene) => {
  const copyOf = (bytes: number) => ({ atMs: START_MS, bytes, sha256: 'a'.repeat(64) });
  const NAME = 'noturna-2026-11-20-0430-abcd-000001.db.age';
  const OTHER = 'noturna-2026-11-21-0430-abcd-000001.db.age';

  it('keeps no more than its quota, and says of no copy that it is whole that is not', async () => {
    const { db } = scene.relay.relay;
    const { storeId } = await scene.newStore();
    const copies = createCopies({ db, bytesMax: COPY_PART_BYTES * 2 });
    const piece = new Uint8Array(COPY_PART_BYTES);
    expect(await copies.putPart(storeId, NAME, 2, piece)).toEqual({ ok: false, refusal: 'too-large' });
    expect(await copies.finish(storeId, NAME, copyOf(COPY_PART_BYTES * 3))).toEqual({
      ok: false,
      refusal: 'too-large',
    });
    expect((await copies.putPart(storeId, NAME, 0, piece)).ok).toBe(true);
    for (const bytes of [COPY_PART_BYTES, COPY_PART_BYTES * 2])
      expect(await copies.finish(storeId, NAME, copyOf(bytes))).toEqual({ ok: false, refusal: 'not-whole' });
    expect((await copies.putPart(storeId, OTHER, 0, piece)).ok).toBe(true);
    expect(await copies.part(storeId, NAME, 0)).toBeNull();
    expect((await copies.list(storeId)).copies).toEqual([]);
  });

  it('takes and drops what is of one shop, and leaves what is of another', async () => {
    const { db } = scene.relay.relay;
    const [{ storeId }, { storeId: otherId }] = [await scene.newStore(), await scene.newStore()];
    const copies = createCopies({ db, bytesMax: COPY_PART_BYTES });
    const piece = new Uint8Array([1, 2, 3]);
    const sha256 = createHash('sha256').update(piece).digest('hex');
    const bring = async (id: string, name: string, atMs: number) => {
      expect((await copies.putPart(id, name, 0, piece)).ok).toBe(true);
      expect((await copies.finish(id, name, { atMs, bytes: 3, sha256 })).ok).toBe(true);
    };
    const COMING = 'noturna-2026-11-22-0430-abcd-000001.db.age';
    for (const [at, name] of [NAME, OTHER].entries()) await bring(otherId, name, START_MS + at);
    expect((await copies.putPart(otherId, COMING, 0, piece)).ok).toBe(true);
    await bring(storeId, 'noturna-2026-11-23-0430-abcd-000001.db.age', START_MS);
    // The newest first.
    expect((await copies.list(otherId)).copies.map(({ name }) => name)).toEqual([OTHER, NAME]);
    for (const name of [NAME, OTHER, COMING])
      expect([...((await copies.part(otherId, name, 0)) ?? [])]).toEqual([1, 2, 3]);
    expect((await copies.list(storeId)).copies).toHaveLength(1);
  });

  it('keeps the newest two and tells them in that order, whatever they are called', async () => {
    const { db } = scene.relay.relay;
    const { storeId } = await scene.newStore();
    const copies = createCopies({ db, bytesMax: COPY_PART_BYTES });
    const piece = new Uint8Array([1, 2, 3]);
    const sha256 = createHash('sha256').update(piece).digest('hex');
    const byHand = [1, 2].map((at) => `manual-2026-11-20-090${at}-abcd-000001.db.age`);
    for (const [at, name] of [NAME, ...byHand].entries()) {
      await copies.putPart(storeId, name, 0, piece);
      await copies.finish(storeId, name, { atMs: START_MS + at, bytes: 3, sha256 });
      const kept = [NAME, ...byHand].slice(Math.max(0, at - 1), at + 1).toReversed();
      expect((await copies.list(storeId)).copies.map((copy) => copy.name)).toEqual(kept);
    }
  });

  it('that is whole is written over by nobody: a piece that comes again is known, and changes nothing', async () => {
    const { db } = scene.relay.relay;
    const { storeId } = await scene.newStore();
    const copies = createCopies({ db, bytesMax: COPY_PART_BYTES });
    const piece = new Uint8Array([1, 2, 3]);
    const sha256 = createHash('sha256').update(piece).digest('hex');
    expect((await copies.putPart(storeId, NAME, 0, piece)).ok).toBe(true);
    expect((await copies.finish(storeId, NAME, { atMs: START_MS, bytes: 3, sha256 })).ok).toBe(true);
    const again = await copies.putPart(storeId, NAME, 0, new Uint8Array([9, 9, 9]));
    expect(again).toEqual({ ok: false, refusal: 'whole' });
    expect([...((await copies.part(storeId, NAME, 0)) ?? [])]).toEqual([1, 2, 3]);
  });

  it('gives a store its own copies alone, and takes no name that leads elsewhere', async () => {
    const store = await openShop(scene);
    const name = await copyOut(store);
    const stranger = await scene.pairedStore();
    const ask = async (path: string, init: RequestInit = {}) =>
      scene.relay.ask(path, {
        ...(init as { method?: string; body?: BodyInit }),
        headers: { authorization: `Bearer ${await stranger.token()}` },
      });
    expect(await (await ask('/edge/copies')).json()).toMatchObject({ copies: [] });
    expect((await ask(`/edge/copies/${name}/0`)).status).toBe(404);
    await ask(`/edge/copies/${name}`, { method: 'DELETE' });
    expect(await namesAt(scene)).toEqual([name]);
    expect((await ask('/edge/copies/..%2Fx/0', { method: 'PUT', body: 'x' })).status).toBe(404);
    expect((await scene.relay.ask('/edge/copies')).status).toBe(401);
    for (const bytes of [0, COPY_PART_BYTES + 1])
      expect(
        (await ask(`/edge/copies/${NAME}/0`, { method: 'PUT', body: new Uint8Array(bytes) })).status,
      ).toBe(413);
  });

  it('that throws away what it took is found out, and does not count', async () => {
    const store = await openShop(scene);
    await store.backups.make('manual');
    const noted: number[] = [];
    const copies = createRelayCopies({
      db: store.db,
      backups: store.backups,
      outside: { recordCopy: (atMs) => void noted.push(atMs) },
      isLinked: () => true,
      request: async (_path, init) =>
        init?.method === undefined
          ? Response.json({ copies: [], bytesMax: 1e9 })
          : new Response(null, { status: 204 }),
      log: { info: () => undefined, warn: () => undefined },
    });
    await copies.uploadDueCopy();
    expect([noted, copies.state()]).toEqual([
      [],
      { atMs: null, failure: expect.stringContaining('não a mostra') as string },
    ]);
  });
});

async function died(scene: Scene): Promise<{
  storeId: string;
  code: string;
  last: { id: string; orderNumber: number };
}> {
  const store = await openShop(scene);
  await copyOut(store);
  await copyOut(store);
  const { order: last } = await place(store);
  await inStep(scene.relay, store);
  const code = formatRecoveryCode(recoveryCode(store.db));
  await store.stop();
  return { storeId: store.identity.storeId, code, last };
}
onOneDatabase('[83] a shop put back from the copy at the relay', (scene) => {
  async function putBack(folder: string, options: { storeId: string; code: string; pairingCode?: string }) {
    const file = join(folder, 'store.db');
    const sheet = checkRecoveryCode(options.code) ?? '';
    const pairingCode = options.pairingCode ?? (await replacing(scene.relay, options.storeId));
    const device = await pairAsStore({ relayUrl: scene.relay.url, pairingCode, recoveryCode: sheet }, file);
    return restoreFromKeptCopy(device, sheet, {
      file,
      migrationsFolder: 'edge/storage/migrations',
      timeZone: 'America/Sao_Paulo',
      clock: () => START_MS + 24 * HOUR_MS,
      onProgress: () => undefined,
    });
  }

  it('has all of it, and what came later over the link', async () => {
    const { last, ...shop } = await died(scene);
    const folder = emptyCard();
    expect(await putBack(folder, shop)).toEqual({
      orders: 1,
      ownerNeeded: false,
      atMs: START_MS + 2 * HOUR_MS,
    });
    takeRestored(join(folder, 'store.db'));
    const again = await openLinkedStore(scene.relay, { folder, environment: {} });
    open.push(again);
    await soon(() => expect(again.writeGate.held()).toBeNull());
    await inStep(scene.relay, again);
    expect(again.orders.repository.byId(last.id)?.orderNumber).toBe(last.orderNumber);
    expect((await place(again)).order.orderNumber).toBe(last.orderNumber + 1);
  });

  it('takes nothing but what this store sealed, and of the day that the relay says', async () => {
    const shop = await died(scene);
    const folder = emptyCard();
    const pairingCode = await replacing(scene.relay, shop.storeId);
    const refused: [harm: ReturnType<typeof sql>[], words: string][] = [
      [
        [
          sql`delete from copies where at_ms = (select max(at_ms) from copies)`,
          sql`update copies set at_ms = at_ms + 3600000`,
        ],
        'outro dia',
      ],
      [
        [
          sql`update copies set at_ms = at_ms - 3600000`,
          sql`update copy_parts set bytes = set_byte(bytes, 5000, (get_byte(bytes, 5000) + 1) % 256) where part = 0`,
        ],
        'inteira',
      ],
      [
        [
          sql`update copies set sha256 = (select encode(sha256(string_agg(bytes, '' order by part)), 'hex') from copy_parts where copy_parts.name = copies.name)`,
        ],
        'inteira',
      ],
      [[sql`delete from copy_parts where part = 1`], 'inteira'],
      [[sql`delete from copies`], 'não tem cópia da noite'],
    ];
    const code = formatRecoveryCode(recoveryCode(openDatabase(':memory:', 'edge/storage/migrations')));
    await expect(putBack(folder, { ...shop, code, pairingCode })).rejects.toThrow('outra loja');
    for (const [harm, words] of refused) {
      for (const statement of harm) await scene.relay.rows(statement);
      await expect(putBack(folder, { ...shop, pairingCode })).rejects.toThrow(words);
      expect(readdirSync(folder)).toEqual(['restore-device.json']);
    }
  });
});

// A relay of its own, and its counts anew: pairing is bounded, and the tests above use it up.
onOneDatabase('[83] the restore command', (scene) => {
  it('puts it back with --kept-copy, which says of when the copy is', async () => {
    await scene.relay.rows(sql`delete from limit_counts`);
    const { last, storeId, code } = await died(scene);
    const folder = emptyCard();
    const said: string[] = [];
    const command = async (...words: string[]) =>
      restoreCommand(
        ['--relay', scene.relay.url, '--kept-copy', ...words],
        { dataDir: folder, usbDir: join(folder, 'no-sticks') },
        {
          file: join(folder, 'store.db'),
          migrationsFolder: 'edge/storage/migrations',
          timeZone: 'America/Sao_Paulo',
          clock: () => START_MS + 24 * HOUR_MS,
        },
        (line) => void said.push(line),
      );
    const pairing = ['--pairing-code', await replacing(scene.relay, storeId)];
    // Nobody opens it without the sheet.
    expect(await command(...pairing, '--without-recovery-code')).toBe(1);
    expect(said.at(-1)).toContain('Esta cópia é protegida.');
    expect(readdirSync(folder)).toEqual(['restore-device.json']);
    expect([await command(...pairing, '--recovery-code', code), said.slice(-3)]).toEqual([
      0,
      [
        'A cópia é de 21/11/2026, 17:00. O que veio depois volta do site com a loja ligada.',
        'Colocando no lugar',
        '✓ 1 pedido restaurado. Ligue o servidor da loja.',
      ],
    ]);
    const again = await openLinkedStore(scene.relay, { folder, environment: {} });
    open.push(again);
    await soon(() => expect(again.writeGate.held()).toBeNull());
    expect(again.orders.repository.byId(last.id)?.orderNumber).toBe(last.orderNumber);
  });
});
