// The recovery sheet for an administrator in the shop: on the screen, and on paper.
import { createRoute, OpenAPIHono, type z } from '@hono/zod-openapi';
import { problem } from '@balcao/shared/http/problem.ts';
import {
  RecoverySheet,
  RecoverySheetPrinted,
  RecoverySheetState,
} from '@balcao/shared/http/recovery-sheet.ts';
import type { Db } from '../../storage/open.ts';
import type { Parked } from './parked.ts';
import type { MenuStore } from '../../shop/menu/menu-store.ts';
import type { Users } from '../../shop/users/users.ts';
import type { Audit } from '../../shop/audit/audit.ts';
import type { CodeReplacement } from './replace-code.ts';
import type { Printing } from '../../printing/printing.ts';
import { readMeta, writeMeta, type Identity } from '../../storage/identity.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { formatRecoveryCode, recoveryCode } from '../../storage/recovery-code.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireLan, requireRole } from '../../http/guards.ts';
import { invalidHook, problemResponse } from '@balcao/shared/host/problems.ts';

/** What these routes use. */
type Deps = {
  db: Db;
  identity: Identity;
  clock: () => number;
  parked: Parked;
  menu: MenuStore;
  users: Users;
  audit: Audit;
  codeReplacement: CodeReplacement;
  printing: Printing;
  publicUrl: () => string | null;
};

const SEEN_AT = 'recovery_sheet_seen_at';
const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
const trouble = { description: 'A problem, in Portuguese' };

export function recoverySheetRoutes({
  db,
  users,
  identity,
  menu,
  printing,
  audit,
  publicUrl,
  clock,
  codeReplacement,
  parked,
}: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const admin = requireRole(users, 'ADMIN');

  const sheet = (): RecoverySheet => ({
    storeName: menu.catalog().settings.storeName,
    storeId: identity.storeId,
    siteUrl: publicUrl(),
    code: formatRecoveryCode(recoveryCode(db)),
    atMs: clock(),
  });

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/recovery-sheet',
      middleware: admin,
      responses: { 200: json(RecoverySheetState, 'When it was last seen'), '4XX': trouble },
    }),
    (context) => {
      const seen = readMeta(db, SEEN_AT);
      return context.json(
        { seenAtMs: seen === null ? null : Number(seen), showable: context.env.transport === 'lan' },
        200,
      );
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/recovery-sheet/show',
      middleware: [admin, requireLan] as const,
      responses: { 200: json(RecoverySheet, 'The sheet'), '4XX': trouble },
    }),
    (context) => {
      inTransaction(db, () => {
        writeMeta(db, SEEN_AT, String(clock()));
        audit.record(actorOf(context), 'settings', 'recovery-sheet', 'viu a folha de recuperação');
      });
      context.header('cache-control', 'no-store');
      return context.json(sheet(), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/recovery-sheet/replace',
      middleware: [admin, requireLan] as const,
      responses: {
        200: json(RecoverySheet, 'The new sheet; the one before opens nothing new'),
        '4XX': trouble,
      },
    }),
    (context) => {
      // Said again under the new code, it would count without anybody's word.
      if (parked.list().length > 0)
        return problemResponse(
          problem(
            409,
            'resync-waiting',
            'Confira antes o que voltou do site',
            'Algo voltou do site e espera por você: abra Configurações, Site, aceite ou recuse, e troque o código depois.',
          ),
        ) as never;
      codeReplacement.replace(actorOf(context), () => writeMeta(db, SEEN_AT, String(clock())));
      context.header('cache-control', 'no-store');
      return context.json(sheet(), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/recovery-sheet/print',
      middleware: [admin, requireLan] as const,
      responses: { 200: json(RecoverySheetPrinted, 'It is on its way'), '4XX': trouble },
    }),
    (context) => {
      const printer = inTransaction(db, () => {
        const taken = printing.queue.enqueueRecovery(sheet());
        if (taken === null) return null;
        writeMeta(db, SEEN_AT, String(clock()));
        audit.record(actorOf(context), 'settings', 'recovery-sheet', 'imprimiu a folha de recuperação');
        return taken;
      });
      if (printer === null)
        return problemResponse(
          problem(
            409,
            'no-printer',
            'Nenhuma impressora ligada',
            'Nenhuma impressora está ligada nas configurações. Copie a folha à mão.',
          ),
        ) as never;
      printing.wake();
      return context.json({ printer }, 200);
    },
  );
  return app;
}
