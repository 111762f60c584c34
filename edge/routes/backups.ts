// Copies of the database, for an administrator: what there is, one more now, one as a file.
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { Backup, Backups } from '@balcao/shared/http/backups.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import type { Deps } from '../app.ts';
import { actorOf, type Env } from './context.ts';
import { requireLan, requireRole } from './guards.ts';
import { invalidHook, problemResponse } from './problems.ts';

const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
const trouble = { description: 'A problem, in Portuguese' };

export function backupRoutes({
  users,
  backups,
  audit,
  sticks,
}: Pick<Deps, 'users' | 'backups' | 'audit' | 'sticks'>): OpenAPIHono<Env> {
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
          backups: await backups.list(),
          usb: (await sticks()).length > 0,
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
      return context.body(Readable.toWeb(createReadStream(file)) as ReadableStream, 200, {
        'content-type': 'application/vnd.sqlite3',
        'content-disposition': `attachment; filename="balcao-${name}"`,
        'cache-control': 'no-store',
      });
    },
  );

  return app;
}
