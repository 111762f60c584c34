import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ReplicatedWholesale, WholesaleOrder } from '../wholesale/order.ts';
import { AlarmBody } from './aggregates/alarm.ts';
import { AssertionClaims, AssertionKey } from './assertion.ts';
import { ChangeLine, Checkpoint, RowHead } from './changes.ts';
import { Command } from './commands.ts';
import { RemoteEdits } from './edits.ts';
import { Hello } from './hello.ts';
import { OrderStates } from './order-states.ts';
import { PROTOCOL_VERSION, PROTOCOL_VERSION_MIN } from './protocol-version.ts';
import { ReplicationVerdict, RecoveryPage, RecoverySummary } from './recovery.ts';
import { ReplicatedOrder } from './aggregates/order.ts';

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
  const shapes = Object.entries(schemas).map(([name, schema]) => [
    name,
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
  ]);
  return createHash('sha256').update(JSON.stringify(shapes)).digest('hex').slice(0, 16);
};

it('[L16] pins the shape of every message to the protocol version', () => {
  expect(fingerprint()).toBe(PINNED[PROTOCOL_VERSION]);
});

it('[L16] speaks at least with its own version', () => {
  expect(PROTOCOL_VERSION_MIN).toBeLessThanOrEqual(PROTOCOL_VERSION);
  expect(Object.keys(PINNED)).toContain(String(PROTOCOL_VERSION));
});
