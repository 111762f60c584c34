// What a provider's return address claims. Pure.
import type { ReturnOutcome } from './payment/texts.ts';

const OUTCOMES: Record<string, ReturnOutcome> = {
  approved: 'approved',
  rejected: 'rejected',
  cancelled: 'rejected',
  pending: 'pending',
  in_process: 'pending',
};

/** `collection_status`, else `status`; anything else is an error. */
export const claimedOutcome = (params: { get: (name: string) => string | null }): ReturnOutcome =>
  OUTCOMES[params.get('collection_status') ?? params.get('status') ?? ''] ?? 'error';
