// A restore in each of its ways, told as an approved text: by the command and by the first run's screen, from a file and from a relay, with all
// that it refuses, its steps, and what the restored store is and remembers. What must be by the spec is tested beside.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { writeMeta } from '../../storage/identity.ts';
import { formatRecoveryCode, recoveryCode } from '../../storage/recovery-code.ts';
import { openTestStore, START_MS, type TestStore } from '../../testing/open-test-store.ts';
import { openCopy } from '../../testing/open-copy.ts';
import { sell } from '../../testing/sell.ts';
import { asRole } from '../../testing/sign-in.ts';
import { openWitness } from '../../testing/witness.ts';
import { PUBLIC_URL, RELAY_URL } from '../link/link.ts';
import { restoreCommand } from './restore-command.ts';
import { createRestoring } from './restoring.ts';
import { takeRestored } from './restored-file.ts';

const MIGRATIONS = 'edge/storage/migrations';
let shop: TestStore;
let sheet: string;
let otherSheet: string;
/** One encrypted copy, and what is in it. */
let copies: string;
let sealed: string;
let clear: string;
let folder: string;
const lines: string[] = [];

beforeAll(async () => {
  copies = mkdtempSync(join(tmpdir(), 'balcao-copies-'));
  shop = await openTestStore();
  await asRole(shop, 'ADMIN');
  writeMeta(shop.db, RELAY_URL, 'https://acai.example');
  writeMeta(shop.db, PUBLIC_URL, 'https://acai.example');
  sell(shop, START_MS);
  sell(shop, START_MS, { status: 'PENDING' });
  sheet = formatRecoveryCode(recoveryCode(shop.db));
  const { name } = await shop.backups.make('manual');
  sealed = join(copies, name);
  cpSync(String(await shop.backups.pathOf('store', name)), sealed, { preserveTimestamps: true });
  clear = join(copies, 'clear.db');
  cpSync(await openCopy(shop, sealed), clear);
  const other = await openTestStore();
  otherSheet = formatRecoveryCode(recoveryCode(other.db));
  await other.close();
});
afterAll(async () => {
  await shop.close();
  rmSync(copies, { recursive: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const plain = (line: string): string =>
  line
    .replaceAll(folder, '<folder>')
    .replaceAll(copies, '<copies>')
    .replaceAll(sheet, '<sheet>')
    .replaceAll(shop.identity.storeId, '<store>')
    .replaceAll(shop.identity.lineage, '<lineage>')
    .replaceAll(/-[0-9a-f]{4}(-[0-9a-f]{6})?\.db/g, '.db')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,}/g, '<id>');

const placeOf = (at: string) => ({
  file: join(at, 'edge', 'store.db'),
  migrationsFolder: MIGRATIONS,
  timeZone: 'America/Sao_Paulo',
  clock: () => START_MS,
});
/** What a restored store is, where there is one. */
function restored(file: string): string[] {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const all = (sql: string) => db.prepare<[], Record<string, unknown>>(sql).all();
    return [
      ...all(
        `select key, case when key in ('epoch', 'held', 'relay_url', 'public_url', 'business_day', 'store_id', 'lineage') then value else '…' end as value from meta order by key`,
      ).map(({ key, value }) => `  remembers ${String(key)}: ${String(value)}`),
      ...all('select name, value from counters order by name').map(
        ({ name, value }) => `  counts ${String(name)}: ${String(value)}`,
      ),
      ...all(
        'select number, status, payment_status as paid, updated_at_ms as at from orders order by number',
      ).map((row) => `  order ${JSON.stringify(row)}`),
      ...all('select kind, count(*) as n, max(seq) as last from outbox group by kind order by kind').map(
        (row) => `  rows ${JSON.stringify(row)}`,
      ),
      ...all('select email, role from user order by email').map((row) => `  user ${JSON.stringify(row)}`),
      `  sessions: ${JSON.stringify(all('select count(*) as n from session')[0])}`,
    ];
  } finally {
    db.close();
  }
}

/** One restore on an empty card by the command, and what came of it. */
async function run(
  title: string,
  words: string[],
  before: (at: string) => void = () => undefined,
): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'balcao-card-'));
  mkdirSync(join(folder, 'edge'));
  before(folder);
  const said: string[] = [];
  const config = { dataDir: folder, usbDir: join(folder, 'media') };
  const code = await restoreCommand(words, config, placeOf(folder), (line) => said.push(line));
  // How a file falls into tenths is the file's own.
  const steps = said.filter((line) => !/: [1-9]0%$/.test(line));
  lines.push(`## ${title}: exit ${code}`, ...steps.map(plain));
  const file = join(folder, 'edge', 'store.db');
  if (code === 0 && !words.includes('--list')) lines.push(...restored(file).map(plain));
  rmSync(folder, { recursive: true });
}

