// The spreadsheet of paid orders, line by line: what stands in each cell, and which orders of which days it holds. Without a server.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { reportOrders } from '../../storage/schema/reports.ts';
import { openTestOrders, type TestOrders } from '../../testing/order-context.ts';
import { orderId } from '../../testing/sell.ts';
import { createOrdersCsv } from './orders-csv.ts';

const HEADER =
  '\uFEFFPedido;Código;Data;Hora;Consumo;Forma de pagamento;Situação;Itens;Subtotal;Desconto;Total;Total recebido';
const [acai] = sampleOrder({}).items;
let shop: TestOrders;
let waited: number;
beforeEach(() => {
  shop = openTestOrders(0);
  waited = 0;
});
afterEach(() => void shop.context.db.$client.close());

/** An order, and what the sums know of it. */
function sell(
  at: string,
  changes: Partial<Order> = {},
  known: { counted?: boolean; cents?: number } = {},
): void {
  const number = shop.context.nextNumber();
  const createdAtMs = Date.parse(at);
  const order = sampleOrder({
    id: orderId(number),
    code: `7K2MQ9XW${(10 + number).toString()}`,
    simpleId: number,
    orderNumber: number,
    createdAtMs,
    updatedAtMs: createdAtMs,
    status: 'DELIVERED',
    paymentStatus: 'approved',
    paymentMethod: 'cash',
    ...changes,
  });
  shop.context.repository.insert(order, 'hash');
  shop.context.db
    .insert(reportOrders)
    .values({
      number,
      date: at.slice(0, 10),
      hour: 0,
      method: 'cash',
      cents: order.totalCents,
      counted: true,
      ...known,
    })
    .run();
}
async function linesOf(from: string, to: string, phone: string | null = null): Promise<string[]> {
  const csv = createOrdersCsv({
    db: shop.context.db,
    repository: shop.context.repository,
    timeZone: 'America/Sao_Paulo',
    others: { waitUntilIdle: () => Promise.resolve(void (waited += 1)) },
  });
  const bytes = await new Response(csv({ from, to, phone })).arrayBuffer();
  const lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\r\n');
  expect([lines[0], lines.at(-1)]).toEqual([HEADER, '']);
  return lines.slice(1, -1);
}
const numbersOf = async (...period: Parameters<typeof linesOf>): Promise<number[]> =>
  (await linesOf(...period)).map((line) => Number(line.split(';')[0]));

it('says of an order all that an accountant needs, with its items and their toppings', async () => {
  const water = {
    ...acai!,
    id: 'w',
    productName: 'Água',
    sizeName: null,
    baseName: null,
    iceCreamName: null,
    secondaryIceCreamName: null,
    toppings: [],
  };
  sell('2026-11-20T09:05:00-03:00', { items: [acai!, water] });
  expect(await linesOf('2026-11-20', '2026-11-20')).toEqual([
    '1;7K2MQ-9XW11;20/11/2026;09:05;Para levar;Dinheiro;Entregue;Grande - Açaí, Ninho / Morango + Banana + Nutella | Água;28,5;2,85;25,65;25,65',
  ]);
});

it('says how it was paid and what was taken off, and at midnight 00', async () => {
  const concession = { kind: 'courtesy', reason: 'Amigo', cents: 2565 } as const;
  const at = '2026-11-20T00:00:00-03:00';
  sell(at, { consumptionType: 'local', paymentMethod: 'pix', status: 'READY' }, { cents: 2000 });
  sell(at, { concession, totalCents: 0, paymentMethod: null });
  sell(at, { concession: { ...concession, cents: 565 }, totalCents: 2000, paymentMethod: null });
  sell(at, { paymentMethod: null, totalCents: 0 });
  sell(at, { concession, totalCents: 0, paymentMethod: 'terminal' });
  const part = { cents: 1000, receivedCents: null, atMs: 1 };
  const tenders = [
    { ...part, id: 'a', method: 'cash', card: null },
    { ...part, id: 'b', method: 'terminal', card: 'debito' },
    { ...part, id: 'c', method: 'cash', card: null, cents: 565 },
  ] as const;
  sell(at, { tenders: [...tenders], paymentMethod: 'cash' });
  const lines = (await linesOf('2026-11-20', '2026-11-20')).map((line) => line.split(';'));
  expect(lines.map((cells) => [...cells.slice(3, 7), ...cells.slice(9)])).toEqual([
    ['00:00', 'No local', 'PIX', 'Pronto', '2,85', '25,65', '20'],
    ['00:00', 'Para levar', 'Cortesia', 'Entregue', '28,5', '0', '0'],
    ['00:00', 'Para levar', '', 'Entregue', '8,5', '20', '20'],
    ['00:00', 'Para levar', '', 'Entregue', '2,85', '0', '0'],
    ['00:00', 'Para levar', 'Maquininha', 'Entregue', '28,5', '0', '0'],
    ['00:00', 'Para levar', 'Dinheiro + Maquininha: débito', 'Entregue', '2,85', '25,65', '25,65'],
  ]);
});

it('has a line for each order, and nothing between two of them', async () => {
  sell('2026-11-20T12:00:00-03:00');
  sell('2026-11-20T13:00:00-03:00');
  const lines = await linesOf('2026-11-20', '2026-11-20');
  expect(lines.map((line) => line.split(';')[0])).toEqual(['1', '2']);
});

it('holds what counts of its days, of everybody or of one phone, in the order of the numbers', async () => {
  sell('2026-11-19T12:00:00-03:00');
  sell('2026-11-20T12:00:00-03:00', { customerPhone: '1' });
  sell('2026-11-21T12:00:00-03:00');
  sell('2026-11-20T12:00:00-03:00', {}, { counted: false });
  sell('2026-11-22T12:00:00-03:00');
  // Its clock was wrong: a later number of an earlier day.
  sell('2026-11-20T12:00:00-03:00');
  expect(await numbersOf('2026-11-20', '2026-11-21')).toEqual([2, 3, 6]);
  expect(await numbersOf('2026-11-20', '2026-11-21', '1')).toEqual([2]);
  expect(await numbersOf('2026-11-22', '2026-12-31')).toEqual([5]);
  expect(await numbersOf('2026-12-01', '2026-12-31')).toEqual([]);
});

it.each([0, 1, 9, 10, 11, 20, 21])(
  'of %i orders holds each once, whatever is read at once',
  async (count) => {
    for (let n = 0; n < count; n += 1) sell('2026-11-20T12:00:00-03:00');
    expect(await numbersOf('2026-11-20', '2026-11-20')).toEqual(
      Array.from({ length: count }, (_, n) => n + 1),
    );
    // Before the days are walked over, and before each batch.
    expect(waited).toBe(2 + Math.floor(count / 10));
  },
);
