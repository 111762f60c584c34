// Whether rows follow what is here, and what the relay reads of them. Expected by shared/link/SPEC.md: hashes are SHA-256, each row's over
// the one before.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { chainInput, type RowBytes } from '@balcao/shared/link/changes.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { sampleWholesaleOrder } from '@balcao/shared/wholesale/sample.ts';
import { BrokenLog, goneOrders, isPlain, readRow, verifyRows, withoutPerson } from './read-rows.ts';

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
const START = { seq: 7, hash: 'a'.repeat(64) };
const TOKEN_HASH = 'f'.repeat(64);

/** A row that follows `before`, as the store writes it. */
function follow(
  before: { seq: number; hash: string },
  body: Uint8Array | null,
  more: Partial<RowBytes> = {},
): RowBytes {
  const row = {
    ...{ seq: before.seq + 1, lineage: '0190a5c0-7a4e-7cc1-8d5e-5a2f6b8c9d0e', epoch: 1, kind: 'order' },
    ...{ aggregateId: 'one', sealed: false, atMs: 1, body },
    ...{ bodyHash: sha256(body ?? ''), proof: '1.word' },
    ...more,
  } as Omit<RowBytes, 'hash'>;
  return { ...row, hash: sha256(chainInput(before.hash, row)) } as RowBytes;
}
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const orderBody = (order = sampleOrder()): Buffer => json({ order, trackingTokenHash: TOKEN_HASH });

describe('rows of a store', () => {
  const first = follow(START, Buffer.from('{}'));
  const second = follow(first, null);

  it('that follow from what is here move the cursor to the last of them', () => {
    expect(verifyRows([first, second], START)).toEqual({ seq: 9, hash: second.hash });
    expect(verifyRows([], START)).toEqual(START);
  });

  it.each<[string, RowBytes[]]>([
    ['that leave one out', [second]],
    ['that leave a number out', [follow({ seq: 8, hash: START.hash }, null)]],
    ['that come again', [first, first]],
    ['that are of an earlier place', [follow({ seq: 5, hash: START.hash }, null)]],
    ['whose body is another one', [{ ...first, body: Buffer.from('{"total":1}') }]],
    ['whose words were changed', [{ ...first, atMs: 2 }]],
    ['that follow from another row', [follow({ seq: 7, hash: 'b'.repeat(64) }, null)]],
    ['that are no text', [follow(START, Buffer.from([0x7b, 0xff, 0x7d]))]],
    [
      'with a null character, which no text of the database holds',
      [follow(START, Buffer.from('{"a":"\0"}'))],
    ],
  ])('%s are not taken', (_what, rows) => {
    expect(() => verifyRows(rows, START)).toThrow(BrokenLog);
  });
});

describe('a row', () => {
  it('of an order is known by what it is asked for', () => {
    const order = sampleOrder({ panelNumber: 7, panelDate: '2026-11-21' });
    const read = readRow(follow(START, orderBody(order)));
    expect(read).toMatchObject({ wholesale: null, alarm: null, erasure: null, setAside: null });
    expect(read.known).toEqual({
      id: order.id,
      code: order.code,
      number: order.orderNumber,
      panelNumber: 7,
      panelDate: '2026-11-21',
      customerPhone: order.customerPhone,
      totalCents: order.totalCents,
      status: order.status,
      paymentStatus: order.paymentStatus,
      tokenHash: TOKEN_HASH,
      createdAtMs: order.createdAtMs,
    });
    expect(isPlain(read)).toBe(true);
  });

  it.each([
    ['wholesale-order', sampleWholesaleOrder(), 'wholesale'],
    ['alarm', { title: 'Cópia', text: 'A cópia falhou.', sinceMs: 1, endedAtMs: null }, 'alarm'],
    ['erasure', { scope: 'history', upToNumber: 3 }, 'erasure'],
  ] as const)('of kind %s is read, and written by more than one statement', (kind, body, where) => {
    const read = readRow(follow(START, json(body), { kind }));
    expect(read[where]).not.toBeNull();
    expect([read.setAside, isPlain(read)]).toEqual([null, false]);
  });

  it('of an erasure keeps its place in the log', () => {
    expect(
      readRow(follow(START, json({ scope: 'history', upToNumber: 3 }), { kind: 'erasure' })).erasure,
    ).toEqual({
      seq: 8,
      body: { scope: 'history', upToNumber: 3 },
    });
  });

  it('that is sealed is nobody’s to read, whatever its kind, and kept as it is', () => {
    const read = readRow(follow(START, Buffer.from('sealed'), { sealed: true }));
    expect(read).toMatchObject({ known: null, setAside: null });
    expect(isPlain(read)).toBe(true);
  });

  it.each([
    ['is no JSON', Buffer.from('{'), 'order: no JSON'],
    [
      'is no order',
      json({ order: { ...sampleOrder(), totalCents: 'x' }, trackingTokenHash: TOKEN_HASH }),
      'order: order.totalCents is not as expected',
    ],
  ])('that %s is set aside, with the reason and none of its words', (_what, body, reason) => {
    const read = readRow(follow(START, body));
    expect([read.known, read.setAside, isPlain(read)]).toEqual([null, reason, false]);
  });

  it('without a body says that its order is gone', () => {
    const gone = readRow(follow(START, null));
    const printer = readRow(follow(START, null, { kind: 'printer', aggregateId: 'p' } as Partial<RowBytes>));
    expect([isPlain(gone), isPlain(printer)]).toEqual([false, true]);
    expect(goneOrders([gone, printer, readRow(follow(START, orderBody()))])).toEqual(['one']);
  });
});

describe('a row of an order that was erased', () => {
  const order = sampleOrder({ customerPhone: '11987654321', observations: 'Cliente: Ana' });
  const read = readRow(follow(START, orderBody(order)));
  const textOf = (of: { row: RowBytes }): string => Buffer.from(of.row.body ?? []).toString();

  it('is kept without the person, in what is asked for too', () => {
    const clean = withoutPerson(read, 'clean');
    expect(textOf(clean)).not.toContain('11987654321');
    expect(textOf(clean)).not.toContain('Ana');
    expect(clean.known).toEqual({ ...read.known, customerPhone: null });
  });

  it('whole is kept without anything', () => {
    expect(withoutPerson(read, 'gone')).toMatchObject({ known: null, row: { body: null, seq: 8 } });
  });

  it('is as it was where nothing was erased, or there is no body', () => {
    expect(withoutPerson(read, null)).toBe(read);
    const gone = readRow(follow(START, null));
    expect(withoutPerson(gone, 'clean')).toBe(gone);
  });
});
