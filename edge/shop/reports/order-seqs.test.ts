// Which rows of the log an order's own are: by them the sums know what of an order they have counted already.
import { expect, it } from 'vitest';
import { NO_SEQS, seqsByOrder } from './order-seqs.ts';

const orderOf = (kind: string, id: string): string | undefined =>
  kind === 'order' ? id : kind === 'payment' ? id.replace('pay of ', '') : undefined;

it('has the first and the last row of each order, however often it moved', () => {
  const rows = [
    { seq: 4, kind: 'order', aggregateId: 'one' },
    { seq: 5, kind: 'order', aggregateId: 'other' },
    { seq: 6, kind: 'order', aggregateId: 'one' },
    { seq: 9, kind: 'order', aggregateId: 'one' },
  ];
  expect([...seqsByOrder(rows, orderOf)]).toEqual([
    ['one', { first: 4, last: 9 }],
    ['other', { first: 5, last: 5 }],
  ]);
});

it('has an order whose money moved without counting that row as its own', () => {
  const rows = [
    { seq: 4, kind: 'payment', aggregateId: 'pay of one' },
    { seq: 5, kind: 'audit', aggregateId: 'a' },
    { seq: 6, kind: 'order', aggregateId: 'other' },
    { seq: 7, kind: 'payment', aggregateId: 'pay of other' },
  ];
  expect([...seqsByOrder(rows, orderOf)]).toEqual([
    ['one', NO_SEQS],
    ['other', { first: 6, last: 6 }],
  ]);
});
