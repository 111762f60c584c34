import { expect, it } from 'vitest';
import type { ProviderFailure } from './provider/provider.ts';
import { refusalOfFailure } from './refusal-of-failure.ts';

it.each<[ProviderFailure, object]>([
  [
    { kind: 'unreachable', detail: '' },
    { code: 'provider-unreachable', retryAfterSeconds: 5 },
  ],
  [
    { kind: 'busy', retryAfterMs: 2001 },
    { code: 'provider-unreachable', retryAfterSeconds: 3 },
  ],
  [
    { kind: 'busy', retryAfterMs: 0 },
    { code: 'provider-unreachable', retryAfterSeconds: 1 },
  ],
  [{ kind: 'credentials', detail: '' }, { code: 'provider-credentials' }],
  [{ kind: 'not-found' }, { code: 'provider-refused', providerCode: 'not-found' }],
  [
    { kind: 'not-now', detail: '' },
    { code: 'provider-refused', providerCode: 'not-now' },
  ],
  [
    { kind: 'no-balance', detail: '' },
    { code: 'provider-refused', providerCode: 'no-balance' },
  ],
  [
    { kind: 'refused', code: '3003', detail: '' },
    { code: 'provider-refused', providerCode: '3003' },
  ],
])('%j is told as %j', (failure, refusal) => {
  expect(refusalOfFailure(failure)).toEqual(refusal);
});
