// Every slip in every variant, on both papers, with how each line looks: as approved texts that a person reads. What the slips must say by
// the spec is tested beside; this notices what is said once.
import { expect, it } from 'vitest';
import type { CashClose } from '@balcao/shared/http/cash.ts';
import type { Ticket } from '@balcao/shared/order/ticket.ts';
import type { CustomerSlip } from './customer-lines.ts';
import { documentLines, type Document } from './document.ts';
import { isLine, type Paper, type Piece } from './lines.ts';
import { sampleTicket, TICKET_SAMPLE_TIME_MS as AT_MS } from './sample-ticket.ts';
import { SAMPLES, SAMPLE_LOGO } from './samples.ts';
import { testPageLines } from './test-page.ts';

const timeZone = 'America/Sao_Paulo';
const PAPERS: Record<string, Paper> = {
  '58 mm': { columns: 32, codePage: 'PC860' },
  '80 mm': { columns: 48, codePage: 'PC850' },
};

const counted: CashClose = SAMPLES.close.close;
const { slip } = SAMPLES.counter;
const { wholesale } = SAMPLES.wholesale;
const ticket = (changes: Partial<Ticket>): Document => ({
  kind: 'ticket',
  ticket: { ...sampleTicket, ...changes },
});
const WATER: Ticket['items'] = [
  { kind: 'product', withoutToppings: false, title: 'Água', details: [], layers: [], priceCents: 2600 },
];
/** Of one bottle, paid by PIX and nothing noted, but for what is said. */
const short = (changes: Partial<Ticket>): Document =>
  ticket({ items: WATER, observations: '', paymentMethod: 'pix', changeForCents: null, ...changes });
const customer = (changes: Partial<Ticket>, rest: Partial<CustomerSlip> = {}): Document => ({
  kind: 'customer',
  slip: { ...slip, ...rest, ticket: { ...slip.ticket, ...changes } },
});
const close = (changes: Partial<CashClose>): Document => ({
  kind: 'close',
  close: { ...counted, ...changes },
});
const METHODS = ['pix', 'credit_card', 'debit_card', 'cash', 'pix_manual', 'terminal', null] as const;
const PART = { method: 'cash', card: null, cents: 1000, receivedCents: 1500 } as const;
const TENDERS: NonNullable<Ticket['tenders']> = [
  PART,
  { method: 'terminal', card: 'debito', cents: 600, receivedCents: null },
  { method: 'terminal', card: null, cents: 500, receivedCents: null },
  { method: 'pix_manual', card: null, cents: 500, receivedCents: null },
];

const TICKETS: Record<string, Document> = {
  'of the kitchen': ticket({}),
  'eaten there, late, without a panel number, with a name': short({
    consumptionType: 'local',
    late: true,
    panelNumber: null,
    observations: 'Cliente: Maria das Dores',
  }),
  'with a name and a note': short({ observations: 'Cliente: Zé\nSem gelo' }),
  'of a cup without toppings, and nothing noted': short({
    observations: '',
    items: [
      { kind: 'acai', withoutToppings: true, title: 'Açaí P', details: [], layers: [], priceCents: 1500 },
    ],
  }),
  cancelled: ticket({ purpose: 'cancelled' }),
  added: ticket({ purpose: 'added', part: { number: 1, of: 2, station: 'Bar' } }),
  'taken off': ticket({ purpose: 'taken-off' }),
  'a share': short({ part: { number: 2, of: 3, station: 'Chapa' }, discount: { percent: 10, cents: 260 } }),
  'with a discount': short({ discount: { percent: 12.5, cents: 325 }, totalCents: 2275 }),
  'with a courtesy': short({ concession: { kind: 'courtesy', cents: 2600 }, totalCents: 0 }),
  'with a meal of the staff beside a discount': short({
    discount: { percent: 10, cents: 260 },
    concession: { kind: 'staff-meal', cents: 1000 },
    totalCents: 1340,
  }),
  'with something off': short({ concession: { kind: 'discount', cents: 100 }, totalCents: 2500 }),
  'paid in parts': short({ tenders: TENDERS }),
  'paid in part': short({ tenders: [PART], paid: false }),
  'of which a rest is to be paid': short({ balanceCents: 400, totalCents: 3000 }),
  'of which something is to be given back': short({ balanceCents: -400 }),
  'of which something went back': short({
    givenBack: [
      { method: 'cash', card: null, cents: 300 },
      { method: 'terminal', card: 'vale', cents: 100 },
    ],
  }),
  ...Object.fromEntries(
    METHODS.flatMap((paymentMethod) =>
      [true, false].map((paid) => [
        `${paid ? 'paid' : 'to be paid'}: ${paymentMethod ?? 'nobody said how'}`,
        short({ paymentMethod, paid }),
      ]),
    ),
  ),
};
const OTHERS: Record<string, Document> = {
  'the customer’s': customer({}),
  'the customer’s, of an order without a panel number, eaten there': customer({
    panelNumber: null,
    consumptionType: 'local',
  }),
  'the customer’s, paid in cash, of a shop that says its name alone and has no site': customer(
    { paid: true, paymentMethod: 'cash', changeForCents: 5000 },
    { shop: { name: 'Açaí', address: '', phone: '' }, trackingUrl: null },
  ),
  'the customer’s, paid, whose code is not printed any more': customer({ paid: true }),
  'a wholesale order': { kind: 'wholesale', wholesale },
  'a wholesale order of which all is said': {
    kind: 'wholesale',
    wholesale: { ...wholesale, wishedDate: '2026-11-25', terms: '28 dias', isPaid: true },
  },
  'a wholesale order of which nothing is said': {
    kind: 'wholesale',
    wholesale: {
      ...wholesale,
      customer: { name: 'Ana', phone: '', cpfCnpj: '', address: '' },
      observations: '',
      items: [],
    },
  },
  'a wholesale order of a long number': {
    kind: 'wholesale',
    wholesale: { ...wholesale, orderNumber: 12_345_678 },
  },
  'a close': close({}),
  'a close with too much, and nothing else to say': close({
    methods: [],
    note: '',
    suprimentoCents: 5000,
    expectedCents: 40_250,
    countedCents: 40_400,
    differenceCents: 150,
  }),
  'a close with all that may stand in one': close({
    cashReturnsCents: 1250,
    takenClosedCents: 2000,
    returnedClosedCents: 300,
    ways: [
      { name: 'Dinheiro', receivedCents: 45_250, returnedCents: 0, feeCents: 0, netCents: 45_250 },
      { name: 'PIX', receivedCents: 58_800, returnedCents: 800, feeCents: 574, netCents: 57_426 },
      { name: 'Vale', receivedCents: 1000, returnedCents: 0, feeCents: 45, netCents: 955 },
    ],
  }),
  'the code of the first run': {
    kind: 'setup',
    slip: { code: '7K2MQ-9XWTB', address: 'http://192.168.0.10', atMs: AT_MS },
  },
  'the recovery sheet': {
    kind: 'recovery',
    sheet: {
      storeName: 'Açaí da Praça',
      storeId: '0198c0de-0000-7000-8000-000000000001',
      siteUrl: 'https://acai.example',
      code: 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF-GGGG',
      atMs: AT_MS,
    },
  },
};

