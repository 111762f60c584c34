// The document of the menu: two ends that edit apart come to the same menu, and what makes no sense is left out and said.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { sampleCatalog } from '../order/sample.ts';
import { readCatalog, seedDocument, setEntry, setSettings } from './document.ts';
import { ENTRY_KINDS, Settings } from './menu.ts';

const seeded = () => {
  const doc = new Y.Doc();
  seedDocument(doc, sampleCatalog());
  return doc;
};
const copyOf = (doc: Y.Doc): Y.Doc => {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
};
const exchange = (one: Y.Doc, other: Y.Doc) => {
  const [toOther, toOne] = [Y.encodeStateAsUpdate(one), Y.encodeStateAsUpdate(other)];
  Y.applyUpdate(other, toOther);
  Y.applyUpdate(one, toOne);
};
const base = (doc: Y.Doc) => readCatalog(doc).catalog.bases.find(({ id }) => id === 'acai');

describe('the document of the menu', () => {
  it('gives back the catalogue that it was filled with', () => {
    const given = sampleCatalog();
    const { catalog, rejected } = readCatalog(seeded());
    expect(rejected).toEqual([]);
    for (const kind of ENTRY_KINDS.filter((one) => one !== 'paymentMethods'))
      expect(catalog[kind].toSorted(byId)).toEqual([...given[kind]].sort(byId));
    expect(catalog.settings).toEqual(given.settings);
  });

  it('that is empty holds the standard settings and ways to pay, and nothing else', () => {
    const { catalog, rejected } = readCatalog(new Y.Doc());
    expect(rejected).toEqual([]);
    expect(catalog.settings).toEqual(Settings.parse({}));
    expect(catalog.paymentMethods.map(({ id, enabled }) => [id, enabled])).toEqual([
      ['pix', true],
      ['credit_card', false],
      ['cash', true],
    ]);
    for (const kind of ENTRY_KINDS.filter((one) => one !== 'paymentMethods'))
      expect(catalog[kind]).toEqual([]);
  });

  it('keeps of a way to pay what was set, and the standard for the rest', () => {
    const doc = new Y.Doc();
    setEntry(doc, 'paymentMethods', 'credit_card', { enabled: true });
    expect(readCatalog(doc).catalog.paymentMethods[1]).toEqual({
      id: 'credit_card',
      enabled: true,
      displayName: 'Cartão de Crédito',
      description: 'Pague agora, pelo Mercado Pago',
      position: 1,
    });
  });

  it('shows entries by position, then by name as Brazilians sort it', () => {
    const doc = new Y.Doc();
    for (const [id, name, position] of [
      ['a', 'Zero', 0],
      ['b', 'Ácido', 1],
      ['c', 'Banana', 1],
      ['d', 'amora', 1],
      ['e', 'Uva', 0],
    ] as const)
      setEntry(doc, 'bases', id, { name, position });
    expect(readCatalog(doc).catalog.bases.map(({ name }) => name)).toEqual([
      'Uva',
      'Zero',
      'Ácido',
      'amora',
      'Banana',
    ]);
  });

  it.each(['wholesaleCategories', 'wholesaleProducts'] as const)(
    'shows %s by position, then by name',
    (kind) => {
      const doc = new Y.Doc();
      for (const [id, name, position] of [
        ['a', 'Zero', 0],
        ['b', 'Ácido', 2],
        ['c', 'Banana', 1],
        ['d', 'Uva', 0],
      ] as const)
        setEntry(doc, kind, id, { name, position, priceCents: 100 });
      expect(readCatalog(doc).catalog[kind].map(({ name }) => name)).toEqual([
        'Uva',
        'Zero',
        'Banana',
        'Ácido',
      ]);
    },
  );

  it.each(['wholesaleSizes', 'wholesaleFlavors'] as const)('shows %s by name', (kind) => {
    const doc = new Y.Doc();
    for (const [id, name] of [
      ['a', 'Zero'],
      ['b', 'Banana'],
      ['c', 'Ácido'],
      ['d', 'amora'],
    ] as const)
      setEntry(doc, kind, id, { name, active: true });
    expect(readCatalog(doc).catalog[kind].map(({ name }) => name)).toEqual([
      'Ácido',
      'amora',
      'Banana',
      'Zero',
    ]);
  });

  const shown = (
    kind: 'sizes' | 'bases' | 'iceCreams' | 'toppings' | 'products',
    entries: readonly (readonly [string, Record<string, unknown>])[],
  ) => {
    const doc = new Y.Doc();
    for (const [id, fields] of entries) setEntry(doc, kind, id, fields);
    return readCatalog(doc).catalog[kind].map(({ name }) => name);
  };
  const size = (name: string, priceCents: number, position = 0) =>
    ({ name, priceCents, position, maxToppings: 1 }) as const;

  it('shows sizes that nobody dragged by price, and as they were dragged since', () => {
    expect(
      shown('sizes', [
        ['a', size('Grande', 2500)],
        ['b', size('Médio', 1900)],
        ['c', size('Pequeno', 1500)],
      ]),
    ).toEqual(['Pequeno', 'Médio', 'Grande']);
    expect(
      shown('sizes', [
        ['a', size('Grande', 2500, 1)],
        ['b', size('Médio', 1900, 3)],
        ['c', size('Pequeno', 1500, 2)],
      ]),
    ).toEqual(['Grande', 'Pequeno', 'Médio']);
  });

  it('shows what an açaí is made of as it was made, and products by name', () => {
    // The time of a UUIDv7 is in its first twelve digits; what has another id was there before.
    const made = [
      ['01890a5d-ac98-774b-8000-000000000000', { name: 'Ácido' }],
      ['01890a5d-ac96-774b-8000-000000000000', { name: 'Zero' }],
      ['01890a5d-ac97-774b-8000-000000000000', { name: 'Banana' }],
      ['tradicional', { name: 'Tradicional' }],
    ] as const;
    expect(shown('bases', made)).toEqual(['Tradicional', 'Zero', 'Banana', 'Ácido']);
    expect(shown('iceCreams', made)).toEqual(['Tradicional', 'Zero', 'Banana', 'Ácido']);
    const given = made.map(([id, { name }]) => [id, { name, category: 'frutas' }] as const);
    expect(shown('toppings', given)).toEqual(['Tradicional', 'Zero', 'Banana', 'Ácido']);
    const sold = made.map(
      ([id, { name }]) => [id, { name, priceCents: 100, productType: 'PRONTO' }] as const,
    );
    expect(shown('products', sold)).toEqual(['Ácido', 'Banana', 'Tradicional', 'Zero']);
  });

  it('has back what somebody takes out of a field: a date until which it is sold out, words', () => {
    const doc = seeded();
    setEntry(doc, 'bases', 'acai', { soldOutUntilMs: 1_900_000_000_000, description: 'Batido na hora' });
    expect(base(doc)).toMatchObject({ soldOutUntilMs: 1_900_000_000_000, description: 'Batido na hora' });
    setEntry(doc, 'bases', 'acai', { soldOutUntilMs: null, description: null });
    expect(base(doc)).toMatchObject({ soldOutUntilMs: null, description: null });
  });

  it('is filled in one update', () => {
    const doc = new Y.Doc();
    let updates = 0;
    doc.on('update', () => (updates += 1));
    seedDocument(doc, sampleCatalog());
    expect(updates).toBe(1);
  });
});

