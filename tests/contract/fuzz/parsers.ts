// Everything that reads bytes of others in one go: what it is given is a sample, altered. It parses or refuses; it never throws, but for
// what it is said to throw.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import * as Y from 'yjs';
import { ReceivedLine, Checkpoint } from '@balcao/shared/link/changes.ts';
import { Command, OutcomeShape, UnknownCommand } from '@balcao/shared/link/commands.ts';
import { takeDocumentMessage } from '@balcao/shared/link/document-message.ts';
import { RemoteEdits } from '@balcao/shared/link/edits.ts';
import { OrderStates } from '@balcao/shared/link/order-states.ts';
import { Hello } from '@balcao/shared/link/hello.ts';
import { AlarmBody } from '@balcao/shared/link/aggregates/alarm.ts';
import { AssertionClaims, AssertionKey } from '@balcao/shared/link/assertion.ts';
import { ReplicationVerdict, RecoveryPage, RecoverySummary } from '@balcao/shared/link/recovery.ts';
import { readCatalog, seedDocument, setEntry, setSettings } from '@balcao/shared/menu/document.ts';
import { publicMenu } from '@balcao/shared/menu/snapshot.ts';
import { sampleCatalog, sampleOrder, sampleRequest } from '@balcao/shared/order/sample.ts';
import { priceList } from '@balcao/shared/pricing/quote.ts';
import { createForwarder } from '../../../cloud/cluster/forward.ts';
import { RowReader } from '../../../cloud/replication/link/rows.ts';
import { sessionHashOf } from '../../../cloud/shop/staff/remote-sessions.ts';
import { sniffFormat } from '../../../edge/shop/images/sniff.ts';
import { createReplyReader } from '../../../edge/printing/replies.ts';
import { readRecoveryCode } from '../../../edge/storage/recovery-code.ts';
import { PROOFS } from './proofs.ts';
import { mutatedBytes, mutatedJson, mutatedText } from '../../support/mutated.ts';

const HASH = 'ab'.repeat(32);
const ID = '0199d2a8-0000-7000-8000-000000000001';
const ROW = {
  seq: 1,
  kind: 'order',
  id: ID,
  version: 1,
  body: '{"a":"ç"}',
  atMs: 1,
  hash: HASH,
};
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The shapes of the link; each is asked with what is nearly right. */
const SHAPES: [string, { safeParse: (value: unknown) => unknown }, unknown][] = [
  [
    'hello',
    Hello,
    {
      protocol: 8,
      storeId: ID,
      lineage: ID,
      epoch: 1,
      lastSeq: 1,
      lastHash: HASH,
      version: '0.1.0',
      instance: ID,
    },
  ],
  ['line of the log', ReceivedLine, ROW],
  ['states of orders', OrderStates, { seq: 1, epoch: 1, states: [sampleOrder()] }],
  ['checkpoint', Checkpoint, { seq: 1, hash: HASH }],
  ['command', Command, { id: ID, kind: 'order.place', atMs: 1, payload: { order: sampleRequest() } }],
  ['unknown command', UnknownCommand, { id: ID, kind: 'x', payload: {} }],
  [
    'outcome',
    OutcomeShape,
    { status: 'done', order: sampleOrder(), trackingToken: 'x', trackingTokenHash: HASH },
  ],
  [
    'edits',
    RemoteEdits,
    {
      edits: [
        {
          id: ID,
          kind: 'sizes',
          entryId: 'g',
          before: null,
          after: { name: 'G' },
          atMs: 1,
          actor: { userId: ID },
        },
      ],
    },
  ],
  ['alarm', AlarmBody, { key: 'x', title: 'x', body: 'x' }],
  ['assertion', AssertionClaims, { sub: ID, role: 'ADMIN', name: 'x', email: 'a@b.c', sid: 'x' }],
  ['key of assertions', AssertionKey, { kty: 'OKP', crv: 'Ed25519', x: 'x'.repeat(43) }],
  ['judgement', ReplicationVerdict, { condition: 'fenced', seq: 1, hash: HASH }],
  [
    'summary of what there is to restore',
    RecoverySummary,
    { lineage: ID, epoch: 1, seq: 1, hash: HASH, orderNumberMax: 1, strays: [sampleOrder()] },
  ],
  ['page of rows to restore', RecoveryPage, { rows: [ROW] }],
];

