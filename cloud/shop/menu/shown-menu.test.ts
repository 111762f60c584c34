// What of a menu document is shown, and until when.
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { seedDocument, setEntry } from '@balcao/shared/menu/document.ts';
import { addWaitingPrice, storedPriceOf } from '@balcao/shared/menu/remote-price.ts';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { shownCatalog, shownMenu } from './shown-menu.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 15);
const HOUR_MS = 3_600_000;

function sampleDocument(): Y.Doc {
  const doc = new Y.Doc();
  seedDocument(doc, sampleCatalog());
  return doc;
}
const soldOut = (json: string): boolean | undefined =>
  (JSON.parse(json) as Menu).sizes.find(({ id }) => id === 'g')?.soldOut;

describe('the menu that the relay shows', () => {
  it('has the prices that wait for the store, where the store has what their author saw', () => {
    const doc = sampleDocument();
    const storedCents = storedPriceOf(shownCatalog(doc), 'sizes', 'g') ?? 0;
    const price = { kind: 'sizes', id: 'g', by: 'Ana', atMs: 1 } as const;
    addWaitingPrice(doc, { ...price, seenCents: storedCents, wantedCents: 9_900 });
    expect(storedPriceOf(shownCatalog(doc), 'sizes', 'g')).toBe(9_900);
    setEntry(doc, 'sizes', 'g', { priceCents: 7_700 });
    expect(storedPriceOf(shownCatalog(doc), 'sizes', 'g')).toBe(7_700);
  });

  it('holds until the first of what is sold out is back', () => {
    const doc = sampleDocument();
    setEntry(doc, 'sizes', 'g', { soldOutUntilMs: NOW_MS + HOUR_MS });
    const before = shownMenu(shownCatalog(doc), NOW_MS);
    expect([soldOut(before.json), before.validUntilMs]).toEqual([true, NOW_MS + HOUR_MS]);
    const after = shownMenu(shownCatalog(doc), NOW_MS + HOUR_MS);
    expect([soldOut(after.json), after.validUntilMs]).toEqual([false, Number.POSITIVE_INFINITY]);
    expect(after.etag).not.toBe(before.etag);
  });

  it('has the same tag as long as it says the same, whenever it is asked for', () => {
    const catalog = shownCatalog(sampleDocument());
    expect(shownMenu(catalog, NOW_MS + 1).etag).toBe(shownMenu(catalog, NOW_MS).etag);
    expect(shownMenu(catalog, NOW_MS).etag).toMatch(/^"[\w-]{22}"$/);
  });
});
