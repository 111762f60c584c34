// One made-up slip of each kind, for a look at what a printer will do before there is anything to print.
import { WHOLESALE_STATUS_TEXTS } from '@balcao/shared/wholesale/status-text.ts';
import { TICKET_SAMPLE_TIME_MS, sampleTicket } from './sample-ticket.ts';
import type { Dots } from './dots.ts';
import type { Document } from './document.ts';

export type SlipKind = 'kitchen' | 'cancelled' | 'counter' | 'wholesale' | 'close';

export const SAMPLES = {
  kitchen: { kind: 'ticket', ticket: sampleTicket },
  cancelled: { kind: 'ticket', ticket: { ...sampleTicket, purpose: 'cancelled' } },
  counter: {
    kind: 'customer',
    slip: {
      ticket: {
        ...sampleTicket,
        observations: '',
        paid: false,
        paymentMethod: 'pix_manual',
        changeForCents: null,
      },
      shop: { name: 'Açaí da Praça', address: 'Rua das Flores, 12, Centro', phone: '(11) 3333-4444' },
      trackingUrl: 'https://acai.example/meu-pedido?codigo=7K2MQ9XWTB',
      pixCode:
        '00020126330014br.gov.bcb.pix0111exemplo@pix5204000053039865405' +
        '26.005802BR5913Acai da Praca6009Sao Paulo62140510EXEMPLO0016304ABCD',
    },
  },
  wholesale: {
    kind: 'wholesale',
    wholesale: {
      orderId: 'amostra',
      orderNumber: 77,
      statusText: WHOLESALE_STATUS_TEXTS.NOVO,
      customer: {
        name: 'Mercado São João Ltda.',
        phone: '(11) 98765-4321',
        cpfCnpj: '12.345.678/0001-95',
        address: 'Avenida Brasil, 1500, galpão 3, São Paulo',
      },
      observations: 'Entregar pela doca, antes das 9h.',
      items: [
        {
          name: 'Açaí balde',
          size: '10 litros',
          flavor: 'Tradicional',
          quantity: 12,
          unitPriceCents: 9800,
          totalCents: 117600,
        },
        {
          name: 'Polpa de cupuaçu',
          size: null,
          flavor: null,
          quantity: 1,
          unitPriceCents: 4500,
          totalCents: 4500,
        },
      ],
      totalCents: 122100,
      createdAtMs: TICKET_SAMPLE_TIME_MS,
    },
  },
  close: {
    kind: 'close',
    close: {
      number: 31,
      openedAtMs: TICKET_SAMPLE_TIME_MS - 8 * 3_600_000,
      closedAtMs: TICKET_SAMPLE_TIME_MS,
      closedBy: 'Luísa',
      floatCents: 10_000,
      cashSalesCents: 45_250,
      suprimentoCents: 0,
      sangriaCents: 20_000,
      expectedCents: 35_250,
      countedCents: 35_000,
      differenceCents: -250,
      methods: [
        { name: 'PIX', orders: 21, salesCents: 58_800 },
        { name: 'Cartão de crédito', orders: 9, salesCents: 30_150 },
      ],
      note: 'Troco a menos de manhã.',
    },
  },
} satisfies Record<SlipKind, Document>;

/** A ring in a frame: enough to see that pictures come out, and where. */
export const SAMPLE_LOGO: Dots = drawn(96, (x, y) => {
  const fromCentre = Math.hypot(x - 47.5, y - 47.5);
  return (fromCentre > 28 && fromCentre < 40) || x < 3 || y < 3 || x > 92 || y > 92;
});

function drawn(side: number, black: (x: number, y: number) => boolean): Dots {
  const rows = new Uint8Array((side / 8) * side);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      if (black(x, y))
        rows[y * (side / 8) + (x >> 3)] = (rows[y * (side / 8) + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
  return { widthDots: side, heightDots: side, rows };
}
