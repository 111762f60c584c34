// Why the provider could not do it, as a refusal of ours.
import type { PaymentRefusal } from '@balcao/shared/http/refusals/payment.ts';
import type { ProviderFailure } from './provider/provider.ts';

export const refusalOfFailure = (failure: ProviderFailure): PaymentRefusal => {
  switch (failure.kind) {
    case 'unreachable':
      return { code: 'provider-unreachable', retryAfterSeconds: 5 };
    case 'busy':
      return {
        code: 'provider-unreachable',
        retryAfterSeconds: Math.max(1, Math.ceil(failure.retryAfterMs / 1000)),
      };
    case 'credentials':
      return { code: 'provider-credentials' };
    case 'not-found':
    case 'not-now':
    case 'no-balance':
      return { code: 'provider-refused', providerCode: failure.kind };
    case 'refused':
      return { code: 'provider-refused', providerCode: failure.code };
  }
};
