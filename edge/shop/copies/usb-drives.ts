// Which sticks copies go to: those that an administrator took for it. A stick is known again by a small file that was put on it then;
// any other one in the machine is shown, and left alone.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, mkdir, readFile, rename, statfs, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { Stick } from '@balcao/shared/http/backups.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import { listFolder, markOf, STICK_FOLDER } from './backup-folder.ts';
import { EnrolledUsbDrives, logUsbDrives, USB_DRIVES } from './replica.ts';
import { isProvenWritable } from './usb.ts';

const SEEN = 'sticks_seen';
const NAME_FILE = 'este-pendrive.json';

type Enrolled = z.infer<typeof EnrolledUsbDrives>[number];
/** `clean`: the mark that all copies on it had; null when one had another. */
const Seen = z.record(z.string(), z.object({ atMs: z.number(), clean: z.string().nullable() }));
const NameOnStick = z.object({ id: z.uuid() });

export type UsbDrives = ReturnType<typeof createUsbDrives>;

export function createUsbDrives(deps: {
  db: Db;
  /** The folders of all sticks that are there now. */
  present: () => Promise<string[]>;
  log: PrivateLog;
  audit: Audit;
  clock: () => number;
}) {
  const { db, present, audit, clock } = deps;
  const enrolled = (): Enrolled[] => EnrolledUsbDrives.parse(JSON.parse(readMeta(db, USB_DRIVES) ?? '[]'));
  const seen = () => Seen.parse(JSON.parse(readMeta(db, SEEN) ?? '{}'));

  function keep(actor: Actor, usbDrives: Enrolled[], action: string, text: string): void {
    inTransaction(db, () => {
      writeMeta(db, USB_DRIVES, JSON.stringify(usbDrives));
      logUsbDrives(deps.log, usbDrives, clock());
      audit.record(actor, 'settings', action, text);
    });
  }

  return {
    present,

    /** The folders of the enrolled sticks that are plugged in now. */
    async listEnrolled(): Promise<{ id: string; folder: string }[]> {
      const known = new Set(enrolled().map(({ id }) => id));
      const found: { id: string; folder: string }[] = [];
      for (const at of await present()) {
        const id = await idOn(at);
        if (id !== null && known.has(id)) found.push({ id, folder: join(at, STICK_FOLDER) });
      }
      return found;
    },

    /** Remembers what a stick held when it was last here; writes only when there is news, at most once an hour. */
    async recordContents({ id, folder }: { id: string; folder: string }): Promise<void> {
      const marks = new Set((await listFolder(folder, 'usb')).map(({ name }) => markOf(name)));
      const clean = marks.size === 1 ? ([...marks][0] ?? null) : null;
      const all = seen();
      const nowMs = clock();
      const before = all[id];
      if (before?.clean === clean && Math.abs(nowMs - before.atMs) < 3_600_000) return;
      writeMeta(db, SEEN, JSON.stringify({ ...all, [id]: { atMs: nowMs, clean } }));
    },

    /** Those in the machine, and those that were enrolled. `mark`: what copies must carry to hold nothing that was erased. */
    async list(mark: string): Promise<Stick[]> {
      const known = enrolled();
      const last = seen();
      const found = new Map<string, Stick>();
      for (const at of await present()) {
        const id = await idOn(at);
        const one = known.find((stick) => stick.id === id);
        const copies = one === undefined ? [] : await listFolder(join(at, STICK_FOLDER), 'usb');
        found.set(one?.id ?? handleOf(at), {
          id: one?.id ?? handleOf(at),
          label: basename(at),
          bytes: await sizeOf(at),
          enrolled: one !== undefined,
          here: true,
          writable: await canWrite(at),
          seenAtMs: one === undefined ? null : clock(),
          holdsErased: copies.some(({ name }) => markOf(name) !== mark),
        });
      }
      for (const one of known) {
        const then = last[one.id];
        if (!found.has(one.id))
          found.set(one.id, {
            ...one,
            enrolled: true,
            here: false,
            writable: true,
            seenAtMs: then?.atMs ?? null,
            holdsErased: then !== undefined && then.clean !== mark,
          });
      }
      return [...found.values()];
    },

    /** Takes a stick that is in the machine. Copies of another shop on it are put aside, not overwritten. */
    async enrol(
      actor: Actor,
      handle: string,
      isOurs: (folder: string) => Promise<boolean>,
    ): Promise<'taken' | 'gone' | 'unwritable'> {
      const at = (await present()).find((path) => handleOf(path) === handle);
      if (at === undefined) return 'gone';
      if (!(await isProvenWritable(at))) return 'unwritable';
      const folder = join(at, STICK_FOLDER);
      if (existsSync(folder) && !(await isOurs(folder)))
        await rename(folder, `${folder}-de-outra-loja-${Math.round(clock() / 1000)}`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const id = randomUUID();
      await writeFile(join(folder, NAME_FILE), JSON.stringify({ id }), { mode: 0o600, flush: true });
      const stick = { id, label: basename(at), bytes: await sizeOf(at) };
      keep(
        actor,
        [...enrolled(), stick],
        'stick-enrol',
        `passou a usar o pen drive ${stick.label} para cópias`,
      );
      return 'taken';
    },

    /** Nothing more goes to it. What is on it stays there. False when it is not enrolled. */
    withdraw(actor: Actor, id: string): boolean {
      const all = enrolled();
      const stick = all.find((one) => one.id === id);
      if (stick === undefined) return false;
      keep(
        actor,
        all.filter((one) => one.id !== id),
        'stick-forget',
        `deixou de usar o pen drive ${stick.label} para cópias`,
      );
      return true;
    },
  };
}

/** A stick that was pulled out, or one that nobody enrolled anywhere, has none. */
async function idOn(at: string): Promise<string | null> {
  try {
    return NameOnStick.parse(JSON.parse(await readFile(join(at, STICK_FOLDER, NAME_FILE), 'utf8'))).id;
  } catch {
    return null;
  }
}

const handleOf = (at: string): string => createHash('sha256').update(at).digest('hex').slice(0, 16);

/** As the system says, nothing is tried: it may be somebody's own. */
const canWrite = (at: string): Promise<boolean> =>
  access(at, constants.W_OK).then(
    () => true,
    () => false,
  );

async function sizeOf(at: string): Promise<number> {
  const there = await statfs(at).catch(() => null);
  return there === null ? 0 : there.blocks * there.bsize;
}
