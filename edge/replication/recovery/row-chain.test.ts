// Whether rows of the relay go on where the log ends, one by one, and up to which of them this store is known to have written.
import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chainInput, type ReceivedRow } from '@balcao/shared/link/changes.ts';
import { GENESIS_HASH } from '@balcao/shared/link/hello.ts';
import { writeMeta } from '../../storage/identity.ts';
import { openDatabase, type Db } from '../../storage/open.ts';
import type { Prover } from '../../storage/row-proof.ts';
import { createRowChain } from './row-chain.ts';

const LINEAGE = '0198c0de-0000-4000-8000-000000000001';
let db: Db;
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  writeMeta(db, 'lineage', LINEAGE);
});
afterEach(() => void db.$client.close());

/** Proves the rows that carry the word `ours` beside the hash before them. */
const prover = {
  proves: (previous: string, row: ReceivedRow) => row.proof === `ours ${previous}`,
} as Prover;
function rowsOf(...proven: boolean[]): ReceivedRow[] {
  let previous = GENESIS_HASH;
  return proven.map((isOurs, at) => {
    const row = {
      ...{ seq: at + 1, lineage: LINEAGE, epoch: 1, kind: 'order', aggregateId: `o${at}`, sealed: false },
      ...{
        body: '{}',
        bodyHash: 'b'.repeat(64),
        hash: '',
        atMs: 1,
        proof: isOurs ? `ours ${previous}` : null,
      },
    };
    row.hash = hash('sha256', chainInput(previous, row));
    previous = row.hash;
    return row;
  });
}
const chain = (by: Prover | null = prover) => createRowChain(db, () => ({ seq: 0, hash: GENESIS_HASH }), by);

describe('rows that are taken in', () => {
  const take = (rows: readonly ReceivedRow[]): void => rows.forEach(chain().follow());

  it('follow each from the one before', () => {
    expect(() => take(rowsOf(false, false, false))).not.toThrow();
  });

  it('are refused where one is missing, of another store, or not what was written', () => {
    const [one, two, three] = rowsOf(false, false, false) as [ReceivedRow, ReceivedRow, ReceivedRow];
    expect(() => take([one, three])).toThrow('row 3 came after 1');
    expect(() => take([one, { ...two, lineage: 'another' }])).toThrow('row 2 came after 1');
    expect(() => take([one, { ...two, atMs: 2 }])).toThrow('row 2 does not follow');
  });
});

describe('rows that are proven', () => {
  it('are all up to the last one with a proof, and none without a code', () => {
    expect(chain().proven(rowsOf(true, false, true, false))).toEqual({ count: 3, broken: false });
    expect(chain().proven(rowsOf(false, false))).toEqual({ count: 0, broken: false });
    expect(chain(null).proven(rowsOf(true, true))).toEqual({ count: 0, broken: false });
  });

  it('are those before the first that does not follow', () => {
    const rows = rowsOf(true, true, true, true);
    for (const wrong of [{ lineage: 'another' }, { seq: 9 }, { atMs: 2 }])
      expect(chain().proven(rows.map((row, at) => (at === 2 ? { ...row, ...wrong } : row)))).toEqual({
        ...{ count: 2, broken: true },
      });
  });
});

describe('the newest row', () => {
  it('is proven by the hash before it, the first one by none', () => {
    expect(chain().isProven(rowsOf(false, true))).toBe(true);
    expect(chain().isProven(rowsOf(true))).toBe(true);
  });

  it('is not without a proof, without rows, or without a code', () => {
    expect(chain().isProven(rowsOf(true, false))).toBe(false);
    expect(chain().isProven([])).toBe(false);
    expect(chain(null).isProven(rowsOf(true))).toBe(false);
  });

  it('with the proof of another key stops everything', () => {
    const [row] = rowsOf(true) as [ReceivedRow];
    expect(() => chain().isProven([{ ...row, proof: 'theirs' }])).toThrow('proven with another key');
  });
});
