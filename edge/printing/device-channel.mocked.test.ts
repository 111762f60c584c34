// A USB printer as the system tells of it: what is wrong in words for the screen, and when a printer that takes little at a time is given up.
import { beforeEach, expect, it, vi } from 'vitest';
import { openDevice } from './device-channel.ts';

const PATH = '/dev/usb/lp0';
const system = vi.hoisted(() => ({
  /** Why the file cannot be opened; empty where it can. */
  refusal: '',
  /** What a write takes, one after another; 0: the printer is busy. */
  takes: [] as number[],
  written: 0,
  isCharacterDevice: false,
  /** What a read gives, one after another: bytes, or why there are none. Then it is busy. */
  reads: [] as (number[] | string)[],
}));
const failed = vi.hoisted(() => (code: string) => Object.assign(new Error(code), { code }));
vi.mock(import('node:fs/promises'), async (original) => ({
  ...(await original()),
  open: (() =>
    system.refusal === ''
      ? Promise.resolve({
          stat: () => Promise.resolve({ isCharacterDevice: () => system.isCharacterDevice }),
          read: (buffer: Uint8Array) => {
            const next = system.reads.shift() ?? 'EAGAIN';
            if (typeof next === 'string') return Promise.reject(failed(next));
            buffer.set(next);
            return Promise.resolve({ bytesRead: next.length });
          },
          write: () => {
            const taken = system.takes.shift() ?? 0;
            system.written += taken;
            return taken === 0 ? Promise.reject(failed('EAGAIN')) : Promise.resolve({ bytesWritten: taken });
          },
          close: () => Promise.resolve(),
        })
      : Promise.reject(failed(system.refusal))) as never,
}));

beforeEach(() =>
  Object.assign(system, { refusal: '', takes: [], written: 0, isCharacterDevice: false, reads: [] }),
);

it.each([
  ['ENOENT', 'não encontrada: está ligada e com o cabo?'],
  ['ENODEV', 'não encontrada: está ligada e com o cabo?'],
  ['ENXIO', 'não encontrada: está ligada e com o cabo?'],
  ['EACCES', 'sem permissão de uso'],
  ['EBUSY', 'em uso por outro programa'],
  ['EIO', 'falhou (EIO)'],
])('says of %s that the printer is "%s"', async (refusal, words) => {
  system.refusal = refusal;
  await expect(openDevice(PATH, { connectMs: 100, stallMs: 100 })).rejects.toThrow(`${PATH} ${words}`);
});

it('is given as long again after each piece that it took', async () => {
  const channel = await openDevice(PATH, { connectMs: 100, stallMs: 60 });
  system.takes = [0, 0, 10, 0, 0, 10, 0, 0, 10];
  await channel.write(Buffer.alloc(30));
  expect(system.written).toBe(30);
});

it('that talks back is heard piece by piece, however long it has nothing to say, until it is let go', async () => {
  Object.assign(system, {
    isCharacterDevice: true,
    reads: [[], 'EAGAIN', [0x12], [], [0x72, 0x1e], 'EAGAIN'],
  });
  const channel = await openDevice(PATH, { connectMs: 100, stallMs: 100 });
  expect(channel.answers).toBe(true);
  const heard: number[][] = [];
  channel.onBytes((bytes) => heard.push([...bytes]));
  await expect.poll(() => heard, { timeout: 60_000 }).toEqual([[0x12], [0x72, 0x1e]]);
  channel.close();
  expect(await channel.ended).toBeNull();
  system.reads = [[0x99]];
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(heard).toHaveLength(2);
});

it('that is pulled out while it is listened to says so in words', async () => {
  Object.assign(system, { isCharacterDevice: true, reads: [[], 'ENODEV'] });
  const channel = await openDevice(PATH, { connectMs: 100, stallMs: 100 });
  channel.onBytes(() => expect.unreachable('nothing was said'));
  expect((await channel.ended)?.message).toBe(`${PATH} não encontrada: está ligada e com o cabo?`);
  channel.close();
});

it('is sent nothing more once it was let go', async () => {
  const channel = await openDevice(PATH, { connectMs: 100, stallMs: 60 });
  system.takes = [30];
  channel.close();
  await expect(channel.write(Buffer.alloc(30))).rejects.toThrow(`${PATH} fechada`);
  expect(system.written).toBe(0);
});
