import { expect, it } from 'vitest';
import { stableId } from './stable-id.ts';

it('is the same each time, a UUID of version 8, and another one of other parts', () => {
  expect(stableId('a', 'b')).toBe(stableId('a', 'b'));
  expect(stableId('a', 'b')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set([stableId('a', 'b'), stableId('b', 'a'), stableId('ab'), stableId('a', 'b', '')]).size).toBe(
    4,
  );
});

it('was the same in releases before: what happened under it does not happen again', () => {
  // SHA-256 of "a\nb", its first sixteen bytes, with version and variant put in.
  expect(stableId('a', 'b')).toBe('7e18f737-311b-8dc3-b2f2-69dd78396b03');
});
