// The order being placed, in the browser's storage: whoever reads it back sends the same order, or nothing.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { attemptAt, type Attempt } from './attempt.ts';
import { stubStorage } from './testing/stub-storage.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
});
afterEach(() => vi.unstubAllGlobals());

const attempt: Attempt = { id: 'id-1', claim: 'claim-1', asked: '{"items":[]}', code: null };

it.each<[string, Attempt]>([
  ['under way', attempt],
  ['placed', { ...attempt, code: '7K2MQ9XWTB' }],
  ['of a page without claims', { ...attempt, claim: null }],
])('one that is %s comes back as it was', (_name, one) => {
  attemptAt('checkout').write(one);
  expect(attemptAt('checkout').read()).toEqual(one);
});

it('one that an older page kept without a claim has none', () => {
  const { claim: _none, ...older } = attempt;
  stored.set('checkout', JSON.stringify(older));
  expect(attemptAt('checkout').read()).toEqual({ ...attempt, claim: null });
});

it('each checkout has its own: cleared, the other one stays', () => {
  attemptAt('checkout').write(attempt);
  attemptAt('atacado_envio').write({ ...attempt, id: 'id-2' });
  attemptAt('checkout').clear();
  expect(attemptAt('checkout').read()).toBeNull();
  expect(attemptAt('atacado_envio').read()?.id).toBe('id-2');
});

it.each<[string, unknown]>([
  ['a list', []],
  ['nothing', null],
  ['a text', 'id-1'],
  ['one without an id', { ...attempt, id: undefined }],
  ['one whose id is a number', { ...attempt, id: 1 }],
  ['one without what was asked', { ...attempt, asked: undefined }],
  ['one that asked an object', { ...attempt, asked: {} }],
  ['one whose claim is a number', { ...attempt, claim: 7 }],
  ['one without a code', { ...attempt, code: undefined }],
  ['one whose code is a number', { ...attempt, code: 7 }],
])('%s is no attempt', (_name, value) => {
  stored.set('checkout', JSON.stringify(value));
  expect(attemptAt('checkout').read()).toBeNull();
});

it('what is no JSON is no attempt, and neither is nothing', () => {
  expect(attemptAt('checkout').read()).toBeNull();
  stored.set('checkout', '{');
  expect(attemptAt('checkout').read()).toBeNull();
});