/** A piece with how it looks: `<` to the left or `|` in the middle, its size, `*` bold, `#` white on black. */
function shown(piece: Piece): string {
  if (!isLine(piece))
    return piece.kind === 'code'
      ? `QR ${piece.cellDots} dots ${piece.content}`
      : `picture ${piece.dots.widthDots} x ${piece.dots.heightDots}`;
  const { align, width, height, bold, invert, text } = piece;
  const size = width === 1 && height === 1 ? '  ' : `${width}${height}`;
  return `${align === 'left' ? '<' : '|'}${size}${bold ? '*' : ' '}${invert ? '#' : ' '} ${text}`.trimEnd();
}
const written = (title: string, pieces: Piece[]): string =>
  [`## ${title}`, ...pieces.map(shown), ''].join('\n');
const drawn = (documents: Record<string, Document>, paper: Paper, repeat = false): string[] =>
  Object.entries(documents).map(([title, document]) =>
    written(title, documentLines(document, { repeat, timeZone, logo: repeat ? null : SAMPLE_LOGO }, paper)),
  );
const REPEATED = {
  kitchen: SAMPLES.kitchen,
  counter: SAMPLES.counter,
  close: SAMPLES.close,
  wholesale: SAMPLES.wholesale,
};

it.each(Object.entries(PAPERS))(
  'the slips of the kitchen on %s say what was approved',
  async (name, paper) => {
    const text = drawn(TICKETS, paper).join('\n');
    await expect(text).toMatchFileSnapshot(`./approved/tickets-${name.slice(0, 2)}.txt`);
  },
);

it.each(Object.entries({ ...TICKETS, ...OTHERS }))(
  'a slip that is %s says that it is no fiscal document',
  (_, document) => {
    const print = { repeat: false, timeZone, logo: null };
    const lines = documentLines(document, print, PAPERS['58 mm']!).filter(isLine);
    expect(lines.map(({ text }) => text)).toContain('NÃO É DOCUMENTO FISCAL');
  },
);

it.each(Object.entries(PAPERS))('every other slip on %s says what was approved', async (name, paper) => {
  const page = { printerName: 'Cozinha', address: '192.168.0.50:9100', atMs: AT_MS, timeZone };
  const text = [
    ...drawn(OTHERS, paper),
    written('the test page', testPageLines({ ...page, logo: SAMPLE_LOGO }, paper)),
    written(
      'the test page without a logo, of a family',
      testPageLines({ ...page, logo: null }, { ...paper, family: 'STAR' }),
    ),
    ...drawn(REPEATED, paper, true).map((one) => one.split('\n').slice(0, 4).join('\n')),
    '',
  ].join('\n');
  await expect(text).toMatchFileSnapshot(`./approved/slips-${name.slice(0, 2)}.txt`);
});
