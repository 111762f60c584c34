import { expect, test } from 'vitest';
import { claimedOutcome } from './return-outcome.ts';

test.each([
  ['collection_status=approved', 'approved'],
  ['status=approved', 'approved'],
  ['status=rejected', 'rejected'],
  ['status=cancelled', 'rejected'],
  ['status=pending', 'pending'],
  ['status=in_process', 'pending'],
  ['collection_status=rejected&status=approved', 'rejected'],
  ['status=something-new', 'error'],
  ['', 'error'],
  // What else the provider says decides nothing.
  ['collection_id=7&payment_id=7&external_reference=approved', 'error'],
  ['collection_id=7&payment_id=7&external_reference=approved&status=rejected', 'rejected'],
])('a return with %s claims %s', (search, outcome) => {
  expect(claimedOutcome(new URLSearchParams(search))).toBe(outcome);
});
