// The kitchen's board while orders move on it: what flashes, what waits for the store, and what keys leave alone.
import type { Order } from '@balcao/shared/order/order.ts';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boardOf as heldOf } from '../../data/staff/board/board.ts';
import { boardLoadAtom } from '../../data/staff/board/live.ts';
import { ago, boardOf, NOW, orderOf } from '../../testing/evening.ts';
import type { Answers } from '../../testing/screen.ts';
import { sampleStore } from '../../testing/shop.ts';
import { quietAnswers } from '../../testing/staff-answers.ts';
import { beginEvening, openStaff } from '../../testing/staff-screen.ts';
import KitchenPage from './kitchen-page.tsx';

beforeEach(beginEvening);
afterEach(() => void vi.useRealTimers());

const made = (number: number): Order =>
  orderOf(`made-${number}`, number, { status: 'PREPARING', createdAtMs: ago(40 - number) });
const ready = (number: number): Order =>
  orderOf(`ready-${number}`, number, { status: 'READY', readyAtMs: ago(1) });

const open = async (orders: Order[], answers: Answers = {}, delivered: Order[] = []) => {
  const boardWith = (list: Order[]) => boardOf({ orders: list, cancelled: [], delivered });
  const screen = await openStaff(createElement(KitchenPage), {
    me: { role: 'KITCHEN' },
    answers: {
      ...quietAnswers(),
      'GET /api/staff/board': boardWith(orders),
      'POST *': () => new Promise(() => undefined),
      ...answers,
    },
  });
  return {
    ...screen,
    /** Another screen has done something. */
    shows: (list: Order[]) =>
      screen.when(() =>
        screen.store.set(boardLoadAtom, { state: 'ready', board: heldOf(boardWith(list), NOW) }),
      ),
    /** The numbers of what flashes. */
    flashing: () => screen.all('.kitchen-flash').map((one) => one.querySelector('.numbers')?.textContent),
  };
};

describe('what moves to another column', () => {
  it('flashes there for a moment, whoever moved it, and nothing beside it does', async () => {
    const screen = await open([made(3), made(4), ready(5)]);
    expect(screen.flashing()).toEqual([]);
    await screen.shows([{ ...made(3), status: 'READY', readyAtMs: NOW }, made(4), ready(5)]);
    expect(screen.flashing()).toEqual(['3']);
    await screen.later(1_500);
    expect(screen.flashing()).toEqual(['3']);
    await screen.later(500);
    expect(screen.flashing()).toEqual([]);
    // Back as well, where somebody calls it back; and by a tap on this very screen.
    await screen.shows([made(3), made(4), ready(5)]);
    expect(screen.flashing()).toEqual(['3']);
    await screen.later(2_000);
    await screen.tap('Marcar Pronto', 1);
    expect(screen.flashing()).toEqual(['4']);
  });

  it('does not flash where it only comes to the board, or changes in its place', async () => {
    const screen = await open([made(3)]);
    await screen.shows([made(3), ready(5)]);
    await screen.shows([{ ...made(3), observations: 'Sem mel' }, ready(5)]);
    expect(screen.words()).toContain('Sem mel');
    expect(screen.flashing()).toEqual([]);
  });
});

it('a delivery is taken back from the list of the last ones, and waits for the store among what is ready', async () => {
  const gone = orderOf('gone', 8, { status: 'DELIVERED', readyAtMs: ago(3), deliveredAtMs: ago(1) });
  const screen = await open([], {}, [gone]);
  expect(screen.words()).toContain('Prontos 0');
  await screen.tap('Histórico');
  await screen.tap('Desfazer entrega');
  expect(screen.changes().map(({ route, body }) => [route, body])).toEqual([
    ['POST /api/staff/orders/gone/moves', { kind: 'undo-delivery', seen: 'DELIVERED' }],
  ]);
  await screen.tap('Fechar');
  expect(screen.words()).toContain('Prontos 1');
});

it('what this screen has made ready says that the store has not heard of it, on its chip and in its sheet', async () => {
  const screen = await open([made(3)]);
  await screen.tap('Marcar Pronto');
  const chip = () => screen.buttons().find((name) => name.startsWith('Abrir pedido 3')) ?? '';
  expect(chip()).not.toContain('esperando a conexão');
  await screen.later(3_000);
  expect(chip()).toContain('esperando a conexão');
  await screen.tap(chip());
  expect(screen.all('dialog[open]')[0]?.textContent).toContain('esperando a conexão');
});

it.each([
  [['Resetar Painel', 'Resetar'], 'Resetar'],
  [['Abrir pedido', 'Imprimir de novo: pedido 3'], 'Imprimir de novo: pedido 3'],
  [['Pausar', '10 min'], '10 min'],
])('after %j "%s" is off until the store has answered', async (taps, name) => {
  const never = () => new Promise(() => undefined);
  const answers = { 'POST /api/staff/panel/reset': never, 'POST /api/staff/pause': never };
  const screen = await open([made(3)], answers);
  for (const tap of taps) {
    const names = screen.buttons();
    await screen.tap(names.find((one) => one === tap) ?? names.find((one) => one.startsWith(tap)) ?? tap);
  }
  expect(screen.buttons()).toContain(`${name} (off)`);
  expect(screen.changes()).toHaveLength(1);
});

it('the bar begins with the logo of a shop that has one, which leads an administrator to the panel', async () => {
  const head = async (role: 'KITCHEN' | 'ADMIN', logo: string | null) => {
    const screen = await openStaff(createElement(KitchenPage), {
      me: { role },
      answers: {
        ...quietAnswers(),
        'GET /api/store': { ...sampleStore, logo },
        'GET /api/staff/board': boardOf({ orders: [], cancelled: [], delivered: [] }),
      },
    });
    return ['a', 'img'].map((tag) => {
      const one = screen.all(`header ${tag}`)[0];
      return one?.getAttribute(tag === 'a' ? 'href' : 'src');
    });
  };
  const logo = 'f'.repeat(64);
  expect(await head('KITCHEN', logo)).toEqual(['/cozinha', `/api/images/${logo}?w=128`]);
  expect(await head('ADMIN', null)).toEqual(['/admin', '/placeholder.svg']);
});

describe('the keys of a bump bar', () => {
  const UNREAD = { 'GET /api/staff/printing': { printers: [], jobs: [] } };

  it('leave the board alone while a sheet lies over it', async () => {
    const screen = await open([made(3)], UNREAD);
    await screen.tap('Ajuda');
    for (const key of ['1', 'n']) await screen.press(key);
    expect(screen.changes()).toEqual([]);
    expect(screen.all('kbd').map((one) => one.textContent)).not.toContain('1');
    await screen.tap('Fechar');
    await screen.press('1');
    expect(screen.changes()).toHaveLength(1);
  });

  it('that mean nothing do nothing, nor does one for a ticket that is not there', async () => {
    const screen = await open([made(3)], UNREAD);
    for (const key of ['0', 'x', '2']) await screen.press(key);
    expect(screen.changes()).toEqual([]);
    const none = await open([], UNREAD);
    for (const key of ['n', 'p', '1']) await none.press(key);
    expect(none.changes()).toEqual([]);
    expect(none.words()).toContain('Nenhum pedido esperando.');
  });
});
