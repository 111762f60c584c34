// This machine's key while it takes a store's place at the relay. It is kept until the restore is over: the relay knows it from
// the first try on, and lets every further one in with the same code.
import { createHash, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { normalizeCode } from '@balcao/shared/ids.ts';
import { askToPair, type Paired } from '../../shop/relay/relay-client.ts';
import { proverOf } from '../../storage/row-proof.ts';
import { RestoreFailed } from './restore-failed.ts';
import { devicePath } from './restored-file.ts';

const Jwk = z.record(z.string(), z.unknown()).transform((key) => key as JsonWebKey);
const Kept = z.object({
  deviceKey: z.object({ privateJwk: Jwk, publicJwk: Jwk }),
  /** By which code, at which relay, as which store. */
  paired: z
    .object({
      relayUrl: z.string(),
      codeDigest: z.string(),
      storeId: z.string(),
      publicUrl: z.string(),
    })
    .nullable(),
});
type Kept = z.infer<typeof Kept>;
export type RestoreDevice = Paired & Pick<Kept, 'deviceKey'> & { relayUrl: string };

/** Takes the store's place at the relay; the machine that served it until now is shut out. Rejects with RestoreFailed. */
export async function pairAsStore(
  {
    relayUrl,
    pairingCode,
    recoveryCode,
  }: { relayUrl: string; pairingCode: string; recoveryCode: string | null },
  file: string,
): Promise<RestoreDevice> {
  const { deviceKey, paired } = read(file);
  const codeDigest = createHash('sha256').update(normalizeCode(pairingCode)).digest('hex');
  if (paired?.relayUrl === relayUrl && paired.codeDigest === codeDigest)
    return { relayUrl, deviceKey, storeId: paired.storeId, publicUrl: paired.publicUrl };
  const answer = await askToPair(relayUrl, {
    code: pairingCode,
    publicKey: deviceKey.publicJwk,
    ...(recoveryCode === null
      ? {}
      : { succession: proverOf(() => recoveryCode).succeed(deviceKey.publicJwk.x ?? '', Date.now()) }),
  });
  if (!answer.ok) {
    const { code, title, detail } = answer.refusal;
    const field = code === 'relay-unreachable' || code === 'no-relay' ? 'relayUrl' : 'pairingCode';
    throw new RestoreFailed({ code, title, detail, errors: [{ field, message: detail }] });
  }
  write(file, { deviceKey, paired: { relayUrl, codeDigest, ...answer.value } });
  return { relayUrl, deviceKey, ...answer.value };
}

function read(file: string): Kept {
  const path = devicePath(file);
  if (existsSync(path)) return Kept.parse(JSON.parse(readFileSync(path, 'utf8')));
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const made: Kept = {
    deviceKey: {
      privateJwk: privateKey.export({ format: 'jwk' }),
      publicJwk: publicKey.export({ format: 'jwk' }),
    },
    paired: null,
  };
  write(file, made);
  return made;
}

function write(file: string, kept: Kept): void {
  const path = devicePath(file);
  mkdirSync(dirname(path), { recursive: true });
  // Whole or not at all: the relay lets nobody in again whose key is lost.
  writeFileSync(`${path}.part`, JSON.stringify(kept), { mode: 0o600, flush: true });
  renameSync(`${path}.part`, path);
}
