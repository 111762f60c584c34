// Who ordered, as far as bounds need it: a keyed digest of the address on the shop's Wi-Fi. No address is kept.
import { createHmac } from 'node:crypto';
import { isEverybodysAddress } from '@balcao/shared/order/unpaid.ts';

/** Null where the address tells nobody apart. Of one device: its neighbours on the Wi-Fi share the network of an IPv6 address. */
export const callerDigest = (secret: Buffer, address: string): string | null =>
  isEverybodysAddress(address)
    ? null
    : createHmac('sha256', secret).update(`caller:${address}`).digest('base64url').slice(0, 22);
