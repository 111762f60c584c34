// What a rehearsal that came to nothing says of the place that it tried: what happened there, and what to do about it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Rehearsal } from '@balcao/shared/http/backups.ts';
import { sealedName } from '../../shop/copies/backup-folder.ts';
import { readCopiesMark } from '../../shop/copies/copies-mark.ts';
import { sealFile } from '../../shop/copies/sealed-copy.ts';
import { writeMeta } from '../../storage/identity.ts';
import { openDatabase, type Db } from '../../storage/open.ts';
import { recoveryCode } from '../../storage/recovery-code.ts';
import { createRehearsing, REHEARSALS } from './rehearsal.ts';

const MIGRATIONS = 'edge/storage/migrations';
const START_MS = Date.UTC(2026, 10, 21, 15);
const BYTES = 64;
let db: Db;
let root: string;
let stick: string;
/** What the rehearsed copy is brought up to date by. */
let migrations: string;
beforeEach(() => {
  db = openDatabase(':memory:', MIGRATIONS);
  migrations = MIGRATIONS;
  root = mkdtempSync(join(tmpdir(), 'balcao-rehearsal-'));
  stick = join(root, 'stick');
  mkdirSync(stick);
});
afterEach(() => {
  db.$client.close();
  rmSync(root, { recursive: true, force: true });
});

const copyName = () => sealedName('noturna-2026-11-21-0430-abcd', readCopiesMark(db));

/** A rehearsal with a copy at the site, of which `answers` tells by its paths, or with what lies on the stick alone. */
async function rehearsed(
  answers: ((path: string) => Promise<Response>) | null,
  isDueOnly = false,
): Promise<Rehearsal[]> {
  const rehearsing = createRehearsing({
    ...{ db, folder: join(root, 'tried'), migrationsFolder: migrations, timeZone: 'America/Sao_Paulo' },
    clock: () => START_MS,
    usbDrives: { listEnrolled: () => Promise.resolve(answers === null ? [{ id: 'A', folder: stick }] : []) },
    backups: { mark: () => readCopiesMark(db) },
    relayCopies: { state: () => ({ atMs: answers === null ? null : START_MS }) },
    request: answers ?? (() => Promise.reject(new Error('there is no site'))),
    isLinked: () => true,
    onChange: () => undefined,
    log: { info: () => undefined, warn: () => undefined },
  });
  await (isDueOnly ? rehearsing.rehearseDue() : rehearsing.rehearseNow());
  return rehearsing.results();
}
const listing = (atMs: number, name = copyName(), bytes = BYTES): Response =>
  Response.json({ copies: [{ name, atMs, bytes, sha256: 'a'.repeat(64) }], bytesMax: 1_000_000 });
const status = (code: number) => () => Promise.resolve(new Response(null, { status: code }));

it.each<[string, (path: string) => Promise<Response>, string]>([
  [
    'is gone in the middle',
    () => Promise.reject(new Error('ECONNRESET')),
    'O site não respondeu até o fim. A loja tenta de novo sozinha.',
  ],
  ['does not know this machine', status(401), 'O site não reconheceu esta loja.'],
  [
    'has one that is larger than the card',
    () => Promise.resolve(listing(START_MS, copyName(), 1e14)),
    'Não há espaço no cartão para o ensaio. Libere espaço ou use um cartão maior.',
  ],
  ['keeps no copies', status(404), 'O site não tem mais a cópia.'],
  ['fails', status(500), 'O site não devolveu a cópia inteira. Não conte com ela: use um pen drive.'],
  [
    'has one of another day',
    () => Promise.resolve(listing(START_MS + 1)),
    'O site devolveu outra cópia, e não a que a loja mandou. Não conte com ela: use um pen drive.',
  ],
  [
    'gives back other bytes than it lists',
    (path) =>
      Promise.resolve(path === '/edge/copies' ? listing(START_MS) : new Response(new Uint8Array(BYTES))),
    'O site não devolveu a cópia inteira. Não conte com ela: use um pen drive.',
  ],
])('says of a site that %s what that means', async (_what, answers, failure) => {
  expect(await rehearsed(answers)).toEqual([
    { place: 'site', atMs: START_MS, copyAtMs: START_MS, orders: null, failure },
  ]);
});

it('says of a copy that nothing is wrong with, and that no store came from, that the fault is here', async () => {
  writeFileSync(join(root, 'clear'), db.$client.serialize());
  await sealFile(join(root, 'clear'), join(stick, copyName()), recoveryCode(db));
  expect(await rehearsed(null)).toMatchObject([{ place: 'usb', orders: 0, failure: null }]);
  migrations = join(root, 'no-such-folder');
  expect(await rehearsed(null)).toMatchObject([
    {
      orders: null,
      failure: 'O ensaio parou por um defeito. A loja tenta de novo sozinha; se repetir, chame o suporte.',
    },
  ]);
});

it('says nothing of a copy that another is about to take the place of', async () => {
  const older = sealedName('noturna-2026-11-20-0430-abcd', '0f0f0f');
  expect(await rehearsed(() => Promise.resolve(listing(START_MS, older)))).toEqual([]);
});

it.each<[string, (file: string) => void | Promise<void>, string]>([
  [
    'holds no copy under its name',
    (file) => writeFileSync(file, 'not a copy'),
    'A cópia voltou com defeito. Faça outra; se repetir, troque o pen drive.',
  ],
  [
    'gives nothing back',
    (file) => mkdirSync(file),
    'A cópia não pôde ser lida. Confira o pen drive; se repetir, use outro.',
  ],
  [
    'was written by another shop',
    async (file) => {
      writeFileSync(join(root, 'clear'), 'clear');
      await sealFile(join(root, 'clear'), file, 'A'.repeat(28));
    },
    'A cópia não abre com o código de recuperação desta loja.',
  ],
])('says of a stick that %s what that means', async (_what, prepare, failure) => {
  await prepare(join(stick, copyName()));
  expect(await rehearsed(null)).toMatchObject([{ place: 'usb', orders: null, failure }]);
});

it.each([
  ['of a day ahead stands: a clock may be corrected', 86_400_000, 'earlier'],
  ['from further in the future was taken while the clock was wrong, and is tried again', 86_400_001, null],
])('one %s', async (_what, aheadMs, stays) => {
  const before = { place: 'site', copyAtMs: START_MS, orders: null, failure: 'earlier' };
  writeMeta(db, REHEARSALS, JSON.stringify([{ ...before, atMs: START_MS + aheadMs }]));
  const [result] = await rehearsed(status(401), true);
  expect(result?.failure === 'earlier' ? 'earlier' : null).toBe(stays);
});
