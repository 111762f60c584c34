// The TV in the shop as it is read and heard; `outlines/` is read by whoever changes it.
import type { TvPanel } from '@balcao/shared/http/tv.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createStore } from 'jotai';
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { loadStoreAtom } from '../../data/shop.ts';
import { NOW_MS, standClock } from '../../testing/full-shop.ts';
import { openScreen, refusal, type Answers } from '../../testing/screen.ts';
import { sampleStore, streams, serve } from '../../testing/shop.ts';
import { createWalk } from '../../testing/walk.ts';
import BoardPage from './board-page.tsx';

const PANEL = 'GET /api/tv/panel';
const panel = (changes: Partial<TvPanel> = {}): TvPanel => ({
  now: NOW_MS,
  preparing: [
    { id: 'c', number: 14, readyAtMs: null },
    { id: 'd', number: 15, readyAtMs: null },
  ],
  preparingMore: 0,
  ready: [
    { id: 'b', number: 12, readyAtMs: NOW_MS - 1_000, name: 'Bia' },
    { id: 'a', number: 11, readyAtMs: NOW_MS - 60_000 },
  ],
  readyMore: 0,
  ...changes,
});
const CODE = { code: 'ABC123', claim: 'x'.repeat(24), expiresAtMs: NOW_MS + 600_000, now: NOW_MS };

it('the TV', async () => {
  standClock();
  // Its streams are those of `shop.ts`.
  serve({});
  const { EventSource } = globalThis;
  vi.unstubAllGlobals();
  vi.stubGlobal('EventSource', EventSource);
  const walk = createWalk();
  const open = async (answers: Answers = {}, more: Parameters<typeof openScreen>[1] = {}) => {
    streams.length = 0;
    const store = createStore();
    const screen = await openScreen(createElement(BoardPage), {
      store,
      path: '/painel',
      ...more,
      answers: { [PANEL]: panel(), 'GET /api/store': { ...sampleStore, host: 'store' }, ...answers },
    });
    await screen.when(() => store.set(loadStoreAtom));
    const see = (step: string) =>
      walk.see(step, screen, { sent: screen.sent, ...(screen.stored && { kept: screen.stored }) });
    return { ...screen, see };
  };
  const tv = await open();
  tv.see('let in');
  const tell = (changes: Partial<TvPanel>) => tv.when(() => streams[0]?.tell('panel', panel(changes)));
  await tell({
    ready: [{ id: 'c', number: 14, readyAtMs: NOW_MS, name: 'Ana' }, ...panel().ready],
    preparing: [],
  });
  tv.see('a new call, nothing in preparation');
  await tv.later(40_000);
  tv.see('forty seconds later');
  await tell({ ready: [], preparing: [] });
  tv.see('nothing at all');
  const many = Array.from({ length: 20 }, (_, at) => ({ id: `r${at}`, number: 100 + at, readyAtMs: NOW_MS }));
  await tell({ ready: many, readyMore: 3, preparing: many.slice(0, 1), preparingMore: 4 });
  tv.see('more than there is room for');
  await tv.tap('Chamar sem som');
  await tv.tap('Usar cores claras');
  tv.see('without a sound, and bright');
  await tv.when(() => streams[0]?.dispatchEvent(new Event('error')));
  tv.see('the line is lost');
  walk.note('not let in');
  const stranger = await open({
    [PANEL]: refusal(401, 'unknown', 'Esta TV não está ligada.'),
    'POST /api/tv/codes': CODE,
    'POST /api/tv/claims': { state: 'waiting' },
  });
  stranger.see('a code');
  await stranger.later(2_000);
  stranger.see('two seconds later');
  const away = await open({
    [PANEL]: refusal(401, 'unknown', 'Esta TV não está ligada.'),
    'POST /api/tv/codes': refusal(503, 'away', 'A loja reinicia.'),
  });
  away.see('no code');
  (await open({ [PANEL]: refusal(503, 'away', 'A loja reinicia.') })).see('no panel yet');
  (await open({ 'GET /api/store': { ...sampleStore, host: 'store', publicUrl: null } })).see(
    'a shop without a site',
  );
  walk.note('staff');
  const order = (id: string, changes: Parameters<typeof sampleOrder>[0]) =>
    sampleOrder({ id, panelDate: '2026-11-21', panelSeries: 1, createdAtMs: NOW_MS, ...changes });
  const staff = await open(
    {
      'GET /api/staff/board': {
        orders: [
          order('a', { panelNumber: 1, status: 'READY', readyAtMs: NOW_MS - 2_000 }),
          order('b', { panelNumber: 2, status: 'READY', readyAtMs: NOW_MS - 1_000 }),
          order('c', { panelNumber: 3, status: 'RECEBIDO' }),
          order('d', { panelNumber: 4, status: 'PREPARING' }),
          order('e', { panelNumber: 5, status: 'PENDING' }),
          order('f', { panelNumber: 99, status: 'READY', panelSeries: 0 }),
          order('g', { panelNumber: null, status: 'READY' }),
        ],
        delivered: [],
        cancelled: [],
        seq: 1,
        now: NOW_MS,
        panel: { date: '2026-11-21', series: 1 },
        unpaidMore: 0,
        deliveredToday: 0,
      },
    },
    { me: { id: 'u', name: 'Ana', role: 'ATTENDANT' } },
  );
  staff.see('an attendant looks');
  await expect(walk.text()).toMatchFileSnapshot('./outlines/tv.txt');
});
