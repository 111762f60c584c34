import { expect, it } from 'vitest';
import { AggregateKind } from './changes.ts';
import { isPrivateKind } from './sealed-kinds.ts';

// Written out: a kind that is added, or changes sides, is decided here by hand.
const TABLE: [kind: AggregateKind, sealed: boolean][] = [
  ['order', false],
  ['payment', false],
  ['wholesale-order', false],
  ['user', true],
  ['audit', true],
  ['cash', true],
  ['setting', true],
  ['key', true],
  ['erasure', false],
  ['alarm', false],
];

it.each(TABLE)('[T1] says whether %s is sealed', (kind, sealed) => {
  expect(isPrivateKind(kind)).toBe(sealed);
});

it('[T1] knows every kind', () => {
  expect(TABLE.map(([kind]) => kind)).toEqual(AggregateKind.options);
});
