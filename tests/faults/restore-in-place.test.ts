// The running server restores itself before it has an owner, and is killed while it does: real processes on a real port.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { recoveryCode } from '../../edge/storage/recovery-code.ts';
import { openCopy } from '../../edge/testing/open-copy.ts';
import { openTestStore, START_MS } from '../../edge/testing/open-test-store.ts';
import { sell } from '../../edge/testing/sell.ts';
import { asRole, PASSWORD } from '../../edge/testing/sign-in.ts';
import { freePorts } from '../../scripts/ports.ts';

const main = fileURLToPath(new URL('../../edge/main.ts', import.meta.url));
const WAIT = { timeout: 60_000, interval: 50 };
let server: ChildProcess | null = null;
const folders: string[] = [];
afterEach(async () => {
  await kill();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function kill(): Promise<void> {
  if (server === null) return;
  const gone = once(server, 'exit');
  server.kill('SIGKILL');
  await gone;
  server = null;
}

/** Starts the store server and answers what it prints. */
async function start(port: number, dataDir: string): Promise<() => string> {
  let said = '';
  server = spawn(process.execPath, ['--no-warnings', main], {
    env: {
      ...process.env,
      EDGE_PORT: String(port),
      EDGE_HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      MDNS: '0',
      LOG_LEVEL: 'warn',
    },
  });
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk) => (said += String(chunk)));
  await vi.waitFor(
    async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200),
    WAIT,
  );
  return () => said;
}

/** A copy, what stands on the recovery sheet, and the same copy opened. */
async function aBackup(): Promise<{ backup: string; sheet: string; opened: string }> {
  const shop = await openTestStore();
  await asRole(shop, 'ADMIN');
  for (let n = 0; n < 3; n += 1) sell(shop, START_MS);
  const { name } = await shop.backups.make('manual');
  const kept = mkdtempSync(join(tmpdir(), 'balcao-backup-'));
  folders.push(kept);
  const backup = join(kept, name);
  cpSync(String(await shop.backups.pathOf('store', name)), backup);
  const found = { backup, sheet: recoveryCode(shop.db), opened: await openCopy(shop, backup) };
  await shop.close();
  return found;
}

const canSignIn = async (url: string): Promise<boolean> =>
  (
    await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ email: 'admin@loja.com', password: PASSWORD }),
    })
  ).ok;

it('[R3] a server without an owner becomes the restored store in its own process, and is it after a kill', async () => {
  const { backup, sheet } = await aBackup();
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-fresh-'));
  folders.push(dataDir);
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const said = await start(port, dataDir);
  const code = /Código de instalação: (\S+)/.exec(said())?.[1] ?? '';
  const answer = await fetch(`${url}/api/setup/restore/file`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'x-setup-code': code, 'x-recovery-code': sheet },
    body: new Uint8Array(readFileSync(backup)),
  });
  expect(answer.status).toBe(202);
  await vi.waitFor(async () => {
    const state: unknown = await (await fetch(`${url}/api/setup/restore`)).json();
    expect(state).toMatchObject({ state: 'done', orders: 3, ownerNeeded: false });
  }, WAIT);
  expect(await (await fetch(`${url}/api/setup`)).json()).toEqual({ needed: false });
  expect(await canSignIn(url)).toBe(true);
  await kill();
  await start(port, dataDir);
  expect(await canSignIn(url)).toBe(true);
});

it('[R3] killed when the restored database was whole but not in its place, the next start puts it there', async () => {
  const { opened } = await aBackup();
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-fresh-'));
  folders.push(dataDir);
  const [port = 0] = await freePorts(1);
  await start(port, dataDir);
  await kill();
  cpSync(opened, join(dataDir, 'edge', 'store.db.restored'));
  await start(port, dataDir);
  expect(await canSignIn(`http://127.0.0.1:${port}`)).toBe(true);
});
