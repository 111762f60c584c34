// What rows of the relay may say: their own words, or none where the store itself tells of an erasure. Anything else that is missing is withheld.
import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReceivedRow } from '@balcao/shared/link/changes.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { openDatabase, type Db } from '../../storage/open.ts';
import { outbox } from '../../storage/schema/replication.ts';
import { createRowBodies, kindOf, type RowRestorerKeys } from './row-bodies.ts';

let db: Db;
beforeEach(() => (db = openDatabase(':memory:', 'edge/storage/migrations')));
afterEach(() => void db.$client.close());

const rowOf = (change: Partial<ReceivedRow>): ReceivedRow => ({
  ...{ seq: 1, lineage: 'l', epoch: 1, kind: 'order', aggregateId: 'one', sealed: false },
  ...{ body: null, bodyHash: 'b', hash: 'h', atMs: 1, proof: null, ...change },
});
/** Opens what begins with its own name, and knows every body without a person as its own where it is said to. */
const keysOf = (knowsCleaned = false): RowRestorerKeys =>
  ({
    sealer: {
      open: (_row: object, body: string) => {
        if (!body.startsWith('ours ')) throw new Error('another key');
        return body.slice(5);
      },
    },
    prover: { provesCleaned: () => knowsCleaned },
  }) as unknown as RowRestorerKeys;

describe('what is withheld', () => {
  let seq = 0;
  beforeEach(() => (seq = 0));
  const log = (kind: string, aggregateId: string, body: string | null): void => {
    seq += 1;
    db.insert(outbox)
      .values(rowOf({ seq, kind, aggregateId, body, hash: `h${seq}` }))
      .run();
  };
  const erases = (body: object): void => log('erasure', `e${seq}`, JSON.stringify(body));
  const withheld = (after = 0): number => createRowBodies(db, null).withheld(after);

  it('is nothing of an order that was erased by name, before or after', () => {
    log('order', 'one', null);
    log('payment', 'one', null);
    log('wholesale-order', 'two', null);
    expect(withheld()).toBe(3);
    erases({ scope: 'person', orderIds: ['one', 'two'] });
    expect(withheld()).toBe(0);
  });

  it.each([
    ['history', 0],
    ['retention', 0],
    ['person', 1],
  ])('of an order that is empty, after an erasure of scope %s without names, is %i', (scope, count) => {
    log('order', 'one', null);
    erases({ scope });
    expect(withheld()).toBe(count);
  });

  it('is an order that came empty after the history was cleared', () => {
    erases({ scope: 'history' });
    log('order', 'one', null);
    expect(withheld()).toBe(1);
  });

  it('is what no erasure takes, whatever was cleared', () => {
    log('user', 'ana', null);
    log('cash-session', 'drawer', null);
    erases({ scope: 'history', orderIds: ['ana', 'drawer'] });
    expect(withheld()).toBe(2);
  });

  it('is looked for in the newest row of each alone, and in those that came', () => {
    log('order', 'one', null);
    log('order', 'one', '{}');
    log('order', 'other', null);
    expect([withheld(), withheld(2), withheld(3)]).toEqual([1, 1, 0]);
  });
});

describe('the words of a row', () => {
  const body = '{"a":1}';
  it('are its own', () => {
    const row = rowOf({ body, bodyHash: hash('sha256', body) });
    expect(createRowBodies(db, keysOf()).wordsOf(row, false)).toEqual({ says: body, kept: body });
    expect(createRowBodies(db, null).wordsOf(rowOf({}), false)).toEqual({ says: null, kept: null });
  });

  const cleaned = (change: object) =>
    rowOf({
      body: JSON.stringify({
        order: { ...sampleOrder(), customerPhone: null, observations: '', ...change },
        trackingTokenHash: 'a'.repeat(64),
      }),
    });

  it('that are not what was written stop everything', () => {
    for (const row of [cleaned({ observations: 'sem granola' }), cleaned({ customerPhone: '11987654321' })])
      expect(() => createRowBodies(db, keysOf(true)).wordsOf(row, false)).toThrow('does not match its body');
    expect(() => createRowBodies(db, null).wordsOf(rowOf({ body, kind: 'user' }), false)).toThrow();
  });

  it('of an order without its person are taken where the store once wrote them so, and kept in no log', () => {
    const row = cleaned({});
    expect(createRowBodies(db, keysOf(true)).wordsOf(row, true)).toEqual({ says: row.body, kept: null });
  });

  it('without such a proof are none in a store that runs, and in doubt in one that is made anew', () => {
    const row = cleaned({});
    expect(createRowBodies(db, keysOf()).wordsOf(row, true)).toEqual({ says: null, kept: null });
    const bodies = createRowBodies(db, keysOf());
    expect(bodies.wordsOf(row, false)).toEqual({ says: row.body, kept: null });
    db.insert(outbox)
      .values({ ...row, body: null })
      .run();
    expect(bodies.withheld(0)).toBe(1);
    const erasure = JSON.stringify({ scope: 'person', orderIds: ['one'] });
    const told = rowOf({ seq: 2, kind: 'erasure', aggregateId: 'e', body: erasure, hash: 'h2' });
    db.insert(outbox).values(told).run();
    expect(bodies.withheld(0)).toBe(0);
  });
});

describe('the key', () => {
  const sealed = (seq: number, epoch: number, body: string) => rowOf({ seq, epoch, body, sealed: true });
  const opened = (...rows: ReceivedRow[]) => {
    const bodies = createRowBodies(db, keysOf());
    for (const row of rows) bodies.open(row, row.body ?? '');
    return bodies;
  };

  it('is the one of the newest private rows: older ones may have had another', () => {
    expect(() => opened(sealed(1, 1, 'theirs'), sealed(2, 2, 'ours x')).checkKey()).not.toThrow();
    expect(() => opened(sealed(1, 1, 'ours x'), sealed(2, 2, 'theirs')).checkKey()).toThrow('another key');
    expect(() => opened(sealed(1, 2, 'ours x'), sealed(2, 2, 'theirs')).checkKey()).toThrow('another key');
  });

  it('is asked of the newest of the rows that are shown first', () => {
    const { checkKey } = createRowBodies(db, keysOf());
    expect(() => checkKey([sealed(1, 1, 'theirs'), sealed(2, 1, 'ours x')])).not.toThrow();
    expect(() => checkKey([sealed(1, 1, 'ours x'), sealed(2, 1, 'theirs')])).toThrow('another key');
    expect(() => createRowBodies(db, null).checkKey([sealed(1, 1, 'theirs')])).not.toThrow();
  });
});

describe('the kind of a row', () => {
  it('is none that this version knows, where only a newer one does', () => {
    expect(kindOf(rowOf({ kind: 'order' }))).toBe('order');
    expect(kindOf(rowOf({ kind: 'of-tomorrow' }))).toBeNull();
  });

  it('is sealed as its kind is, and has a name without signs', () => {
    expect(() => kindOf(rowOf({ kind: 'order', sealed: true }))).toThrow('is not sealed as its kind is');
    expect(() => kindOf(rowOf({ kind: 'user', sealed: false }))).toThrow('is not sealed as its kind is');
    expect(() => kindOf(rowOf({ aggregateId: 'a\nb' }))).toThrow('has no name');
  });
});
