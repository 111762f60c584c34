import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createChild, type Child, type Exit } from './child.ts';
import { freePorts, isFree } from './ports.ts';
import { root } from './root.ts';

const started: Child[] = [];

async function fake(
  behaviour = '',
  { readyMsMax = 60_000, stopMsMax = 60_000 } = {},
): Promise<{ child: Child; port: number; url: string }> {
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}/`;
  const child = createChild({
    name: 'fake',
    file: 'tests/support/fake-parts/server.ts',
    env: { FAKE_PORT: `${port}`, FAKE_BEHAVIOUR: behaviour },
    readyUrl: url,
    isReady: (response) => response.ok,
    readyMsMax,
    stopMsMax,
  });
  started.push(child);
  return { child, port, url };
}

afterEach(async () => {
  for (const child of started.splice(0)) await child.kill('SIGKILL');
});

describe('a child process', () => {
  test('answers once it has started, and its output is kept', async () => {
    const { child, url } = await fake();
    await child.start();
    expect(await (await fetch(url)).text()).toBe(`${child.pid}`);
    await expect.poll(child.log).toContain('listening');
  });

  test('that ends before it is ready is told with what it printed', async () => {
    const { child } = await fake('fails');
    await expect(child.start()).rejects.toThrow(/exit code 3[\s\S]*EDGE_SOMETHING is missing/);
  });

  test('that never gets ready is told with the address that was asked', async () => {
    const { child, url } = await fake('never-ready', { readyMsMax: 300 });
    await expect(child.start()).rejects.toThrow(`was not ready within 0.3 s (${url})`);
  });

  test('is asked to stop before it is killed', async () => {
    const { child, port } = await fake();
    await child.start();
    await child.stop();
    await expect.poll(child.log).toContain('asked to stop');
    expect(await isFree(port)).toBe(true);
  });

  test('that does not listen to SIGTERM is killed all the same', async () => {
    const { child, port } = await fake('ignores-sigterm', { stopMsMax: 500 });
    await child.start();
    await child.stop();
    expect(await isFree(port)).toBe(true);
  });

  test('can be killed and started again on the same port', async () => {
    const { child, url } = await fake();
    await child.start();
    const first = child.pid;
    await child.kill('SIGKILL');
    expect(child.pid).toBeUndefined();
    await child.start();
    expect(child.pid).not.toBe(first);
    expect((await fetch(url)).ok).toBe(true);
  });

  test('tells of its death when it dies by itself, not when it was stopped', async () => {
    const { child, url } = await fake();
    const deaths: Exit[] = [];
    const died = new Promise<void>((resolve) => {
      child.onDeath((exit) => {
        deaths.push(exit);
        resolve();
      });
    });
    await child.start();
    await child.stop();
    expect(deaths).toEqual([]);
    await child.start();
    await fetch(`${url}crash`).catch(() => 'the connection breaks');
    await died;
    expect(deaths).toEqual([{ code: 9, signal: null }]);
  });

  test('does not outlive a parent that was killed', async () => {
    const [port = 0] = await freePorts(1);
    const parent = spawn(process.execPath, [join(root, 'tests/support/fake-parts/parent.ts')], {
      env: { ...process.env, FAKE_PORT: `${port}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(parent.stdout, 'data');
    expect(await isFree(port)).toBe(false);
    parent.kill('SIGKILL');
    await expect.poll(() => isFree(port)).toBe(true);
  });
});
