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
}));
const failed = vi.hoisted(() => (code: string) => Object.assign(new Error(code), { code }));
vi.mock(import('node:fs/promises'), async (original) => ({
  ...(await original()),
  open: (() =>
    system.refusal === ''
      ? Promise.resolve({
          stat: () => Promise.resolve({ isCharacterDevice: () => false }),
          write: () => {
            const taken = system.takes.shift() ?? 0;
            system.written += taken;
            return taken === 0 ? Promise.reject(failed('EAGAIN')) : Promise.resolve({ bytesWritten: taken });
          },
          close: () => Promise.resolve(),
        })
      : Promise.reject(failed(system.refusal))) as never,
}));

beforeEach(() => Object.assign(system, { refusal: '', takes: [], written: 0 }));

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

it('is sent nothing more once it was let go', async () => {
  const channel = await openDevice(PATH, { connectMs: 100, stallMs: 60 });
  system.takes = [30];
  channel.close();
  await expect(channel.write(Buffer.alloc(30))).rejects.toThrow(`${PATH} fechada`);
  expect(system.written).toBe(0);
});
