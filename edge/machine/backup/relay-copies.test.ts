// What a store says of the copy that it brings to its relay, and what it does there; with a whole relay see tests/contract/recovery/kept-copies.test.ts.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sealedName } from '../../shop/copies/backup-folder.ts';
import { openDatabase, type Db } from '../../storage/open.ts';
import { createRelayCopies } from './relay-copies.ts';

const COPY_PART_BYTES = 192 * 1024;

const MARK = 'abcdef';
const NAME = sealedName('noturna-2026-11-21-0430-abcd', MARK);
const OLD = sealedName('noturna-2026-11-20-0430-abcd', '123456');
const AT_MS = 1_800_000_000_000;
/** A piece, and a bit more. */
const BYTES = Buffer.concat([Buffer.alloc(COPY_PART_BYTES, 'one'), Buffer.from('the rest')]);

let db: Db;
let folder: string;
/** What the relay has, how much it keeps at most, and what it says instead, by method and path. */
let kept: Map<string, Buffer[]>;
let bytesMax: number;
let says: Record<string, number>;
let asked: string[];
let patienceMs: (number | undefined)[];
let whole: unknown;
let recorded: number[];
let isLinked: boolean;
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  folder = mkdtempSync(join(tmpdir(), 'balcao-copy-'));
  writeFileSync(join(folder, NAME), BYTES);
  kept = new Map();
  bytesMax = 1e9;
  says = {};
  asked = [];
  patienceMs = [];
  whole = null;
  recorded = [];
  isLinked = true;
});
afterEach(() => {
  db.$client.close();
  rmSync(folder, { recursive: true });
});

function relay(
  path: string,
  { method = 'GET', body, timeoutMs }: RequestInit & { timeoutMs?: number } = {},
): Promise<Response> {
  patienceMs.push(timeoutMs);
  const [, , , name = '', part = ''] = path.split('/');
  asked.push(`${method} ${path.replace('/edge/copies', '').replace(/\/\d+$/, '/n')}`);
  const refusal = says[`${method} ${name === '' ? 'list' : part === '' ? 'copy' : 'piece'}`];
  if (refusal !== undefined) return Promise.resolve(new Response(null, { status: refusal }));
  if (name === '') {
    const copies = [...kept.keys()].map((one) => ({ name: one, atMs: 1, bytes: 1, sha256: 'a'.repeat(64) }));
    return Promise.resolve(Response.json({ copies, bytesMax }));
  }
  const pieces = kept.get(name) ?? [];
  if (method === 'PUT') {
    pieces[Number(part)] = Buffer.from(body as Uint8Array);
    kept.set(name, pieces);
  }
  if (method === 'POST') whole = JSON.parse(body as string);
  if (method === 'DELETE') kept.delete(name);
  return Promise.resolve(
    method === 'GET' ? new Response(new Uint8Array(pieces[Number(part)] ?? [])) : new Response(null),
  );
}
const copies = (newest: string | null = NAME) =>
  createRelayCopies({
    db,
    backups: {
      mark: () => MARK,
      newest: () =>
        Promise.resolve(newest === null ? null : { name: newest, path: join(folder, newest), atMs: AT_MS }),
    } as Parameters<typeof createRelayCopies>[0]['backups'],
    outside: { recordCopy: (atMs) => void recorded.push(atMs) },
    request: relay,
    isLinked: () => isLinked,
    log: { info: () => undefined, warn: () => undefined },
  });

it('comes there piece by piece, is said to be whole, and counts once the relay gave a piece back', async () => {
  const { uploadDueCopy, state } = copies();
  await uploadDueCopy();
  expect(Buffer.concat(kept.get(NAME) ?? [])).toEqual(BYTES);
  const sha256 = createHash('sha256').update(BYTES).digest('hex');
  expect(whole).toEqual({ atMs: AT_MS, bytes: BYTES.length, sha256 });
  expect(asked).toEqual(['GET ', `PUT /${NAME}/n`, `PUT /${NAME}/n`, `POST /${NAME}`, `GET /${NAME}/n`]);
  expect([state(), recorded]).toEqual([{ atMs: AT_MS, failure: null }, [AT_MS]]);
  // A poor line takes a minute for a piece.
  expect(new Set(patienceMs)).toEqual(new Set([60_000]));
});

it('that is there is not sent again, and is asked for all the same', async () => {
  const { uploadDueCopy } = copies();
  await uploadDueCopy();
  asked = [];
  await uploadDueCopy();
  expect(asked).toEqual(['GET ', `GET /${NAME}/n`]);
});

it('is brought once where it is asked for twice at the same time', async () => {
  const { uploadDueCopy } = copies();
  await Promise.all([uploadDueCopy(), uploadDueCopy()]);
  expect(asked.filter((one) => one.startsWith('POST'))).toHaveLength(1);
  expect(asked.filter((one) => one.startsWith('PUT'))).toHaveLength(2);
});

it('takes those away that hold what was erased since, and no other', async () => {
  kept.set(OLD, [Buffer.from('old')]);
  kept.set(NAME, [BYTES.subarray(0, COPY_PART_BYTES), BYTES.subarray(COPY_PART_BYTES)]);
  await copies().uploadDueCopy();
  expect([...kept.keys()]).toEqual([NAME]);
});

it('is none where the store has made none, or the relay keeps none', async () => {
  await copies(null).uploadDueCopy();
  expect(asked).toEqual(['GET ']);
  bytesMax = 0;
  await copies().uploadDueCopy();
  expect([asked, copies().state()]).toEqual([['GET ', 'GET '], { atMs: null, failure: null }]);
});

it('is not tried without a relay', async () => {
  isLinked = false;
  await copies().uploadDueCopy();
  expect(asked).toEqual([]);
});

const TOO_LARGE = 'A cópia é maior do que o site guarda. Fale com quem cuida do site, ou use um pen drive.';
const FAILED = 'A cópia não chegou ao site. A loja tenta de novo sozinha.';
const NOT_KEPT = 'O site diz que guardou a cópia e não a mostra. Não conte com ela: use um pen drive.';

it.each([
  ['its own bound', () => void (bytesMax = BYTES.length - 1), TOO_LARGE],
  ['a word of the relay', () => void (says = { 'PUT piece': 413 }), TOO_LARGE],
  ['the network', () => void (says = { 'PUT piece': 502 }), FAILED],
  ['a relay that has not the piece', () => void (says = { 'PUT piece': 404 }), FAILED],
  ['a relay that does not show it', () => void (says = { 'GET piece': 404 }), NOT_KEPT],
])('that fails by %s says so, and of when the last good one is', async (_why, spoil, words) => {
  const { uploadDueCopy, state } = copies();
  await uploadDueCopy();
  if (words !== NOT_KEPT) kept.clear();
  spoil();
  await uploadDueCopy();
  expect(state()).toEqual({ atMs: AT_MS, failure: words });
  [bytesMax, says] = [1e9, {}];
  await uploadDueCopy();
  expect(state()).toEqual({ atMs: AT_MS, failure: null });
});

it('of just the size that the relay keeps at most is taken', async () => {
  bytesMax = BYTES.length;
  await copies().uploadDueCopy();
  expect(copies().state()).toEqual({ atMs: AT_MS, failure: null });
});

it('is not missed at a relay of before copies were kept', async () => {
  says = { 'GET list': 404 };
  await copies().uploadDueCopy();
  expect(copies().state()).toEqual({ atMs: null, failure: null });
});
