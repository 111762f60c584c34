// What the relay's operator asks from the command line, on a port that no stranger reaches.
import { z } from 'zod';

const Host = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?$/, 'um nome como loja.example.com, sem porta nem https://');
/** `POST /operator/pairing-codes`: the host of one more store, or the store whose machine is replaced. */
export const NewPairingCode = z.object({ host: Host.optional(), replaces: z.uuid().optional() });
/** Good once, for ten minutes. */
export const PairingCode = z.object({ code: z.string(), expiresAtMs: z.number() });
/** `GET /operator/stores`: every store, and whether it is linked; times in ms. */
export const KnownStores = z.object({
  stores: z.array(
    z.object({
      storeId: z.string(),
      name: z.string(),
      host: z.string().nullable(),
      condition: z.string(),
      presence: z.enum(['linked', 'grace', 'away']),
      lastSeenMs: z.number(),
      pairedAtMs: z.number(),
    }),
  ),
});

/** `next`: where the following call goes on; null at the end. `lost`: values that neither key opens. */
export const Resealed = z.object({
  resealed: z.number().int(),
  lost: z.number().int(),
  next: z.number().int().nullable(),
});
export type Resealed = z.infer<typeof Resealed>;
