import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOutside } from '../../shop/copies/outside.ts';
import { turnCopiesMark } from '../../shop/copies/copies-mark.ts';
import { writeMeta } from '../../storage/identity.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { openTestStore, START_MS, type TestStore } from '../../testing/open-test-store.ts';
import { openCopy } from '../../testing/open-copy.ts';
import { sell } from '../../testing/sell.ts';
import { asRole, signIn, type Asking } from '../../testing/sign-in.ts';
import { BackupFailed, createBackups } from './backups.ts';

let store: TestStore;
let admin: Asking;
let folder: string;
let stick: string;
let sticks: string[] = [];
beforeEach(async () => {
  stick = mkdtempSync(join(tmpdir(), 'balcao-stick-'));
  sticks = [];
  store = await openTestStore({ sticks: () => Promise.resolve(sticks) });
  admin = await asRole(store, 'ADMIN');
  folder = join(store.folder, 'edge', 'backups');
});
afterEach(() => store.close());

const listed = async (): Promise<Record<string, any>> =>
  (await (await admin('/api/staff/backups')).json()) as Record<string, any>;
const DAY_MS = 24 * 3_600_000;
const none = {
  present: () => Promise.resolve([]),
  listEnrolled: () => Promise.resolve([]),
  recordContents: () => Promise.resolve(),
};
const harness = () => ({
  db: store.db,
  folder,
  migrationsFolder: 'edge/storage/migrations',
  usbDrives: none,
  outside: { recordCopy: () => undefined },
  clock: () => store.clock.nowMs,
  mayEndByAge: () => true,
  timeZone: 'America/Sao_Paulo',
  log: pino({ level: 'silent' }),
  onState: () => undefined,
});
/** What the administrator's screen shows and does with the only stick there. */
async function enrol(): Promise<Response> {
  const [{ id }] = (await listed())['sticks'] as [{ id: string }];
  return admin('/api/staff/backups/sticks', { json: { id } });
}
const copiesOn = (at: string): string[] =>
  existsSync(join(at, 'balcao'))
    ? readdirSync(join(at, 'balcao')).filter((name) => name !== 'este-pendrive.json')
    : [];

