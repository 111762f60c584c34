// The bell rings for what nobody has seen, and otherwise for what must not be made any more.
import { describe, expect, it } from 'vitest';
import { cancelledKey, changedKey, tuneOf, withSeen } from './seen-news.ts';

describe('the tune', () => {
  it.each([
    [[], 'order'],
    [['a', 'b'], 'order'],
    [[changedKey('a', false)], 'order'],
    [[cancelledKey('a')], 'cancelled'],
    [[changedKey('a', true)], 'cancelled'],
    [['a', cancelledKey('b'), 'c'], 'cancelled'],
  ])('of %j is that of %s', (unseen, tune) => {
    expect(tuneOf(new Set(unseen))).toBe(tune);
  });
});

describe('what was seen', () => {
  it('is kept once, and is the same list where nothing is new', () => {
    const seen = ['a', 'b'];
    expect(withSeen(seen, ['b', 'c'])).toEqual(['a', 'b', 'c']);
    expect(withSeen(seen, ['b', 'a'])).toBe(seen);
    expect(withSeen(seen, [])).toBe(seen);
  });

  it('tells an order from the news that it is cancelled or changed', () => {
    const news = ['a', cancelledKey('a'), changedKey('a', false)];
    expect(withSeen([], news)).toEqual(news);
  });

  it('is the newest three hundred', () => {
    const seen = Array.from({ length: 299 }, (_, n) => `${n}`);
    expect(withSeen(seen, ['x'])).toEqual([...seen, 'x']);
    expect(withSeen(seen, ['x', 'y'])).toEqual([...seen.slice(1), 'x', 'y']);
  });
});
