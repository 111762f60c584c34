// Fills the enrolled sticks with the store's copies. A copy in the store counts all the same when a stick is full, protected or broken.
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backup } from '@balcao/shared/http/backups.ts';
import {
  clearParts,
  digestOf,
  listFolder,
  markOf,
  moveIntoPlace,
  partOf,
  stemOf,
} from '../../shop/copies/backup-folder.ts';
import { readCopiesMark } from '../../shop/copies/copies-mark.ts';
import type { Outside } from '../../shop/copies/outside.ts';
import { proveWritable } from '../../shop/copies/usb.ts';
import type { UsbDrives } from '../../shop/copies/usb-drives.ts';
import type { Db } from '../../storage/open.ts';

export type CopyFailure = { atMs: number; text: string };

const KEPT_ON_STICK = 7;
const STICK_FAILED =
  'A cópia ficou guardada na loja, mas não no pen drive. Confira se ele tem espaço e não está protegido contra gravação; se continuar, use outro.';

export function createStickCopies(deps: {
  db: Db;
  folder: string;
  usbDrives: Pick<UsbDrives, 'listEnrolled' | 'recordContents'>;
  outside: Pick<Outside, 'recordCopy'>;
  clock: () => number;
  log: { error(details: object, message: string): void };
  /** The store's copies under the present mark, newest first. */
  freshOnes: () => Promise<Backup[]>;
  isTooOld: (copy: Backup) => boolean;
}) {
  const { db, folder, usbDrives, clock, log, freshOnes, isTooOld } = deps;
  let failure: CopyFailure | null = null;

  /**
   * The store's newest copy, and anew those that were there before; then nothing on the stick is in clear, holds what was
   * erased, or is one too many.
   */
  async function fillStick(at: string): Promise<Backup | null> {
    const mark = readCopiesMark(db);
    const fresh = (await freshOnes()).filter(({ reason }) => reason !== 'antes-de-limpar');
    const [newest] = fresh;
    await mkdir(at, { recursive: true, mode: 0o700 });
    // Also when nothing new goes to it: one that cannot be written any more is told now, not on the day.
    await proveWritable(at);
    await clearParts(at);
    if (newest === undefined) return null;
    const before = await listFolder(at, 'usb');
    const names = new Set(before.map(({ name }) => name));
    const stems = new Set(before.map(({ name }) => stemOf(name)));
    for (const copy of fresh)
      if (!names.has(copy.name) && (copy === newest || stems.has(stemOf(copy.name))))
        await copyToStick(copy, at);
    const kept = (await listFolder(at, 'usb')).filter(({ name }) => markOf(name) === mark);
    const young = kept.filter((copy) => copy.name === newest.name || !isTooOld(copy));
    const keep = new Set(young.slice(0, KEPT_ON_STICK).map(({ name }) => name));
    for (const { name } of await listFolder(at, 'usb'))
      if (!keep.has(name)) await rm(join(at, name), { force: true });
    return newest;
  }

  async function copyToStick({ name, atMs }: Backup, at: string): Promise<void> {
    const file = join(folder, name);
    const part = partOf(at, name);
    try {
      await copyFile(file, part);
      if ((await digestOf(part)) !== (await digestOf(file))) throw new Error('what was read back differs');
      await moveIntoPlace(part, join(at, name), atMs);
    } finally {
      await rm(part, { force: true });
    }
  }

  return {
    /** Why the last try to fill a stick failed. */
    failure: (): CopyFailure | null => failure,
    forgive(): void {
      failure = null;
    },

    /** Each stick that is in the machine; `reason` is for the log. */
    async fill(reason: string): Promise<void> {
      const here = await usbDrives.listEnrolled();
      let failing: CopyFailure | null = null;
      for (const stick of here)
        try {
          const newest = await fillStick(stick.folder);
          await usbDrives.recordContents(stick);
          if (newest !== null) deps.outside.recordCopy(newest.atMs);
        } catch (error) {
          failing = { atMs: clock(), text: STICK_FAILED };
          log.error({ err: error, reason }, 'a copy did not come to a stick');
        }
      // A stick that was pulled out keeps its failure: nothing was written to it.
      if (here.length > 0) failure = failing;
    },
  };
}
