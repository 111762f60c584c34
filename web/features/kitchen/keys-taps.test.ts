// A bump bar at the kitchen's screen: which ticket is in hand, where the next key goes, and a key that bounces.
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boardOf as heldOf } from '../../data/staff/board/board.ts';
import { boardLoadAtom } from '../../data/staff/board/live.ts';
import { ago, boardOf, NOW, orderOf } from '../../testing/evening.ts';
import { quietAnswers } from '../../testing/staff-answers.ts';
import { beginEvening, openStaff } from '../../testing/staff-screen.ts';
import KitchenPage from './kitchen-page.tsx';

beforeEach(beginEvening);
afterEach(() => void vi.useRealTimers());

/** Four tickets that are being made, the first one ordered first. */
const TICKETS = ['a', 'b', 'c', 'd'].map((id, at) =>
  orderOf(id, at + 1, { status: 'PREPARING', createdAtMs: ago(40 - at) }),
);
const bar = async () => {
  const boardWith = (orders: typeof TICKETS) => boardOf({ orders, cancelled: [], delivered: [] });
  const screen = await openStaff(createElement(KitchenPage), {
    me: { role: 'KITCHEN' },
    answers: {
      ...quietAnswers(),
      'GET /api/staff/board': boardWith(TICKETS),
      'POST *': () => new Promise(() => undefined),
    },
  });
  const { document, KeyboardEvent } = screen.window;
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await screen.press(key);
  };
  return {
    ...screen,
    press,
    /** Which ticket's button the keyboard is on. */
    inHand: () => document.activeElement?.getAttribute('data-forward') ?? null,
    /** Whether the browser does with Enter what it does by itself: it presses the button. */
    enter: async (): Promise<boolean> => {
      const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
      await screen.when(() => document.activeElement?.dispatchEvent(key));
      return !key.defaultPrevented;
    },
    /** Another screen has moved that one on. */
    leaves: (id: string) =>
      screen.when(() =>
        screen.store.set(boardLoadAtom, {
          state: 'ready',
          board: heldOf(boardWith(TICKETS.filter((one) => one.id !== id)), NOW),
        }),
      ),
    /** A finger has put the keyboard elsewhere. */
    turnTo: (name: string) =>
      screen.when(() =>
        [...document.querySelectorAll('button')].find((one) => one.textContent === name)?.focus(),
      ),
  };
};

describe('the ticket in hand', () => {
  it('is the next or the one before with each key, and ends at both ends', async () => {
    const page = await bar();
    const along = async (key: string) => {
      await page.press(key);
      return page.inHand();
    };
    expect([await along('n'), await along('n'), await along('n')]).toEqual(['a', 'b', 'c']);
    expect([await along('n'), await along('n')]).toEqual(['d', 'd']);
    expect([await along('p'), await along('p')]).toEqual(['c', 'b']);
    expect([await along('p'), await along('p')]).toEqual(['a', 'a']);
  });

  it('that leaves the board gives its place to the one after it, from which the keys go on', async () => {
    const page = await bar();
    await page.press('n', 'n');
    await page.leaves('b');
    expect(page.inHand()).toBe('c');
    await page.press('n');
    expect(page.inHand()).toBe('d');
  });

  it('that left while the keyboard was elsewhere takes nothing from there, and the next key goes to the one after it', async () => {
    const page = await bar();
    await page.press('n', 'n');
    await page.turnTo('Tela');
    await page.leaves('b');
    expect(page.focused()).toBe('Tela');
    await page.press('n');
    expect(page.inHand()).toBe('c');
  });

  it('that left while the keyboard was elsewhere has the one before it where it was', async () => {
    const page = await bar();
    await page.press('n', 'n');
    await page.turnTo('Tela');
    await page.leaves('b');
    await page.press('p');
    expect(page.inHand()).toBe('a');
  });
});

it('Enter presses the button in hand once where it bounces, and again where it is pressed later', async () => {
  const page = await bar();
  await page.press('n');
  expect(await page.enter()).toBe(true);
  await page.later(300);
  expect(await page.enter()).toBe(false);
  await page.later(700);
  expect(await page.enter()).toBe(true);
});
