// The sample menu goes into an empty menu alone, also where somebody begins one while its pictures are drawn.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setEntry } from '@balcao/shared/menu/document.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { openDatabase, type Db } from '../../storage/open.ts';
import { Wake } from '../../storage/wake.ts';
import { THE_STORE } from '../audit/audit.ts';
import { openMenuStore, type MenuStore } from '../menu/menu-store.ts';
import { createSampleMenu } from './sample-menu.ts';

let db: Db;
let menu: MenuStore;
let audited: string[];
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  menu = openMenuStore(db, new Wake());
  audited = [];
});
afterEach(() => void db.$client.close());

const installAs = (draw: () => unknown) =>
  createSampleMenu({
    menu,
    audit: {
      record: (_actor: object, _subject: string, _action: string, text: string) => audited.push(text),
    } as never,
    draw: () => {
      draw();
      return Promise.resolve(sampleCatalog());
    },
  }).install(THE_STORE);

// Two sizes, two bases, three ice creams, four toppings, a category, three products.
const ENTRIES = 15;

it('is counted whole, and lets cups be sold', async () => {
  expect(await installAs(() => undefined)).toEqual({ ok: true, value: { entries: ENTRIES } });
  expect(audited).toEqual([`começou com o cardápio de exemplo (${ENTRIES} itens)`]);
  expect(menu.catalog().settings.enableTacaMontada).toBe(true);
  expect(menu.catalog().toppings).toHaveLength(4);
});

it('overwrites nothing of a menu that was begun while its pictures were drawn', async () => {
  const begin = (): void =>
    menu.edit((doc) => setEntry(doc, 'toppings', 'kiwi', { id: 'kiwi', name: 'Kiwi' }));
  expect(await installAs(begin)).toEqual({ ok: false, refusal: 'not-empty' });
  expect(menu.catalog().toppings.map(({ id }) => id)).toEqual(['kiwi']);
  expect([menu.catalog().sizes, audited]).toEqual([[], []]);
});

it('has no pictures drawn where there is a menu already', async () => {
  menu.edit((doc) => setEntry(doc, 'toppings', 'kiwi', { id: 'kiwi', name: 'Kiwi' }));
  let drawn = 0;
  expect(await installAs(() => (drawn += 1))).toEqual({ ok: false, refusal: 'not-empty' });
  expect(drawn).toBe(0);
});
