// What every `npm run` starts: its environment is that of the units on a real machine where memory is concerned.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'balcao-with-node-'));
// The tests themselves are started like that.
beforeAll(() => void vi.stubEnv('MALLOC_MMAP_THRESHOLD_', undefined));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** What a script finds in its environment when `npm run` starts it. */
async function thresholdUnder(env: Record<string, string>): Promise<string> {
  const file = join(folder, 'says.mjs');
  writeFileSync(file, 'console.log(`threshold ${process.env.MALLOC_MMAP_THRESHOLD_}`);');
  const { output } = await run(process.execPath, ['scripts/with-node.mjs', file], { env });
  return /threshold (\w+)/.exec(output)?.[1] ?? output;
}

it('gives large buffers back to the system when they are freed, as the units do', async () => {
  for (const unit of ['deploy/pi/units/balcao-store.service', 'deploy/relay/balcao-relay.service'])
    expect(readFileSync(unit, 'utf8')).toContain('\nEnvironment=MALLOC_MMAP_THRESHOLD_=131072\n');
  expect(await thresholdUnder({})).toBe('131072');
});

it('leaves to the operator what the operator set', async () => {
  expect(await thresholdUnder({ MALLOC_MMAP_THRESHOLD_: '65536' })).toBe('65536');
});
