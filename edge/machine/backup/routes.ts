// Copies of the database, for an administrator: what there is, one more now, one as a file; and the sticks that they go to.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import { webStreamOf } from '@balcao/shared/host/web-stream.ts';
import * as contracts from '@balcao/shared/http/contracts/backups.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Db } from '../../storage/open.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Users } from '../../shop/users/users.ts';
import type { Audit } from '../../shop/audit/audit.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import type { UsbDrives } from '../../shop/copies/usb-drives.ts';
import type { Outside } from '../../shop/copies/outside.ts';
import type { RelayCopyState } from './relay-copies.ts';
import type { Rehearsing } from '../../replication/recovery/rehearsal.ts';
import { listFolder } from '../../shop/copies/backup-folder.ts';
import { type Backups as BackupKeeper } from './backups.ts';
import { checkCopyCode } from '../../replication/recovery/restore.ts';
import { recoveryCodes } from '../../storage/recovery-code.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireLan, requireRole } from '../../http/guards.ts';
import { logCopiesMaxAge } from '../../shop/copies/replica.ts';

/** What these routes use. */
type Deps = {
  db: Db;
  clock: () => number;
  log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
  wake: Wake;
  users: Users;
  audit: Audit;
  backups: BackupKeeper;
  privateLog: PrivateLog;
  usbDrives: UsbDrives;
  outside: Outside;
  relayCopies: () => RelayCopyState | null;
  rehearsing: Rehearsing;
};

export function backupRoutes({
  db,
  users,
  backups,
  audit,
  usbDrives,
  outside,
  relayCopies,
  rehearsing,
  log,
  privateLog,
  clock,
  wake,
}: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const admin = requireRole(users, 'ADMIN');

  handle(app, contracts.listBackups, admin, async ({ context }) =>
    accepted({
      ...(await backups.state()),
      ...backups.settings(),
      backups: await backups.list('enrolled'),
      sticks: await usbDrives.list(backups.mark()),
      site: relayCopies(),
      rehearsals: rehearsing.results(),
      rehearsing: rehearsing.isRunning(),
      downloadable: context.env.transport === 'lan',
    }),
  );

  handle(app, contracts.makeBackup, admin, async ({ context }) => {
    const made = await backups.make('manual');
    audit.record(actorOf(context), 'settings', 'backup', `fez uma cópia de segurança: ${made.name}`);
    return accepted(made);
  });

  // Nothing of it comes to whoever asks: it goes on by itself, and what came of it is in the list.
  handle(app, contracts.rehearseRestore, admin, async ({ context }) => {
    if (!(await rehearsing.canTry())) return refused('nothing-outside');
    audit.record(actorOf(context), 'settings', 'rehearsal', 'ensaiou a restauração das cópias de fora');
    wake.notify('log');
    rehearsing
      .rehearseNow()
      .catch((error: unknown) => log.error({ err: error }, 'what came of a rehearsal could not be kept'));
    return accepted(null);
  });

  handle(app, contracts.downloadBackup, [admin, requireLan], async ({ context, params: { name } }) => {
    const file = await backups.pathOf('store', name);
    if (file === null) return refused('no-backup');
    audit.record(actorOf(context), 'settings', 'backup-download', `baixou a cópia ${name}`);
    const { mtimeMs } = await stat(file);
    const bytes = createReadStream(file).once('end', () => outside.recordCopy(Math.round(mtimeMs)));
    return context.body(webStreamOf(bytes), 200, {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="balcao-${name}"`,
      'cache-control': 'no-store',
    });
  });

  handle(app, contracts.setBackupAge, admin, ({ context, body: settings }) => {
    const before = backups.settings().maxAgeDays;
    if (before !== settings.maxAgeDays)
      inTransaction(db, () => {
        backups.keepSettings(settings);
        logCopiesMaxAge(privateLog, settings, clock());
        audit.record(
          actorOf(context),
          'settings',
          'backups-age',
          `mudou a idade máxima das cópias de ${before} para ${settings.maxAgeDays} dias`,
        );
      });
    wake.notify('log');
    void backups.renew();
    return accepted(settings);
  });

  handle(app, contracts.enrolStick, [admin, requireLan], async ({ context, body: { id } }) => {
    const taken = await usbDrives.enrol(actorOf(context), id, isOurs);
    if (taken !== 'taken') return refused(taken === 'gone' ? 'no-stick' : 'stick-protected');
    wake.notify('log');
    return accepted(await backups.make('manual'));
  });

  handle(app, contracts.forgetStick, [admin, requireLan], ({ context, params: { id } }) => {
    if (!usbDrives.withdraw(actorOf(context), id)) return refused('no-stick');
    rehearsing.purge('usb');
    wake.notify('log');
    return accepted(null);
  });

  /** Copies in clear are from before; encrypted ones are this store's when one of its codes opens them. */
  async function isOurs(folder: string): Promise<boolean> {
    const sealed = (await listFolder(folder, 'usb')).filter((copy) => copy.sealed);
    for (const { name } of sealed)
      for (const code of recoveryCodes(db))
        if (
          await checkCopyCode(join(folder, name), code).then(
            () => true,
            () => false,
          )
        )
          return true;
    return sealed.length === 0;
  }

  return app;
}
