import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RecoverySheet } from '@balcao/shared/http/recovery-sheet.ts';
import { alarmRow } from '@balcao/shared/link/aggregates/alarm.ts';
import { isPrivateKind } from '@balcao/shared/link/sealed-kinds.ts';
import type { ChangeRow } from '@balcao/shared/link/changes.ts';
import { THE_STORE } from '../../shop/audit/audit.ts';
import { readMeta } from '../../storage/identity.ts';
import { sealerOf } from '../../storage/sealing.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { sell } from '../../testing/sell.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import { readRecoveryCode, recoveryCode } from '../../storage/recovery-code.ts';
import { isResealing } from './replace-code.ts';
import { checkCopyCode } from './restore.ts';

let store: TestStore;
let admin: Asking;
beforeEach(async () => {
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

/** Of each private thing the newest row, as the relay keeps it. */
function kept(): ChangeRow[] {
  const newest = new Map<string, ChangeRow>();
  for (const row of store.outbox.after(0, 1e6))
    if (isPrivateKind(row.kind)) newest.set(`${row.kind} ${row.aggregateId}`, row);
  return [...newest.values()];
}
const timesKept = (): unknown[] => kept().map(({ kind, aggregateId, atMs }) => [kind, aggregateId, atMs]);
function openedWith(code: string): unknown[] {
  return kept().map((row) => {
    try {
      return [row.kind, row.aggregateId, JSON.parse(sealerOf(() => code).open(row, row.body ?? ''))];
    } catch {
      return null;
    }
  });
}
const replaced = async (): Promise<string> => {
  const answer = await admin('/api/staff/recovery-sheet/replace', { method: 'POST', json: {} });
  expect(answer.status).toBe(200);
  return String(readRecoveryCode(((await answer.json()) as RecoverySheet).code));
};

it('[46] a lost code is replaced: what the relay keeps sealed and every copy open with the new one alone', async () => {
  sell(store, store.clock.nowMs);
  for (let n = 0; n < 250; n += 1) store.audit.record(THE_STORE, 'settings', 'test', `nota ${n}`);
  const before = recoveryCode(store.db);
  await store.backups.make('manual');
  const said = openedWith(before);
  const times = timesKept();
  store.clock.nowMs += 60_000;
  const code = await replaced();
  expect([code === before, recoveryCode(store.db)]).toEqual([false, code]);
  store.start();
  await vi.waitFor(() => expect(isResealing(store.db)).toBe(false), { timeout: 60_000 });
  await store.backups.renew();
  // Everything as it was, and that the code was replaced.
  expect(openedWith(code)).toEqual(expect.arrayContaining(said));
  expect(openedWith(code)).not.toContain(null);
  expect(timesKept()).toEqual(expect.arrayContaining(times));
  expect(openedWith(before).filter((row) => row !== null)).toEqual([]);
  const folder = join(store.folder, 'edge', 'backups');
  const files = readdirSync(folder).filter((name) => name.endsWith('.age'));
  expect(files.length).toBeGreaterThan(0);
  for (const name of files) {
    await expect(checkCopyCode(join(folder, name), before)).rejects.toThrow('outra loja');
    await checkCopyCode(join(folder, name), code);
  }
  expect(readMeta(store.db, 'recovery_code_previous')).toBeNull();
  expect(await (await admin('/api/staff/audit')).text()).toContain('trocou o código de recuperação');
});

it('[46] a replacement that is cut off goes on at the next start, and says nothing older than what came meanwhile', async () => {
  for (let n = 0; n < 250; n += 1) store.audit.record(THE_STORE, 'settings', 'test', `nota ${n}`);
  await admin('/api/staff/privacy', { method: 'PUT', json: { retentionMonths: 9 } });
  const before = recoveryCode(store.db);
  const code = await replaced();
  // The first piece and no more.
  const rest = store.codeReplacement.reseal();
  store.codeReplacement.stop();
  await rest;
  expect(isResealing(store.db)).toBe(true);
  // The copies are under the new code before the rows are: these need the one before still.
  await store.backups.renew();
  await admin('/api/staff/privacy', { method: 'PUT', json: { retentionMonths: 7 } });
  await store.stop();
  store = await openTestStore({ folder: store.folder, seed: false });
  store.start();
  await vi.waitFor(() => expect(isResealing(store.db)).toBe(false), { timeout: 60_000 });
  expect(openedWith(code)).not.toContain(null);
  expect(openedWith(before).filter((row) => row !== null)).toEqual([]);
  expect(openedWith(code)).toContainEqual(['setting', 'retention_months', { retentionMonths: 7 }]);
});

it('[46] what changes while rows are said anew stays the newest word of it', async () => {
  const before = { key: 'caixa@loja.com', holder: 'Ana', city: 'Recife' };
  const after = { ...before, city: 'Olinda' };
  for (let n = 0; n < 250; n += 1) store.audit.record(THE_STORE, 'settings', 'test', `nota ${n}`);
  expect(store.pixKeys.set(THE_STORE, before).ok).toBe(true);
  const code = await replaced();
  // The first piece of a hundred rows is done before there is anything to wait for; the key stands in a later one.
  const rest = store.codeReplacement.reseal();
  expect(store.pixKeys.set(THE_STORE, after).ok).toBe(true);
  await rest;
  expect(isResealing(store.db)).toBe(false);
  expect(openedWith(code)).toContainEqual(['setting', 'pix_key', after]);
});

it('[46] in a log of thousands of rows, too, the newest word of a thing stays the newest', async () => {
  const key = { key: 'caixa@loja.com', holder: 'Ana', city: 'Recife' };
  expect(store.pixKeys.set(THE_STORE, key).ok).toBe(true);
  inTransaction(store.db, () => {
    const body = { title: 'Backup', text: 'Confira', sinceMs: 1, endedAtMs: null };
    for (let n = 0; n < 2100; n += 1) store.outbox.append(alarmRow, 'backup', body, n);
  });
  const moved = { ...key, city: 'Olinda' };
  expect(store.pixKeys.set(THE_STORE, moved).ok).toBe(true);
  const code = await replaced();
  await store.codeReplacement.reseal();
  expect(isResealing(store.db)).toBe(false);
  const said = openedWith(code).filter((row) => Array.isArray(row) && row[1] === 'pix_key');
  expect(said).toEqual([['setting', 'pix_key', moved]]);
});

it('[46] the copies are made anew under another code as soon as it is there, and not at the next look', async () => {
  const { name } = await store.backups.make('manual');
  const code = await replaced();
  const folder = join(store.folder, 'edge', 'backups');
  const files = (): string[] => readdirSync(folder).filter((file) => file.endsWith('.age'));
  await vi.waitFor(
    () => {
      expect(files()).toHaveLength(1);
      expect(files()).not.toContain(name);
    },
    { timeout: 60_000 },
  );
  await checkCopyCode(join(folder, files()[0] ?? ''), code);
});
