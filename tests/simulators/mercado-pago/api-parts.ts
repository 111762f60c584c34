// What both of the simulated provider's interfaces need: the books and faults they speak for, and how a request is read.
import type { Context } from 'hono';
import type { CardTokens } from './card-tokens.ts';
import type { FaultBox, Faults } from './faults.ts';
import type { Ledger } from './ledger.ts';
import type { RefundHolds } from './refund-holds.ts';
import { pause } from './webhooks.ts';

export type ApiDeps = {
  ledger: Ledger;
  tokens: CardTokens;
  faults: FaultBox;
  holds: RefundHolds;
  now: () => number;
  accessToken: string;
  publicKey: string;
  collectorId: number;
  publicUrl: () => string;
  closing: AbortSignal;
};

/** The body as JSON; an empty one is undefined, as a refund of the whole may be sent. */
export async function readJson(c: Context): Promise<unknown> {
  const text = await c.req.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return 'not json';
  }
}

export async function hangFor(hang: Faults['hangCreates'], closing: AbortSignal): Promise<void> {
  if (hang.answerAfterMs !== null) return pause(hang.answerAfterMs, closing);
  await new Promise<void>((resolve) => {
    if (closing.aborted) resolve();
    else closing.addEventListener('abort', () => resolve(), { once: true });
  });
}