/** The menu document as it stands, and changes to it as the library writes them. */
function documentSamples(): Uint8Array[] {
  const doc = new Y.Doc();
  const sent: Uint8Array[] = [];
  const message = (step: number, payload: Uint8Array): void => {
    const length = payload.length;
    const size: number[] = [];
    for (let rest = length; ; rest = Math.floor(rest / 128)) {
      size.push(rest < 128 ? rest : (rest % 128) + 128);
      if (rest < 128) break;
    }
    sent.push(Uint8Array.from([0, step, ...size, ...payload]));
  };
  doc.on('update', (update: Uint8Array) => message(2, update));
  seedDocument(doc, sampleCatalog());
  setEntry(doc, 'sizes', 'g', { priceCents: 1 });
  doc.getMap('sizes').set('plain', 'no map');
  doc.getMap('settings').set('storeName', new Y.Map([['a', 1]]));
  doc.getMap('sizes').set('text', new Y.Text('x'));
  doc.getMap('sizes').delete('g');
  message(1, Y.encodeStateAsUpdate(doc));
  const list = new Y.Doc();
  list.getArray('sizes').push([1]);
  message(2, Y.encodeStateAsUpdate(list));
  message(0, Y.encodeStateVector(doc));
  sent.push(Uint8Array.of(1, 6, 1, 1, 1, 2, 123, 125));
  return sent;
}

/** What is done with a document after a message: the menu is read, shown and edited. */
function useDocument(doc: Y.Doc): void {
  const { catalog } = readCatalog(doc);
  priceList(catalog);
  JSON.stringify(publicMenu(catalog, 0));
  setEntry(doc, 'sizes', 'g', { name: 'G', priceCents: 2500, position: 1 });
  for (const id of doc.getMap('sizes').keys()) setEntry(doc, 'sizes', id, { position: 2 });
  setSettings(doc, { storeName: 'Loja' });
  readCatalog(doc);
}

const forwarder = createForwarder({ secretsKey: Buffer.alloc(32, 1), clock: () => 0 });

export type Parser = { name: string; property: fc.IProperty<unknown> | fc.IAsyncProperty<unknown> };

export const PARSERS: Parser[] = [
  ...PROOFS,
  ...SHAPES.map(([name, shape, sample]) => ({
    name,
    property: fc.property(mutatedJson(sample), (value) => {
      shape.safeParse(value);
    }),
  })),
  {
    name: 'stream of rows',
    property: fc.property(
      mutatedBytes(
        utf8(`${JSON.stringify(ROW)}\n{"heartbeat":true,"lastSeq":1}\n`),
        utf8(`${JSON.stringify({ ...ROW, body: undefined, bodyBytes: 10 })}\n{"a":"ç"}x`),
      ),
      fc.integer({ min: 1, max: 40 }),
      (bytes, size) => {
        const reader = new RowReader(() => undefined);
        try {
          for (let at = 0; at < bytes.length; at += size)
            reader.read(Buffer.from(bytes.subarray(at, at + size)));
        } catch (error) {
          // Its refusals: no JSON, no row, too long. The link is quarantined by them.
          if (
            !(
              error instanceof SyntaxError ||
              error instanceof RangeError ||
              (error instanceof Error && error.name.includes('ZodError'))
            )
          )
            throw error;
        }
      },
    ),
  },
  {
    name: 'menu document',
    property: fc.property(
      fc.array(mutatedBytes(...documentSamples()), { minLength: 1, maxLength: 4 }),
      (messages) => {
        const doc = new Y.Doc();
        readCatalog(doc);
        for (const bytes of messages) takeDocumentMessage(Uint8Array.from(bytes).buffer, doc, 'other');
        useDocument(doc);
      },
    ),
  },
  {
    name: 'kind of a picture',
    property: fc.property(
      mutatedBytes(
        utf8('<?xml version="1.0"?><!-- a --><!DOCTYPE svg PUBLIC "a" [ <!ENTITY a "b"> ]><svg >'),
        Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10),
        Buffer.from('\0\0\0\x20ftypmif1\0\0\0\0avif', 'latin1'),
      ),
      (bytes) => void sniffFormat(bytes),
    ),
  },
  {
    name: 'replies of a printer',
    property: fc.property(
      mutatedBytes(Uint8Array.of(0x12, 0x37, 0x22, 0x21, 0x41, 0x42, 0x43, 0, 0x1c, 0, 0x0f, 0)),
      (bytes) => createReplyReader(() => undefined)(bytes),
    ),
  },
  {
    name: 'cookies',
    property: fc.property(
      mutatedText('a=b; balcao.session_token=abc.def; c=d'),
      (text) => void sessionHashOf(text),
    ),
  },
  {
    name: 'word of another process',
    property: fc.asyncProperty(
      mutatedText('eyJhbGciOiJIUzI1NiJ9.eyJjbGllbnRJcCI6IjEyNy4wLjAuMSJ9.c2lnbmF0dXJl'),
      async (text) => {
        if ((await forwarder.callerOf(text)) !== null) throw new Error('believed');
      },
    ),
  },
  {
    name: 'recovery code',
    property: fc.property(
      mutatedText(randomUUID(), 'ABCD-EFGH-JKMN-PQRS'),
      (text) => void readRecoveryCode(text),
    ),
  },
];
