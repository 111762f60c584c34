// The menu document as staff edit it: entries, one or several at once, and the settings of the shop.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { invalidFields, problem } from '@balcao/shared/http/problem.ts';
import { EntriesPatch, EntryPatch, Role } from '@balcao/shared/http/staff.ts';
import { setEntry, setSettings } from '@balcao/shared/menu/document.ts';
import { editEntries, editSettings, type EntryEdit } from '@balcao/shared/menu/edit.ts';
import { mayEdit } from '@balcao/shared/menu/may-edit.ts';
import { ENTRY_KINDS, Settings, type EntryKind } from '@balcao/shared/menu/menu.ts';
import type { Wake } from '../../storage/wake.ts';
import type { MenuStore } from './menu-store.ts';
import type { Users } from '../users/users.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import { entriesTexts, settingsText } from '../audit/sentences.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';
import { invalidHook, problemResponse } from '@balcao/shared/host/problems.ts';

/** What these routes use. */
type Deps = {
  wake: Wake;
  menu: MenuStore;
  users: Users;
  audit: Audit;
};

const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
const body = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});
const trouble = { description: 'A problem, in Portuguese' };
const denied = (): Response =>
  problemResponse(
    problem(403, 'forbidden', 'Acesso Negado', 'Você não tem permissão para acessar esta área.'),
  );

export function catalogRoutes({ menu, users, audit, wake }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const everyRole = requireRole(users, ...Role.options);
  const admin = requireRole(users, 'ADMIN');

  /** One update of the document, in one transaction with its lines of the audit. */
  function write(actor: Actor, edits: readonly EntryEdit[]): void {
    menu.edit(
      (doc) => {
        for (const { kind, id, fields } of edits) setEntry(doc, kind, id, fields);
      },
      () => {
        for (const { text, isNew } of entriesTexts(edits))
          audit.record(actor, 'menu', isNew ? 'create' : 'change', text);
      },
    );
    wake.notify('log');
  }

  app.get('/api/staff/catalog', everyRole, (context) => context.json(menu.catalog()));

  app.openapi(
    createRoute({
      method: 'patch',
      path: '/api/staff/catalog/{kind}/{id}',
      middleware: everyRole,
      request: {
        params: z.object({
          kind: z.enum(ENTRY_KINDS as [EntryKind, ...EntryKind[]]),
          id: z.string().min(1).max(64),
        }),
        ...body(EntryPatch),
      },
      responses: { 200: json(z.record(z.string(), z.unknown()), 'The entry'), '4XX': trouble },
    }),
    (context) => {
      const { kind, id } = context.req.valid('param');
      const patch = context.req.valid('json');
      if (!mayEdit(context.get('me').role, kind, patch)) return denied() as never;
      const edited = editEntries(menu.catalog(), [{ kind, id, fields: patch }]);
      if (!edited.ok) return problemResponse(invalidFields(edited.refusal)) as never;
      write(actorOf(context), edited.value);
      return context.json(edited.value[0]?.value ?? {}, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'patch',
      path: '/api/staff/catalog',
      middleware: everyRole,
      request: body(EntriesPatch),
      responses: { 200: json(z.record(z.string(), z.unknown()), 'The whole catalogue'), '4XX': trouble },
    }),
    (context) => {
      const { entries } = context.req.valid('json');
      const { role } = context.get('me');
      if (!entries.every(({ kind, fields }) => mayEdit(role, kind, fields))) return denied() as never;
      const edited = editEntries(menu.catalog(), entries);
      if (!edited.ok) return problemResponse(invalidFields(edited.refusal)) as never;
      write(actorOf(context), edited.value);
      return context.json(menu.catalog(), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'patch',
      path: '/api/staff/settings',
      middleware: admin,
      request: body(EntryPatch),
      responses: { 200: json(Settings, 'The settings'), '4XX': trouble },
    }),
    (context) => {
      const patch = context.req.valid('json');
      const { settings } = menu.catalog();
      const edited = editSettings(settings, patch);
      if (!edited.ok) return problemResponse(invalidFields(edited.refusal)) as never;
      const { fields, value } = edited.value;
      const text = settingsText(settings, fields);
      menu.edit(
        (doc) => setSettings(doc, fields),
        () => {
          if (text !== null) audit.record(actorOf(context), 'settings', 'change', text);
        },
      );
      wake.notify('log');
      return context.json(value, 200);
    },
  );

  return app;
}
