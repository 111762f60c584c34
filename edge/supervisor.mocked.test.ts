// With a `systemd-notify` of our own first in PATH that writes down what it was told. Under a real systemd: tests/deploy.
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSupervisor } from './machine/supervisor.ts';

vi.mock('node:child_process', { spy: true });

const log = { warn: () => undefined };
/** What is told is counted, and no program runs that would outlive the test. */
const runNothing = () => vi.mocked(execFile).mockReturnValue(undefined as never);
let folder: string;
let told: () => string[];

beforeEach(() => {
  vi.mocked(execFile).mockReset();
  folder = mkdtempSync(join(tmpdir(), 'balcao-notify-'));
  const file = join(folder, 'told');
  told = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
  const program = join(folder, 'systemd-notify');
  writeFileSync(program, `#!/bin/sh\necho "$*" >> ${file}\n`);
  chmodSync(program, 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH ?? ''}`);
});
afterEach(() => {
  vi.useRealTimers();
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
    // None of them writes any more when the folder goes.
    const { calls } = vi.mocked(execFile).mock;
    await expect.poll(() => told().length).toBe(calls.length);
  });

  it('is told nothing where there is none', () => {
    vi.useFakeTimers();
    const supervisor = createSupervisor({ notifySocket: null, watchdogUsec: 150_000, log });
    supervisor.ready();
    vi.advanceTimersByTime(3_600_000);
    supervisor.stopping();
    expect(execFile).not.toHaveBeenCalled();
  });

  it('that watches nobody is told of the start and of the end, and nothing between', () => {
    runNothing();
    vi.useFakeTimers();
    const supervisor = createSupervisor({ notifySocket: '/run/other', watchdogUsec: null, log });
    supervisor.ready();
    vi.advanceTimersByTime(3_600_000);
    supervisor.stopping();
    expect(vi.mocked(execFile).mock.calls.map(([program, words]) => [program, words])).toEqual([
      ['systemd-notify', [`--pid=${process.pid}`, 'READY=1']],
      ['systemd-notify', [`--pid=${process.pid}`, 'STOPPING=1']],
    ]);
  });

  it('hears nothing any more of one that stops', () => {
    runNothing();
    vi.useFakeTimers();
    const supervisor = createSupervisor({ notifySocket: '/run/notify', watchdogUsec: 150_000, log });
    supervisor.ready();
    // Three times within what it bears.
    vi.advanceTimersByTime(150);
    expect(execFile).toHaveBeenCalledTimes(1 + 3);
    supervisor.stopping();
    vi.advanceTimersByTime(3_600_000);
    expect(execFile).toHaveBeenCalledTimes(1 + 3 + 1);
  });

  it('that cannot be told is complained of, and one that was told is not', () => {
    const warnings: object[] = [];
    const supervisor = createSupervisor({
      notifySocket: '/run/notify',
      watchdogUsec: null,
      log: { warn: (details: object) => void warnings.push(details) },
    });
    const failed = new Error('no such program');
    for (const error of [null, failed]) {
      vi.mocked(execFile).mockImplementationOnce(((...[, , , done]: Parameters<typeof execFile>) =>
        done?.(error, '', '')) as never);
      supervisor.ready();
    }
    expect(warnings).toEqual([{ err: failed }]);
  });
});