type Served = { summary?: object; spoil?: (row: Record<string, unknown>) => Record<string, unknown> };
/** A relay that has the shop's whole past. */
function aRelay({ summary = {}, spoil = (row) => row }: Served = {}): void {
  const { db, identity, outbox, menu } = shop;
  const all = db.$client
    .prepare<[], Record<string, unknown>>(
      'select seq, lineage, epoch, kind, aggregate_id as aggregateId, sealed, body, body_hash as bodyHash, hash, at_ms as atMs, proof from outbox order by seq',
    )
    .all()
    .map((row) => spoil({ ...row, sealed: row['sealed'] === 1 }));
  const { seq, hash } = outbox.head();
  vi.spyOn(globalThis, 'fetch').mockImplementation((address) => {
    const { pathname, searchParams } = new URL(address as string);
    switch (pathname) {
      case '/edge/pair':
        return Promise.resolve(
          Response.json({ storeId: identity.storeId, publicUrl: 'https://acai.example' }),
        );
      case '/edge/restore':
        return Promise.resolve(
          Response.json({
            ...{ lineage: identity.lineage, epoch: 1, seq, hash, orderNumberMax: 7, strays: [], images: [] },
            ...summary,
          }),
        );
      case '/edge/restore/rows':
        return Promise.resolve(
          Response.json({
            rows: all.filter((row) => Number(row['seq']) > Number(searchParams.get('after'))).slice(0, 500),
          }),
        );
      case '/edge/restore/document':
        return Promise.resolve(new Response(Buffer.from(Y.encodeStateAsUpdate(menu.doc))));
      default:
        return Promise.resolve(Response.json({}, { status: 404 }));
    }
  });
}
const RELAY = ['--relay', 'https://acai.example/x', '--pairing-code', 'ABCDE-12345'];

