// The file that answers a dispute: what stands in it, what does not, who gets it.
import { inflateSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { printJobs } from '../../../storage/schema/printing.ts';
import { sendPaymentFact } from '../../../testing/payment-fact.ts';
import { asRole } from '../../../testing/sign-in.ts';
import { sell } from '../../../testing/sell.ts';
import { contestFileOf, type ContestFacts } from './contest-file.ts';
import { drawPdf, written } from './draw-pdf.ts';

const text = (atMs: number): string => `às ${atMs}`;
const facts = (changes: Partial<ContestFacts> = {}): ContestFacts => ({
  order: sampleOrder({
    status: 'DELIVERED',
    paymentStatus: 'approved',
    paymentMethod: 'pix',
    customerPhone: '11987654321',
    observations: 'Maria pediu sem granola',
    createdAtMs: 1,
    receivedAtMs: 2,
    preparingAtMs: 3,
    readyAtMs: 4,
    deliveredAtMs: 5,
    totalCents: 2500,
  }),
  shop: { name: 'Açaí da Lúcia', legalName: '', taxId: '', address: 'Rua A, 1' },
  attempts: [
    {
      attemptId: 'a',
      orderId: 'o',
      orderCode: 'c',
      method: 'pix',
      status: 'partially_refunded',
      statusDetail: null,
      amountCents: 2500,
      paidCents: 2500,
      refundedCents: 500,
      mismatch: null,
      providerPaymentId: '123456789',
      createdAtMs: 10,
      expiresAtMs: null,
      approvedAtMs: 11,
      acknowledgedAtMs: null,
      lastError: null,
      refunds: [
        {
          refundId: 'r',
          attemptId: 'a',
          amountCents: 500,
          reason: 'asked',
          state: 'done',
          lastError: null,
          createdAtMs: 12,
        },
      ],
    },
  ],
  facts: [],
  hand: [],
  staticPix: [],
  slips: [{ purpose: 'kitchen', copy: 1, atMs: 13 }],
  disputes: [{ text: 'O pagador contestou.', atMs: 14 }],
  ...changes,
});
const rowsOf = (given: ContestFacts): Record<string, string> =>
  Object.fromEntries(contestFileOf(given, text).sections.flatMap(({ rows }) => rows));
const all = (given: ContestFacts): string => JSON.stringify(contestFileOf(given, text));

describe('the file that answers a dispute', () => {
  it('tells the order, its times, delivery, payment with the provider’s id, refunds and notices', () => {
    expect(rowsOf(facts())).toMatchObject({
      'Pedido feito': 'às 1',
      'Pagamento recebido': 'às 2',
      'Preparo iniciado': 'às 3',
      Pronto: 'às 4',
      'Entregue ao cliente': 'às 5',
      Entrega: expect.stringContaining('em mãos'),
      Total: formatCents(2500),
      'PIX pelo Mercado Pago': `${formatCents(2500)}, devolvido em parte`,
      'Identificação no Mercado Pago': '123456789',
      'Aprovado em': 'às 11',
      'Devolução pelo Mercado Pago, feita': `${formatCents(500)}, pedida em às 12`,
      'Comanda da cozinha': 'impressa em às 13',
      'Aviso de às 14': 'O pagador contestou.',
    });
  });

  it('has lines that add up: what a topping costs is in its cup’s price', () => {
    const [cup] = sampleOrder().items;
    if (cup === undefined) throw new Error('an order without items');
    const nutella = {
      toppingId: 'nutella',
      name: 'Nutella',
      category: 'caldas',
      layer: 'MIDDLE',
      priceCents: 350,
    } as const;
    const order = sampleOrder({
      items: [{ ...cup, toppings: [nutella], priceCents: 2850 }],
      subtotalCents: 2850,
      discountPercent: 0,
      discountCents: 0,
      totalCents: 2850,
    });
    const lines = contestFileOf(facts({ order }), text).sections.find(({ heading }) => heading === 'Itens');
    expect(lines?.rows.map(([, cents]) => cents)).toEqual([2850, 2850, 2850].map(formatCents));
    expect(lines?.rows[0]?.[0]).toContain('(Nutella)');
  });

  it('says what came and what went after it was placed, and each part in its own way', () => {
    const [cup] = sampleOrder().items;
    if (cup === undefined) throw new Error('an order without items');
    const [added, gone] = [
      { ...cup, id: 'added', priceCents: 1200 },
      { ...cup, id: 'gone', priceCents: 900 },
    ];
    const part = { card: null, receivedCents: null, atMs: 20 };
    const proved = { attemptId: '0f0e0d0c-0b0a-4908-8706-050403020100', method: 'pix' } as const;
    const order = sampleOrder({
      items: [cup, added],
      changes: [
        { id: '1', atMs: 30, addedIds: ['added', 'gone'], takenOff: [], inKitchen: true },
        { id: '2', atMs: 31, addedIds: [], takenOff: [gone], inKitchen: true },
      ],
      paymentMethod: 'pix_manual',
      tenders: [
        { id: 'a', method: 'pix_manual', cents: 1500, ...part, proved },
        { id: 'b', method: 'cash', cents: 1000, ...part },
      ],
    });
    const sections = contestFileOf(facts({ order }), text).sections;
    const rows = sections.find(({ heading }) => heading === 'Mudanças do pedido')?.rows;
    expect(rows?.map(([name, said]) => [name, said.slice(said.lastIndexOf(', ') + 2)])).toEqual([
      ['Acrescentado em às 30', formatCents(1200)],
      ['Acrescentado em às 30', formatCents(900)],
      ['Retirado em às 31', formatCents(900)],
    ]);
    expect(rowsOf(facts({ order }))['Forma de pagamento']).toBe(
      `em partes: PIX ${formatCents(1500)} + Dinheiro ${formatCents(1000)}`,
    );
    expect(all(facts())).not.toContain('Mudanças do pedido');
  });

  it.each([
    [-900, { 'Falta devolver': formatCents(900) }, 'Falta receber'],
    [1200, { 'Falta receber': formatCents(1200) }, 'Falta devolver'],
  ])('says what is open of an order that changed: %i centavos', (balanceCents, row, other) => {
    const rows = rowsOf(facts({ order: sampleOrder({ balanceCents }) }));
    expect(rows).toMatchObject(row);
    expect(rows).not.toHaveProperty(other);
    expect(all(facts())).not.toMatch(/Falta (devolver|receber)/);
  });

  it('says of an order that was called off when that was, and of no delivery', () => {
    const order = sampleOrder({
      status: 'CANCELLED',
      cancelReason: 'cliente',
      receivedAtMs: 2,
      updatedAtMs: 9,
    });
    const rows = rowsOf(facts({ order }));
    expect(rows).toMatchObject({ 'Cancelado (última mudança)': 'às 9', Entrega: 'não registrada' });
    expect(rows).not.toHaveProperty('Entregue ao cliente');
    expect(rowsOf(facts())).not.toHaveProperty('Cancelado (última mudança)');
  });

  it('takes what was given away off the total', () => {
    const concession = { kind: 'courtesy', cents: 500, reason: 'demora' } as const;
    const rows = rowsOf(facts({ order: sampleOrder({ concession }) }));
    expect(rows).toHaveProperty('Cortesia', `-${formatCents(500)}`);
  });

  it('lists what was printed in its order, whichever was queued first', () => {
    const slips = [
      { purpose: 'added', copy: 1, atMs: 15 },
      { purpose: 'kitchen', copy: 1, atMs: 13 },
    ];
    const notices = contestFileOf(facts({ slips, disputes: [] }), text).sections.at(-1);
    expect(notices?.rows.map(([name]) => name)).toEqual(['Comanda da cozinha', 'Comanda de acréscimo']);
  });

  it('has of the customer only how the phone ends, and nothing that was noted', () => {
    expect(rowsOf(facts())).toMatchObject({ Telefone: 'termina em 4321' });
    expect(all(facts())).not.toMatch(/11987654321|Maria|granola/);
  });

  it('says when the relay did not answer, and tells what the store has', () => {
    const fact = {
      attemptId: 'a',
      orderId: 'o',
      provider: 'mercadopago' as const,
      providerPaymentId: '77',
      method: 'pix' as const,
      status: 'approved' as const,
      statusDetail: null,
      amountCents: 2500,
      refundedCents: 0,
      mismatch: null,
      observedAtMs: 0,
    };
    const given = facts({ attempts: null, facts: [fact] });
    expect(rowsOf(given)).not.toHaveProperty('Devolvido pelo Mercado Pago');
    const back = facts({ attempts: null, facts: [{ ...fact, refundedCents: 500 }] });
    expect(rowsOf(back)).toMatchObject({ 'Devolvido pelo Mercado Pago': formatCents(500) });
    expect(rowsOf(given)).toMatchObject({ 'Identificação no Mercado Pago': '77' });
    expect(all(given)).toContain('O site não respondeu');
  });

  it('names a PIX to the static code, and what was given back over the counter', () => {
    const given = facts({
      attempts: [],
      hand: [
        { kind: 'in', part: '', method: 'pix_manual', amountCents: 2500, atMs: 20 },
        { kind: 'back', part: '', method: 'pix_manual', amountCents: 2500, atMs: 21 },
      ],
      staticPix: [{ txid: '7K2MQ9XWTB', state: 'proved', providerPaymentId: '88' }],
    });
    expect(rowsOf(given)).toMatchObject({
      'Recebido no balcão: PIX (manual)': `${formatCents(2500)} em às 20`,
      'Transação PIX (txid)': '7K2MQ9XWTB',
      'Situação do PIX': 'confirmado pelo Mercado Pago',
      'Devolvido no balcão: PIX (manual)': `${formatCents(2500)} em às 21`,
    });
    const staticPix = [{ txid: '7K2MQ9XWTB', state: 'not-received', providerPaymentId: null } as const];
    const lost = { ...given, staticPix };
    expect(rowsOf(lost)).toMatchObject({ 'Anotado no balcão: PIX (manual)': expect.any(String) });
    expect(rowsOf(lost)).not.toHaveProperty('Recebido no balcão: PIX (manual)');
    // Of another part than the one that did not come.
    const other = { ...lost, hand: given.hand.map((one) => ({ ...one, part: v7() })) };
    expect(rowsOf(other)).toHaveProperty('Recebido no balcão: PIX (manual)');
  });
});

/** The text that a PDF draws, as its fonts write it. */
function textIn(pdf: Uint8Array): string {
  const bytes = Buffer.from(pdf);
  const drawn: string[] = [];
  for (let at = bytes.indexOf('stream\n'); at !== -1; at = bytes.indexOf('stream\n', at + 7)) {
    const end = bytes.indexOf('endstream', at);
    try {
      const content = inflateSync(bytes.subarray(at + 7, end)).toString('latin1');
      for (const [, hex = ''] of content.matchAll(/<([0-9A-F]+)> Tj/g))
        drawn.push(Buffer.from(hex, 'hex').toString('latin1'));
    } catch {
      // The end of a stream that was passed already.
    }
  }
  return drawn.join('\n');
}

describe('its pages', () => {
  it('go on where one is full, each with its number', async () => {
    const rows = Array.from({ length: 120 }, (_, n): [string, string] => [`linha ${n}`, 'x'.repeat(300)]);
    const pdf = await drawPdf({ title: 'Muito', sections: [{ heading: 'Tudo', rows }] }, 'Feito hoje.');
    const drawn = textIn(pdf);
    expect(drawn).toContain('linha 119');
    // A word that no line holds is cut, and nothing of it is lost.
    expect(drawn.match(/x/g)).toHaveLength(120 * 300);
    expect(drawn).toMatch(/Página 1 de \d\d/);
    expect(pdf.length).toBeLessThan(100_000);
  });

  it('write a question mark for what their fonts do not have', () => {
    expect(written('Açaí 🍓 – “R$\u00a025,00”\n→')).toBe('Açaí ? – “R$ 25,00” ?');
  });
});

describe('the route', () => {
  let store: TestStore;
  afterEach(() => store.close());

  it('gives it to an administrator alone, and the audit says so', async () => {
    store = await openTestStore();
    const admin = await asRole(store, 'ADMIN');
    const front = await asRole(store, 'ATTENDANT');
    const order = sell(store, store.clock.nowMs, { customerPhone: '11987654321' });
    const path = `/api/staff/orders/${order.id}/contest.pdf`;
    expect((await front(path)).status).toBe(403);
    let told = 0;
    store.orders.wake.on('log', () => (told += 1));
    const answer = await admin(path);
    expect(answer.status).toBe(200);
    // Its line of the audit goes to the relay at once.
    expect(told).toBeGreaterThan(0);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toContain(`"contestacao-${order.simpleId}.pdf"`);
    const drawn = textIn(new Uint8Array(await answer.arrayBuffer()));
    expect(drawn).toContain(`Arquivo para contestação: pedido ${order.simpleId}`);
    expect(drawn).toContain('termina em 4321');
    expect(drawn).not.toContain('11987654321');
    const audit = JSON.stringify(await (await admin('/api/staff/audit?subject=privacy')).json());
    expect(audit).toContain(`fez o arquivo para contestação do pedido nº ${order.simpleId}`);
    expect((await admin('/api/staff/orders/01890a5d-ac96-774b-bcce-0000000000ff/contest.pdf')).status).toBe(
      404,
    );
  });

  it('puts together what store and relay have of this order: its own money, slips and notices, also one that a person has seen', async () => {
    const [ours, theirs] = [
      { attemptId: '0f0e0d0c-0b0a-4908-8706-050403020100', part: v7() },
      { attemptId: '0f0e0d0c-0b0a-4908-8706-050403020101', part: v7() },
    ];
    const answers = new Map<string, object>();
    const patienceMs = new Map<string, number | undefined>();
    store = await openTestStore({
      relay: {
        request: (path: string, { timeoutMs }: { timeoutMs?: number } = {}) => {
          patienceMs.set(path, timeoutMs);
          return Promise.resolve(
            Response.json(answers.get(path) ?? {}, { status: answers.has(path) ? 200 : 503 }),
          );
        },
      },
    });
    const [front, admin] = [await asRole(store, 'ATTENDANT'), await asRole(store, 'ADMIN')];
    /** Of R$ 30,00: so much to the shop's own key, the rest by a code of the provider. */
    const paidInParts = async (handCents: number, { attemptId, part }: typeof ours) => {
      const order = sell(store, store.clock.nowMs, {
        status: 'PENDING',
        paymentStatus: 'pending',
        paymentMethod: null,
        totalCents: 3000,
        source: 'counter',
      });
      const json = { kind: 'take-tender', id: v7(), method: 'pix_manual', cents: handCents };
      expect((await front(`/api/staff/orders/${order.id}/moves`, { json })).status).toBe(200);
      await sendPaymentFact(store, { attemptId, orderId: order.id, part, amountCents: 3000 - handCents });
      return order;
    };
    const [order, other] = [await paidInParts(1000, ours), await paidInParts(700, theirs)];
    const slip = { printerId: 'p', part: 0, copy: 1, content: '{}', nextAtMs: 0, createdAtMs: 0 };
    const at = (iso: string) => Date.parse(`2026-11-21T${iso}-03:00`);
    store.db
      .insert(printJobs)
      .values([
        { ...slip, orderId: order.id, purpose: 'kitchen', state: 'printed', updatedAtMs: at('15:01:00') },
        { ...slip, orderId: order.id, purpose: 'counter', state: 'sent', updatedAtMs: at('15:02:00') },
        { ...slip, orderId: order.id, purpose: 'customer', state: 'failed', updatedAtMs: at('15:03:00') },
        { ...slip, orderId: other.id, purpose: 'charge', state: 'printed', updatedAtMs: at('15:04:00') },
      ])
      .run();
    const [attempt] = facts().attempts ?? [];
    const notice = (kind: string, raisedAtMs: number) => ({
      kind,
      text: `Do provedor: ${kind}.`,
      raisedAtMs,
    });
    const open = notice('claim', at('16:30:00'));
    answers.set(`/edge/payments/attempts?orderId=${order.id}`, {
      attempts: [
        {
          ...{ ...attempt, ...ours, orderId: order.id, amountCents: 2000, approvedAtMs: at('15:00:30') },
          notices: [open, notice('stop-delivery', at('16:00:00'))],
        },
      ],
    });
    const listed = (of: { id: string }, { attemptId }: typeof ours, item: ReturnType<typeof notice>) => ({
      ...item,
      attempt: { attemptId, orderId: of.id, orderCode: 'X', amountCents: 1, mismatch: null },
    });
    answers.set('/edge/payments/attention', {
      items: [listed(order, ours, open), listed(other, theirs, notice('charged-back', at('16:00:00')))],
    });
    const pdf = await (await admin(`/api/staff/orders/${order.id}/contest.pdf`)).arrayBuffer();
    // Somebody waits for the file: what the relay does not say in five seconds is told from the store's own copy.
    expect(patienceMs.get(`/edge/payments/attempts?orderId=${order.id}`)).toBe(5000);
    const drawn = textIn(new Uint8Array(pdf)).split('\n');
    const said = (name: string) => drawn.flatMap((line, at) => (line === name ? [drawn[at + 1]] : []));
    expect(said('Feito em')).toEqual(['21/11/2026, 15:00:00']);
    // What came through the provider is told by its own payment alone.
    expect(drawn.filter((line) => line.startsWith('Recebido no balcão'))).toHaveLength(1);
    expect(said('Recebido no balcão: PIX (manual)')).toEqual(['R$ 10,00 em 21/11/2026, 15:00:00']);
    expect(said('Transação PIX (txid)')).toEqual([
      expect.stringMatching(new RegExp(`^${order.code}\\w{15}$`)),
    ]);
    expect(said('Situação do PIX')).toEqual(['não confirmado']);
    expect(said('PIX pelo Mercado Pago')).toEqual(['R$ 20,00, devolvido em parte']);
    expect(said('Aprovado em')).toEqual(['21/11/2026, 15:00:30']);
    expect(drawn.slice(drawn.indexOf('Avisos e impressões') + 1, -1)).toEqual([
      ...['Comanda da cozinha', 'impressa em 21/11/2026, 15:01:00'],
      ...['Via do cliente', 'impressa em 21/11/2026, 15:02:00'],
      ...['Aviso de 21/11/2026, 16:00:00', 'Do provedor: stop-delivery.'],
      ...['Aviso de 21/11/2026, 16:30:00', 'Do provedor: claim.'],
    ]);
  });
});
