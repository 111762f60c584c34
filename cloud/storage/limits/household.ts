// Whom an address stands for.
import { isIP } from 'node:net';
import { networkOf } from '@balcao/shared/host/household.ts';

/** What limits count: an address, or the whole network that one IPv6 household has. */
export const householdOf = (address: string): string => (isIP(address) === 6 ? networkOf(address) : address);