describe('a backup', () => {
  it('that was asked for while other work with the copies goes wrong is made after it', async () => {
    const backups = createBackups(harness());
    const broken = backups.inTurn(() => Promise.reject(new Error('pulled out')));
    const made = backups.make('manual');
    await expect(broken).rejects.toThrow('pulled out');
    expect(existsSync(join(folder, (await made).name))).toBe(true);
  });

  it('is one whole file with every order and picture, made while the store is open', async () => {
    sell(store, START_MS);
    store.db.$client.prepare("insert into images values ('h', 'master', 'image/webp', x'0102')").run();
    const made = await store.backups.make('manual');
    const copy = new Database(await openCopy(store, join(folder, made.name)), { readonly: true });
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(copy.prepare('select count(*) as n from orders').get()).toEqual({ n: 1 });
    expect(copy.prepare('select count(*) as n from images').get()).toEqual({ n: 1 });
    copy.close();
    expect(readdirSync(folder)).toEqual([made.name]);
    expect(await listed()).toMatchObject({
      backups: [{ name: made.name, reason: 'manual', atMs: START_MS, place: 'store' }],
      lastAtMs: START_MS,
      failure: null,
      running: false,
    });
  });

  it('is not named as one when what was copied is damaged, and says so until one works', async () => {
    const told: (string | null)[] = [];
    const backups = createBackups({
      ...harness(),
      db: { $client: damaging(store) } as never,
      onState: (failure) => told.push(failure),
    });
    await expect(backups.make('manual')).rejects.toThrow(BackupFailed);
    expect(readdirSync(folder)).toEqual([]);
    expect(await backups.state()).toMatchObject({ lastAtMs: null, failure: { atMs: START_MS } });
    const words =
      'A cópia saiu com defeito: o banco de dados desta loja pode estar danificado. Restaure a última cópia boa.';
    expect(told).toEqual([words]);
    expect((await backups.state()).failure?.text).toBe(words);
  });

  it('is made at night, once, and by day when the machine was off at night', async () => {
    const names = (): string[] => (existsSync(folder) ? readdirSync(folder) : []);
    await store.backups.makeDueBackup();
    expect(names()).toHaveLength(1);
    store.clock.nowMs = Date.parse('2026-11-22T04:29:00-03:00');
    await store.backups.makeDueBackup();
    expect(names()).toHaveLength(1);
    store.clock.nowMs = Date.parse('2026-11-22T04:31:00-03:00');
    await store.backups.makeDueBackup();
    await store.backups.makeDueBackup();
    expect(names()).toHaveLength(2);
    store.clock.nowMs = Date.parse('2026-11-25T16:00:00-03:00');
    await store.backups.makeDueBackup();
    expect(names()).toHaveLength(3);
  });

  it('is made of no machine that has no owner yet', async () => {
    store.db.$client.exec('delete from user');
    await store.backups.makeDueBackup();
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  });

  it('is made although one carries a date of a year ahead, from a clock that was wrong', async () => {
    store.clock.nowMs += 365 * DAY_MS;
    await store.backups.makeDueBackup();
    store.clock.nowMs = START_MS;
    await store.backups.makeDueBackup();
    // Once: nobody fills the card with copies until that day has come.
    await store.backups.makeDueBackup();
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('is not made twice in a night for a clock that is set back by minutes', async () => {
    await store.backups.makeDueBackup();
    store.clock.nowMs -= 30 * 60_000;
    await store.backups.makeDueBackup();
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('makes the oldest of its kind go: two weeks of nights, ten of the others', async () => {
    mkdirSync(folder, { recursive: true });
    for (let day = 1; day <= 20; day += 1) {
      const two = String(day).padStart(2, '0');
      for (const kind of ['noturna', 'manual']) {
        const file = join(folder, `${kind}-2026-10-${two}-0430-abcd-${store.backups.mark()}.db.age`);
        writeFileSync(file, '');
        utimesSync(file, day, day);
      }
    }
    writeFileSync(join(folder, '.noturna-2026-10-20-0430-abcd.db.part'), 'left behind');
    await store.backups.make('noturna');
    const left = readdirSync(folder);
    expect(left.filter((name) => name.startsWith('noturna'))).toHaveLength(14);
    expect(left.filter((name) => name.startsWith('manual'))).toHaveLength(10);
    expect(left).toContain(`manual-2026-10-20-0430-abcd-${store.backups.mark()}.db.age`);
    expect(left.some((name) => name.startsWith('.'))).toBe(false);
  });

  it('goes by its age only while the clock may be believed, and the newest stays however old it is', async () => {
    let mayEndByAge = false;
    const backups = createBackups({ ...harness(), mayEndByAge: () => mayEndByAge });
    const old = await backups.make('manual');
    store.clock.nowMs += DAY_MS;
    const newest = await backups.make('manual');
    store.clock.nowMs += 31 * DAY_MS;
    const kept = async () => (await backups.list('enrolled')).map(({ name }) => name);
    await backups.renew();
    expect(await kept()).toEqual([newest.name, old.name]);
    mayEndByAge = true;
    await backups.renew();
    expect(await kept()).toEqual([newest.name]);
  });

  it('that cannot be opened any more goes when it should be made anew, and another one comes in its place', async () => {
    const { name } = await store.backups.make('manual');
    writeFileSync(join(folder, name), 'what a bad card gives back');
    turnCopiesMark(store.db);
    await store.backups.renew();
    const names = (await store.backups.list('enrolled')).map((one) => one.name);
    expect(names).toEqual([expect.stringContaining(store.backups.mark())]);
  });

  it('that cannot be made keeps no older one past its time', async () => {
    const backups = createBackups(harness());
    await backups.make('manual');
    store.clock.nowMs += DAY_MS;
    const newest = await backups.make('manual');
    store.clock.nowMs += 31 * DAY_MS;
    vi.spyOn(backups, 'make').mockRejectedValue(new BackupFailed('no room'));
    await expect(backups.makeDueBackup()).rejects.toThrow('no room');
    expect(readdirSync(folder)).toEqual([newest.name]);
  });

  it('from before a clearing leaves the machine on no way: the newest one that may is the one before it', async () => {
    const backups = createBackups(harness());
    expect(await backups.newest()).toBeNull();
    const made = await backups.make('manual');
    store.clock.nowMs += 1000;
    await backups.make('antes-de-limpar');
    expect(await backups.newest()).toMatchObject({ name: made.name, atMs: made.atMs });
  });

  it('on a stick is outside the machine, as of its own time, and stays there while it is the newest; a stick that fails has none', async () => {
    const outside: number[] = [];
    const here = [{ folder: join(stick, 'balcao') }] as never[];
    const backups = createBackups({
      ...harness(),
      usbDrives: { ...none, listEnrolled: () => Promise.resolve(here) },
      outside: { recordCopy: (atMs) => outside.push(atMs) },
    });
    const made = await backups.make('manual');
    expect([outside, copiesOn(stick)]).toEqual([[made.atMs], [made.name]]);
    store.clock.nowMs += 31 * DAY_MS;
    await backups.renew();
    expect(copiesOn(stick)).toEqual([made.name]);
    outside.length = 0;
    here.splice(0, 1, { folder: join(folder, made.name) } as never);
    await backups.make('manual');
    expect(outside).toEqual([]);
  });

  it('is copied to a stick that was enrolled, and a stick that fails is told, but takes nothing from the copy in the store', async () => {
    sticks = [stick];
    await enrol();
    store.clock.nowMs += 60_000;
    const made = await store.backups.make('manual');
    expect(copiesOn(stick)).toContain(made.name);
    expect((await listed())['backups'].map(({ place }: { place: string }) => place).toSorted()).toEqual([
      'store',
      'store',
      'usb',
      'usb',
    ]);
    expect(await listed()).toMatchObject({ failure: null });
    let at = join(stick, 'pulled', 'out');
    writeFileSync(join(stick, 'pulled'), 'a file where a folder should be');
    const told: (string | null)[] = [];
    const backups = createBackups({
      ...harness(),
      usbDrives: { ...none, listEnrolled: () => Promise.resolve([{ id: 'a', folder: at }]) },
      onState: (failure) => told.push(failure),
    });
    await backups.make('manual');
    expect(readdirSync(folder)).toHaveLength(3);
    expect((await backups.state()).failure?.text).toContain('pen drive');
    expect(told).toEqual([expect.stringContaining('pen drive')]);
    // Another stick in its place is filled at the next look, and then the owner is told no more.
    at = join(stick, 'another');
    await backups.renew();
    await backups.renew();
    expect(told).toEqual([expect.stringContaining('pen drive'), null]);
    await store.backups.make('manual');
    expect(store.alarms.open()).toEqual([]);
  });

  it('that is dated in the future is not taken for the newest: it was made while the clock was wrong', async () => {
    store.clock.nowMs += DAY_MS;
    await store.backups.make('manual');
    store.clock.nowMs -= DAY_MS;
    const made = await store.backups.make('manual');
    expect(await store.backups.newest()).toMatchObject({ name: made.name, atMs: START_MS });
  });

  it('comes before the history is cleared; when it fails, nothing is cleared', async () => {
    sell(store, START_MS);
    mkdirSync(join(store.folder, 'edge'), { recursive: true });
    writeFileSync(folder, 'a file where the folder should be');
    const answer = await admin('/api/staff/orders/clear', { json: { confirm: 'CONFIRMAR' } });
    expect(answer.status).toBe(507);
    expect(store.orders.repository.byNumbers([1])).toHaveLength(1);
  });
});

describe('what an administrator says of copies', () => {
  it('is in the log when it changed how old one may become, and only then', async () => {
    const logged = () =>
      store.db.$client
        .prepare("select count(*) from outbox where aggregate_id = 'backups_max_age_days'")
        .pluck()
        .get();
    for (const [maxAgeDays, rows] of [
      [30, 0],
      [20, 1],
      [20, 1],
      [30, 2],
    ]) {
      expect((await admin('/api/staff/backups', { method: 'PUT', json: { maxAgeDays } })).status).toBe(200);
      expect(logged()).toBe(rows);
    }
  });

  it('takes at once what is older than they may become from now on', async () => {
    await store.backups.make('manual');
    store.clock.nowMs += 21 * DAY_MS;
    const { name } = await store.backups.make('manual');
    expect(readdirSync(folder)).toHaveLength(2);
    await admin('/api/staff/backups', { method: 'PUT', json: { maxAgeDays: 20 } });
    await vi.waitFor(() => expect(readdirSync(folder)).toEqual([name]), { timeout: 60_000 });
  });

  it('leaves of a stick that is forgotten no word that a copy came back from one', async () => {
    sticks = [stick];
    await enrol();
    const tried = { atMs: START_MS, copyAtMs: START_MS, orders: 3, failure: null };
    const atTheSite = { ...tried, place: 'site' };
    writeMeta(store.db, 'rehearsals', JSON.stringify([{ ...tried, place: 'usb' }, atTheSite]));
    const [{ id }] = (await listed())['sticks'] as [{ id: string }];
    expect((await admin(`/api/staff/backups/sticks/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await listed())['rehearsals']).toEqual([atTheSite]);
  });
});

describe('a backup as a file', () => {
  it('is an administrator’s, in the network of the shop', async () => {
    expect((await admin('/api/staff/backups', { json: {} })).status).toBe(201);
    const { name } = (await listed())['backups'][0] as { name: string };
    const path = `/api/staff/backups/${name}`;
    store.clock.nowMs += 2 * DAY_MS;
    const file = await admin(path);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-disposition')).toContain(name);
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 21)
        .toString(),
    ).toBe('age-encryption.org/v1');
    // Fetched to the end, it is outside the machine, as of when it was made.
    expect(createOutside({ db: store.db, clock: () => store.clock.nowMs }).newest().atMs).toBe(START_MS);
    expect((await store.ask(path)).status).toBe(401);
    expect((await (await asRole(store, 'ATTENDANT'))(path)).status).toBe(403);
  });

  it('never goes over the site, where the relay would see it', async () => {
    const { name } = await store.backups.make('manual');
    const far = await signIn({ ...store, ask: store.askLink }, 'admin@loja.com');
    const answer = await far(`/api/staff/backups/${name}`);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'lan-only']);
    expect(await (await far('/api/staff/backups')).json()).toMatchObject({
      downloadable: false,
    });
  });

  it('is nothing but a backup', async () => {
    await store.backups.make('manual');
    for (const name of ['..%2Fstore.db', 'store.db', '..%2F..%2Fstore.db', 'manual-2026-11-21-1500-zzzz.db'])
      expect((await admin(`/api/staff/backups/${name}`)).status).toBe(404);
  });
});

/** As a disk that writes rubbish: the copy is there, and its middle is not what was meant. */
function damaging(from: TestStore): object {
  return {
    pragma: from.db.$client.pragma.bind(from.db.$client),
    prepare: from.db.$client.prepare.bind(from.db.$client),
    transaction: from.db.$client.transaction.bind(from.db.$client),
    async backup(file: string) {
      inTransaction(from.db, () => {
        for (let n = 0; n < 200; n += 1) sell(from, START_MS + n);
      });
      await from.db.$client.backup(file);
      const { openSync, writeSync, closeSync } = await import('node:fs');
      chmodSync(file, 0o600);
      const handle = openSync(file, 'r+');
      for (let page = 20; page < 40; page += 1)
        writeSync(handle, Buffer.alloc(4096, 7), 0, 4096, page * 4096);
      closeSync(handle);
    },
  };
}
