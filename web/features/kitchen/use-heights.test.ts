import { createElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { closeScreen, openScreen } from '../../testing/screen.ts';
import { useTicketHeights } from './use-heights.ts';

type Seen = { target: Element; contentRect: { height: number } }[];

afterEach(closeScreen);

it('a ticket is as high as it stands, its padding and border with it, once it was drawn', async () => {
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
