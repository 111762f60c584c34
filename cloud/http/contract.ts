// The parts of the relay's HTTP contract that shared/http has no schema for; they describe, they do not decide.
import { z } from '@hono/zod-openapi';

export const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
export const body = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});
export const trouble = {
  description: 'A problem, in Portuguese',
  content: {
    'application/problem+json': {
      schema: z.object({ title: z.string(), detail: z.string(), status: z.number(), code: z.string() }),
    },
  },
};

const PublicKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().regex(/^[\w-]{43}$/),
});
/** `proof`: a device token by the new key. */
export const ChangeKey = z.object({ publicKey: PublicKey, proof: z.string().max(2000) });
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
export const Paired = z.object({ storeId: z.string(), publicUrl: z.string() });

export const Health = z.object({ alive: z.literal(true), version: z.string() });
export const Readiness = z.object({
  ready: z.boolean(),
  reasons: z.array(z.string()),
  /** What does not stop it and should be mended. */
  warnings: z.array(z.string()),
  stores: z.number(),
  linked: z.number(),
  /** Stores that the relay takes no orders for, and why. */
  held: z.array(z.object({ storeId: z.string(), condition: z.string() })),
  /** The background jobs. What a failure says stays in the log: anybody may ask here. */
  workers: z.array(
    z.object({
      name: z.string(),
      lastRunAtMs: z.number().nullable(),
      lastDurationMs: z.number().nullable(),
      failures: z.number(),
    }),
  ),
});
