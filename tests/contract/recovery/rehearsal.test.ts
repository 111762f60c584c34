// The whole way back, tried while nothing has happened: from the real relay and from a stick, by itself once a month and when asked.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Backups, Rehearsal } from '@balcao/shared/http/backups.ts';
import type { Diagnostics } from '@balcao/shared/http/diagnostics.ts';
import { openTestStore, START_MS, type TestStore } from '../../../edge/testing/open-test-store.ts';
import { asRole, type Asking } from '../../../edge/testing/sign-in.ts';
import { onOneDatabase, type Scene } from '../../harness/relay.ts';
import { place } from './busy-shop.ts';
import { inStep, openLinkedStore } from '../../harness/real-store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const open: TestStore[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A shop with two orders, whose newest copy is at the relay. */
async function openShop(scene: Scene): Promise<TestStore> {
  const store = await openLinkedStore(scene.relay);
  open.push(store);
  await asRole(store, 'ADMIN');
  await place(store, '11912345678');
  await place(store, '11987654321');
  await inStep(scene.relay, store);
  await copyOut(store);
  return store;
}
async function copyOut(store: TestStore): Promise<void> {
  store.clock.nowMs += HOUR_MS;
  await store.backups.make('manual');
  await store.relayCopies.uploadDueCopy();
}
const rehearsed = async (store: TestStore): Promise<Rehearsal | undefined> => {
  await store.rehearsing.rehearseNow();
  return store.rehearsing.results().at(-1);
};
const checkOf = async (store: TestStore) => {
  const admin = await asRole(store, 'ADMIN');
  const { checks } = (await (await admin('/api/staff/diagnostics')).json()) as Diagnostics;
  return checks.find(({ id }) => id === 'rehearsal');
};
const leftBehind = (store: TestStore) => existsSync(join(store.folder, 'edge', 'rehearsal'));

onOneDatabase('[95] a rehearsal with the copy at the relay', (scene) => {
  it('brings it here whole, opens it and makes it a store, and leaves nothing but the word that it did', async () => {
    const store = await openShop(scene);
    const before = { head: store.outbox.head(), epoch: store.identity.epoch };
    const copyAtMs = store.clock.nowMs;
    store.clock.nowMs += 2 * HOUR_MS;
    expect(await rehearsed(store)).toEqual({
      place: 'site',
      atMs: store.clock.nowMs,
      copyAtMs,
      orders: 2,
      failure: null,
    });
    expect(leftBehind(store)).toBe(false);
    expect({ head: store.outbox.head(), epoch: store.identity.epoch }).toEqual(before);
    expect(await checkOf(store)).toMatchObject({
      state: 'ok',
      text: 'Cópia do site: trazida de volta e aberta há menos de um minuto, com 2 pedidos.',
    });
    expect(store.link.state()).toBe('linked');
  });

  it.each([
    ['lost a piece', [sql`delete from copy_parts where part = 0`], 'não devolveu a cópia inteira'],
    [
      'changed a byte, and the sum with it',
      [
        sql`update copy_parts set bytes = set_byte(bytes, 5000, (get_byte(bytes, 5000) + 1) % 256) where part = 0`,
        sql`update copies set sha256 = (select encode(sha256(string_agg(bytes, '' order by part)), 'hex') from copy_parts where copy_parts.name = copies.name)`,
      ],
      'voltou com defeito',
    ],
    ['says another day', [sql`update copies set at_ms = at_ms + 1`], 'devolveu outra cópia'],
    ['has none any more', [sql`delete from copies`], 'não tem mais a cópia'],
  ])('says of a relay that %s', async (_what, harm, words) => {
    const store = await openShop(scene);
    for (const statement of harm) await scene.relay.rows(statement);
    expect(await rehearsed(store)).toMatchObject({
      orders: null,
      failure: expect.stringContaining(words) as string,
    });
    expect(await checkOf(store)).toMatchObject({
      state: 'bad',
      text: expect.stringContaining(words) as string,
    });
    expect(leftBehind(store)).toBe(false);
  });

  it('says of an older copy under the newest one’s day that it is another', async () => {
    const store = await openShop(scene);
    const [old] = await scene.relay.rows<{ name: string }>(sql`select name from copies`);
    await copyOut(store);
    await scene.relay.rows(sql`delete from copies where name <> ${old?.name}`);
    await scene.relay.rows(sql`update copies set at_ms = ${store.clock.nowMs}`);
    expect((await rehearsed(store))?.failure).toContain('devolveu outra cópia');
  });

  it('does not judge a copy that another is about to take the place of', async () => {
    const store = await openShop(scene);
    const admin = await asRole(store, 'ADMIN');
    await admin('/api/staff/privacy/erase', { json: { phone: '11912345678' } });
    await store.backups.renew();
    expect(await rehearsed(store)).toBeUndefined();
    await store.relayCopies.uploadDueCopy();
    expect(await rehearsed(store)).toMatchObject({ failure: null });
  });

  it('comes by itself once a month, from five in the morning of its first day on', async () => {
    const store = await openShop(scene);
    const times = async (): Promise<number | undefined> => {
      await store.rehearsing.rehearseDue();
      return store.rehearsing.results()[0]?.atMs;
    };
    const first = await times();
    expect(first).toBe(store.clock.nowMs);
    store.clock.nowMs = Date.parse('2026-12-01T04:59:00-03:00');
    expect(await times()).toBe(first);
    store.clock.nowMs = Date.parse('2026-12-01T05:00:00-03:00');
    expect(await times()).toBe(store.clock.nowMs);
    store.clock.nowMs = Date.parse('2026-12-31T23:59:00-03:00');
    expect(await times()).toBe(Date.parse('2026-12-01T05:00:00-03:00'));
    store.clock.nowMs = Date.parse('2027-01-01T05:00:00-03:00');
    expect(await times()).toBe(store.clock.nowMs);
  });

  it('that failed is tried again after a day', async () => {
    const store = await openShop(scene);
    await scene.relay.rows(sql`update copies set at_ms = at_ms + 1`);
    await store.rehearsing.rehearseDue();
    await scene.relay.rows(sql`update copies set at_ms = at_ms - 1`);
    store.clock.nowMs += DAY_MS - 1;
    await store.rehearsing.rehearseDue();
    expect(store.rehearsing.results()[0]?.failure).not.toBeNull();
    store.clock.nowMs += 1;
    await store.rehearsing.rehearseDue();
    expect(store.rehearsing.results()[0]).toMatchObject({ atMs: store.clock.nowMs, failure: null });
  });

  it('waits for the link, and clears away what a power cut left', async () => {
    const store = await openShop(scene);
    await store.link.stop();
    const folder = join(store.folder, 'edge', 'rehearsal');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'store.db.restoring'), 'in clear');
    await store.rehearsing.rehearseDue();
    expect([store.rehearsing.results(), leftBehind(store)]).toEqual([[], false]);
  });
});

