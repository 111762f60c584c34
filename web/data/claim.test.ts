import { expect, it } from 'vitest';
import { newClaim } from './claim.ts';

it('[40] is of 192 random bits, in letters that a header may carry, and never the same', () => {
  const claims = Array.from({ length: 100 }, newClaim);
  for (const claim of claims) expect(claim).toMatch(/^[0-9a-f]{48}$/);
  expect(new Set(claims).size).toBe(100);
});
