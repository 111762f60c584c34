// The menu document at the store: what of it is kept, who hears of a change, and when what was sold out is back.
import { asc } from 'drizzle-orm';
import * as Y from 'yjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setEntry } from '@balcao/shared/menu/document.ts';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { docUpdates } from '../../storage/schema/menu.ts';
import { Wake } from '../../storage/wake.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { openMenuStore, type MenuStore } from './menu-store.ts';

let store: TestStore;
let wake: Wake;
let menu: MenuStore;
beforeEach(async () => {
  store = await openTestStore({ seed: false });
  wake = new Wake();
  menu = openMenuStore(store.db, wake);
  menu.seed(sampleCatalog());
});
afterEach(() => store.close());

const updates = () => store.db.select().from(docUpdates).orderBy(asc(docUpdates.seq)).all();
const nameOf = (given: MenuStore): string | undefined =>
  given.catalog().sizes.find(({ id }) => id === 'g')?.name;

describe('a change of the menu', () => {
  it('is there after a restart, and whoever shows the menu is woken by it', async () => {
    let heard = 0;
    await Promise.resolve();
    wake.on('menu', () => (heard += 1));
    menu.setEntry('sizes', 'g', { name: 'Gigante' });
    await Promise.resolve();
    expect(heard).toBe(1);
    expect(nameOf(openMenuStore(store.db, new Wake()))).toBe('Gigante');
  });

  it('is one of at most 200 that are kept: then they become one, in which every one of them is', () => {
    // The seed was the first.
    for (let change = 1; change <= 450; change += 1) {
      menu.setEntry('sizes', 'g', { name: `Tamanho ${change}` });
      if (change === 199) expect(updates()).toHaveLength(1);
    }
    expect(updates().length).toBeLessThanOrEqual(200);
    const again = openMenuStore(store.db, new Wake());
    expect(nameOf(again)).toBe('Tamanho 450');
    expect(again.catalog()).toEqual(menu.catalog());
  });
});

it('what was sold out is on the menu again at the very moment until which it was', () => {
  menu.setEntry('sizes', 'g', { soldOutUntilMs: 5_000 });
  const isSoldOut = (atMs: number): boolean | undefined =>
    (JSON.parse(menu.publicMenu(atMs).json) as Menu).sizes.find(({ id }) => id === 'g')?.soldOut;
  expect(isSoldOut(4_999)).toBe(true);
  expect(isSoldOut(5_000)).toBe(false);
});

describe('[131] a change that the disk refuses', () => {
  const REFUSING = {
    'the document':
      "create temp trigger full before insert on doc_updates begin select raise(abort, 'full'); end",
    'its rows':
      "create temp trigger full before insert on catalog_entries begin select raise(abort, 'full'); end",
  };
  const mend = (): void => void store.db.$client.exec('drop trigger full');
  const again = (): MenuStore => openMenuStore(store.db, new Wake());

  it.each(Object.entries(REFUSING))(
    'in %s changes nothing in memory either, and is done when asked for again',
    (_, sql) => {
      const before = menu.publicMenu(0).etag;
      store.db.$client.exec(sql);
      expect(() => menu.setEntry('sizes', 'g', { name: 'Gigante' })).toThrow('full');
      expect(nameOf(menu)).not.toBe('Gigante');
      expect(menu.publicMenu(0).etag).toBe(before);
      mend();
      menu.setEntry('sizes', 'g', { name: 'Gigante' });
      expect([nameOf(menu), nameOf(again())]).toEqual(['Gigante', 'Gigante']);
    },
  );

  it('with what is written along is taken back whole, and hides none that comes after it', () => {
    const full = (): never => {
      throw new Error('full');
    };
    expect(() => menu.edit((doc) => setEntry(doc, 'sizes', 'g', { name: 'Gigante' }), full)).toThrow('full');
    expect([nameOf(menu), nameOf(again())]).not.toContain('Gigante');
    menu.setEntry('sizes', 'g', { priceCents: 1234 });
    expect(again().catalog()).toEqual(menu.catalog());
    expect(
      again()
        .catalog()
        .sizes.find(({ id }) => id === 'g')?.priceCents,
    ).toBe(1234);
  });

  it('from the relay is on disk with the next one that is taken', () => {
    const relay = new Y.Doc();
    Y.applyUpdate(relay, Y.encodeStateAsUpdate(menu.doc));
    const missed: Uint8Array[] = [];
    relay.on('update', (update: Uint8Array) => void missed.push(update));
    setEntry(relay, 'sizes', 'g', { name: 'Gigante' });
    const [update = new Uint8Array()] = missed;
    store.db.$client.exec(REFUSING['the document']);
    expect(() => Y.applyUpdate(menu.doc, update, 'the relay')).toThrow('full');
    mend();
    menu.setEntry('sizes', 'g', { priceCents: 1234 });
    expect(
      again()
        .catalog()
        .sizes.find(({ id }) => id === 'g'),
    ).toMatchObject({
      name: 'Gigante',
      priceCents: 1234,
    });
  });
});
