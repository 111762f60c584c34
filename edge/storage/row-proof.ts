// The store's own word for each row of its log: HMAC-SHA-256 with a key that only the recovery code makes. The relay keeps it beside
// the row and can make none. It covers the hash before it and so, by the chain, every row before: of rows up to a proven one none was
// invented, changed, moved or left out, also where older versions wrote them without a proof.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ReceivedRow } from '@balcao/shared/link/changes.ts';
import type { Db } from './open.ts';
import { keyOf, recoveryCode } from './recovery-code.ts';

type Head = Omit<ReceivedRow, 'body' | 'proof' | 'hash'>;

export type Prover = ReturnType<typeof proverOf>;

export const createProver = (db: Db): Prover => proverOf(() => recoveryCode(db));

/** `code` is the one on the recovery sheet. */
export function proverOf(code: () => string) {
  const key = keyOf(code, 'rows');
  const mac = (parts: readonly unknown[]): string =>
    createHmac('sha256', key()).update(JSON.stringify(parts)).digest('base64url');
  const ofRow = (previousHash: string, row: Head): string =>
    mac([
      'row',
      previousHash,
      row.seq,
      row.lineage,
      row.epoch,
      row.kind,
      row.aggregateId,
      row.sealed,
      row.bodyHash,
      row.atMs,
    ]);
  const ofCleaned = (rowMac: string, body: string): string => mac(['cleaned', rowMac, cleanedOf(body)]);

  return {
    /** `1.` and the row's own code; of an order also one for its body without the person, which the relay takes out of old ones. */
    prove(previousHash: string, row: Head, body: string): string {
      const rowMac = ofRow(previousHash, row);
      return row.kind === 'order' ? `1.${rowMac}.${ofCleaned(rowMac, body)}` : `1.${rowMac}`;
    },

    /** Whether this store wrote the row, and all before it. */
    proves(previousHash: string, row: ReceivedRow): boolean {
      const [version, rowMac] = row.proof?.split('.') ?? [];
      return version === '1' && rowMac !== undefined && isSame(rowMac, ofRow(previousHash, row));
    },

    /** A signed statement that the machine with this device key takes the store's place; shown to the machine that it replaces. */
    succeed: (key: string, atMs: number): string => `1.${key}.${atMs}.${mac(['succession', key, atMs])}`,

    /** When and with which key another machine took the store's place; null for what this store's code did not make. */
    succeeded(word: string): { key: string; atMs: number } | null {
      const [version, key = '', at = '', given = ''] = word.split('.');
      const atMs = Number(at);
      return version === '1' && isSame(given, mac(['succession', key, atMs])) ? { key, atMs } : null;
    },

    /** Whether the body is what this store wrote in that row, without the person. Only after `proves`. */
    provesCleaned(row: ReceivedRow, body: string): boolean {
      const [, rowMac = '', cleaned = ''] = row.proof?.split('.') ?? [];
      return isSame(cleaned, ofCleaned(rowMac, body));
    },
  };
}

/** Told apart by their bytes: of as many letters, a stranger's may have more of them. */
function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The order's body without phone and observations, the same however somebody else orders its fields. */
function cleanedOf(body: string): string {
  const { order, ...rest } = JSON.parse(body) as { order: object };
  return sortedJson({ ...rest, order: { ...order, customerPhone: null, observations: '' } });
}

/** The JSON of what JSON can say, the fields of each object by their names. Written out by itself: `JSON.stringify` with a function took five times as long. */
const sortedJson = (value: unknown): string =>
  typeof value !== 'object' || value === null
    ? JSON.stringify(value)
    : Array.isArray(value)
      ? `[${value.map(sortedJson).join()}]`
      : `{${Object.keys(value)
          .sort()
          .map((name) => `${JSON.stringify(name)}:${sortedJson((value as Record<string, unknown>)[name])}`)
          .join()}}`;
