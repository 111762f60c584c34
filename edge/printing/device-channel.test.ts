import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDevice } from './device-channel.ts';

const times = { connectMs: 100, stallMs: 60 };

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'balcao-device-'))));
afterEach(() => rmSync(folder, { recursive: true }));

describe('a device file', () => {
  it('takes all bytes in their order', async () => {
    const path = join(folder, 'lp0');
    writeFileSync(path, '');
    const channel = await openDevice(path, times);
    const bytes = Buffer.alloc(10_000, 'abc');
    await channel.write(bytes);
    await channel.write(Buffer.from('end'));
    channel.close();
    channel.close();
    expect(readFileSync(path)).toEqual(Buffer.concat([bytes, Buffer.from('end')]));
    expect(channel.answers).toBe(false);
    expect(await channel.finish(10)).toBeNull();
  });

  it('that is not there says so in words', async () => {
    await expect(openDevice(join(folder, 'lp9'), times)).rejects.toThrow('não encontrada');
  });

  it('that stops taking bytes is given up in time, without a blocked thread', async () => {
    const path = join(folder, 'fifo');
    execFileSync('/usr/bin/mkfifo', [path]);
    const channel = await openDevice(path, times);
    await expect(channel.write(Buffer.alloc(300_000))).rejects.toThrow('parou de receber');
    channel.close();
  });
});
