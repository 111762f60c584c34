// Panels that look again by themselves: no more once they are gone or it is over, and once for a rush of orders.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { atom, createStore, useAtomValue } from 'jotai';
import { createElement, type ReactElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { orderEventAtom } from '../../data/staff/board/live.ts';
import { progressOf } from '../../testing/first-run.ts';
import { BACKUPS, UPDATE } from '../../testing/machine.ts';
import { officeAnswers } from '../../testing/office.ts';
import { openScreen, type Answers } from '../../testing/screen.ts';
import { CashTab } from './cash/cash-tab.tsx';
import { PixStep } from './first-run/pix-step.tsx';
import { RestoreScreen } from './first-run/restore-screen.tsx';
import { OrdersTab } from './orders/orders-tab.tsx';
import { BackupsPanel } from './settings/backups-panel.tsx';
import { SitePanel } from './settings/site-panel.tsx';
import { UpdatePanel } from './settings/update-panel.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => void vi.useRealTimers());

const UPDATING = { ...UPDATE, run: { state: 'running', message: 'Instalando', version: '1.3', atMs: 0 } };
const RESTORING = {
  state: 'running',
  from: null,
  step: 'rows',
  done: 0,
  of: 1,
  orders: null,
  ownerNeeded: false,
  failure: null,
};
const restore = createElement(RestoreScreen, { onOver: async () => undefined });
const PIX = {
  'POST /api/staff/orders': {
    order: { id: 'o1', code: '7K2MQ9XWTB', simpleId: 41, totalCents: 400 },
    trackingToken: 't',
  },
  'POST /api/orders/7K2MQ9XWTB/pix': { attemptId: 'a1', status: 'pending', qrCode: '00020126BR.GOV.BCB.PIX' },
};

const PANELS: [what: string, panel: ReactElement, look: string, answers?: Answers, tap?: string][] = [
  ['the site', createElement(SitePanel), 'GET /api/staff/relay'],
  [
    'a release that is put in',
    createElement(UpdatePanel),
    'GET /api/staff/update',
    { 'GET /api/staff/update': UPDATING },
  ],
  [
    'a rehearsal',
    createElement(BackupsPanel),
    'GET /api/staff/backups',
    { 'GET /api/staff/backups': { ...BACKUPS, rehearsing: true } },
  ],
  ['a shop on its way back', restore, 'GET /api/setup/restore', { 'GET /api/setup/restore': RESTORING }],
  [
    'a PIX that is not paid yet',
    createElement(PixStep, { progress: progressOf({ account: 'done' }) }),
    'GET /api/orders/7K2MQ9XWTB/pix/a1',
    PIX,
    'Criar o PIX de teste',
  ],
];

it.each(PANELS)(
  '%s is looked at no more once nobody sees it',
  async (_what, panel, look, answers = {}, tap) => {
    const isShown = atom(true);
    const Shown = () => (useAtomValue(isShown) ? panel : null);
    const screen = await openScreen(createElement(Shown), { answers: { ...officeAnswers(), ...answers } });
    if (tap !== undefined) await screen.tap(tap);
    screen.sent.splice(0);
    await screen.later(5_000);
    expect(screen.sent.map(({ route }) => route)).toContain(look);
    await screen.when(() => screen.store.set(isShown, false));
    screen.sent.splice(0);
    await screen.later(60_000);
    expect(screen.sent).toEqual([]);
  },
);

it.each([
  [
    'a release is put in',
    createElement(UpdatePanel),
    'GET /api/staff/update',
    UPDATING,
    { ...UPDATE, run: { ...UPDATING.run, state: 'done' } },
  ],
  [
    'a rehearsal is over',
    createElement(BackupsPanel),
    'GET /api/staff/backups',
    { ...BACKUPS, rehearsing: true },
    BACKUPS,
  ],
])('once %s it is looked at no more every two seconds', async (_what, panel, look, before, after) => {
  let now: object = before;
  const screen = await openScreen(panel, { answers: { ...officeAnswers(), [look]: () => now } });
  const looks = () => screen.sent.filter(({ route }) => route === look).length;
  now = after;
  await screen.later(2_000);
  const seen = looks();
  await screen.later(8_000);
  expect(looks()).toBe(seen);
});

it.each([
  ['orders', createElement(OrdersTab), 'GET /api/staff/orders?state=active&limit=200', 500],
  ['cash', createElement(CashTab), 'GET /api/staff/cash', 300],
])('a rush is one look at %s, and none once nobody sees them', async (_what, tab, look, afterMs) => {
  const isShown = atom(true);
  const Shown = () => (useAtomValue(isShown) ? tab : null);
  const store = createStore();
  const screen = await openScreen(
    createElement(Routes, null, createElement(Route, { path: '*', element: createElement(Shown) })),
    {
      store,
      answers: {
        'GET /api/staff/orders?state=active&limit=200': { orders: [] },
        'GET /api/staff/orders?state=finished&limit=10': { orders: [] },
        'GET /api/staff/payments/unresolved': { payments: [] },
        'GET /api/staff/cash': { orders: [sampleOrder({ status: 'PENDING' })], more: 0 },
      },
    },
  );
  const looks = () => screen.sent.filter(({ route }) => route === look).length;
  const rush = async (from: number) => {
    for (const turn of [from, from + 1, from + 2]) {
      await screen.when(() => store.set(orderEventAtom, { turn, order: null }));
      await screen.later(100);
    }
  };
  const before = looks();
  await rush(1);
  await screen.later(afterMs);
  expect(looks()).toBe(before + 1);
  await rush(4);
  await screen.when(() => store.set(isShown, false));
  await screen.later(afterMs);
  expect(looks()).toBe(before + 1);
});

it('an order that changes is not opened by that: somebody asks to see it', async () => {
  const store = createStore();
  const tab = createElement(Route, { path: '*', element: createElement(OrdersTab) });
  const screen = await openScreen(createElement(Routes, null, tab), {
    store,
    answers: {
      'GET /api/staff/orders?state=active&limit=200': { orders: [sampleOrder({ id: 'a', simpleId: 41 })] },
      'GET /api/staff/orders?state=finished&limit=10': { orders: [] },
      'GET /api/staff/payments/unresolved': { payments: [] },
    },
  });
  const change = (id: string) =>
    screen.when(() => store.set(orderEventAtom, { turn: 1, order: sampleOrder({ id, simpleId: 42 }) }));
  await change('b');
  expect(screen.all('dialog[open]')).toEqual([]);
  await screen.tap('#41');
  await change('b');
  expect(screen.all('dialog[open]').map((one) => one.textContent.includes('#41'))).toEqual([true]);
  await screen.tap('Fechar');
  expect(screen.all('dialog[open]')).toEqual([]);
});
