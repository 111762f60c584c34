// What the relay's tables hold of a command and of the store's answer, and for whom it opens again.
import { describe, expect, it } from 'vitest';
import type { Command, Outcome } from '@balcao/shared/link/commands.ts';
import { sampleOrder, sampleRequest } from '@balcao/shared/order/sample.ts';
import { createPersons } from '../../storage/persons/persons.ts';
import { createCommandSealing } from './command-sealing.ts';

const STORE = 'store-1';
const ORDER = sampleOrder({ customerPhone: '11987654321', observations: 'sem granola' });
const SENT = { ...sampleRequest({ observations: 'sem granola' }), customerPhone: '11987654321' };
const TOKEN = 'the-tracking-token';
const ROW = { storeId: STORE, orderId: ORDER.id };
const WHOLESALE = { id: 'w1', customerName: 'Ana Souza', customerPhone: '11912345678', totalCents: 96_000 };
const PERSONAL = ['11987654321', 'sem granola', 'Ana Souza', '11912345678', TOKEN];

const persons = createPersons(Buffer.alloc(32, 1));
const key = (byte: number) => Buffer.alloc(32, byte);
const sealing = (byte: number, previous: number | null = null) =>
  createCommandSealing(key(byte), persons, previous === null ? null : key(previous));
const done: Outcome = {
  ...{ status: 'done', order: ORDER, trackingToken: TOKEN, trackingTokenHash: '0'.repeat(64) },
};
const ofWholesale = { status: 'wholesale', wholesale: WHOLESALE } as unknown as Outcome;
const isNamed = (value: unknown): boolean => {
  const text = JSON.stringify(value);
  return PERSONAL.some((one) => text.includes(one));
};

describe('a copy of the database', () => {
  it.each<[string, Command]>([
    ['an order', { id: 'c', kind: 'order.place', payload: { order: SENT } }],
    [
      'a wholesale order',
      { id: 'c', kind: 'wholesale.place', payload: { wholesale: WHOLESALE } } as unknown as Command,
    ],
  ])('names nobody who sent %s, and the store reads what was sent', (_what, command) => {
    const closed = sealing(2).closeCommand(STORE, command);
    expect([isNamed(command), isNamed(closed)]).toEqual([true, false]);
    expect(sealing(2).openCommand(STORE, closed)).toEqual(command);
  });

  it.each([
    ['an order', 'order.place', done],
    ['a wholesale order', 'wholesale.place', ofWholesale],
  ])(
    'names nobody of whom the store made %s, and who placed it reads the answer again',
    (_what, kind, outcome) => {
      const closed = sealing(2).closeOutcome({ ...ROW, kind }, outcome);
      expect([isNamed(outcome), isNamed(closed)]).toEqual([true, false]);
      expect(sealing(2).openOutcome(ROW, closed)).toEqual(outcome);
    },
  );
});

describe('the token in the store’s answer', () => {
  const kept = (kind: string) => sealing(2).closeOutcome({ ...ROW, kind }, done);
  const tokenOf = (outcome: Outcome | null) => (outcome?.status === 'done' ? outcome.trackingToken : null);

  it('is kept of a placement alone', () => {
    expect(tokenOf(kept('order.place'))).not.toBe('');
    for (const kind of ['order.choose-cash', 'order.cancel', 'payment.fact'])
      expect(tokenOf(kept(kind))).toBe('');
  });

  it('opens after the key was changed as long as the one before is there, and never of another order', () => {
    const outcome = kept('order.place');
    expect(tokenOf(sealing(3, 2).openOutcome(ROW, outcome))).toBe(TOKEN);
    expect(tokenOf(sealing(3).openOutcome(ROW, outcome))).toBe('');
    expect(tokenOf(sealing(2).openOutcome({ ...ROW, orderId: 'another' }, outcome))).toBe('');
  });

  it('is none where there was no answer, or a refusal', () => {
    const no: Outcome = { status: 'refused', refusal: { code: 'already-paid' } };
    expect(sealing(2).closeOutcome({ ...ROW, kind: 'order.place' }, no)).toEqual(no);
    expect([sealing(2).openOutcome(ROW, no), sealing(2).openOutcome(ROW, null)]).toEqual([no, null]);
  });
});
