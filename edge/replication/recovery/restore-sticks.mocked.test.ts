// The list of copies by whoever stands at the machine: those in the store, and those on every stick that is in it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { STICK_FOLDER } from '../../shop/copies/backup-folder.ts';
import { restoreCommand } from './restore-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'balcao-restore-'));
vi.mock(import('../../shop/copies/usb.ts'), async (original) => ({
  ...(await original()),
  findUsbDrives: (at: string) => Promise.resolve([join(at, 'RED'), join(at, 'BLUE')]),
}));

it('names each copy in the store and on the sticks where it lies', async () => {
  const lies = (path: string[], name: string): string => {
    mkdirSync(join(folder, ...path), { recursive: true });
    writeFileSync(join(folder, ...path, name), 'a copy');
    return join(folder, ...path, name);
  };
  const copies = [
    lies(['edge', 'backups'], 'manual-2026-11-21-1500-abcd.db'),
    lies(['media', 'RED', STICK_FOLDER], 'noturna-2026-11-20-0430-abcd.db'),
    lies(['media', 'BLUE', STICK_FOLDER], 'noturna-2026-11-19-0430-abcd.db'),
  ];
  lies(['media', 'BLUE', STICK_FOLDER], 'holiday.jpg');
  const said: string[] = [];
  const place = {
    file: join(folder, 'store.db'),
    migrationsFolder: 'edge/storage/migrations',
    timeZone: 'America/Sao_Paulo',
    clock: () => 0,
  };
  const config = { dataDir: folder, usbDir: join(folder, 'media') };
  expect(await restoreCommand(['--list'], config, place, (line) => said.push(line))).toBe(0);
  expect(said).toEqual(copies);
  rmSync(folder, { recursive: true });
});
