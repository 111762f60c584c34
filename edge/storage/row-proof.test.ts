// What the store says of its rows, and of what is sealed in them: good for one place of one log, made by one recovery code.
import { createHash, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { orderRow } from '@balcao/shared/link/aggregates/order.ts';
import { chainInput, type ReceivedRow } from '@balcao/shared/link/changes.ts';
import { GENESIS_HASH } from '@balcao/shared/link/hello.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { openDatabase } from './open.ts';
import { inTransaction } from './transaction.ts';
import { createOutbox } from './outbox.ts';
import { createProver, proverOf } from './row-proof.ts';
import { createSealer, sealerOf, type SealedFor } from './sealing.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A log of an order and a private row. */
function aLog() {
  const db = openDatabase(':memory:', 'edge/storage/migrations');
  const outbox = createOutbox(db, { lineage: randomUUID(), epoch: 1 });
  const sealer = createSealer(db);
  const order = sampleOrder({ customerPhone: '11987654321', observations: 'sem granola' });
  inTransaction(db, () => {
    outbox.append(orderRow, order.id, { order, trackingTokenHash: 'a'.repeat(64) }, 1);
    outbox.appendSealed(
      'user',
      'u1',
      (place) => sealer.seal({ kind: 'user', aggregateId: 'u1', ...place }, '{}'),
      2,
    );
  });
  const [first, second] = outbox.after(0, 10) as [ReceivedRow, ReceivedRow];
  return { db, order, first, second, prover: createProver(db), sealer };
}

it('[T2] proves each row that the store wrote, and the ones before it by their hash', () => {
  const { first, second, prover } = aLog();
  expect(prover.proves(GENESIS_HASH, first)).toBe(true);
  expect(prover.proves(first.hash, second)).toBe(true);
  expect(prover.proves('f'.repeat(64), second)).toBe(false);
});

it.each<[string, Partial<ReceivedRow>]>([
  ['another place', { seq: 3 }],
  ['another log', { lineage: randomUUID() }],
  ['another epoch', { epoch: 2 }],
  ['another kind', { kind: 'key' }],
  ['another aggregate', { aggregateId: 'u2' }],
  ['another seal', { sealed: false }],
  ['another body', { bodyHash: sha256('other') }],
  ['another time', { atMs: 3 }],
  ['no proof', { proof: null }],
  ['the proof of another version', { proof: '2.abc' }],
  ['an empty proof', { proof: '1.' }],
  ['a proof in letters of two bytes each', { proof: `1.${'é'.repeat(43)}` }],
])('[T2] proves no row with %s', (_what, change) => {
  const { first, second, prover } = aLog();
  const changed = { ...second, ...change };
  changed.hash = sha256(chainInput(first.hash, changed));
  expect(prover.proves(first.hash, changed)).toBe(false);
});

// In a header each byte of whoever answers at the relay's address becomes a letter, those above 127 as well.
it('[T2] takes for no word of a successor what is written in letters of two bytes each', () => {
  const prover = proverOf(() => 'A');
  const word = prover.succeed('k', 5);
  expect(prover.succeeded(word)).toEqual({ key: 'k', atMs: 5 });
  expect(prover.succeeded(`${word.slice(0, -1)}\u00ff`)).toBeNull();
});

it('[T2] takes a proof that says it is of another version for none, though the rest of it is good', () => {
  const { first, prover } = aLog();
  const proof = first.proof?.replace(/^1\./, '2.') ?? null;
  expect(proof).toMatch(/^2\../);
  expect(prover.proves(GENESIS_HASH, { ...first, proof })).toBe(false);
});

it('[T2] proves nothing by another recovery code', () => {
  const { first } = aLog();
  expect(proverOf(() => 'B').proves(GENESIS_HASH, first)).toBe(false);
});

it('[T2] knows an order without its person again, however its fields are ordered, and no other one', () => {
  const { order, first, prover } = aLog();
  const cleaned = (more: object): string =>
    JSON.stringify({
      trackingTokenHash: 'a'.repeat(64),
      order: Object.fromEntries(
        Object.entries({ ...order, customerPhone: null, observations: '', ...more }).reverse(),
      ),
    });
  expect(prover.provesCleaned(first, cleaned({}))).toBe(true);
  expect(prover.provesCleaned(first, cleaned({ totalCents: order.totalCents + 1 }))).toBe(false);
  expect(prover.provesCleaned({ ...first, proof: null }, cleaned({}))).toBe(false);
});

// What relays keep beside rows of years ago must go on proving them: the words are the same, byte for byte, in every version.
it('[T2] says the same of the same row as the versions before', () => {
  const row = {
    seq: 3,
    lineage: 'l',
    epoch: 1,
    kind: 'order',
    aggregateId: 'o',
    sealed: false,
    bodyHash: 'a'.repeat(64),
    atMs: 5,
  } as const;
  const toppings = [{ layer: 'TOP', id: 'mel' }];
  const order = {
    items: [{ name: 'Açaí "G"\n', toppings, priceCents: 1990 }],
    observations: 'x',
    late: false,
    discountPercent: 2.5,
    customerPhone: '11987654321',
    changeForCents: null,
    code: 'ABC',
  };
  const body = JSON.stringify({ trackingTokenHash: 'b', order });
  expect(proverOf(() => 'A').prove('f'.repeat(64), row, body)).toBe(
    '1.BRZF9zLCxMRTjWtEQrf3NBheHTdlHL02gNqMRHAW_u8.iqEqJ79vhOWBCZTXS7uHdnOmoZ3HxlJqGfS-c3ejkYM',
  );
});

const PLACE: SealedFor = { kind: 'user', aggregateId: 'u1', seq: 7, lineage: randomUUID(), epoch: 1 };
it.each<[string, Partial<SealedFor>]>([
  ['place', { seq: 8 }],
  ['log', { lineage: randomUUID() }],
  ['epoch', { epoch: 2 }],
  ['kind', { kind: 'key' }],
  ['aggregate', { aggregateId: 'u2' }],
  ['part', { part: 'phone' }],
])('[T3] opens what was sealed for one %s at no other', (_what, change) => {
  const sealer = sealerOf(() => 'A');
  const sealed = sealer.seal(PLACE, 'secret');
  expect(sealed.startsWith('2.')).toBe(true);
  expect(sealer.open(PLACE, sealed)).toBe('secret');
  expect(() => sealer.open({ ...PLACE, ...change }, sealed)).toThrow();
});

it('[T3] opens what another code sealed never, nor what calls itself another version', () => {
  const sealed = sealerOf(() => 'A').seal(PLACE, 'secret');
  expect(() => sealerOf(() => 'B').open(PLACE, sealed)).toThrow();
  expect(() => sealerOf(() => 'A').open(PLACE, sealed.replace('2.', '1.'))).toThrow();
  expect(() => sealerOf(() => 'A').open(PLACE, sealed.replace('2.', '3.'))).toThrow('not known');
});

it('[T3] still opens what versions before protocol 8 sealed', () => {
  // As 0.1.0 made it with the code 'A'.
  const made = '1.XpoHiqfzPEUdzKjh5giERbkaev7bpj4uXCkaJkPu4VvCPQ';
  expect(sealerOf(() => 'A').open(PLACE, made)).toBe('secret');
  expect(() => sealerOf(() => 'A').open({ ...PLACE, aggregateId: 'u2' }, made)).toThrow();
});
