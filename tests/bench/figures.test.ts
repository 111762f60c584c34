import { describe, expect, it } from 'vitest';
import { compared, interleaved, judged, median, percentile } from './figures.ts';

describe('medians and percentiles', () => {
  it('do not mind the order of the values', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(percentile([5, 1, 2, 3, 4], 1)).toBe(5);
  });

  it('refuse to say anything about nothing', () => {
    expect(() => median([])).toThrow('nothing');
  });
});

describe('a comparison', () => {
  it('takes the ratio round by round, so that a machine that slows down for all changes nothing', () => {
    const figure = compared({
      what: 'x',
      unit: '/s',
      ours: [50, 5, 500],
      theirs: [100, 10, 1000],
      yardstick: 'y',
    });
    expect(figure).toMatchObject({ ratio: 0.5, value: 50, against: { what: 'y', value: 100 } });
  });

  it('says whether the aim is met, of ratio, value or difference', () => {
    const base = { what: 'x', unit: 'ms', value: 5, against: { what: 'y', value: 4 }, ratio: 1.25 };
    expect(judged({ ...base, aim: { of: 'ratio', atLeast: 1.3 } }).met).toBe(false);
    expect(judged({ ...base, aim: { of: 'value', atMost: 5 } }).met).toBe(true);
    expect(judged({ ...base, aim: { of: 'difference', atMost: 0.9 } }).met).toBe(false);
    expect(() => judged({ what: 'x', unit: 'ms', value: 5, aim: { of: 'ratio', atMost: 1 } })).toThrow(
      'nothing',
    );
  });

  it('lets every measurement come first in some round', async () => {
    const order: string[] = [];
    const note = (name: string) => async () => order.push(name);
    const values = await interleaved(2, { a: note('a'), b: note('b') });
    expect(order.join('')).toBe('abba');
    expect(values).toEqual({ a: [1, 4], b: [2, 3] });
  });
});
