// Copies of the database, for an administrator: what there is, one more now, one as a file; and the sticks that they go to.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { Backup, Backups, BackupSettings, EnrolStick } from '@balcao/shared/http/backups.ts';
import { problem } from '@balcao/shared/http/problem.ts';
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
import { invalidHook, problemResponse } from '@balcao/shared/host/problems.ts';
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

const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
const trouble = { description: 'A problem, in Portuguese' };

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
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const middleware = requireRole(users, 'ADMIN');

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/backups',
      middleware,
      responses: { 200: json(Backups, 'The copies there are, newest first'), '4XX': trouble },
    }),
    async (context) =>
      context.json(
        {
          ...(await backups.state()),
          ...backups.settings(),
          backups: await backups.list('enrolled'),
          sticks: await usbDrives.list(backups.mark()),
          site: relayCopies(),
          rehearsals: rehearsing.results(),
          rehearsing: rehearsing.isRunning(),
          downloadable: context.env.transport === 'lan',
        },
        200,
      ),
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/backups',
      middleware,
      responses: { 201: json(Backup, 'The copy'), '4XX': trouble, 507: trouble },
    }),
    async (context) => {
      const made = await backups.make('manual');
      audit.record(actorOf(context), 'settings', 'backup', `fez uma cópia de segurança: ${made.name}`);
      return context.json(made, 201);
    },
  );

  // Nothing of it comes to whoever asks: it goes on by itself, and what came of it is in the list.
  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/backups/rehearsal',
      middleware,
      responses: { 202: { description: 'Under way' }, '4XX': trouble },
    }),
    async (context) => {
      if (!(await rehearsing.canTry())) return problemResponse(nothingOutside) as never;
      audit.record(actorOf(context), 'settings', 'rehearsal', 'ensaiou a restauração das cópias de fora');
      wake.notify('log');
      rehearsing
        .now()
        .catch((error: unknown) => log.error({ err: error }, 'what came of a rehearsal could not be kept'));
      return context.body(null, 202) as never;
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/backups/{name}',
      middleware: [middleware, requireLan],
      request: { params: z.object({ name: z.string() }) },
      responses: { 200: { description: 'The file' }, '4XX': trouble },
    }),
    async (context) => {
      const { name } = context.req.valid('param');
      const file = await backups.pathOf('store', name);
      if (file === null)
        return problemResponse(
          problem(404, 'no-backup', 'Cópia não encontrada', 'Esta cópia não existe mais. Atualize a lista.'),
        );
      audit.record(actorOf(context), 'settings', 'backup-download', `baixou a cópia ${name}`);
      const { mtimeMs } = await stat(file);
      const bytes = createReadStream(file).once('end', () => outside.note(Math.round(mtimeMs)));
      return context.body(Readable.toWeb(bytes) as ReadableStream, 200, {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="balcao-${name}"`,
        'cache-control': 'no-store',
      });
    },
  );

  app.openapi(
    createRoute({
      method: 'put',
      path: '/api/staff/backups',
      middleware,
      request: { body: { required: true, content: { 'application/json': { schema: BackupSettings } } } },
      responses: { 200: json(BackupSettings, 'The setting'), '4XX': trouble },
    }),
    (context) => {
      const settings = context.req.valid('json');
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
      return context.json(settings, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/backups/sticks',
      middleware: [middleware, requireLan] as const,
      request: { body: { required: true, content: { 'application/json': { schema: EnrolStick } } } },
      responses: { 201: json(Backup, 'The copy that went to it'), '4XX': trouble, 507: trouble },
    }),
    async (context) => {
      const { id } = context.req.valid('json');
      const taken = await usbDrives.enrol(actorOf(context), id, isOurs);
      if (taken !== 'taken') return problemResponse(taken === 'gone' ? noStick : protectedStick) as never;
      wake.notify('log');
      return context.json(await backups.make('manual'), 201);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: '/api/staff/backups/sticks/{id}',
      middleware: [middleware, requireLan] as const,
      request: { params: EnrolStick },
      responses: { 204: { description: 'Nothing more goes to it' }, '4XX': trouble },
    }),
    (context) => {
      if (!usbDrives.forget(actorOf(context), context.req.valid('param').id))
        return problemResponse(noStick) as never;
      rehearsing.purge('usb');
      wake.notify('log');
      return context.body(null, 204);
    },
  );

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

const noStick = problem(
  404,
  'no-stick',
  'Pen drive não encontrado',
  'Este pen drive não está mais conectado. Conecte-o e atualize a lista.',
);

const nothingOutside = problem(
  409,
  'nothing-outside',
  'Nada para ensaiar',
  'Não há cópia no site nem em um pen drive conectado. Conecte o pen drive das cópias, ou espere a cópia chegar ao site.',
);

const protectedStick = problem(
  409,
  'stick-protected',
  'Pen drive protegido',
  'Este pen drive não pode ser gravado. Solte a trava de proteção, se houver, ou use outro.',
);
