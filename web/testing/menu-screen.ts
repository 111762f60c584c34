// The menu of the administration with a small catalogue, for tests that edit it: its store takes what is sent.
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { createStore } from 'jotai';
import { createElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { MenuTab } from '../features/admin/menu/menu-tab.tsx';
import { Toaster } from '../ui/toast.tsx';
import { openScreen, type Answers, type Sent } from './screen.ts';

/** The menu at its address, `/admin/cardapio/…`. */
export const MENU = createElement(
  Routes,
  null,
  createElement(Route, { path: '/admin/cardapio/*', element: createElement(MenuTab) }),
);

/** A menu whose store takes what is sent: `catalog` is what it has. */
export async function openMenu(
  slug: string,
  answers: Answers = {},
  changes: (catalog: Catalog) => void = () => {},
) {
  const catalog = sampleCatalog();
  changes(catalog);
  const store = createStore();
  type Patch = { kind: 'toppings'; id: string; fields: object };
  const take = ({ kind, id, fields }: Patch) => {
    const list: { id: string }[] = catalog[kind];
    catalog[kind] = list.map((one) => (one.id === id ? { ...one, ...fields } : one)) as Catalog['toppings'];
  };
  const takeOne = ({ route, body }: Sent) => {
    const [, id = ''] = /toppings\/(.*)$/.exec(route) ?? [];
    const was = catalog.toppings.find((one) => one.id === id);
    return { name: id, active: true, allergens: [], soldOutUntilMs: null, ...was, id, ...(body as object) };
  };
  const screen = await openScreen(createElement('div', null, MENU, createElement(Toaster)), {
    store,
    path: `/admin/cardapio/${slug}`,
    answers: {
      'GET /api/staff/catalog': () => structuredClone(catalog),
      'PATCH /api/staff/catalog': ({ body }: Sent) => {
        for (const patch of (body as { entries: Patch[] }).entries) take(patch);
        return structuredClone(catalog);
      },
      'PATCH *': takeOne,
      ...answers,
    },
  });
  screen.sent.splice(0);
  return { screen, store, catalog };
}

type MenuScreen = Awaited<ReturnType<typeof openMenu>>['screen'];
/** The names of the entries that are in sight. */
export const rowsOf = (screen: MenuScreen): string[] =>
  screen.buttons().flatMap((name) => /^Editar (.*)$/.exec(name)?.[1] ?? []);
export const bodies = (sent: readonly Sent[]): unknown[] => sent.map(({ body }) => body);
/** What is sent of a topping's price, over the one that was seen. */
export const priced = (id: string, priceCents: number, seen: number) => ({
  kind: 'toppings',
  id,
  fields: { priceCents },
  seen: { priceCents: seen },
});
