import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { holdsClaim, withClaimHash } from './claim.ts';

const CLAIM = 'q7Zt-1_KcVb2nM8xYw4PoA';
const sum = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('what was asked with a claim', () => {
  it('is kept with the SHA-256 of the claim in its place', () => {
    expect(withClaimHash({ id: 'a', claim: CLAIM })).toEqual({ id: 'a', claimHash: sum(CLAIM) });
  });

  it('is kept as it is where there is none', () => {
    expect(withClaimHash<{ id: string; claim?: string }>({ id: 'a' })).toEqual({ id: 'a' });
  });
});

describe('a bearer', () => {
  it('holds the claim whose hash is kept', () => {
    expect(holdsClaim(sum(CLAIM), `Bearer ${CLAIM}`)).toBe(true);
  });

  it.each([
    ['another claim', `Bearer ${CLAIM.slice(0, -1)}B`],
    ['its beginning', `Bearer ${CLAIM.slice(0, -1)}`],
    ['no scheme', CLAIM],
    ['another scheme', `Basic ${CLAIM}`],
    ['something behind', `Bearer ${CLAIM} x`],
    ['something before', `x Bearer ${CLAIM}`],
    ['nothing', 'Bearer '],
    ['no header', undefined],
  ])('with %s holds nothing', (_, header) => {
    expect(holdsClaim(sum(CLAIM), header)).toBe(false);
  });

  it.each([
    [21, false],
    [22, true],
    [128, true],
    [129, false],
  ])('of %i letters counts: %s', (length, counts) => {
    const claim = 'a'.repeat(length);
    expect(holdsClaim(sum(claim), `Bearer ${claim}`)).toBe(counts);
  });

  it('holds nothing where no hash is kept, also with none', () => {
    expect(holdsClaim(null, `Bearer ${CLAIM}`)).toBe(false);
    expect(holdsClaim(null, undefined)).toBe(false);
    // The hash of nothing is no claim that somebody could bring.
    expect(holdsClaim(sum(''), undefined)).toBe(false);
  });
});
