// The provider's account of a shop, kept at a relay as the store would have handed it over; nobody asks the provider about it.
import { credentialPlace } from '../../cloud/payments/provider/credentials.ts';
import { providerCredentials } from '../../cloud/payments/schema.ts';
import { seal } from '../../cloud/storage/sealing.ts';
import type { TestRelay } from './relay.ts';

const PROVIDER = 'mercadopago';

export async function keepAccount({ relay, secretsKey }: TestRelay, storeId: string): Promise<void> {
  const place = credentialPlace(storeId, PROVIDER, 'access_token');
  await relay.db.insert(providerCredentials).values({
    ...{ storeId, provider: PROVIDER, publicKey: 'APP_USR-public', payeeId: '1', updatedAtMs: 1 },
    ...{ sealedAccessToken: seal(secretsKey, place, 'APP_USR-token'), api: 'orders' },
  });
}
