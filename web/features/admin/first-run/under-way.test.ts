// What is off in the first run while the store has not answered: each step is taken once, and none is left meanwhile by the same button.
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { createElement, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { progressOf } from '../../../testing/first-run.ts';
import { PRINTERS } from '../../../testing/machine.ts';
import type { Answers } from '../../../testing/screen.ts';
import { beginEvening } from '../../../testing/staff-screen.ts';
import { never, offAfter, slowStore, type Taps } from '../../../testing/under-way.ts';
import { HoursStep } from './hours-step.tsx';
import { MenuStep } from './menu-step.tsx';
import { OwnerScreen } from './owner-screen.tsx';
import { PixStep } from './pix-step.tsx';
import { PrinterStep } from './printer-step.tsx';
import { RestoreScreen } from './restore-screen.tsx';
import { ShopStep } from './shop-step.tsx';

beforeEach(beginEvening);
afterEach(() => void vi.useRealTimers());

const progress = progressOf({});
const restore = createElement(RestoreScreen, { onOver: async () => undefined });
const SOURCES = 'POST /api/setup/restore/sources';
const NONE = {
  state: 'none',
  from: null,
  step: null,
  done: 0,
  of: 0,
  orders: null,
  ownerNeeded: false,
  failure: null,
};
const CODE: Taps = [['Código de instalação', 'ABCDE-12345'], 'Procurar o que recuperar'];
const PIX: Answers = {
  'POST /api/staff/orders': {
    order: { id: 'o1', code: '7K2MQ9XWTB', simpleId: 41, totalCents: 400 },
    trackingToken: 't',
  },
  'POST /api/orders/7K2MQ9XWTB/pix': { attemptId: 'a1', status: 'pending', qrCode: '00020126BR.GOV.BCB.PIX' },
};
const pix = createElement(PixStep, { progress: progressOf({ account: 'done' }) });
const found: Answers = { [SOURCES]: { relayUrl: 'https://acai.example', copies: [] } };

type Case = [what: string, element: ReactElement, taps: Taps, off: readonly string[], answered?: Answers];
const CASES: Case[] = [
  [
    'the owner',
    createElement(OwnerScreen, { onMade: () => undefined }),
    [
      ['Código de instalação', 'ABCDE-12345'],
      ['Nome completo', 'Rui'],
      ['Email', 'rui@loja.example'],
      ['Senha', 'açaí com banana'],
      'Criar a conta e começar',
    ],
    ['Criar a conta e começar'],
  ],
  [
    'the shop',
    createElement(ShopStep, { progress }),
    [['Nome da loja', 'Açaí'], 'Salvar e continuar'],
    ['Salvar e continuar'],
  ],
  ['its hours', createElement(HoursStep, { progress }), ['Salvar e continuar'], ['Salvar e continuar']],
  [
    'its menu',
    createElement(MenuStep, { progress }),
    ['Usar o cardápio de exemplo'],
    ['Desenhando o cardápio…'],
  ],
  ['its printer', createElement(PrinterStep, { progress }), ['Salvar impressora'], ['Salvar impressora']],
  ['a PIX that is made', pix, ['Criar o PIX de teste'], ['Criando o PIX…']],
  ['a PIX that is called off', pix, ['Criar o PIX de teste', 'Cancelar o teste'], ['Cancelar o teste'], PIX],
  ['what may be restored', restore, CODE, ['Procurar o que recuperar']],
  [
    'a shop from its site',
    restore,
    [...CODE, ['Código de pareamento', 'P'], ['Código de recuperação', 'A'], 'Recuperar do site'],
    ['Falando com o site…'],
    found,
  ],
];

it.each(CASES)('%s', async (_what, element, taps, expected, answered = {}) => {
  const reads = {
    'GET /api/staff/catalog': sampleCatalog(),
    'GET /api/staff/printers': { printers: PRINTERS },
    'GET /api/setup/restore': NONE,
  };
  const { screen, off } = await offAfter(element, taps, { ...slowStore(reads), ...answered });
  expect(off).toEqual(expected);
  expect(screen.changes().filter(({ route }) => !(route in answered))).toHaveLength(1);
});

it('a step that is put off', async () => {
  const skip = vi.fn<() => Promise<void>>(() => new Promise(() => undefined));
  const step = createElement(ShopStep, { progress: { ...progress, skip } });
  const answers = slowStore({ 'GET /api/staff/catalog': sampleCatalog() });
  const { off } = await offAfter(step, ['Pular por enquanto'], answers);
  expect(skip).toHaveBeenCalledOnce();
  expect(off).toEqual(['Pular por enquanto']);
});

it('copies that are looked for again', async () => {
  let isAsked = false;
  const sources = () => {
    if (isAsked) return never();
    isAsked = true;
    return { relayUrl: null, copies: [] };
  };
  const { off } = await offAfter(restore, [...CODE, 'De um pendrive', 'Procurar de novo'], {
    'GET /api/setup/restore': NONE,
    [SOURCES]: sources,
  });
  expect(off).toEqual(['Procurando…']);
});
