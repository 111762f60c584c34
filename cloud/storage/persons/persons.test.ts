import { describe, expect, it } from 'vitest';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createPersons } from './persons.ts';

const KEY = Buffer.from('5e'.repeat(16) + 'a1'.repeat(16), 'hex');
const persons = createPersons(KEY);
const STORE = '01890a5d-ac96-774b-bcce-b302099a8057';
const OTHER = '01890a5d-ac96-774b-bcce-b302099a8058';
const order = sampleOrder({ customerPhone: '11987654321', observations: 'campainha quebrada' });
const about = { storeId: STORE, id: order.id };

describe('[61] a person at rest', () => {
  it('stands nowhere in what is kept, and all else does', () => {
    const closed = persons.close(about, order);
    expect(JSON.stringify(closed)).not.toMatch(/11987654321|campainha/);
    expect({ ...closed, customerPhone: null, observations: '' }).toEqual({
      ...order,
      customerPhone: null,
      observations: '',
    });
    expect(persons.open(about, closed)).toEqual(order);
  });

  it.each([
    ['customerName', 'Maria da Silva'],
    ['customerCpfCnpj', '12345678909'],
    ['customerAddress', 'Rua das Flores, 10'],
  ])('of a wholesale order is sealed too: %s', (field, text) => {
    const buyer = { customerName: null, customerCpfCnpj: null, customerAddress: null, [field]: text };
    const closed = persons.close(about, buyer);
    expect(JSON.stringify(closed)).not.toContain(text);
    expect(persons.open(about, closed)).toEqual(buyer);
  });

  it('does not open in another order, in another store, in another field, or with another key', () => {
    const closed = persons.close(about, order);
    const nobody = { customerPhone: null, observations: '' };
    expect(persons.open({ ...about, id: OTHER }, closed)).toMatchObject(nobody);
    expect(persons.open({ ...about, storeId: OTHER }, closed)).toMatchObject(nobody);
    expect(persons.open(about, { observations: closed.customerPhone ?? '' })).toEqual({ observations: '' });
    expect(createPersons(Buffer.alloc(32, 7)).open(about, closed)).toMatchObject(nobody);
  });

  it('that was kept before is read as it is; none stays none', () => {
    expect(persons.open(about, order)).toEqual(order);
    const nobody = { customerPhone: null, observations: '' };
    expect(persons.close(about, nobody)).toEqual(nobody);
  });

  it('is sealed and read however little was written', () => {
    const closed = persons.close(about, { observations: '!', customerName: 'Zé' });
    expect(closed.observations).not.toBe('!');
    expect(persons.close(about, closed)).toEqual(closed);
    expect(persons.open(about, closed)).toEqual({ observations: '!', customerName: 'Zé' });
  });

  it('is not sealed twice', () => {
    const closed = persons.close(about, order);
    expect(persons.close(about, closed)).toEqual(closed);
  });
});

describe('a phone', () => {
  it('is found by a digest that says nothing, one for each store and key', () => {
    const digest = persons.phoneKey(STORE, '11987654321');
    expect(digest).toBe(persons.phoneKey(STORE, '11987654321'));
    expect(digest).toMatch(/^[\w-]{32}$/);
    expect(
      new Set([
        digest,
        persons.phoneKey(STORE, '11987654322'),
        persons.phoneKey(OTHER, '11987654321'),
        createPersons(Buffer.alloc(32, 7)).phoneKey(STORE, '11987654321'),
      ]).size,
    ).toBe(4);
    expect(persons.phoneKey(STORE, null)).toBeNull();
  });
});

describe('a row of the log', () => {
  const row = { kind: 'order', aggregateId: order.id, sealed: false };
  const json = JSON.stringify({ order, trackingTokenHash: 'x'.repeat(64), later: { unknown: [1, 2.5] } });

  it('is kept without its person, and given back to the letter', () => {
    const closed = persons.closeRow(STORE, row, json);
    expect(closed).not.toMatch(/11987654321|campainha/);
    expect(persons.openRow(STORE, row, closed)).toBe(json);
  });

  it.each([
    ['written with other spaces', `{ "order": ${JSON.stringify(order)} }`],
    ['no JSON', '{"order":'],
    ['no object', '"order"'],
    ['without an order', '{"other":1}'],
  ])('that is %s is kept as it came', (_, text) => {
    expect(persons.closeRow(STORE, row, text)).toBe(text);
  });

  it('of another kind, or sealed by the store, is not looked into', () => {
    expect(persons.closeRow(STORE, { ...row, kind: 'payment' }, json)).toBe(json);
    expect(persons.closeRow(STORE, { ...row, sealed: true }, json)).toBe(json);
    expect(persons.openRow(STORE, row, null)).toBeNull();
  });
});
