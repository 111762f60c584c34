// With a `systemd-notify` of our own first in PATH that writes down what it was told. Under a real systemd: tests/deploy.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSupervisor } from './supervisor.ts';

const log = { warn: () => undefined };
let folder: string;
let told: () => string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-notify-'));
  const file = join(folder, 'told');
  told = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
  const program = join(folder, 'systemd-notify');
  writeFileSync(program, `#!/bin/sh\necho "$*" >> ${file}\n`);
  chmodSync(program, 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH ?? ''}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

describe('the supervisor', () => {
  it('is told that the store is ready, that it lives for as long as it does, and that it stops', async () => {
    const supervisor = createSupervisor({ notifySocket: '/run/notify', watchdogUsec: 150_000, log });
    supervisor.ready();
    const main = `--pid=${process.pid}`;
    await expect.poll(told).toContain(`${main} READY=1`);
    await expect.poll(() => told().filter((line) => line.endsWith('WATCHDOG=1')).length).toBeGreaterThan(2);
    supervisor.stopping();
    await expect.poll(told).toContain(`${main} STOPPING=1`);
  });

  it('is told nothing where there is none', async () => {
    const supervisor = createSupervisor({ notifySocket: null, watchdogUsec: 1000, log });
    supervisor.ready();
    supervisor.stopping();
    const other = createSupervisor({ notifySocket: '/run/other', watchdogUsec: null, log });
    other.ready();
    await expect.poll(told).toEqual([`--pid=${process.pid} READY=1`]);
  });
});
