// A copy on its way in: whole or not at all, opened where it was encrypted, and why it is not taken.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RestoreState } from '@balcao/shared/http/restore.ts';
import { sealFile } from '../../shop/copies/sealed-copy.ts';
import { receiveFile } from './received-file.ts';

const [CODE, OTHER] = ['A'.repeat(28), 'B'.repeat(28)];
const BYTES = Buffer.alloc(3000, 'copy');
let folder: string;
let from: string;
let side: string;
let steps: Pick<RestoreState, 'step' | 'done' | 'of'>[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-'));
  from = join(folder, 'copy.db');
  side = join(folder, 'store.db.restoring');
  steps = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const receive = (file: Parameters<typeof receiveFile>[0] = from, code: string | null = null) =>
  receiveFile(file, side, code, { onProgress: (step) => steps.push(step) });
const why = (code: string) => ({ failure: { code } });

it('in clear it is taken as it is, and says how far it is', async () => {
  writeFileSync(from, BYTES);
  expect(await receive()).toEqual({ sealed: false });
  expect(readFileSync(side)).toEqual(BYTES);
  expect([steps.at(0), steps.at(-1)]).toEqual([
    { step: 'receiving', done: 0, of: 3000 },
    { step: 'receiving', done: 3000, of: 3000 },
  ]);
});

it('takes the newest rows of an old card with it, which stand in the log beside the file', async () => {
  writeFileSync(from, BYTES);
  writeFileSync(`${from}-wal`, 'the newest rows');
  await receive();
  expect(readFileSync(`${side}-wal`, 'utf8')).toBe('the newest rows');
});

it('encrypted it is opened with the code on its sheet alone', async () => {
  const clear = join(folder, 'clear.db');
  writeFileSync(clear, BYTES);
  await sealFile(clear, from, CODE);
  await expect(receive(from, null)).rejects.toMatchObject(why('code-needed'));
  await expect(receive(from, OTHER)).rejects.toMatchObject(why('other-sheet'));
  expect(await receive(from, CODE)).toEqual({ sealed: true });
  expect(readFileSync(side)).toEqual(BYTES);
});

it.each([
  ['has another byte in it', (bytes: Buffer) => bytes.with(bytes.length - 40, 7)],
  ['lacks its end', (bytes: Buffer) => bytes.subarray(0, -40)],
])('encrypted and whole on its way, one that %s is no copy any more', async (_what, spoil) => {
  const clear = join(folder, 'clear.db');
  writeFileSync(clear, BYTES);
  await sealFile(clear, from, CODE);
  writeFileSync(from, spoil(readFileSync(from)));
  await expect(receive(from, CODE)).rejects.toMatchObject(why('not-a-backup'));
});

it('that was cut off on its way is not whole', async () => {
  await expect(receive({ stream: Readable.from([BYTES]), bytes: 3001 })).rejects.toMatchObject(
    why('interrupted'),
  );
  // Whoever sent it did not say how long it is.
  expect(await receive({ stream: Readable.from([BYTES]), bytes: 0 })).toEqual({ sealed: false });
});

it('that is not there, or is a folder, cannot be read', async () => {
  await expect(receive()).rejects.toMatchObject(why('unreadable'));
  mkdirSync(from);
  await expect(receive()).rejects.toMatchObject(why('unreadable'));
  expect(existsSync(side)).toBe(false);
});
