import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { WholesaleOrder } from '../wholesale/order.ts';
import { AlarmBody } from './aggregates/alarm.ts';
import { AssertionClaims, AssertionKey } from './assertion.ts';
import { ChangeLine, Checkpoint, RowHead } from './changes.ts';
import { Command } from './commands.ts';
import { RemoteEdits } from './edits.ts';
import { GENESIS_HASH, Hello } from './hello.ts';
import { OrderStates, STATES_PROTOCOL_MIN } from './order-states.ts';
import { PROTOCOL_VERSION, PROTOCOL_VERSION_MIN } from './protocol-version.ts';
import { ReplicationVerdict, RecoveryPage, RecoverySummary } from './recovery.ts';
import { ReplicatedOrder } from './aggregates/order.ts';
import { REPLICATED_ROWS } from './aggregates/rows.ts';
import { ReplicatedWholesale } from './aggregates/wholesale-order.ts';

/** SHA-256 of the messages' JSON schemas, by version. A released line never changes; a new shape gets a new line. */
const PINNED: Record<number, string> = {
  1: '77c96da9e9993f75',
  2: '3a6dbe8f1d30633f',
  3: '46ebea7c80c31fc2',
  4: '1f8a94311ce0eca3',
  5: 'ba92d2f6fb2c8a50',
  6: '1c76d11d7eb9b2a7',
  7: '5c107afdcf8fa336',
  8: 'efb37d9293b185a0',
  9: '06307e361562ffb2',
  10: '1b9cb6e0583708bf',
  11: 'bab6ddc348b3ffba',
  12: '31bd35f425db651b',
  13: '9ec69622e1876ce3',
  14: '5027c1221cd93b51',
  15: '1f694e7fe57763ae',
};

/**
 * The same of each kind of row that the store replicates, by the row's own version: a row that was written lies in a store's log, and at
 * its relay, for years. A released line never changes; a new shape gets a new version of the row, and reads the rows of those before.
 */
const PINNED_ROWS: Record<string, Record<number, string>> = {
  'order *': {
    1: '76dbb0a562e02e34',
    2: 'd647974010c684c3',
    3: '8c2f6f6550d0cc07',
    4: '25bf406348f4bb81',
    5: '81f14efd97722a29',
    6: 'ceaeb737d2692920',
  },
  'payment *': { 1: 'dd6a162cfad742e6', 2: '2aad61bc9c5c0683', 3: 'd14acfe2be011015', 4: 'ecd0d9dbb9ca73f3' },
  'wholesale-order *': { 1: 'fde93f3009b9e188', 2: 'a866758967a3dbe3' },
  'user *': { 1: '0a083b84a7a6fde6', 2: 'c1c14da26c1ced6c' },
  'audit *': { 1: '16d4f48e525a4698' },
  'cash by-hand.*': { 1: 'ff465d081da4853d', 2: 'ebaaadd88b1dc5b1' },
  'cash pix.*': { 1: '64af8b1dff60596a' },
  'cash *': { 1: '88e60b02a4a10808' },
  'setting pix_key': { 1: 'd526a52c3443fabf' },
  'setting first_run': { 1: 'a7c6f983f0519a3e' },
  'setting sticks': { 1: 'e64daaaff0a9b66c' },
  'setting backups_max_age_days': { 1: '2c5cf86fafe8a7d7' },
  'setting retention_months': { 1: '6777f82f60b70077' },
  'setting sign_up': { 1: '60960e2376b13afa' },
  'setting printer.*': { 1: '0421bd4cc8394983', 2: '2d410fa984453a53' },
  'setting refund.*': { 1: '01f8ee703858bdef' },
  'key secrets': { 1: '4dd3a110939921d2' },
  'erasure *': { 1: '6ee19d73af5b0641' },
  'alarm *': { 1: 'a631e4b0b8dc68d3' },
};

const fingerprint = (): string => {
  const schemas = {
    Hello,
    ChangeLine,
    Checkpoint,
    Command,
    ReplicatedOrder,
    AlarmBody,
    WholesaleOrder,
    AssertionKey,
    AssertionClaims,
    RemoteEdits,
    Judgement: ReplicationVerdict,
    RecoverySummary,
    RecoveryPage,
    RowHead,
    ReplicatedWholesale,
    OrderStates,
  };
  return hashOf(Object.entries(schemas).map(([name, schema]) => [name, shapeOf(schema)]));
};

const shapeOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
const hashOf = (shapes: unknown): string =>
  createHash('sha256').update(JSON.stringify(shapes)).digest('hex').slice(0, 16);

it('[L16] pins the shape of every message to the protocol version', () => {
  expect(fingerprint()).toBe(PINNED[PROTOCOL_VERSION]);
});

it('[L16] speaks at least with its own version', () => {
  // No version was given up yet, and stores since the ninth say how open orders stand.
  expect([PROTOCOL_VERSION_MIN, STATES_PROTOCOL_MIN]).toEqual([1, 9]);
  expect(GENESIS_HASH).toBe('0000000000000000000000000000000000000000000000000000000000000000');
  expect(Object.keys(PINNED)).toContain(String(PROTOCOL_VERSION));
});

it.each(REPLICATED_ROWS.map((row) => [`${row.kind} ${row.ids}`, row] as const))(
  '[L16] pins the shape of the rows %s to their version',
  (name, { sealed, version, body }) => {
    expect(hashOf([sealed, shapeOf(body)])).toBe(PINNED_ROWS[name]?.[version]);
  },
);

it('[L16] pins no row that is not replicated', () => {
  expect(Object.keys(PINNED_ROWS)).toEqual(REPLICATED_ROWS.map(({ kind, ids }) => `${kind} ${ids}`));
});
