// The Yjs document of menu and settings: one map per kind, one map per entry, one key per field, so that two people who
// edit different fields of one product while apart both keep their change. Values are judged when read, never when merged.
import * as Y from 'yjs';
import {
  ENTRY_KINDS,
  ENTRY_SCHEMAS,
  PAYMENT_METHODS,
  Settings,
  type Catalog,
  type Entry,
  type EntryKind,
} from './menu.ts';

/** A field that did not satisfy the schema when the document was read; the entry is left out or the field defaulted. */
export type RejectedField = { kind: EntryKind | 'settings'; id: string; reason: string };

type Fields = Record<string, unknown>;

/** Writes some fields of one entry, creating it when it is new. Call within `doc.transact` to send one update. */
export function setEntry(doc: Y.Doc, kind: EntryKind, id: string, fields: Fields): void {
  const entries = doc.getMap<unknown>(kind);
  const stored = entries.get(id);
  // Whatever else somebody has put there is no entry: it gives way to one.
  const entry = stored instanceof Y.Map ? (stored as Y.Map<unknown>) : new Y.Map<unknown>();
  if (entry !== stored) entries.set(id, entry);
  setChanged(entry, { ...fields, id });
}

/** Writes the given settings and leaves the others; a value that is the same already is not written. */
export function setSettings(doc: Y.Doc, fields: Fields): void {
  setChanged(doc.getMap('settings'), fields);
}

// An unchanged field is not written: a write would win over somebody's real change made while apart.
function setChanged(map: Y.Map<unknown>, fields: Fields): void {
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (JSON.stringify(map.get(key)) !== JSON.stringify(value)) map.set(key, value);
  }
}

/** Reads the whole document into values that satisfy the schemas; what does not is reported and left out. */
export function readCatalog(doc: Y.Doc): { catalog: Catalog; rejected: RejectedField[] } {
  const rejected: RejectedField[] = [];
  const catalog: Record<string, unknown> = {};
  for (const kind of ENTRY_KINDS) {
    const entries: Placed[] = [];
    const stored = readMap(doc, kind) as Record<string, Fields>;
    const standard: Record<string, Fields> = kind === 'paymentMethods' ? PAYMENT_METHODS : {};
    for (const id of new Set([...Object.keys(standard), ...Object.keys(stored)])) {
      const parsed = ENTRY_SCHEMAS[kind].safeParse({ ...standard[id], ...stored[id], id });
      if (parsed.success) entries.push(parsed.data as Placed);
      else rejected.push({ kind, id, reason: parsed.error.issues[0]?.message ?? 'invalid' });
    }
    catalog[kind] = entries.sort(inOrder(kind));
  }
  const { settings, rejected: fields } = readSettings(doc);
  catalog['settings'] = settings;
  return { catalog: catalog as Catalog, rejected: [...rejected, ...fields] };
}

/** Each value of a map; one that is nested deeper than can be read is null, which no schema takes. */
function readMap(doc: Y.Doc, name: string): Fields {
  const fields: Fields = {};
  for (const [key, value] of doc.getMap(name).entries()) {
    try {
      fields[key] = value instanceof Y.AbstractType ? (value.toJSON() as unknown) : value;
    } catch {
      fields[key] = null;
    }
  }
  return fields;
}

function readSettings(doc: Y.Doc): { settings: Settings; rejected: RejectedField[] } {
  const raw = readMap(doc, 'settings');
  const parsed = Settings.safeParse(raw);
  if (parsed.success) return { settings: parsed.data, rejected: [] };
  const wrongKeys = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
  const validFields = Object.fromEntries(Object.entries(raw).filter(([key]) => !wrongKeys.has(key)));
  return {
    settings: Settings.parse(validFields),
    rejected: [...wrongKeys].map((key) => ({
      kind: 'settings' as const,
      id: key,
      reason: 'invalid setting, default used',
    })),
  };
}

type Placed = { id: string; position?: number; name?: string; priceCents?: number };

/** As long as nobody dragged them, all are at position 0. */
const inOrder =
  (kind: EntryKind) =>
  (a: Placed, b: Placed): number =>
    (a.position ?? 0) - (b.position ?? 0) ||
    byNature(kind, a, b) ||
    (a.name ?? '').localeCompare(b.name ?? '', 'pt-BR');

/** Sizes by price; what an açaí is made of as it was made; all else by name. */
function byNature(kind: EntryKind, a: Placed, b: Placed): number {
  if (kind === 'sizes') return (a.priceCents ?? 0) - (b.priceCents ?? 0);
  if (kind !== 'bases' && kind !== 'iceCreams' && kind !== 'toppings') return 0;
  const [first, second] = [madeAt(a.id), madeAt(b.id)];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** When an entry was made, to be compared as text: its UUIDv7 begins with the time. Any other id is older than all of these. */
const madeAt = (id: string): string => (/^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id) ? id : '');

/** Fills an empty document. Only the edge does this: two seeded documents would merge into doubled entries. */
export function seedDocument(doc: Y.Doc, catalog: Catalog): void {
  doc.transact(() => {
    for (const kind of ENTRY_KINDS)
      for (const entry of catalog[kind] as Entry<EntryKind>[]) setEntry(doc, kind, entry.id, entry);
    setSettings(doc, catalog.settings);
  });
}