describe('[95] a rehearsal with the copy on a stick', () => {
  let store: TestStore;
  let admin: Asking;
  let stick: string;
  let sticks: string[];
  beforeEach(async () => {
    const media = mkdtempSync(join(tmpdir(), 'balcao-media-'));
    folders.push(media);
    stick = join(media, 'PEN');
    mkdirSync(stick);
    sticks = [stick];
    store = await openTestStore({ sticks: () => Promise.resolve(sticks) });
    open.push(store);
    admin = await asRole(store, 'ADMIN');
  });
  const state = async (): Promise<Backups> => (await (await admin('/api/staff/backups')).json()) as Backups;
  const enrol = async () => {
    const { sticks } = await state();
    await admin('/api/staff/backups/sticks', { json: { id: sticks[0]?.id } });
  };
  const copies = () => readdirSync(join(stick, 'balcao')).filter((name) => name.endsWith('.age'));

  it('is asked for by an administrator, and is refused where nothing lies outside', async () => {
    const nothing = await admin('/api/staff/backups/rehearsal', { method: 'POST' });
    expect([nothing.status, ((await nothing.json()) as { code: string }).code]).toEqual([
      409,
      'nothing-outside',
    ]);
    await place(store);
    await enrol();
    expect((await admin('/api/staff/backups/rehearsal', { method: 'POST' })).status).toBe(202);
    await expect
      .poll(async () => (await state()).rehearsals)
      .toEqual([{ place: 'usb', atMs: START_MS, copyAtMs: START_MS, orders: 1, failure: null }]);
    const rows = store.audit.page({}).rows.map(({ text }) => text);
    expect(rows).toContain('ensaiou a restauração das cópias de fora');
  });

  it('is made with the newest of all copies on the sticks that are here', async () => {
    await enrol();
    const second = `${stick}-2`;
    mkdirSync(second);
    sticks = [second];
    store.clock.nowMs += HOUR_MS;
    await place(store);
    await enrol();
    // The one with the older copy is named first.
    sticks = [stick, second];
    await store.rehearsing.rehearseNow();
    expect(store.rehearsing.results()).toMatchObject([{ copyAtMs: START_MS + HOUR_MS, orders: 1 }]);
  });

  it('is tried once a month, also where there is no site to try one with', async () => {
    await place(store);
    await enrol();
    await store.rehearsing.rehearseDue();
    store.clock.nowMs += DAY_MS;
    await store.rehearsing.rehearseDue();
    expect(store.rehearsing.results()).toMatchObject([{ place: 'usb', atMs: START_MS, failure: null }]);
  });

  it('tells of a stick that gives back something else, until it is given up', async () => {
    await enrol();
    const file = join(stick, 'balcao', copies()[0] ?? '');
    const bytes = readFileSync(file);
    bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    await store.rehearsing.rehearseDue();
    expect(await checkOf(store)).toMatchObject({
      state: 'bad',
      text: expect.stringContaining('Cópia do pen drive: o ensaio falhou') as string,
    });
    const { sticks } = await state();
    await admin(`/api/staff/backups/sticks/${sticks[0]?.id}`, { method: 'DELETE' });
    expect((await state()).rehearsals).toEqual([]);
  });
});
