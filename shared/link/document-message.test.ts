// What comes over the socket of the menu document is read before it is believed: each kind of message, and each way to be none.
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { readDocumentMessage, takeDocumentMessage } from './document-message.ts';

const message = (write: (encoder: encoding.Encoder) => void): ArrayBuffer => {
  const encoder = encoding.createEncoder();
  write(encoder);
  return Uint8Array.from(encoding.toUint8Array(encoder)).buffer;
};
const sync = (step: number, payload: Uint8Array, type = 0) =>
  message((encoder) => {
    encoding.writeVarUint(encoder, type);
    encoding.writeVarUint(encoder, step);
    encoding.writeVarUint8Array(encoder, payload);
  });
/** What waits in a document for changes that it follows on is bounded. */
const WAITING_BYTES_MAX = 4 * 1024 * 1024;

/** A change of `length` characters that follows on one which was never sent. */
function orphan(length: number): ArrayBuffer {
  const doc = new Y.Doc();
  doc.clientID = 1;
  doc.getMap('sizes').set('before', 1);
  const known = Y.encodeStateVector(doc);
  doc.getMap('sizes').set('long', 'x'.repeat(length));
  return sync(2, Y.encodeStateAsUpdate(doc, known));
}

const waiting = ({ store: { pendingStructs, pendingDs } }: Y.Doc): number =>
  (pendingStructs?.update.length ?? 0) + (pendingDs?.length ?? 0);

const awareness = (...clients: [id: number, state: string][]) =>
  message((encoder) => {
    encoding.writeVarUint(encoder, 1);
    const inner = encoding.createEncoder();
    encoding.writeVarUint(inner, clients.length);
    for (const [id, state] of clients) {
      encoding.writeVarUint(inner, id);
      encoding.writeVarUint(inner, 5);
      encoding.writeVarString(inner, state);
    }
    encoding.writeVarUint8Array(encoder, encoding.toUint8Array(inner));
  });
const written = (text = 'Açaí') => {
  const doc = new Y.Doc();
  doc.getMap('settings').set('storeName', text);
  return Y.encodeStateAsUpdate(doc);
};
const state = Y.encodeStateVector(new Y.Doc());
/** One deleted thing each of so many editors. */
const ofEditors = (count: number) => {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, count);
  for (let client = 1; client <= count; client += 1) {
    encoding.writeVarUint(encoder, 1);
    encoding.writeVarUint(encoder, client);
    encoding.writeVarUint(encoder, 0);
    encoding.writeUint8(encoder, 0);
    encoding.writeVarUint(encoder, 1);
  }
  encoding.writeVarUint(encoder, 0);
  return encoding.toUint8Array(encoder);
};

describe('a message of the document', () => {
  it('asks, answers or changes', () => {
    expect(readDocumentMessage(sync(0, state))).toEqual({ kind: 'question', state });
    const update = written();
    for (const step of [1, 2])
      expect(readDocumentMessage(sync(step, update))).toEqual({ kind: 'change', step, update });
  });

  it('tells who looks at it', () => {
    expect(readDocumentMessage(awareness())).toEqual({ kind: 'awareness', clients: [] });
    expect(readDocumentMessage(awareness([7, '{}'], [9, 'null']))).toEqual({
      kind: 'awareness',
      clients: [7, 9],
    });
  });

  it.each([
    ['a text', 'AAA='],
    ['bytes of another kind', new Uint8Array([0, 0, 1, 0])],
    ['nothing', new ArrayBuffer(0)],
    ['another type', sync(0, state, 2)],
    ['another step', sync(3, written())],
    ['a question of nonsense', sync(0, Uint8Array.of(5))],
    ['a change of nonsense', sync(2, Uint8Array.of(200, 1, 7))],
    ['a change cut short', sync(2, written().slice(0, 6))],
    ['watchers whose word is no JSON', awareness([7, '{'])],
    ['a message cut short', sync(2, written()).slice(0, 5)],
  ])('is none: %s', (_case, data) => {
    expect(readDocumentMessage(data)).toBeNull();
    expect(takeDocumentMessage(data, new Y.Doc(), null)).toBeNull();
  });

  it('is of four thousand editors at most', () => {
    expect(readDocumentMessage(sync(2, ofEditors(4_000)))?.kind).toBe('change');
    expect(readDocumentMessage(sync(2, ofEditors(4_001)))).toBeNull();
  });
});

describe('a change that comes', () => {
  it.each([1, 2])(
    'is applied as from its sender, and told to the library as an empty one of its kind: %i',
    (step) => {
      const doc = new Y.Doc();
      const origins: unknown[] = [];
      doc.on('update', (_update: Uint8Array, origin: unknown) => origins.push(origin));
      const told = takeDocumentMessage(sync(step, written()), doc, 'the relay');
      expect(doc.getMap('settings').get('storeName')).toBe('Açaí');
      expect(origins).toEqual(['the relay']);
      const decoder = decoding.createDecoder(told ?? new Uint8Array());
      expect([decoding.readVarUint(decoder), decoding.readVarUint(decoder)]).toEqual([0, step]);
      expect(Array.from(decoding.readVarUint8Array(decoder))).toEqual([0, 0]);
    },
  );

  it.each([
    [-1, true],
    [0, true],
    [1, false],
  ])('[43] of a change that follows on nothing, %i bytes beyond the bound: taken: %s', (beyond, taken) => {
    const sample = new Y.Doc();
    takeDocumentMessage(orphan(WAITING_BYTES_MAX - 1000), sample, 'other');
    const overhead = waiting(sample) - (WAITING_BYTES_MAX - 1000);
    const doc = new Y.Doc();
    const answer = takeDocumentMessage(orphan(WAITING_BYTES_MAX - overhead + beyond), doc, 'other');
    expect(waiting(doc)).toBe(WAITING_BYTES_MAX + beyond);
    expect(answer !== null).toBe(taken);
  });

  it('is a question that is passed on as it came', () => {
    const question = sync(0, state);
    expect(takeDocumentMessage(question, new Y.Doc(), null)).toEqual(new Uint8Array(question));
  });

  it('says of those who look at it that it came, and no more', () => {
    for (const data of [awareness(), awareness([7, '{}']), awareness([7, '{}'], [8, '{}'])])
      expect(takeDocumentMessage(data, new Y.Doc(), null)).toEqual(Uint8Array.of(1, 1, 0));
  });
});
