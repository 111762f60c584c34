import { expect, it } from 'vitest';
import { createNewestKeys } from './newest-keys.ts';

it('forgets nothing up to its bound, then the one that was not used for longest', () => {
  const newest = createNewestKeys(2);
  expect(newest.use('a')).toBeNull();
  expect(newest.use('b')).toBeNull();
  expect(newest.use('a')).toBeNull();
  expect(newest.use('c')).toBe('b');
  expect(newest.use('c')).toBeNull();
  expect(newest.use('b')).toBe('a');
});
