// The menu document as staff edit it: entries, one or several at once, and the settings of the shop.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/catalog.ts';
import { invalidFields } from '@balcao/shared/http/problem.ts';
import { Role, type Batch } from '@balcao/shared/http/staff.ts';
import { setEntry, setSettings } from '@balcao/shared/menu/document.ts';
import {
  editEntries,
  editEntry,
  editSettings,
  findUnseenPrice,
  type EntryEdit,
} from '@balcao/shared/menu/edit.ts';
import { mayEdit } from '@balcao/shared/menu/may-edit.ts';
import { catalogFor } from '@balcao/shared/menu/may-see.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Wake } from '../../storage/wake.ts';
import type { MenuStore } from './menu-store.ts';
import type { RemotePrices } from './remote-prices.ts';
import type { Users } from '../users/users.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import { batchText, entriesTexts, settingsText, unseenPriceText } from '../audit/menu-sentences.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';

/** What these routes use. */
type Deps = {
  wake: Wake;
  menu: MenuStore;
  users: Users;
  audit: Audit;
  remotePrices: RemotePrices;
};

export function catalogRoutes({ menu, users, audit, wake, remotePrices }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const everyRole = requireRole(users, ...Role.options);
  const admin = requireRole(users, 'ADMIN');
  const sellers = requireRole(users, 'ADMIN', 'WHOLESALE');

  /** One update of the document, in one transaction with its lines of the audit. */
  function writeEdits(actor: Actor, edits: readonly EntryEdit[], batch?: Batch): void {
    menu.edit(
      (doc) => {
        for (const { kind, id, fields } of edits) setEntry(doc, kind, id, fields);
      },
      () => {
        const batchLine = batch === undefined ? null : batchText(batch, edits, menu.catalog());
        if (batchLine !== null) audit.record(actor, 'menu', 'change', batchLine);
        if (batch !== undefined) return;
        for (const { text, isNew } of entriesTexts(edits, menu.catalog()))
          audit.record(actor, 'menu', isNew ? 'create' : 'change', text);
      },
    );
    wake.notify('log');
  }

  handle(app, contracts.readCatalog, everyRole, ({ context }) =>
    accepted(catalogFor(context.get('me').role, menu.catalog())),
  );

  handle(app, contracts.editEntry, everyRole, ({ context, params: { kind, id }, body: patch }) => {
    if (!mayEdit(context.get('me').role, kind, patch)) return refused('forbidden');
    const edited = editEntry(menu.catalog(), kind, id, patch);
    if (!edited.ok) return refused(invalidFields(edited.refusal));
    writeEdits(actorOf(context), [{ kind, id, ...edited.value }]);
    return accepted(edited.value.value);
  });

  handle(app, contracts.editEntries, everyRole, ({ context, body: { entries, batch } }) => {
    const { role } = context.get('me');
    if (!entries.every(({ kind, fields }) => mayEdit(role, kind, fields))) return refused('forbidden');
    const unseenPrice = findUnseenPrice(menu.catalog(), entries);
    if (unseenPrice !== null) {
      audit.record(actorOf(context), 'menu', 'not-changed', unseenPriceText(unseenPrice));
      wake.notify('log');
      return refused(unseenPrice);
    }
    const edited = editEntries(menu.catalog(), entries);
    if (!edited.ok) return refused(invalidFields(edited.refusal));
    writeEdits(actorOf(context), edited.value, batch);
    return accepted(catalogFor(role, menu.catalog()));
  });

  handle(app, contracts.readPriceConflicts, sellers, ({ context }) =>
    accepted({ conflicts: remotePrices.list(context.get('me').role) }),
  );

  handle(app, contracts.choosePrice, sellers, ({ context, params, body }) => {
    const chosen = remotePrices.choose(actorOf(context), context.get('me').role, params, body);
    wake.notify('log');
    return chosen;
  });

  handle(app, contracts.editSettings, admin, ({ context, body: patch }) => {
    const { settings } = menu.catalog();
    const edited = editSettings(settings, patch);
    if (!edited.ok) return refused(invalidFields(edited.refusal));
    const { fields, value } = edited.value;
    const text = settingsText(settings, fields);
    menu.edit(
      (doc) => setSettings(doc, fields),
      () => {
        if (text !== null) audit.record(actorOf(context), 'settings', 'change', text);
      },
    );
    wake.notify('log');
    return accepted(value);
  });

  return app;
}
