// A made-up order with something of everything, as a ticket.
import type { Ticket } from '@balcao/shared/order/ticket.ts';

export const TICKET_SAMPLE_TIME_MS = Date.UTC(2026, 10, 21, 17, 32);

export const sampleTicket: Ticket = {
  purpose: 'kitchen',
  panelNumber: 12,
  simpleId: 1042,
  code: '7K2MQ9XWTB',
  consumptionType: 'takeaway',
  items: [
    {
      kind: 'acai',
      withoutToppings: false,
      title: 'Açaí 500 ml',
      details: ['Tradicional', 'Meio a meio: Morango / Creme de avelã'],
      layers: [
        { layer: 'BOTTOM', toppings: ['Granola', 'Leite em pó'] },
        { layer: 'MIDDLE', toppings: ['Banana'] },
        { layer: 'TOP', toppings: ['Calda de chocolate belga'] },
      ],
      priceCents: 2200,
    },
    { kind: 'product', withoutToppings: false, title: 'Água', details: [], layers: [], priceCents: 400 },
  ],
  observations: 'Bem gelado, sem canudo.',
  createdAtMs: TICKET_SAMPLE_TIME_MS,
  totalCents: 2600,
  paymentMethod: 'cash',
  paid: true,
  changeForCents: 5000,
  late: false,
};
