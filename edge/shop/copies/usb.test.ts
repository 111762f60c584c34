// What counts as a stick: what is mounted below a folder, and not a folder of the machine's own disk.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findUsbDrives, isProvenWritable } from './usb.ts';

it('is what the system has mounted there: below the root of every Linux stands /proc', async () => {
  const found = await findUsbDrives('/');
  expect(found).toContain('/proc');
  expect(found).not.toContain('/etc');
});

it('is none where only folders are, or no folder at all', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-media-'));
  mkdirSync(join(folder, 'balcao', 'STICK'), { recursive: true });
  expect(await findUsbDrives(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
  expect(await findUsbDrives(folder)).toEqual([]);
});

it('is written to once to see that it can be, and nothing of that stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-stick-'));
  expect(await isProvenWritable(folder)).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
  expect(await isProvenWritable(folder)).toBe(false);
  expect(existsSync(folder)).toBe(false);
});
