import { expect, it } from 'vitest';
import { sampleWholesaleOrder } from '../wholesale/sample.ts';
import { isWholesaleShown, publicWholesaleOrder, shortName } from './wholesale.ts';
import { quantityOf } from '../wholesale/quantity.ts';
import { wholesaleTicketOf } from '../wholesale/ticket.ts';

const WHOLESALE_SHOWN_MS = 30 * 24 * 3_600_000;

it('[A12] shows number, time, status, total, lines, day, terms, whether it is paid and a short name, and nothing else', () => {
  const shown = publicWholesaleOrder(
    sampleWholesaleOrder({ customerCpfCnpj: '52998224725', customerAddress: 'Rua A', observations: 'Porta' }),
  );
  expect(Object.keys(shown).toSorted()).toEqual(
    [
      'createdAtMs',
      'customerName',
      'items',
      'orderNumber',
      'status',
      'totalCents',
      'updatedAtMs',
      'wishedDate',
      'terms',
      'paid',
    ].toSorted(),
  );
  expect(shown.customerName).toBe('Maria S.');
  expect(JSON.stringify(shown)).not.toMatch(/98765|52998224725|Rua A|Porta|de Souza/);
});

it.each([
  ['Maria de Souza', 'Maria S.'],
  ['Maria', 'Maria'],
  ['  Ana   élia ', 'Ana É.'],
  ['', ''],
])('[A12] %j becomes %j', (name, short) => expect(shortName(name)).toBe(short));

it('[A12] an open order is always shown, an ended one for 30 days', () => {
  const order = sampleWholesaleOrder({ updatedAtMs: 1_000 });
  const later = 1_000 + WHOLESALE_SHOWN_MS;
  expect(isWholesaleShown(order, later * 9)).toBe(true);
  expect(isWholesaleShown({ ...order, status: 'FINALIZADO' }, later)).toBe(true);
  expect(isWholesaleShown({ ...order, status: 'FINALIZADO' }, later + 1)).toBe(false);
});

it.each([
  ['0', 1],
  ['-3', 1],
  ['1.5', 1],
  ['2,9', 2],
  ['1000000000', 9_999],
  ['', 1],
  ['abc', 1],
  ['12', 12],
])('typed quantities are brought to at least 1: %j is %i', (text, quantity) =>
  expect(quantityOf(text)).toBe(quantity),
);

it('says on paper nothing of a buyer who gave nothing', () => {
  const nobody = { customerName: null, customerPhone: null, customerCpfCnpj: null, customerAddress: null };
  expect(wholesaleTicketOf(sampleWholesaleOrder(nobody)).customer).toEqual({
    name: '',
    phone: '',
    cpfCnpj: '',
    address: '',
  });
});

it('says on paper what the order holds', () => {
  const order = sampleWholesaleOrder({
    customerCpfCnpj: '12ABC34501DE35',
    customerAddress: 'Rua A, 1',
    observations: 'Portão azul',
    wishedDate: '2026-12-07',
    terms: '14 dias',
    createdAtMs: 9_000,
  });
  expect(wholesaleTicketOf(order)).toEqual({
    orderId: order.id,
    orderNumber: 7,
    statusText: 'Pedido Recebido',
    customer: {
      name: 'Maria de Souza',
      phone: '(11) 98765-4321',
      cpfCnpj: '12.ABC.345/01DE-35',
      address: 'Rua A, 1',
    },
    observations: 'Portão azul',
    items: [
      {
        name: 'Açaí em balde',
        size: '10 L',
        flavor: 'Banana',
        quantity: 3,
        unitPriceCents: 12_000,
        totalCents: 36_000,
      },
      {
        name: 'Casquinhas',
        size: null,
        flavor: null,
        quantity: 2,
        unitPriceCents: 4_550,
        totalCents: 9_100,
      },
    ],
    totalCents: 45_100,
    createdAtMs: 9_000,
    wishedDate: '2026-12-07',
    terms: '14 dias',
    isPaid: false,
  });
});

it.each([
  ['FINALIZADO', null, false],
  ['NOVO', { onDate: '2026-11-21', method: 'boleto' }, true],
] as const)(
  'says on paper whether it is paid, and not by how far it is: %s, %j: %s',
  (status, paid, isPaid) => {
    expect(wholesaleTicketOf(sampleWholesaleOrder({ status, paid })).isPaid).toBe(isPaid);
  },
);
