import { createElement, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { closeScreen, openScreen } from '../../testing/screen.ts';
import { useTicketHeights } from './use-heights.ts';

type Seen = { target: Element; contentRect: { height: number } }[];

afterEach(closeScreen);

/** What the browser says of sizes, when the test has it say so. */
function watchSizes(): { see?: (entries: Seen) => void } {
  const watched: { see?: (entries: Seen) => void } = {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(see: (entries: Seen) => void) {
        watched.see = see;
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  return watched;
}

it('a ticket is as high as it stands, its padding and border with it, once it was drawn', async () => {
  const watched = watchSizes();
  const Ticket = () => {
    const heights = useTicketHeights();
    return createElement('div', { ref: heights.watch, 'data-ticket': 'a' }, `${heights.of('a')} px`);
  };
  const page = await openScreen(createElement(Ticket));
  expect(page.words()).toBe('280 px');
  const target = page.all('[data-ticket]')[0];
  if (target === undefined) throw new Error('no ticket was drawn');
  Object.defineProperty(target, 'offsetHeight', { value: 322 });
  await page.when(() => watched.see?.([{ target, contentRect: { height: 296 } }]));
  expect(page.words()).toBe('322 px');
});

it('a ticket that moves to another column stays as high, and one that has left is a guess again', async () => {
  const watched = watchSizes();
  const Columns = () => {
    const heights = useTicketHeights();
    const [place, setPlace] = useState(0);
    const ticket = createElement('div', { ref: heights.watch, 'data-ticket': 'a' });
    return createElement(
      'div',
      null,
      `${heights.of('a')} px`,
      [0, 1].map((at) => createElement('section', { key: at }, at === place && ticket)),
      createElement('button', { type: 'button', onClick: () => setPlace(place + 1) }, 'Mover'),
    );
  };
  const page = await openScreen(createElement(Columns));
  const [target] = page.all('[data-ticket]');
  if (target === undefined) throw new Error('no ticket was drawn');
  Object.defineProperty(target, 'offsetHeight', { value: 322, configurable: true });
  await page.when(() => watched.see?.([{ target, contentRect: { height: 296 } }]));
  await page.tap('Mover');
  expect(page.words()).toContain('322 px');
  // What is said of it late is of what is there no more.
  Object.defineProperty(target, 'offsetHeight', { value: 1 });
  await page.when(() => watched.see?.([{ target, contentRect: { height: 0 } }]));
  expect(page.words()).toContain('322 px');
  await page.tap('Mover');
  expect(page.words()).toContain('280 px');
});
