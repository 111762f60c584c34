// A restore from the relay whose process is killed at each of its steps, and begun again with the same words.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openDatabase } from '../../edge/storage/open.ts';
import { everythingIn, openBusyShop } from '../contract/recovery/busy-shop.ts';
import { createTestRelay } from '../harness/relay.ts';

const child = fileURLToPath(new URL('restore-child.ts', import.meta.url));
const STEPS = ['Ligando este aparelho', 'Pedidos, usuários', 'Imagens', 'Conferindo'];

/** Runs the command; with `killAt`, kills it when it says so. Answers all it said, and its exit code (null: killed). */
async function run(words: string[], killAt: string | null): Promise<{ said: string; code: number | null }> {
  const command = spawn(process.execPath, ['--no-warnings', child, ...words]);
  let said = '';
  const hear = (chunk: Buffer): void => {
    said += String(chunk);
    if (killAt !== null && said.includes(killAt)) command.kill('SIGKILL');
  };
  command.stdout.on('data', hear);
  command.stderr.on('data', hear);
  const [code] = (await once(command, 'exit')) as [number | null];
  return { said, code };
}

it('[R3] killed at each step and begun again, a restore ends with everything', async () => {
  const relay = await createTestRelay('pglite');
  const folder = mkdtempSync(join(tmpdir(), 'balcao-killed-restore-'));
  try {
    const { store, code } = await openBusyShop(relay);
    const whole = everythingIn(store.db);
    await store.close();
    const { code: pairingCode } = await relay.relay.pairing.makeCode({ replaces: store.identity.storeId });
    const words = [folder, '--relay', relay.url, '--pairing-code', pairingCode, '--recovery-code', code];
    for (const step of STEPS) {
      const { said, code: exit } = await run(words, step);
      expect([step, exit, said]).toEqual([step, null, expect.stringContaining(step) as string]);
    }
    const last = await run(words, null);
    expect(last).toMatchObject({ code: 0, said: expect.stringContaining('✓') as string });
    const db = openDatabase(join(folder, 'store.db'), 'edge/storage/migrations');
    expect(everythingIn(db)).toEqual(whole);
    db.$client.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await relay.close();
  }
});
