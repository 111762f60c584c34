// How a machine becomes a store of a relay, and changes the key by which it is known.
import { z } from 'zod';

const PublicKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().regex(/^[\w-]{43}$/),
});

/** `POST /edge/device-key`. `proof`: a device token by the new key. */
export const ChangeKey = z.object({ publicKey: PublicKey, proof: z.string().max(2000) });

/** `POST /edge/pair`: the operator's code, and the key that the store proves itself with from then on. */
export const PairRequest = z.object({
  code: z.string().min(1).max(64),
  /** Absent: the store whose machine the code replaces. A machine that restores it does not know it yet. */
  storeId: z.uuid().optional(),
  /** Absent: the name that the relay knows it by. */
  name: z.string().max(80).optional(),
  publicKey: PublicKey,
  /** For the machine that is replaced, which believes nothing else. Older stores, and those without their sheet, have none. */
  succession: z
    .string()
    .regex(/^[\w.-]{1,300}$/)
    .optional(),
});

/** The store's number at this relay, and the address that its customers use. */
export const Paired = z.object({ storeId: z.string(), publicUrl: z.string() });
