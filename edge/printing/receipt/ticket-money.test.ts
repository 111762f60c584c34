// The money on a ticket at its edges: a share of an order, nothing to pay without a gift, parts that add up; and its time at midnight.
import { expect, it } from 'vitest';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { ticketOf, type Ticket } from '@balcao/shared/order/ticket.ts';
import { paperText } from './paper-text.ts';
import { ticketLines } from './ticket-lines.ts';

const PAPER = { columns: 48, codePage: 'PC850' } as const;
const ticket: Ticket = ticketOf(sampleOrder(), 'kitchen');
const textOf = (changes: Partial<Ticket>): string =>
  paperText(
    ticketLines({ ticket: { ...ticket, ...changes }, repeat: false, timeZone: 'America/Sao_Paulo' }, PAPER),
    PAPER,
  );

it('of a share has the total of the order and no discount, which is none of its items’', () => {
  const text = textOf({
    part: { number: 2, of: 3, station: 'Bebidas' },
    discount: { percent: 10, cents: 260 },
    totalCents: 2340,
  });
  expect(text).toContain('Parte 2 de 3');
  expect(text).toMatch(/TOTAL DO PEDIDO +R\$ 23,40/);
  expect(text).not.toMatch(/Subtotal|Desconto/);
});

it('that costs nothing and was no gift is paid as it was', () => {
  const text = textOf({
    discount: { percent: 100, cents: 2600 },
    totalCents: 0,
    paymentMethod: 'cash',
    paid: true,
    changeForCents: null,
  });
  expect(text).toContain('PAGO - Dinheiro');
  expect(text).not.toContain('NADA A PAGAR');
});

it('whose parts add up asks for nothing more, though the order is not received yet', () => {
  const text = textOf({
    totalCents: 2600,
    tenders: [
      { method: 'cash', card: null, cents: 1000, receivedCents: null },
      { method: 'terminal', card: 'vale', cents: 1600, receivedCents: null },
    ],
    paid: false,
    changeForCents: null,
  });
  expect(text).toContain('PAGO EM PARTE');
  expect(text).not.toContain('FALTA PAGAR');
});

it('of the first hour of a day says 00, of that day', () => {
  expect(textOf({ createdAtMs: Date.parse('2026-11-22T00:05:00-03:00') })).toContain('22/11/2026 00:05');
});
