// Tracking tokens in the store's answers as the relay keeps them: sealed, so that a copy of the database opens no order, and
// opened again for the browser that asks for its answer once more.
import type { Command, Outcome } from '@balcao/shared/link/commands.ts';
import { seal, unseal } from '../secrets/sealing.ts';

type About = { storeId: string; orderId: string };
const place = ({ storeId, orderId }: About): string => `${storeId} commands ${orderId} tracking_token`;

export type KeptTokens = ReturnType<typeof createKeptTokens>;

export const createKeptTokens = (secretsKey: Uint8Array) => ({
  /** As it is written down. Only who placed an order asks again for its token. */
  close: (row: About & { kind: string }, outcome: Outcome): Outcome =>
    outcome.status === 'done'
      ? {
          ...outcome,
          trackingToken:
            row.kind === ('order.place' satisfies Command['kind'])
              ? seal(secretsKey, place(row), outcome.trackingToken)
              : '',
        }
      : outcome,

  /** As the store said it. Without a token when SECRETS_KEY is another one now: the order is shown like a stranger's then. */
  open: <O extends Outcome | null>(about: About, outcome: O): O =>
    outcome?.status === 'done'
      ? { ...outcome, trackingToken: unseal(secretsKey, place(about), outcome.trackingToken) ?? '' }
      : outcome,
});