describe('two ends that were apart', () => {
  it('both keep their change of one entry', () => {
    const store = seeded();
    const relay = copyOf(store);
    setEntry(store, 'bases', 'acai', { name: 'Açaí puro' });
    setEntry(relay, 'bases', 'acai', { description: 'Do Pará' });
    exchange(store, relay);
    for (const doc of [store, relay])
      expect(base(doc)).toMatchObject({ name: 'Açaí puro', description: 'Do Pará' });
  });

  it('do not lose a change to the other’s repeating what was there', () => {
    const store = seeded();
    const relay = copyOf(store);
    setEntry(store, 'bases', 'acai', { name: 'Açaí puro' });
    // All of it is sent, only the description is new.
    setEntry(relay, 'bases', 'acai', { ...base(relay), description: 'Do Pará' });
    setSettings(store, { storeName: 'Açaí do Zé' });
    setSettings(relay, { ...readCatalog(relay).catalog.settings, storePhone: '11' });
    exchange(store, relay);
    for (const doc of [store, relay]) {
      expect(base(doc)).toMatchObject({ name: 'Açaí puro', description: 'Do Pará' });
      expect(readCatalog(doc).catalog.settings).toMatchObject({ storeName: 'Açaí do Zé', storePhone: '11' });
    }
  });

  it('write nothing for what is as it was, also where it is a list', () => {
    const doc = new Y.Doc();
    setEntry(doc, 'products', 'x', { accompaniments: ['a', 'b'], name: 'X' });
    let updates = 0;
    doc.on('update', () => (updates += 1));
    setEntry(doc, 'products', 'x', { accompaniments: ['a', 'b'], name: 'X', description: undefined });
    expect(updates).toBe(0);
    setEntry(doc, 'products', 'x', { accompaniments: ['a', 'c'] });
    expect(updates).toBe(1);
    const settings = { storeName: 'Açaí do Zé', wholesaleDeliveryWeekdays: [1, 4] };
    setSettings(doc, settings);
    const told = updates;
    setSettings(doc, { ...settings, wholesaleDeliveryWeekdays: [1, 4], storePhone: undefined });
    expect(updates).toBe(told);
  });

  it('come to the same menu whatever they did, and in it every field is one that somebody wrote', () => {
    const fields = fc.record(
      {
        name: fc.constantFrom('A', 'B', 'C'),
        position: fc.integer({ min: 0, max: 3 }),
        active: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    const edits = fc.array(fc.tuple(fc.constantFrom('acai', 'cupuacu'), fields), { maxLength: 5 });
    fc.assert(
      fc.property(edits, edits, (ours, theirs) => {
        const store = seeded();
        const relay = copyOf(store);
        for (const [id, change] of ours) setEntry(store, 'bases', id, change);
        for (const [id, change] of theirs) setEntry(relay, 'bases', id, change);
        const ends = [readCatalog(store).catalog.bases, readCatalog(relay).catalog.bases];
        exchange(store, relay);
        const merged = readCatalog(store).catalog.bases;
        expect(readCatalog(relay).catalog.bases).toEqual(merged);
        for (const { id } of merged)
          for (const key of ['name', 'position', 'active'] as const) {
            const [atStore, atRelay, now] = [...ends, merged].map(
              (one) => one.find((entry) => entry.id === id)?.[key],
            );
            const wrote = (all: typeof ours) => all.some(([entry, change]) => entry === id && key in change);
            if (!wrote(theirs)) expect(now).toBe(atStore);
            else if (!wrote(ours)) expect(now).toBe(atRelay);
            else expect([atStore, atRelay]).toContain(now);
          }
      }),
      { numRuns: 40 },
    );
  });
});

describe('what makes no sense', () => {
  it('is left out entry by entry, and said', () => {
    const doc = seeded();
    setEntry(doc, 'sizes', 'p', { priceCents: -1 });
    doc.getMap('bases').set('broken', 'no entry');
    const { catalog, rejected } = readCatalog(doc);
    expect(catalog.sizes.map(({ id }) => id)).toEqual(['g']);
    expect(catalog.bases.map(({ id }) => id).toSorted()).toEqual(['acai', 'cupuacu']);
    expect(rejected).toEqual([
      { kind: 'sizes', id: 'p', reason: expect.stringMatching(/./) as string },
      { kind: 'bases', id: 'broken', reason: expect.stringMatching(/./) as string },
    ]);
  });

  it('gives way to an entry that is written under its name', () => {
    const doc = new Y.Doc();
    doc.getMap('bases').set('acai', 'no entry');
    setEntry(doc, 'bases', 'acai', { name: 'Açaí' });
    expect(readCatalog(doc)).toMatchObject({
      rejected: [],
      catalog: { bases: [{ id: 'acai', name: 'Açaí' }] },
    });
  });

  it('is one setting, not all of them', () => {
    const doc = seeded();
    setSettings(doc, { specialDiscountPercent: 101, storeName: '', storePhone: '11 3265' });
    const { catalog, rejected } = readCatalog(doc);
    expect(catalog.settings).toMatchObject({
      specialDiscountPercent: 0,
      storeName: 'Balcão Açaí',
      storePhone: '11 3265',
      enableTacaMontada: true,
    });
    expect(rejected.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
      { kind: 'settings', id: 'specialDiscountPercent', reason: 'invalid setting, default used' },
      { kind: 'settings', id: 'storeName', reason: 'invalid setting, default used' },
    ]);
  });

  it('is too deep to be read, and is left out alone', () => {
    const doc = seeded();
    doc.transact(() => {
      let deepest = new Y.Map<unknown>();
      doc.getMap('bases').set('deep', deepest);
      for (let depth = 0; depth < 6_000; depth += 1) {
        const next = new Y.Map<unknown>();
        deepest.set('name', next);
        deepest = next;
      }
    });
    const { catalog, rejected } = readCatalog(doc);
    expect(catalog.bases.map(({ id }) => id).toSorted()).toEqual(['acai', 'cupuacu']);
    expect(rejected).toMatchObject([{ kind: 'bases', id: 'deep' }]);
  });
});

const byId = (a: { id: string }, b: { id: string }): number => a.id.localeCompare(b.id);
