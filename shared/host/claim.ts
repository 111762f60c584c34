// The browser's proof that an order is its own: only a hash of it is kept, and compared in constant time.
import { hash, timingSafeEqual } from 'node:crypto';

/** What was asked, with the hash of its claim in the claim's place. */
export const withClaimHash = <T extends { claim?: string | undefined }>({
  claim,
  ...request
}: T): Omit<T, 'claim'> & { claimHash?: string } =>
  claim === undefined ? request : { ...request, claimHash: hash('sha256', claim) };

const NONE = hash('sha256', '');

/** Whether the header carries the claim with this hash. Without a hash nothing does, and takes as long. */
export function holdsClaim(claimHash: string | null, authorization: string | undefined): boolean {
  const claim = /^Bearer ([\w-]{22,128})$/.exec(authorization ?? '')?.[1] ?? '';
  const same = timingSafeEqual(Buffer.from(hash('sha256', claim)), Buffer.from(claimHash ?? NONE));
  return same && claimHash !== null && claim !== '';
}
