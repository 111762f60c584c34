// Who ordered, as far as the store's bounds need it: a keyed digest of the address, for the whole network that one IPv6 household has. The
// key never leaves the relay, so that neither the store nor a copy of its database can tell an address from it.
import { createHmac } from 'node:crypto';
import { isEverybodysAddress } from '@balcao/shared/order/unpaid.ts';
import { householdOf } from '@balcao/shared/host/household.ts';
import { preparedKey } from '../../storage/sealing.ts';

/** Null where the address tells nobody apart. Another one at each store. */
export const callerDigest = (secretsKey: Buffer, storeId: string, address: string): string | null =>
  isEverybodysAddress(address)
    ? null
    : createHmac('sha256', preparedKey(secretsKey))
        .update(`caller:${storeId}:${householdOf(address)}`)
        .digest('base64url')
        .slice(0, 22);
