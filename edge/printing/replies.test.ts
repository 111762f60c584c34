import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askDone, conditionOf, createReplyReader, doneId, HELLO_ID, type Reply } from './replies.ts';

function read(...chunks: number[][]): Reply[] {
  const heard: Reply[] = [];
  const reader = createReplyReader((reply) => heard.push(reply));
  for (const chunk of chunks) reader(Uint8Array.from(chunk));
  return heard;
}

// Epson's reference: DLE EOT 1, bit 3 is off line; DLE EOT 4, bits 2 and 3 are the roll's near end, bits 5 and 6 its end.
it.each([
  [0b0001_0010, 0b0001_0010, { offline: false, paperOut: false, paperLow: false }],
  [0b0001_1010, 0b0001_0010, { offline: true, paperOut: false, paperLow: false }],
  [0b0001_0010, 0b0001_0110, { offline: false, paperOut: false, paperLow: true }],
  [0b0001_0010, 0b0001_1010, { offline: false, paperOut: false, paperLow: true }],
  [0b0001_0010, 0b0011_0010, { offline: false, paperOut: true, paperLow: false }],
  [0b0001_0010, 0b0101_0010, { offline: false, paperOut: true, paperLow: false }],
  [0b0001_0010, undefined, { offline: false, paperOut: false, paperLow: false }],
])('a printer that answers %i and %s is %j', (online, paper, condition) => {
  expect(conditionOf(online, paper)).toEqual(condition);
});

describe('what a printer says', () => {
  it('is read whatever the chunks it comes in', () => {
    const bytes = [0x12, 0x37, 0x22, 0x21, 0x41, 0x42, 0x43, 0, 0x1c, 0, 0x0f, 0, 0x12];
    const whole = read(bytes);
    expect(whole).toEqual([
      { kind: 'status', byte: 0x12 },
      { kind: 'done', id: '!ABC' },
      { kind: 'auto', offline: true, paperOut: true, paperLow: true },
      { kind: 'status', byte: 0x12 },
    ]);
    expect(read(...bytes.map((byte) => [byte]))).toEqual(whole);
    for (const cut of bytes.keys()) expect(read(bytes.slice(0, cut), bytes.slice(cut))).toEqual(whole);
  });

  it('is nothing when it is flow control or noise, and what follows is understood', () => {
    expect(read([0x11, 0x13, 0xff, 0x37, 0x41, 0x12])).toEqual([{ kind: 'status', byte: 0x12 }]);
  });

  it('never makes the reader stumble', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 255 })), (bytes) => {
        expect(() => read(bytes)).not.toThrow();
      }),
    );
  });

  it('tells off line, paper end and paper near end by their bits', () => {
    expect(conditionOf(0x12, 0x12)).toEqual({ offline: false, paperOut: false, paperLow: false });
    expect(conditionOf(0x1a, 0x12)).toMatchObject({ offline: true });
    expect(conditionOf(0x1a, 0x72)).toMatchObject({ paperOut: true });
    expect(conditionOf(0x12, 0x1e)).toMatchObject({ paperLow: true, paperOut: false });
    expect(conditionOf(0x12, undefined)).toMatchObject({ paperOut: false });
    // Each sensor has two bits, of which either says it.
    for (const paper of [0x32, 0x52]) expect(conditionOf(0x12, paper)).toMatchObject({ paperOut: true });
    for (const paper of [0x16, 0x1a])
      expect(conditionOf(0x12, paper)).toMatchObject({ paperOut: false, paperLow: true });
    for (const [paper, paperOut, paperLow] of [
      [0b0100, true, false],
      [0b1000, true, false],
      [0b0001, false, true],
      [0b0010, false, true],
    ] as const)
      expect(read([0x10, 0, paper, 0])).toEqual([{ kind: 'auto', offline: false, paperOut, paperLow }]);
  });
});

describe('the question whether a ticket is out', () => {
  it('carries four printable characters, different for neighbouring deliveries', () => {
    const ids = Array.from({ length: 500 }, (_, index) => doneId(index * 7));
    expect(new Set(ids).size).toBe(500);
    for (const id of [...ids, doneId(Date.UTC(2026, 1, 1))]) expect(id).toMatch(/^[!-~]{4}$/);
    // What asks before any ticket whether it answers at all: no number makes these letters.
    for (const number of [...Array.from({ length: 400 }, (_, at) => at), 94 ** 4 - 1])
      expect(doneId(number)).not.toBe(HELLO_ID);
    expect(Buffer.from(askDone('!ABC')).toString('hex')).toBe('1d28480600303021414243');
  });
});
