// Restoring from a file, over HTTP and below it: what is put in place, what is refused, and what a kill leaves behind.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RestoreState } from '@balcao/shared/http/restore.ts';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import { openDatabase } from '../../storage/open.ts';
import { PUBLIC_URL } from '../link/link.ts';
import { openTestStore, START_MS, type TestStore } from '../../testing/open-test-store.ts';
import { openCopy } from '../../testing/open-copy.ts';
import { sell } from '../../testing/sell.ts';
import { asRole, PASSWORD } from '../../testing/sign-in.ts';
import { recoveryCode } from '../../storage/recovery-code.ts';
import { restoreCommand } from './restore-command.ts';
import { createRestoring, type Restoring } from './restoring.ts';
import { buildingPath, takeRestored } from './restored-file.ts';
import { restoreFromFile } from './restore.ts';

// Every restore asks two processes whether its file is whole.

const MIGRATIONS = 'edge/storage/migrations';
const folders: string[] = [];
const stores: TestStore[] = [];
const newFolder = (within = tmpdir()): string => {
  const folder = mkdtempSync(join(within, 'balcao-restore-'));
  folders.push(folder);
  return folder;
};
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function isReadable(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}

const placeOf = (folder: string) => ({
  file: join(folder, 'store.db'),
  migrationsFolder: MIGRATIONS,
  timeZone: 'America/Sao_Paulo',
  clock: () => START_MS,
});
const fromFile = (file: string, folder: string, withoutRelay = false, recoveryCode: string | null = sheet) =>
  restoreFromFile(file, { withoutRelay, recoveryCode }, { ...placeOf(folder), onProgress: () => undefined });

/** What stands on the recovery sheet of the newest shop, and of the one that `copy` is of. */
let sheet: string;
let copySheet: string;

/** A shop of three orders and an owner, and a copy of it. */
async function aShop(): Promise<{ store: TestStore; backup: string }> {
  const store = await openTestStore();
  stores.push(store);
  sheet = recoveryCode(store.db);
  await asRole(store, 'ADMIN');
  for (let n = 0; n < 3; n += 1) sell(store, START_MS);
  const { name } = await store.backups.make('manual');
  const backup = String(await store.backups.pathOf('store', name));
  return { store, backup };
}

/** A copy of a shop of three orders and an owner: made once, for those that only need a copy. */
let copy: string;
/** What is in it, as copies were before they were encrypted. */
let clear: string;
let copyFolder: string;
beforeAll(async () => {
  const { store: shop, backup } = await aShop();
  clear = await openCopy(shop, backup);
  copyFolder = mkdtempSync(join(tmpdir(), 'balcao-copy-'));
  copy = join(copyFolder, String(backup.split('/').at(-1)));
  cpSync(backup, copy);
  copySheet = sheet;
  for (const store of stores.splice(0)) await store.close();
});
beforeEach(() => {
  sheet = copySheet;
});
afterAll(() => rmSync(copyFolder, { recursive: true, force: true }));

async function open(folder: string): Promise<TestStore> {
  const store = await openTestStore({ folder, seed: false });
  stores.push(store);
  return store;
}
const countOf = (store: TestStore, sql: string): number =>
  Number(store.db.$client.prepare(sql).pluck().get());

