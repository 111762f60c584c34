// What is typed in the settings and not saved yet is still there when its tab is opened again.
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { createStore } from 'jotai';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { officeAnswers } from '../../../testing/office.ts';
import { openScreen } from '../../../testing/screen.ts';
import { BackupsPanel } from './backups-panel.tsx';
import { GeneralPanel } from './general-panel.tsx';
import { PaymentsPanel } from './payments-panel.tsx';
import { PrintersPanel } from './printers-panel.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const stations = [{ id: 'bar', name: 'Bar', takes: [], printerId: null }];

it.each([
  ['the shop’s data', GeneralPanel, 'Nome da loja', 'Açaí do Largo'],
  ['the age of copies', BackupsPanel, 'Dias', '77'],
  ['the shop’s PIX key', PaymentsPanel, 'Chave PIX', 'outra@pix.example'],
  ['a printer', PrintersPanel, 'IP da impressora', '192.168.0.99'],
  ['a station', PrintersPanel, 'Nome da estação', 'Montagem'],
])('%s', async (_, Panel, field, typed) => {
  const store = createStore();
  const open = () =>
    openScreen(createElement(Panel), {
      store,
      me: { id: 'rui', name: 'Rui', email: 'rui@loja.example', role: 'ADMIN' },
      answers: { ...officeAnswers(), 'GET /api/staff/catalog': sampleCatalog({ stations }) },
    });
  const screen = await open();
  await screen.type(field, typed);
  expect((await open()).valueOf(field)).toBe(typed);
});
