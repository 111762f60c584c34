// What the kitchen reads on a card.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createElement, type ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Ticket } from './ticket.tsx';

it('a card says when the order was made, by the clock of the shop', () => {
  const order = {
    ...sampleOrder(),
    status: 'RECEBIDO' as const,
    panelNumber: 7,
    createdAtMs: Date.parse('2026-11-21T18:04:59-03:00'),
  };
  const html = renderToStaticMarkup(
    createElement(Ticket, {
      card: { order, tappedAtMs: null, past: false },
      now: order.createdAtMs + 61_000,
      limits: { warnMinutes: 10, lateMinutes: 20 },
      isNew: false,
      hasMoved: false,
      keyNumber: null,
      bumped: [],
      onBump: () => {},
      onSee: () => {},
      onOpen: () => {},
    } as unknown as ComponentProps<typeof Ticket>),
  );
  const words = html.replaceAll(/<[^>]+>/g, ' ');
  expect(words).toContain('18:04');
  expect(words).toContain('1 min');
});
