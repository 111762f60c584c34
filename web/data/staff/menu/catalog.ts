// The whole catalogue as staff edit it: read once, read again when anybody changed it, written field by field.
import type { Batch, EntriesPatch } from '@balcao/shared/http/staff.ts';
import type { Catalog, Entry, EntryKind, Settings } from '@balcao/shared/menu/menu.ts';
import { useAtomValue } from 'jotai';
import { ApiError, call } from '../../request.ts';
import { menuTurnAtom } from '../board/live.ts';
import { useLoaded, type Resource } from '../resource.ts';

export function useCatalog(): Resource<Catalog> {
  return useLoaded('GET /api/staff/catalog', { turn: useAtomValue(menuTurnAtom) });
}

/** Sends only what changed, and puts the store's answer into the copy on screen. Throws ApiError. */
export async function patchEntry<K extends EntryKind>(
  catalog: Resource<Catalog>,
  kind: K,
  id: string,
  fields: Partial<Entry<K>>,
): Promise<void> {
  const entry = await call('PATCH /api/staff/catalog/{kind}/{id}', { params: { kind, id }, body: fields });
  catalog.set((value) => {
    const entries: { id: string }[] = value[kind];
    const isListed = entries.some((one) => one.id === id);
    return {
      ...value,
      [kind]: isListed ? entries.map((one) => (one.id === id ? entry : one)) : [...entries, entry],
    };
  });
}

/** Several entries in one request: all of them, or none. Throws ApiError. */
export async function patchEntries(
  catalog: Resource<Catalog>,
  entries: EntriesPatch['entries'],
  batch?: Batch,
): Promise<void> {
  if (entries.length === 0) return;
  const body = batch === undefined ? { entries } : { entries, batch };
  const value = await call('PATCH /api/staff/catalog', { body });
  catalog.set(() => value);
}

export const isPriceDiffers = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.problem.code === 'price-differs';

/**
 * Fields of an entry with its price among them, unless that is another one by now than `seenCents`: then the copy on screen has what is
 * there. Throws ApiError.
 */
export async function patchPriced(
  catalog: Resource<Catalog>,
  { kind, id, fields, seenCents }: { kind: EntryKind; id: string; fields: object; seenCents: number },
): Promise<void> {
  try {
    await patchEntries(catalog, [{ kind, id, fields: { ...fields }, seen: { priceCents: seenCents } }]);
  } catch (error) {
    if (isPriceDiffers(error)) await catalog.reload();
    throw error;
  }
}

export async function patchSettings(catalog: Resource<Catalog>, fields: Partial<Settings>): Promise<void> {
  const settings = await call('PATCH /api/staff/settings', { body: fields });
  catalog.set((value) => ({ ...value, settings }));
}
