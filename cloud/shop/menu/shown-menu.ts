// A menu document as values: what staff see of it, and the public menu.
import { createHash } from 'node:crypto';
import type * as Y from 'yjs';
import { nextReturnMs } from '@balcao/shared/menu/availability.ts';
import { readCatalog } from '@balcao/shared/menu/document.ts';
import { readWaitingPrices, withWaitingPrices } from '@balcao/shared/menu/remote-price.ts';
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { publicMenu } from '@balcao/shared/menu/snapshot.ts';

/** `validUntilMs`: then something is back on sale. */
export type ShownMenu = { json: string; etag: string; validUntilMs: number };

/** With the prices that wait for the store, where it has what their authors saw. */
export const shownCatalog = (doc: Y.Doc): Catalog =>
  withWaitingPrices(readCatalog(doc).catalog, readWaitingPrices(doc));

export function shownMenu(catalog: Catalog, nowMs: number): ShownMenu {
  const json = JSON.stringify(publicMenu(catalog, nowMs));
  return {
    json,
    etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`,
    validUntilMs: nextReturnMs(catalog, nowMs),
  };
}
