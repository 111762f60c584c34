// Bodies of the log that the relay keeps but must not read: users, cash, audit, keys. AES-256-GCM with the recovery key,
// bound to what the row is about. Never logs a body, never hands the key out.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { AggregateKind } from '@balcao/shared/link/changes.ts';
import type { Db } from '../db/open.ts';
import { recoveryCode, sealingKey } from '../recovery/recovery-code.ts';
import type { Outbox } from './outbox.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** What only the store may read, by kind. */
export type PrivateKind = Extract<AggregateKind, 'user' | 'audit' | 'cash' | 'setting' | 'key'>;

/** Appends the newest state of a private aggregate, sealed. Inside the transaction of the change itself. */
export type PrivateLog = (kind: PrivateKind, aggregateId: string, value: unknown, atMs: number) => void;

export type Sealer = ReturnType<typeof sealerOf>;

export const createSealer = (db: Db): Sealer => sealerOf(recoveryCode(db));

/** `code` is the one on the recovery sheet. */
export function sealerOf(code: string) {
  const key = sealingKey(code);
  const bound = (kind: string, aggregateId: string): Buffer => Buffer.from(`${kind}\n${aggregateId}`);
  return {
    /** `1.` and base64url of nonce, tag and ciphertext. */
    seal(kind: PrivateKind, aggregateId: string, plain: string): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(bound(kind, aggregateId));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `1.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
    },

    /** Throws when the body was sealed by another key, for another row, or was changed. */
    open(kind: PrivateKind, aggregateId: string, sealed: string): string {
      if (!sealed.startsWith('1.')) throw new Error('sealed by a version that is not known here');
      const bytes = Buffer.from(sealed.slice(2), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
        .setAAD(bound(kind, aggregateId))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([
        decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8');
    },
  };
}

export const createPrivateLog =
  (outbox: Outbox, sealer: Sealer): PrivateLog =>
  (kind, aggregateId, value, atMs) =>
    void outbox.append(kind, aggregateId, sealer.seal(kind, aggregateId, JSON.stringify(value)), atMs, true);
