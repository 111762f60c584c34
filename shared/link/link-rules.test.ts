// The link's small rules, each at its bound: what is hashed, whose order a command is about, which versions do not fit.
import { describe, expect, it } from 'vitest';
import { sampleRequest, SAMPLE_ID } from '../order/sample.ts';
import { samplePlacement, SAMPLE_WHOLESALE_ID } from '../wholesale/sample.ts';
import { PROBE_MS_MAX } from '../host/link-probe.ts';
import { REQUEST_ID_HEADER } from '../host/request-id.ts';
import { TRACE_HEADER } from '../host/traces.ts';
import { ASSERTION_AUDIENCE, ASSERTION_HEADER, ASSERTION_SECONDS, REMOTE_SESSION_MS } from './assertion.ts';
import { chainInput, HEARTBEAT_MS, ROWS_TYPE } from './changes.ts';
import { DEFERRED_MS, LAPSE_MS } from './command-state.ts';
import { Command, orderOf, OutcomeShape } from './commands.ts';
import { oneMessage } from './one-message.ts';
import { REPLACED_HEADER } from './recovery.ts';
import { turnAway } from './turned-away.ts';
import { isTooOld, RELAY_VERSION_HEADER, STORE_MIN_HEADER, versionTrouble } from './versions.ts';

describe('[L4] what is hashed of a row', () => {
  const row = {
    seq: 7,
    lineage: '5a1c9d1e-2f6b-4c3a-9a57-0d7f6f2b8a11',
    epoch: 2,
    kind: 'order',
    aggregateId: 'a',
    sealed: false,
    bodyHash: 'b'.repeat(64),
    atMs: 9,
  };
  it('is the hash before and the row, line by line', () => {
    expect(chainInput('p', row)).toBe(
      `p\n7\n5a1c9d1e-2f6b-4c3a-9a57-0d7f6f2b8a11\n2\norder\na\n0\n${'b'.repeat(64)}\n9`,
    );
    expect(chainInput('p', { ...row, sealed: true }).split('\n')[6]).toBe('1');
  });
});

describe('[L11] the order that a command is about', () => {
  const id = '5a1c9d1e-2f6b-4c3a-9a57-0d7f6f2b8a11';
  it.each([
    [{ kind: 'order.place', payload: { order: sampleRequest() } }, SAMPLE_ID],
    [{ kind: 'wholesale.place', payload: { wholesale: samplePlacement() } }, SAMPLE_WHOLESALE_ID],
    [{ kind: 'order.withdraw', payload: { orderId: SAMPLE_ID } }, SAMPLE_ID],
    [{ kind: 'wholesale.withdraw', payload: { orderId: SAMPLE_WHOLESALE_ID } }, SAMPLE_WHOLESALE_ID],
    [{ kind: 'order.choose-cash', payload: { orderId: SAMPLE_ID, changeForCents: null } }, SAMPLE_ID],
    [{ kind: 'order.cancel', payload: { orderId: SAMPLE_ID } }, SAMPLE_ID],
  ])('%j', (command, orderId) => {
    expect(orderOf(Command.parse({ id, ...command }))).toBe(orderId);
  });

  it.each([
    [{ code: 'unpaid' }, true],
    [{}, false],
    [null, false],
    ['unpaid', false],
  ])('an answer that refuses with %j is one: %s', (refusal, isOne) => {
    expect(OutcomeShape.safeParse({ status: 'refused', refusal }).success).toBe(isOne);
  });
});

describe('one message after the other', () => {
  it('holds only what was written for it, the longer and the shorter one', () => {
    const sent: number[][] = [];
    const { writev } = oneMessage((bytes, done) => {
      sent.push(Array.from(bytes));
      done();
    });
    const write = (...chunks: number[][]) =>
      writev(
        chunks.map((chunk) => ({ chunk: Uint8Array.from(chunk) })),
        () => undefined,
      );
    write([1, 2, 3], [4]);
    write([5]);
    write([6, 7], [8, 9, 10]);
    write();
    expect(sent).toEqual([[1, 2, 3, 4], [5], [6, 7, 8, 9, 10], []]);
  });

  it('is written over the last one only when it fits', () => {
    const buffers = new Set<ArrayBufferLike>();
    const { writev } = oneMessage((bytes) => void buffers.add(bytes.buffer));
    for (const length of [4, 4, 1, 5]) writev([{ chunk: new Uint8Array(length) }], () => undefined);
    expect(buffers.size).toBe(2);
  });
});

it.each([
  [1, 2_000],
  [2, 4_000],
  [4, 16_000],
  [5, 32_000],
  [6, 60_000],
  [7, 60_000],
])('turned away for the time after %i is a pause of %i ms', (times, pauseMs) => {
  expect(turnAway({ times, untilMs: 0 }, 100)).toEqual({ times: times + 1, untilMs: 100 + pauseMs });
});

describe('two versions', () => {
  it.each([
    ['1.1.9', true],
    ['1.2.0', false],
    ['1.2.1', false],
    ['by hand', false],
  ])('%s is older than 1.2.0: %s', (version, old) => expect(isTooOld(version, '1.2.0')).toBe(old));

  it('that do not fit are told to whom they are to be updated', () => {
    const given = { storeVersion: '1.4.0', storeMin: '1.4.0', relayVersion: '1.3.0', relayMin: '1.3.0' };
    expect(versionTrouble(given)).toBeNull();
    expect(versionTrouble({ ...given, relayMin: '1.3.1' })).toBe(
      'O site está na versão 1.3.0 e esta loja precisa da 1.3.1 ou mais nova. Peça a quem cuida do site para atualizá-lo.',
    );
    expect(versionTrouble({ ...given, storeMin: null, relayMin: '1.3.1' })).toContain('O site está');
    expect(versionTrouble({ ...given, storeMin: '1.5.0', relayMin: '1.5.0' })).toContain('Esta loja está');
  });
});

it.each([
  ['[L3] a ping without an answer makes a link doubtful', PROBE_MS_MAX, 2500],
  ['[L3] a log with nothing new is silent: less than the 30 s that end the link', HEARTBEAT_MS, 10_000],
  ['[L13] an order waits for the store before it lapses', LAPSE_MS, 10 * 60_000],
  ['[C6] a command waits that the store is too old for', DEFERRED_MS, 10 * 60_000],
  ['[A1] the store’s word for an administrator is good', ASSERTION_SECONDS * 1000, 15 * 60_000],
  ['[A1] the relay lets an administrator in after the store’s last word', REMOTE_SESSION_MS, 12 * 3_600_000],
])('how long %s', (_rule, ms, said) => {
  expect(ms).toBe(said);
});

// Store and relay are updated on different days: what one of them calls otherwise the other does not hear.
it.each([
  ['the relay’s version', RELAY_VERSION_HEADER, 'balcao-relay-version'],
  ['the oldest store it takes', STORE_MIN_HEADER, 'balcao-store-version-min'],
  ['that another machine took the place of this one', REPLACED_HEADER, 'balcao-replaced'],
  ['the store’s word for who is signed in', ASSERTION_HEADER, 'x-balcao-assertion'],
  ['whom that word is for', ASSERTION_AUDIENCE, 'balcao-relay/staff'],
  ['rows with their bodies as they are', ROWS_TYPE, 'application/vnd.balcao.rows'],
  ['the id of a request', REQUEST_ID_HEADER, 'x-balcao-request-id'],
  ['its trace', TRACE_HEADER, 'x-balcao-traceparent'],
])('[L16] both ends call %s the same in every version: %s', (_what, name, said) => {
  expect(name).toBe(said);
});