describe('a restore from a file', () => {
  it('[R6] puts the whole store in place: another epoch, the next number, everybody who could sign in', async () => {
    const { store, backup } = await aShop();
    const folder = newFolder();
    expect(await fromFile(backup, folder)).toEqual({ orders: 3, ownerNeeded: false });
    expect(takeRestored(join(folder, 'store.db'))).toBe(true);
    expect(readdirSync(folder)).toEqual(['store.db']);
    const again = await open(folder);
    expect(again.identity).toMatchObject({ storeId: store.identity.storeId, epoch: 2 });
    expect(countOf(again, 'select count(*) from orders')).toBe(3);
    expect(sell(again, START_MS).orderNumber).toBe(4);
    expect(again.writeGate.held()).toBeNull();
    await asRole(again, 'ADMIN');
  });

  it('gives the store its week anew to bring a copy out, of however long ago the copy is', async () => {
    const { store } = await aShop();
    store.outside.newest();
    const { name } = await store.backups.make('manual');
    const backup = String(await store.backups.pathOf('store', name));
    const folder = newFolder();
    const nowMs = START_MS + 30 * 86_400_000;
    const place = { ...placeOf(folder), clock: () => nowMs, onProgress: () => undefined };
    await restoreFromFile(backup, { withoutRelay: false, recoveryCode: sheet }, place);
    takeRestored(join(folder, 'store.db'));
    const again = await open(folder);
    again.clock.nowMs = nowMs;
    expect(again.outside.missingMs()).toBe(0);
  });

  it('[R3] takes nothing from one that was killed before it', async () => {
    const folder = newFolder();
    const side = buildingPath(join(folder, 'store.db'));
    // What it had brought so far, with its newest writes in the log beside it.
    cpSync(clear, side);
    const killed = new Database(side);
    killed.pragma('journal_mode = WAL');
    killed.prepare("update orders set customer_phone = '11900000000'").run();
    cpSync(`${side}-wal`, `${side}-left`);
    killed.close();
    renameSync(`${side}-left`, `${side}-wal`);
    await fromFile(copy, folder);
    takeRestored(join(folder, 'store.db'));
    expect(readdirSync(folder)).toEqual(['store.db']);
    const again = await open(folder);
    expect(countOf(again, 'select count(*) from orders')).toBe(3);
    expect(countOf(again, "select count(*) from orders where customer_phone = '11900000000'")).toBe(0);
  });

  it('[R6] waits for the word of the relay that it knows, unless that is gone for good', async () => {
    const { store } = await aShop();
    // Its relay stood in the settings of the machine that died.
    writeMeta(store.db, PUBLIC_URL, 'https://acai.example');
    const { name } = await store.backups.make('manual');
    const backup = String(await store.backups.pathOf('store', name));
    const [waiting, alone] = [newFolder(), newFolder()];
    await fromFile(backup, waiting);
    await fromFile(backup, alone, true);
    for (const folder of [waiting, alone]) takeRestored(join(folder, 'store.db'));
    const held = await open(waiting);
    expect(held.writeGate.held()).toBe('unconfirmed');
    expect(held.link.relayUrl()).toBe('https://acai.example');
    const free = await open(alone);
    expect(free.writeGate.held()).toBeNull();
    expect(free.link.relayUrl()).toBeNull();
  });

  it('[R6] gives no number twice and brings back nobody who was erased since, where the present database still tells', async () => {
    const { store, backup } = await aShop();
    const later = sell(store, START_MS);
    const admin = await asRole(store, 'ADMIN');
    const [forgotten] = store.db.$client
      .prepare('select id, customer_phone from orders order by number')
      .all() as {
      id: string;
      customer_phone: string;
    }[];
    const erased = await admin('/api/staff/privacy/erase', { json: { phone: forgotten?.customer_phone } });
    expect(erased.status).toBe(200);
    const earlier = join(newFolder(), 'copy.db');
    cpSync(backup, earlier);
    await store.stop();
    const { folder } = store;
    await fromFile(earlier, folder);
    takeRestored(join(folder, 'store.db'));
    const again = await open(folder);
    expect(again.orders.repository.byId(String(forgotten?.id))?.customerPhone).toBeNull();
    expect(again.orders.repository.byId(later.id)).toBeNull();
    expect(sell(again, START_MS).orderNumber).toBe(later.orderNumber + 1);
  });

  it('[R6] keeps no promises of another shop, whose database was here before', async () => {
    const other = await openTestStore();
    stores.push(other);
    for (let n = 0; n < 7; n += 1) sell(other, START_MS);
    await other.stop();
    await fromFile(copy, other.folder);
    takeRestored(join(other.folder, 'store.db'));
    expect(sell(await open(other.folder), START_MS).orderNumber).toBe(4);
  });

  it('takes a database from an old card with the rows that still stand in its log', async () => {
    const { store } = await aShop();
    const card = newFolder();
    for (const end of ['', '-wal'])
      cpSync(join(store.folder, `store.db${end}`), join(card, `store.db${end}`));
    expect(await fromFile(join(card, 'store.db'), newFolder())).toMatchObject({ orders: 3 });
  });

  it.each([
    ['a file that is none', 'not-a-backup', (file: string) => writeFileSync(file, 'não é um banco de dados')],
    ['a database of something else', 'not-a-backup', (file: string) => emptyDatabase(file)],
    [
      'a copy that was cut short',
      'not-a-backup',
      (file: string, whole: Buffer) => writeFileSync(file, whole.subarray(0, whole.length / 2)),
    ],
    ['a copy of a newer version', 'newer-version', (file: string) => newer(file)],
    ['a file that is not there', 'unreadable', () => undefined],
  ])('[R6] refuses %s in words, and leaves nothing behind', async (_what, code, make) => {
    const file = join(newFolder(), 'given.db');
    make(file, readFileSync(copy));
    const folder = newFolder();
    await expect(fromFile(file, folder)).rejects.toMatchObject({ failure: { code } });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('[R6] says of a file that only root may read that it may not be read, not that it is not there', async (test) => {
    // Root may read everything: as root, this is somebody else, where everybody may go.
    const isRoot = process.geteuid?.() === 0;
    const within = isRoot ? '/var/tmp' : tmpdir();
    const place = newFolder(within);
    chmodSync(place, 0o755);
    const file = join(place, 'given.db');
    writeFileSync(file, readFileSync(copy), { mode: 0o000 });
    const folder = newFolder(within);
    chmodSync(folder, 0o777);
    if (isRoot) process.seteuid?.('nobody');
    try {
      if (isReadable(file)) test.skip('this machine lets everybody read everything');
      await expect(fromFile(file, folder)).rejects.toMatchObject({
        failure: { code: 'no-permission', detail: expect.stringContaining('permissão') as string },
      });
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('[R6] says what failed first, also where what it left cannot be removed', async () => {
    const folder = newFolder();
    // A folder in the place of a database's log is nothing that a database may remove.
    mkdirSync(`${buildingPath(join(folder, 'store.db'))}-wal`);
    await expect(fromFile(join(folder, 'missing.db'), folder)).rejects.toMatchObject({
      failure: { code: 'failed' },
    });
  });

  it('[R3] killed anywhere is the store as it was, or as it was restored', async () => {
    const source = newFolder();
    await fromFile(copy, source);
    const present = newFolder();
    const before = await open(present);
    const { lineage } = before.identity;
    await before.stop();
    stores.pop();
    // Before it is whole: what was half built is of no interest to a start.
    cpSync(clear, buildingPath(join(present, 'store.db')));
    expect(takeRestored(join(present, 'store.db'))).toBe(false);
    // After: whichever of the renames was the last one, the next start ends it.
    for (const renamed of [[], ['store.db-wal'], ['store.db-wal', 'store.db']]) {
      const folder = newFolder();
      const file = join(folder, 'store.db');
      cpSync(present, folder, { recursive: true });
      writeFileSync(`${file}-wal`, 'its log');
      cpSync(join(source, 'store.db.restored'), `${file}.restored`, { preserveTimestamps: true });
      const aside = join(folder, `store.db.replaced-${Math.round(mtimeOf(`${file}.restored`))}`);
      for (const name of renamed) {
        cpSync(join(folder, name), aside + name.slice('store.db'.length));
        rmSync(join(folder, name));
      }
      expect(takeRestored(file)).toBe(true);
      expect(readFileSync(`${aside}-wal`, 'utf8')).toBe('its log');
      expect(lineageIn(aside)).toBe(lineage);
      expect(lineageIn(file)).not.toBe(lineage);
      expect(existsSync(`${file}.restored`)).toBe(false);
    }
  });
});

describe('restoring by the first-run screen', () => {
  let store: TestStore;
  let restoring: Restoring;
  let replaced: number;
  let code: string;
  beforeEach(async () => {
    replaced = 0;
    const folder = newFolder();
    restoring = createRestoring({
      place: placeOf(folder),
      replace: () => {
        replaced += 1;
        takeRestored(join(folder, 'store.db'));
        return Promise.resolve();
      },
      log: pino({ level: 'silent' }),
    });
    store = await openTestStore({
      seed: false,
      restoring,
      sticks: () => Promise.resolve([join(store.folder, 'stick')]),
    });
    stores.push(store);
    code = String(store.setup.code());
  });

  const state = async (): Promise<RestoreState> =>
    (await (await store.ask('/api/setup/restore')).json()) as RestoreState;
  const upload = (bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    store.app.request(
      '/api/setup/restore/file',
      {
        method: 'POST',
        body: bytes,
        headers: {
          'content-type': 'application/octet-stream',
          'content-length': String(bytes.length),
          'x-setup-code': code,
          'x-recovery-code': sheet,
          ...headers,
        },
      },
      { transport: 'lan', clientIp: '192.168.0.9', origin: 'http://balcao.local' },
    );

  it('takes a file that is sent, checks it, and puts it in place', async () => {
    expect(await state()).toMatchObject({ state: 'none' });
    const answer = await upload(new Uint8Array(readFileSync(copy)));
    expect(answer.status).toBe(202);
    await vi.waitFor(async () => expect((await state()).state).toBe('done'), { timeout: 60_000 });
    expect(await state()).toMatchObject({ from: 'file', step: 'replacing', orders: 3, ownerNeeded: false });
    expect(replaced).toBe(1);
  });

  it('says why a file is refused, and takes the next one', async () => {
    const slip = await upload(new Uint8Array(readFileSync(copy)), { 'x-recovery-code': 'ABCD' });
    expect([slip.status, await slip.json()]).toEqual([
      422,
      expect.objectContaining({
        code: 'recovery-code',
        errors: [expect.objectContaining({ field: 'recoveryCode' })],
      }),
    ]);
    expect(await state()).toMatchObject({ state: 'failed', failure: { code: 'recovery-code' } });
    await upload(new TextEncoder().encode('não é um banco de dados'));
    await vi.waitFor(async () => expect((await state()).state).toBe('failed'), { timeout: 60_000 });
    expect((await state()).failure).toMatchObject({
      code: 'not-a-backup',
      detail: expect.stringContaining('Escolha outra cópia') as string,
    });
    expect(replaced).toBe(0);
    await upload(new Uint8Array(readFileSync(copy)));
    await vi.waitFor(async () => expect((await state()).state).toBe('done'), { timeout: 60_000 });
  });

  it('lists the copies on sticks and takes one of them', async () => {
    const name = String(copy.split('/').at(-1));
    cpSync(copy, join(store.folder, 'stick', 'balcao', name));
    const sources = await store.ask('/api/setup/restore/sources', { json: { code } });
    expect(await sources.json()).toMatchObject({ relayUrl: null, copies: [{ name, place: 'usb' }] });
    const gone = await store.ask('/api/setup/restore/copy', { json: { code, place: 'store', name } });
    expect(gone.status).toBe(404);
    const begun = await store.ask('/api/setup/restore/copy', {
      json: { code, place: 'usb', name, recoveryCode: sheet },
    });
    expect(begun.status).toBe(202);
    await vi.waitFor(async () => expect((await state()).state).toBe('done'), { timeout: 60_000 });
  });

  it('needs the setup code, in the shop, while there is no owner', async () => {
    expect((await upload(new Uint8Array(8), { 'x-setup-code': 'ERRADO' })).status).toBe(422);
    const wrong = await store.ask('/api/setup/restore/sources', { json: { code: 'ERRADO' } });
    expect(await wrong.json()).toMatchObject({ code: 'wrong-code', errors: [{ field: 'code' }] });
    expect((await store.askLink('/api/setup/restore')).status).toBe(404);
    expect((await store.askLink('/api/setup/restore/sources', { json: { code } })).status).toBe(404);
    await asRole(store, 'ADMIN');
    expect((await store.ask('/api/setup/restore')).status).toBe(404);
    expect((await store.ask('/api/setup/restore/sources', { json: { code } })).status).toBe(404);
    expect((await upload(new Uint8Array(8))).status).toBe(404);
  });

  it('is done once at a time, and nobody becomes the owner meanwhile', async () => {
    const name = String(copy.split('/').at(-1));
    cpSync(copy, join(store.folder, 'stick', 'balcao', name));
    const ask = () =>
      store.ask('/api/setup/restore/copy', { json: { code, place: 'usb', name, recoveryCode: sheet } });
    const [one, other] = await Promise.all([ask(), ask()]);
    expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([202, 409]);
    const owner = { code, name: 'Ana', email: 'ana@loja.com', password: PASSWORD };
    expect((await store.ask('/api/setup', { json: owner })).status).toBe(409);
    await vi.waitFor(async () => expect((await state()).state).toBe('done'), { timeout: 60_000 });
    expect(replaced).toBe(1);
  });

  it('tells an address that is no relay, and a slip of the pen, at their fields', async () => {
    const ask = (changes: object) =>
      store.ask('/api/setup/restore/relay', {
        json: { code, relayUrl: 'http://127.0.0.1:9', pairingCode: 'X', recoveryCode: null, ...changes },
      });
    const nobody = await ask({});
    expect([nobody.status, await nobody.json()]).toMatchObject([
      422,
      { code: 'relay-unreachable', errors: [{ field: 'relayUrl' }] },
    ]);
    expect(await state()).toMatchObject({ state: 'failed', from: 'relay' });
    expect(await (await ask({ recoveryCode: 'ABCD' })).json()).toMatchObject({
      errors: [{ field: 'recoveryCode' }],
    });
  });
});

describe('the command line', () => {
  it('lists copies, restores one and says how far it is; the server must be off', async () => {
    const { store, backup } = await aShop();
    const said: string[] = [];
    const run = (words: string[]) => {
      said.length = 0;
      const config = { dataDir: store.folder, usbDir: '/nowhere' };
      return restoreCommand(words, config, placeOf(store.folder), (line) => said.push(line));
    };
    expect(await run(['--list'])).toBe(0);
    expect(said).toEqual([backup]);
    expect(await run([])).toBe(2);
    expect(await run(['--what'])).toBe(2);
    expect(await run(['--file', backup])).toBe(1);
    expect(said).toEqual(['✗ O servidor da loja está ligado. Pare-o antes de restaurar.']);
    const later = sell(store, START_MS);
    await store.stop();
    expect(await run(['--file', backup])).toBe(0);
    expect(said).toEqual([
      'Lendo o arquivo: 0%',
      ...said.filter((line) => /^Lendo o arquivo: [1-9]/.test(line)),
      'Conferindo',
      'Colocando no lugar',
      '✓ 3 pedidos restaurados. Ligue o servidor da loja.',
    ]);
    const again = await open(store.folder);
    expect(again.orders.repository.byId(later.id)).toBeNull();
    expect(readdirSync(store.folder).filter((name) => /replaced-\d+$/.test(name))).toHaveLength(1);
  });
});

function emptyDatabase(file: string): void {
  const db = openDatabase(file, MIGRATIONS);
  db.$client.exec('drop table outbox');
  db.$client.close();
}

function newer(file: string): void {
  cpSync(clear, file);
  const db = openDatabase(file, MIGRATIONS);
  db.$client.exec("insert into __drizzle_migrations (hash, created_at) values ('next', 9999999999999)");
  db.$client.close();
}

const mtimeOf = (file: string): number => statSync(file).mtimeMs;

function lineageIn(file: string): string | null {
  const copy = join(newFolder(), 'copy.db');
  cpSync(file, copy);
  const db = openDatabase(copy, MIGRATIONS);
  try {
    return readMeta(db, 'lineage');
  } finally {
    db.$client.close();
  }
}
