// What of the settings can be changed from afar, and what is the store's alone.
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { createStore } from 'jotai';
import { createElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { openScreen } from '../../../testing/screen.ts';
import { awayAtom } from '../../../data/staff/board/live.ts';
import SettingsTab from './settings-tab.tsx';

const CATALOG = 'GET /api/staff/catalog';

const open = (slug: string, isAway: boolean) => {
  const store = createStore();
  store.set(awayAtom, isAway);
  const tab = createElement(Route, { path: '/admin/configuracoes/*', element: createElement(SettingsTab) });
  return openScreen(createElement(Routes, null, tab), {
    store,
    path: `/admin/configuracoes/${slug}`,
    answers: { [CATALOG]: sampleCatalog() },
  });
};

it('the catalogue of products is there from afar, the printers are not', async () => {
  const products = await open('produtos', true);
  expect(products.sent.map(({ route }) => route)).toEqual([CATALOG]);
  expect(products.words()).toContain('Novo produto');
  const away = await open('impressoras', true);
  expect(away.words()).toContain('Esta parte');
  expect(away.sent).toEqual([]);
  const here = await open('impressoras', false);
  expect(here.words()).not.toContain('Esta parte');
  expect(here.sent.map(({ route }) => route)).toContain('GET /api/staff/printers');
});
