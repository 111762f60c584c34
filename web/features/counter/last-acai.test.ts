// What the next açaí of this counter begins with.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sampleMenu } from '../../cart/sample.ts';
import { stubStorage } from '../../data/testing/stub-storage.ts';
import { keepLastAcai, loadLastAcai } from './last-acai.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
});
afterEach(() => vi.unstubAllGlobals());

const NOTHING = { sizeId: null, baseId: null };

it('is nothing before the first one, or where what is kept is no such thing', () => {
  expect(loadLastAcai(sampleMenu)).toEqual(NOTHING);
  keepLastAcai({ sizeId: 'g', baseId: 'acai' });
  for (const [key] of stored) stored.set(key, '{"sizeId":7,"baseId":"acai"}');
  expect(loadLastAcai(sampleMenu)).toEqual(NOTHING);
});

it('is the size and the base of the one before', () => {
  keepLastAcai({ sizeId: 'p', baseId: 'acai' });
  keepLastAcai({ sizeId: 'g', baseId: 'acai' });
  expect(loadLastAcai(sampleMenu)).toEqual({ sizeId: 'g', baseId: 'acai' });
});

it('is the size of the last açaí after a built cup, which has none', () => {
  keepLastAcai({ sizeId: 'g', baseId: 'zero' });
  keepLastAcai({ sizeId: null, baseId: 'acai' });
  expect(loadLastAcai(sampleMenu)).toEqual({ sizeId: 'g', baseId: 'acai' });
});

it('is the base alone after a built cup that came first', () => {
  keepLastAcai({ sizeId: null, baseId: 'acai' });
  expect(loadLastAcai(sampleMenu)).toEqual({ sizeId: null, baseId: 'acai' });
});

it('is nothing that has run out or left the menu', () => {
  keepLastAcai({ sizeId: 'gone', baseId: 'zero' });
  expect(loadLastAcai(sampleMenu)).toEqual(NOTHING);
  keepLastAcai({ sizeId: 'p', baseId: 'zero' });
  expect(loadLastAcai(sampleMenu)).toEqual({ sizeId: 'p', baseId: null });
});