it('by the command: what it says, and what it leaves', async () => {
  lines.length = 0;
  const spoilt = join(copies, 'spoilt.db');
  writeFileSync(spoilt, 'not a database');
  const half = join(copies, 'half.db.age');
  writeFileSync(half, Buffer.concat([Buffer.from('age-encryption.org/v1\n'), Buffer.alloc(20_000)]));
  await run('nothing asked', []);
  await run('a list of nothing', ['--list']);
  await run('a list', ['--list'], (at) => {
    mkdirSync(join(at, 'edge', 'backups'));
    cpSync(sealed, join(at, 'edge', 'backups', sealed.slice(copies.length + 1)));
  });
  await run('from a file that is not there', ['--file', join(copies, 'none.db')]);
  await run('from a folder', ['--file', copies]);
  await run('from what is no database', ['--file', spoilt]);
  await run('from half a copy', ['--file', half, '--recovery-code', sheet]);
  await run('with a slip of the pen', ['--file', sealed, '--recovery-code', sheet.slice(1)]);
  await run('with another shop’s sheet', ['--file', sealed, '--recovery-code', otherSheet]);
  await run('from a copy', ['--file', sealed, '--recovery-code', sheet]);
  await run('from a copy, on the machine that knows its code', ['--file', sealed], (at) =>
    writeFileSync(join(at, 'edge', 'store.db'), shop.db.$client.serialize()),
  );
  await run('from a copy in clear, without the site', ['--file', clear, '--without-relay']);
  await run('from a copy in clear', ['--file', clear]);
  aRelay();
  await run('from the relay', [...RELAY, '--recovery-code', sheet]);
  await run('from the relay, without the sheet', [...RELAY, '--without-recovery-code']);
  await run('from the relay, with another shop’s sheet', [...RELAY, '--recovery-code', otherSheet]);
  await run('from the relay, of a copy that it has not', [...RELAY, '--recovery-code', sheet, '--kept-copy']);
  aRelay({ summary: { seq: 0, lineage: null } });
  await run('from a relay that never followed it', [...RELAY, '--recovery-code', sheet]);
  aRelay({ summary: { seq: 99 } });
  await run('from a relay that says of more rows than it has', [...RELAY, '--recovery-code', sheet]);
  aRelay({ spoil: (row) => ({ ...row, proof: null }) });
  await run('from a relay without proofs', [...RELAY, '--recovery-code', sheet]);
  await run('from a relay without proofs, all the same', [
    ...RELAY,
    '--recovery-code',
    sheet,
    '--accept-unproven',
  ]);
  aRelay({ spoil: (row) => (row['seq'] === 2 ? { ...row, body: null } : row) });
  await run('from a relay that left a body out', [...RELAY, '--recovery-code', sheet]);
  aRelay({ spoil: (row) => (row['seq'] === 2 ? { ...row, hash: '0'.repeat(64) } : row) });
  await run('from a relay that changed a row', [...RELAY, '--recovery-code', sheet]);
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
  await run('from nowhere', [...RELAY, '--recovery-code', sheet]);
  await run('from an address that is none', [
    '--relay',
    'x',
    '--pairing-code',
    'A',
    '--without-recovery-code',
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./approved/restore-command.txt');
});

it.each([
  [51, 52],
  [101, 102],
  [102, 102],
  [2_000_000_000, 102],
])(
  'from a relay that knows of epoch %i is in epoch %i: believed a hundred beyond its rows, and no further',
  async (epoch, wanted) => {
    aRelay({ summary: { epoch } });
    lines.length = 0;
    await run('from the relay', [...RELAY, '--recovery-code', sheet]);
    expect(lines.filter((line) => line.includes('epoch'))).toEqual([`  remembers epoch: ${wanted}`]);
  },
);

it('by the screen of the first run: what it is asked, its states, and what it says', async () => {
  const at = mkdtempSync(join(tmpdir(), 'balcao-screen-'));
  folder = at;
  mkdirSync(join(at, 'edge'));
  const states: string[] = [];
  const said = {
    info: (words: object, text: string) => states.push(`log info: ${text} ${JSON.stringify(words)}`),
  };
  let replace = (): Promise<void> => Promise.resolve();
  const restoring = createRestoring({
    place: placeOf(at),
    replace: () => replace(),
    log: {
      ...said,
      error: (words: object, text: string) =>
        states.push(`log error: ${text} (${(words as { err: Error }).err.message})`),
    },
  });
  replace = () => {
    states.push(`replaced: ${JSON.stringify(restoring.state())}`);
    takeRestored(placeOf(at).file);
    return Promise.resolve();
  };
  const sticks = join(at, 'STICK');
  const witness = await openWitness('the first run', { restoring, sticks: () => Promise.resolve([sticks]) });
  mkdirSync(join(sticks, 'balcao'), { recursive: true });
  const name = sealed.slice(copies.length + 1);
  const { store } = witness;
  const code = store.setup.code() ?? '';
  const state = (): Promise<void> => witness.asks('how far', () => store.ask('/api/setup/restore'));
  const ends = async (): Promise<void> => {
    await vi.waitFor(() => expect(restoring.running()).toBe(false), { timeout: 60_000 });
    for (const line of states.splice(0)) witness.says(plain(line));
    await state();
  };
  const post = (heading: string, path: string, json: object): Promise<void> =>
    witness.asks(heading, () => store.ask(`/api/setup/restore/${path}`, { json: { code, ...json } }));

  await state();
  await witness.asks('over the link', () => store.askLink('/api/setup/restore'));
  await post('what there is', 'sources', {});
  await post('what there is, with another code', 'sources', { code: 'AAAAA-AAAAA' });
  const options = { withoutRelay: false, recoveryCode: null };
  await post('a copy that is not there', 'copy', { ...options, place: 'usb', name });
  cpSync(sealed, join(sticks, 'balcao', name), { preserveTimestamps: true });
  await post('what there is, with a stick', 'sources', {});
  await post('a copy without its code', 'copy', { ...options, place: 'usb', name });
  await ends();
  const file = (heading: string, body: Buffer, headers: Record<string, string>): Promise<void> =>
    witness.asks(heading, () =>
      store.ask('/api/setup/restore/file', {
        method: 'POST',
        body: new Uint8Array(body),
        headers: {
          'content-type': 'application/octet-stream',
          'content-length': String(body.length),
          ...headers,
        },
      }),
    );
  await file('a file that is none', Buffer.from('no copy at all, and long enough to be one'), {
    'x-setup-code': code,
  });
  await ends();
  const relay = {
    relayUrl: 'https://acai.example/x',
    pairingCode: 'ABCDE-12345',
    acceptUnproven: false,
    keptCopy: false,
  };
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
  await post('from nowhere', 'relay', { ...relay, recoveryCode: sheet });
  await ends();
  aRelay();
  await post('from the relay, with a slip of the pen', 'relay', { ...relay, recoveryCode: 'ABCD' });
  await ends();
  await witness.does('from the relay', () =>
    store.ask('/api/setup/restore/relay', { json: { code, ...relay, recoveryCode: sheet } }),
  );
  await ends();
  await expect(await witness.end()).toMatchFileSnapshot('./approved/restore-screen.txt');
  rmSync(at, { recursive: true, force: true });
});
