// What a person may do with a command that stands still: try again what nobody was told had failed, and end what is no money.
import { Command } from '@balcao/shared/link/commands.ts';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { expect, it } from 'vitest';
import { v7 } from 'uuid';
import { canDiscard, canRetry } from './held.ts';

const kinds = Command.options.map((option) => option.shape.kind.value);
const PLACED = ['order.place', 'wholesale.place'];
const content = Command.parse({
  id: v7(),
  kind: 'order.place',
  payload: { order: sampleRequest({ id: v7() }) },
});

it.each(kinds)('of %s', (kind) => {
  // Its customer was told that it failed, and may have ordered again.
  expect(canRetry({ kind, state: 'set-aside', command: content })).toBe(!PLACED.includes(kind));
  expect(canRetry({ kind, state: 'deferred', command: content })).toBe(true);
  for (const state of ['set-aside', 'deferred'] as const)
    expect(canRetry({ kind, state, command: null })).toBe(false);
  // Money that came is never ended without an effect.
  expect(canDiscard({ kind })).toBe(kind !== 'payment.fact');
});

it('there are as many kinds as this table knows', () => {
  expect(kinds).toHaveLength(6);
});
