// Prices from afar: what the relay shows of them, and what the store makes of them.
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { sampleCatalog } from '../order/sample.ts';
import {
  addPriceConflict,
  addWaitingPrice,
  announceDecisions,
  decideRemotePrice,
  DECIDES_PROTOCOL_MIN,
  doesStoreDecide,
  isMadeRemotely,
  markMadeRemotely,
  readPriceConflicts,
  readWaitingPrices,
  removePriceConflict,
  removeWaitingPrices,
  storedPriceOf,
  withWaitingPrices,
  type RemotePrice,
} from './remote-price.ts';

const catalog = sampleCatalog();
const now = storedPriceOf(catalog, 'sizes', 'g') ?? 0;
const price = (seenCents: number, wantedCents: number, more: Partial<RemotePrice> = {}): RemotePrice => ({
  kind: 'sizes',
  id: 'g',
  seenCents,
  wantedCents,
  by: 'Ana',
  atMs: 1_000,
  ...more,
});

describe('the store', () => {
  it.each([
    ['takes a price whose author saw what it has', now, now + 200, 'take'],
    ['has it already', now - 100, now, 'same'],
    ['keeps its own where the author saw one centavo less', now - 1, now + 200, 'conflict'],
    ['keeps its own where the author saw one centavo more', now + 1, now + 200, 'conflict'],
  ])('%s', (_name, seen, wanted, decision) => {
    expect(decideRemotePrice(catalog, price(seen, wanted))).toBe(decision);
  });

  it('takes a price of what was free of charge, and one that makes it free', () => {
    const free = { kind: 'toppings', id: 'mel' } as const;
    expect(decideRemotePrice(catalog, price(0, 350, free))).toBe('take');
    expect(decideRemotePrice(catalog, price(100, 0, free))).toBe('same');
    expect(decideRemotePrice(catalog, price(100, 350, free))).toBe('conflict');
    expect(storedPriceOf(withWaitingPrices(catalog, [price(0, 350, free)]), 'toppings', 'mel')).toBe(350);
    expect(decideRemotePrice(catalog, price(350, 0, { kind: 'toppings', id: 'nutella' }))).toBe('take');
  });

  it('knows of no price of what is not there, or has none', () => {
    expect(decideRemotePrice(catalog, price(1, 2, { id: 'fora' }))).toBe('gone');
    expect(decideRemotePrice(catalog, price(1, 2, { kind: 'bases', id: catalog.bases[0]!.id }))).toBe('gone');
  });
});

describe('the relay', () => {
  const shown = (...waiting: RemotePrice[]) =>
    storedPriceOf(withWaitingPrices(catalog, waiting), 'sizes', 'g');

  it('shows what waits as long as the store has what was seen, and the store’s own price before all', () => {
    expect(shown(price(now, now + 200))).toBe(now + 200);
    expect(shown(price(now + 1, now + 200))).toBe(now);
    expect(withWaitingPrices(catalog, [])).toBe(catalog);
  });

  it('shows each price that waits, also those behind one that the store has overridden', () => {
    const own = storedPriceOf(catalog, 'sizes', 'p') ?? 0;
    const small = price(own, own + 50, { id: 'p' });
    const water = price(400, 450, { kind: 'products', id: 'agua' });
    const all = withWaitingPrices(catalog, [price(now + 1, now + 200), small, water]);
    expect([storedPriceOf(all, 'sizes', 'g'), storedPriceOf(all, 'sizes', 'p')]).toEqual([now, own + 50]);
    expect(storedPriceOf(all, 'products', 'agua')).toBe(450);
  });

  it('remembers of an entry that was changed twice what was seen first', () => {
    const doc = new Y.Doc();
    addWaitingPrice(doc, price(now, 2_800));
    addWaitingPrice(doc, price(2_800, 2_900, { atMs: 2_000 }));
    expect(readWaitingPrices(doc)).toEqual([price(now, 2_900, { atMs: 2_000 })]);
  });

  it('takes an entry for one that was made from afar by that alone, not by a price that waits for it', () => {
    const doc = new Y.Doc();
    addWaitingPrice(doc, price(now, 2_800));
    markMadeRemotely(doc, 'sizes', 'novo');
    expect(isMadeRemotely(doc, 'sizes', 'g')).toBe(false);
    expect(isMadeRemotely(doc, 'sizes', 'novo')).toBe(true);
    expect(isMadeRemotely(doc, 'toppings', 'novo')).toBe(false);
    expect(readWaitingPrices(doc)).toEqual([price(now, 2_800)]);
  });

  it('leaves the decision to stores of protocol 11 and later', () => {
    expect(DECIDES_PROTOCOL_MIN).toBe(11);
  });

  it('forgets what the store has decided about, and no later one', () => {
    const doc = new Y.Doc();
    addWaitingPrice(doc, price(now, 2_800));
    removeWaitingPrices(doc, 999);
    expect(readWaitingPrices(doc)).toHaveLength(1);
    removeWaitingPrices(doc, 1_000);
    expect(readWaitingPrices(doc)).toEqual([]);
  });

  it('takes no entry for one that was made from afar once the store has heard of it', () => {
    const doc = new Y.Doc();
    markMadeRemotely(doc, 'sizes', 'novo');
    addWaitingPrice(doc, price(now, 2_800));
    removeWaitingPrices(doc, 999);
    expect(isMadeRemotely(doc, 'sizes', 'novo')).toBe(false);
    expect(readWaitingPrices(doc)).toHaveLength(1);
  });
});

describe('the document', () => {
  it('has conflicts until they are chosen about, apart from what waits, whoever writes at the same time', () => {
    const [store, relay] = [new Y.Doc(), new Y.Doc()];
    announceDecisions(store);
    addPriceConflict(store, price(now, 2_900));
    addWaitingPrice(relay, price(now, 2_900));
    Y.applyUpdate(relay, Y.encodeStateAsUpdate(store));
    Y.applyUpdate(store, Y.encodeStateAsUpdate(relay));
    for (const doc of [store, relay]) {
      expect(doesStoreDecide(doc)).toBe(true);
      expect(readPriceConflicts(doc)).toEqual([price(now, 2_900)]);
      expect(readWaitingPrices(doc)).toEqual([price(now, 2_900)]);
    }
    removePriceConflict(store, price(0, 0));
    expect(readPriceConflicts(store)).toEqual([]);
  });

  it('says nothing of what is no such price', () => {
    const doc = new Y.Doc();
    expect(doesStoreDecide(doc)).toBe(false);
    doc.getMap('priceConflicts').set('sizes/g', { kind: 'sizes' });
    doc.getMap('priceConflicts').set('sizes/p', price(1, 2));
    expect(readPriceConflicts(doc)).toEqual([]);
  });
});
