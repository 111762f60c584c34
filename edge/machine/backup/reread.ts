// Copies that lie in the store for weeks are opened again: a card forgets them as it forgets the database. Each night the newest, and one of the
// others in turn. One that cannot be a way back goes, and another is made.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { WorkerSpec } from '@balcao/shared/host/worker.ts';
import type { Backup } from '@balcao/shared/http/backups.ts';
import { nightCame } from '@balcao/shared/store/business-day.ts';
import type { Alarms } from '../../shop/alarms/alarms.ts';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { recoveryCodes } from '../../storage/recovery-code.ts';
import { listFolder, markOf } from '../../shop/copies/backup-folder.ts';
import type { Backups } from './backups.ts';
import { findCopyFault } from './copy-file.ts';

/** After the night's copy. */
const NIGHT_MINUTE = 4 * 60 + 50;
const CHECK_EVERY_MS = 10 * 60_000;
const ALARM = 'copy-content';
const REREAD = 'copies_reread';
/** `last`: of the others, the one that was read last. */
const Reread = z.object({ atMs: z.number(), last: z.string().nullable() });

export function createReread(deps: {
  db: Db;
  folder: string;
  migrationsFolder: string;
  backups: Pick<Backups, 'inTurn' | 'make' | 'mark'>;
  alarms: Pick<Alarms, 'raise' | 'end'>;
  clock: () => number;
  timeZone: string;
  log: { info(details: object, message: string): void; error(details: object, message: string): void };
}) {
  const { db, folder, backups, alarms, clock, timeZone, log } = deps;

  async function reread(stopping?: AbortSignal): Promise<void> {
    const stored = readMeta(db, REREAD);
    const before = stored === null ? null : Reread.parse(JSON.parse(stored)).last;
    const { read, bad } = await backups.inTurn(() => readSome(before, stopping));
    writeMeta(db, REREAD, JSON.stringify({ atMs: clock(), last: read.at(-1)?.name ?? null }));
    if (bad.length === 0) {
      alarms.end(ALARM);
      return;
    }
    alarms.raise(
      ALARM,
      'Uma cópia guardada não servia mais',
      'A loja apagou a cópia e fez outra. O cartão pode estar falhando: troque-o, e guarde uma cópia fora da máquina.',
    );
    await backups.make('manual');
    for (const { name } of bad) await rm(join(folder, name), { force: true });
  }

  async function readSome(
    before: string | null,
    stopping: AbortSignal | undefined,
  ): Promise<{ read: Backup[]; bad: Backup[] }> {
    // A copy with an old mark is about to be made anew, so it is not reread.
    const all = (await listFolder(folder, 'store')).filter(({ name }) => markOf(name) === backups.mark());
    const [newest, ...others] = all;
    const next = others[(others.findIndex(({ name }) => name === before) + 1) % Math.max(1, others.length)];
    const read = [newest, next].filter((copy) => copy !== undefined);
    const bad: Backup[] = [];
    for (const copy of read) {
      const fault = await findCopyFault(db, copy, {
        folder,
        migrationsFolder: deps.migrationsFolder,
        codes: recoveryCodes(db),
        stopping,
      });
      if (fault === null) continue;
      log.error({ name: copy.name, fault }, 'a copy that lay in the store is none any more');
      bad.push(copy);
    }
    log.info({ read: read.map(({ name }) => name) }, 'copies were opened and compared');
    return { read, bad };
  }

  const job: WorkerSpec = {
    name: 'reread-copies',
    everyMs: CHECK_EVERY_MS,
    async run(stopping) {
      const stored = readMeta(db, REREAD);
      const atMs = stored === null ? null : Reread.parse(JSON.parse(stored)).atMs;
      if (nightCame(atMs, { nowMs: clock(), minute: NIGHT_MINUTE, timeZone })) await reread(stopping);
    },
  };
  return { job, reread };
}
