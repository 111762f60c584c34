// What a server tells whoever watches the process: alive, ready, and what is wrong.
import { z } from 'zod';
import { StoreHealth } from './diagnostics.ts';

/** `GET /healthz`. */
export const Health = z.object({ alive: z.literal(true), version: z.string() });

/** `GET /readyz` of a relay: 200 when ready, else 503. */
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

/** `GET /readyz` of a store: 200 when it takes orders, else 503; without figures when its disk cannot be read. */
export const StoreReadiness = StoreHealth.extend({
  /** Of the log. */
  seq: z.number(),
})
  .partial()
  .extend({ ready: z.boolean(), reasons: z.array(z.string()) });
