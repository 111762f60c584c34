// The judge is judged where an order is refused: at once, or only when its customer looks again.
import { expect, it } from 'vitest';
import { audit } from './audit.ts';
import type { History } from './history.ts';
import { fail, ok, place, row, story, view, waiting } from './histories.ts';

const waited = () => story().did('o1', place(), waiting, 'relay');
const told = (history: History): string[] =>
  audit(history)
    .map(({ text }) => text)
    .filter((text) => text.includes('was refused'));

it('the judge finds an order that its customer was told is none, and that the store has made', () => {
  const history = waited()
    .did('o1', { kind: 'ask' }, fail('order-not-found'), 'relay')
    .log('store', 0, row(1, 'o1', view()))
    .told();
  expect(told(history)).not.toEqual([]);
});

it('the judge takes a refusal of which the store has made nothing', () => {
  expect(told(waited().did('o1', { kind: 'ask' }, fail('size-unknown'), 'relay').told())).toEqual([]);
});

it('the judge takes an order that was refused while the store was away, and then taken', () => {
  const history = story()
    .did('o1', place(), fail('away'), 'relay')
    .did('o1', place(), ok(view()), 'relay')
    .log('store', 0, row(1, 'o1', view()))
    .told();
  expect(told(history)).toEqual([]);
});
