// What a store's machine does by itself while nobody sells: the release of before goes once the new one has proven itself.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lutimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeMachine, type Fault } from './fake-machine.ts';

const HOUR_S = 3600;

let machine: Awaited<ReturnType<typeof fakeMachine>>;
beforeEach(async () => {
  machine = await fakeMachine();
  await machine.install(machine.release({ version: '1.0.0' }));
  machine.sell();
});
afterEach(() => machine.stop());

const updateTo = async (version: string, fault: Fault = 'none'): Promise<void> => {
  await machine.update([machine.archive(machine.release({ version, fault }))]);
};
/** As if the switch had been so long ago. */
const age = (hours: number): void => {
  const at = Date.now() / 1000 - hours * HOUR_S;
  lutimesSync(join(machine.root, 'opt/balcao/previous'), at, at);
};
const quietHour = () => machine.update(['--quiet-hour']);
const hasBefore = (): boolean => machine.has('opt/balcao/releases/1.0.0/edge/main.js');

describe('[80] the release of before', () => {
  it('is kept for the first day, to go back to', async () => {
    await updateTo('1.1.0');
    age(19);
    expect(await quietHour()).toMatchObject({ code: 0 });
    expect(await machine.update(['--rollback'])).toMatchObject({ code: 0 });
    expect(await machine.answering()).toBe('1.0.0');
  });

  it('is gone after it, and going back then takes its file', async () => {
    await updateTo('1.1.0');
    age(21);
    expect(await quietHour()).toMatchObject({ code: 0 });
    expect([hasBefore(), machine.has('opt/balcao/previous')]).toEqual([false, false]);
    const back = await machine.update(['--rollback']);
    expect(back).toMatchObject({ code: 1 });
    expect(back.output).toContain('ela fica só no primeiro dia da nova');
    expect(back.output).toContain('sudo balcao update ARQUIVO --older');
    const file = machine.archive(machine.release({ version: '1.0.0' }));
    expect((await machine.update([file])).output).toContain('sudo balcao update ARQUIVO --older');
    expect(await machine.answering()).toBe('1.1.0');
    expect(await machine.update([file, '--older'])).toMatchObject({ code: 0 });
    expect(await machine.answering()).toBe('1.0.0');
  });

  it('stays for as long as the new one does not answer', async () => {
    await updateTo('1.1.0');
    age(21);
    machine.halt();
    expect(await quietHour()).toMatchObject({ code: 0 });
    expect(hasBefore()).toBe(true);
  });

  it('waits for the next hour while an update is under way, which is no failure of the hour', async () => {
    await updateTo('1.1.0');
    age(21);
    const lock = join(machine.root, 'run/lock/balcao.lock');
    const holder = spawn('flock', [lock, '-c', 'echo held; exec cat'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    expect(await quietHour()).toMatchObject({ code: 0, output: '' });
    expect(await machine.update(['--rollback'])).toMatchObject({ code: 1 });
    expect(hasBefore()).toBe(true);
    holder.stdin.end();
    await once(holder, 'close');
    expect(await quietHour()).toMatchObject({ code: 0 });
    expect(hasBefore()).toBe(false);
  });

  it('goes too when the machine lost its power between its name and its files', async () => {
    await updateTo('1.1.0');
    age(21);
    machine.command('find', 'kill -9 0');
    await quietHour();
    expect([hasBefore(), machine.has('opt/balcao/previous')]).toEqual([true, false]);
    machine.command('find', 'exec /usr/bin/find "$@"');
    expect(await quietHour()).toMatchObject({ code: 0 });
    expect(hasBefore()).toBe(false);
    expect(await machine.answering()).toBe('1.1.0');
  });
});
