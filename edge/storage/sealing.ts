// Seals what the relay keeps and must not read: users, cash, audit, keys. Never logs a body, never hands the key out.
//
// The envelope, `2.` and base64url of nonce (12 bytes), tag (16) and ciphertext: AES-256-GCM with the key for 'sealing', and as what is
// authenticated beside it the JSON of [2, kind, aggregateId, seq, lineage, epoch, part]. So it opens at the one place of the one log
// that it was sealed for. `part` names a piece of a body that is public else; '' is the whole body.
// `1.`, of versions before protocol 8: another key, bound to kind and aggregate alone. It is not written any more, and it counts only where
// the row that it stands in is proven (see row-proof.ts).
import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';
import type { z } from 'zod';
import type { IdOf, ReplicatedRow } from '@balcao/shared/link/aggregates/replicated-row.ts';
import type { AggregateKind } from '@balcao/shared/link/changes.ts';
import type { PrivateKind } from '@balcao/shared/link/sealed-kinds.ts';
import type { Db } from './open.ts';
import { keyOf, recoveryCode } from './recovery-code.ts';
import type { Outbox } from './outbox.ts';
import type { RowPlace } from './row-place.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** What a sealed text is bound to. */
export type SealedFor = RowPlace & { kind: AggregateKind; aggregateId: string; part?: string };

type SealedRow<Body extends z.ZodType, Ids extends string> = ReplicatedRow<Body, Ids> & {
  sealed: true;
  kind: PrivateKind;
};

/** Writes what the relay must not read. Inside the transaction of the change itself. */
export type PrivateLog = {
  /** Appends the newest state of a private aggregate, sealed. */
  append<Body extends z.ZodType, Ids extends string>(
    row: SealedRow<Body, Ids>,
    aggregateId: IdOf<Ids>,
    body: z.output<Body>,
    atMs: number,
  ): void;
  /** Says again what an earlier row said: `text` is its body, opened. */
  restate(kind: PrivateKind, aggregateId: string, text: string, atMs: number): void;
};

export type Sealer = ReturnType<typeof sealerOf>;

export const createSealer = (db: Db): Sealer => sealerOf(() => recoveryCode(db));

/** `code` is the one on the recovery sheet. */
export function sealerOf(code: () => string) {
  const key = keyOf(code, 'sealing');
  const older = keyOf(code, 'sealing-1');
  const bound = ({ kind, aggregateId, seq, lineage, epoch, part = '' }: SealedFor): Buffer =>
    Buffer.from(JSON.stringify([2, kind, aggregateId, seq, lineage, epoch, part]));
  return {
    seal(place: SealedFor, plain: string): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key(), iv).setAAD(bound(place));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `2.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
    },

    /** Throws when the body was sealed by another key, for another place, or was changed. */
    open(place: SealedFor, sealed: string): string {
      switch (sealed.slice(0, 2)) {
        case '2.':
          return decrypt(key(), bound(place), sealed.slice(2));
        case '1.':
          return decrypt(older(), Buffer.from(`${place.kind}\n${place.aggregateId}`), sealed.slice(2));
        default:
          throw new Error('sealed by a version that is not known here');
      }
    },
  };
}

function decrypt(key: KeyObject, beside: Buffer, text: string): string {
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(beside)
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
    'utf8',
  );
}

export function createPrivateLog(outbox: Outbox, sealer: Sealer): PrivateLog {
  const restate: PrivateLog['restate'] = (kind, aggregateId, text, atMs) =>
    void outbox.appendSealed(
      kind,
      aggregateId,
      (place) => sealer.seal({ kind, aggregateId, ...place }, text),
      atMs,
    );
  return {
    append: ({ kind }, aggregateId, body, atMs) => restate(kind, aggregateId, JSON.stringify(body), atMs),
    restate,
  };
}
