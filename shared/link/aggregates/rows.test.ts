import { expect, it } from 'vitest';
import { AggregateKind } from '../changes.ts';
import { cashSessionRow, handPaymentRow, staticPixRow } from './cash.ts';
import { secretsRow } from './key.ts';
import { orderRow } from './order.ts';
import { shapeOf, REPLICATED_ROWS } from './rows.ts';
import { pixKeyRow, printerRow, refundIntentRow } from './setting.ts';
import type { ReplicatedRow } from './replicated-row.ts';
import { userRow } from './user.ts';

it('has a shape for every kind', () => {
  expect(new Set(REPLICATED_ROWS.map(({ kind }) => kind))).toEqual(new Set(AggregateKind.options));
});

it('[T1] seals all rows of a kind or none', () => {
  for (const { kind, sealed } of REPLICATED_ROWS)
    expect(REPLICATED_ROWS.filter((row) => row.kind === kind && row.sealed !== sealed)).toEqual([]);
});

it.each<[AggregateKind, id: string, ReplicatedRow | null]>([
  ['order', '0197', orderRow],
  ['cash', 'by-hand.0197.in', handPaymentRow],
  ['cash', 'pix.7K2MQ9XWTB', staticPixRow],
  ['cash', 'by-hand', cashSessionRow],
  ['cash', '0197', cashSessionRow],
  ['setting', 'pix_key', pixKeyRow],
  ['setting', 'pix_key.2', null],
  ['setting', 'printer.principal', printerRow],
  ['setting', 'printer', null],
  ['setting', 'refund.0197', refundIntentRow],
  ['setting', 'loyalty', null],
  ['key', 'secrets', secretsRow],
  ['key', 'secret', null],
])('knows the shape of a %s row with the id %s', (kind, id, shape) => {
  expect(shapeOf(kind, id)).toBe(shape);
});

const account = {
  id: 'u1',
  name: 'Ana',
  email: 'ana@loja.com',
  emailVerified: false,
  image: null,
  role: 'ADMIN',
  createdAt: '2026-01-07T12:00:00.000Z',
  updatedAt: '2026-01-08T12:00:00.000Z',
  passwordHash: '$argon2id$',
};

it('reads accounts from before passwords were judged, and what is left of one that was deleted', () => {
  expect(userRow.body.parse(account)).toEqual({
    ...account,
    createdAt: new Date(account.createdAt),
    updatedAt: new Date(account.updatedAt),
    passwordGrade: null,
    passwordDueAt: null,
    pinHash: null,
  });
  expect(userRow.body.parse({ id: 'u1', deleted: true })).toEqual({ id: 'u1', deleted: true });
  expect(userRow.body.safeParse({ ...account, deleted: false, email: null }).success).toBe(false);
});
