import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RowHead } from '@balcao/shared/link/changes.ts';
import { RowReader } from './rows.ts';

const row = {
  lineage: '0190a5c0-7a4e-7cc1-8d5e-5a2f6b8c9d0e',
  epoch: 1,
  kind: 'order',
  aggregateId: 'one',
  sealed: false,
  bodyHash: 'b'.repeat(64),
  hash: 'c'.repeat(64),
  atMs: 1,
};
const inRows = (seq: number, body: string | null): string => {
  const head: RowHead = {
    seq,
    ...row,
    proof: '1.word',
    bodyBytes: body === null ? null : Buffer.byteLength(body),
  };
  return `${JSON.stringify(head)}\n${body ?? ''}`;
};
const inLines = (seq: number, body: string | null): string => `${JSON.stringify({ seq, ...row, body })}\n`;
const HEARTBEAT = '{"heartbeat":true,"lastSeq":1}\n';

describe('[L16] the rows of a store', () => {
  it('are read in either form, whatever their bodies hold, wherever the network cuts them', () => {
    const bodies = fc.array(fc.option(fc.string({ unit: 'grapheme', maxLength: 400 })), { maxLength: 12 });
    const property = fc.property(
      bodies,
      fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1 }),
      fc.constantFrom(inRows, inLines),
      (texts, sizes, write) => {
        const bytes = Buffer.from(
          texts.map((body, index) => HEARTBEAT + write(index + 1, body)).join('') + HEARTBEAT,
        );
        const found: [number, string | null][] = [];
        const reader = new RowReader(({ seq, body }) =>
          found.push([seq, body === null ? null : Buffer.from(body).toString()]),
        );
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          reader.read(bytes.subarray(at, at + size));
          at += size;
        }
        expect(found).toEqual(texts.map((body, index) => [index + 1, body]));
      },
    );
    fc.assert(property);
  });

  it('are each told of once it is whole, also a short one whose head is cut behind a long one', () => {
    const seqs: number[] = [];
    const reader = new RowReader(({ seq }) => seqs.push(seq));
    const long = Buffer.from(inRows(1, 'x'.repeat(5000)));
    const short = Buffer.from(inRows(2, 'y'));
    reader.read(long.subarray(0, 1000));
    reader.read(Buffer.concat([long.subarray(1000), short.subarray(0, 50)]));
    expect(seqs).toEqual([1]);
    reader.read(short.subarray(50));
    expect(seqs).toEqual([1, 2]);
  });

  it('are refused when they are none', () => {
    for (const piece of [
      'nothing\n',
      '{"seq":1}\n',
      `${JSON.stringify({ seq: 1, ...row, bodyBytes: -1 })}\n`,
    ])
      expect(() => new RowReader(() => undefined).read(Buffer.from(piece))).toThrow();
  });

  it('that came before something else are told all the same', () => {
    const seqs: number[] = [];
    const reader = new RowReader(({ seq }) => seqs.push(seq));
    expect(() =>
      reader.read(Buffer.from(`${inRows(1, 'a')}${inLines(2, 'b')}nothing\n${inRows(3, 'c')}`)),
    ).toThrow();
    expect(seqs).toEqual([1, 2]);
  });

  it('are bounded: a head or a body without an end is not waited for', () => {
    const endless = new RowReader(() => undefined);
    expect(() => {
      for (let megabytes = 0; megabytes < 5; megabytes += 1) endless.read(Buffer.alloc(1024 * 1024, 'x'));
    }).toThrow('too long');
    const head = { seq: 1, ...row, bodyBytes: 5 * 1024 * 1024 };
    expect(() => new RowReader(() => undefined).read(Buffer.from(`${JSON.stringify(head)}\n`))).toThrow(
      'too long',
    );
  });
});
