// The recovery sheet for an administrator in the shop: on the screen, and on paper.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/recovery-sheet.ts';
import type { RecoverySheet } from '@balcao/shared/http/recovery-sheet.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
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
  const app = new OpenAPIHono<Env>();
  const admin = requireRole(users, 'ADMIN');

  const sheet = (): RecoverySheet => ({
    storeName: menu.catalog().settings.storeName,
    storeId: identity.storeId,
    siteUrl: publicUrl(),
    code: formatRecoveryCode(recoveryCode(db)),
    atMs: clock(),
  });

  handle(app, contracts.readRecoverySheetState, admin, ({ context }) => {
    const seen = readMeta(db, SEEN_AT);
    return accepted({
      seenAtMs: seen === null ? null : Number(seen),
      showable: context.env.transport === 'lan',
    });
  });

  handle(app, contracts.showRecoverySheet, [admin, requireLan], ({ context }) => {
    inTransaction(db, () => {
      writeMeta(db, SEEN_AT, String(clock()));
      audit.record(actorOf(context), 'settings', 'recovery-sheet', 'viu a folha de recuperação');
    });
    context.header('cache-control', 'no-store');
    return accepted(sheet());
  });

  handle(app, contracts.replaceRecoveryCode, [admin, requireLan], ({ context }) => {
    // Said again under the new code, it would count without anybody's word.
    if (parked.list().length > 0) return refused('resync-waiting');
    codeReplacement.replace(actorOf(context), () => writeMeta(db, SEEN_AT, String(clock())));
    context.header('cache-control', 'no-store');
    return accepted(sheet());
  });

  handle(app, contracts.printRecoverySheet, [admin, requireLan], ({ context }) => {
    const printer = inTransaction(db, () => {
      const taken = printing.queue.enqueueRecovery(sheet());
      if (taken === null) return null;
      writeMeta(db, SEEN_AT, String(clock()));
      audit.record(actorOf(context), 'settings', 'recovery-sheet', 'imprimiu a folha de recuperação');
      return taken;
    });
    if (printer === null) return refused('no-printer');
    printing.wake();
    return accepted({ printer });
  });

  return app;
}
