// The judge of money is judged where a person gives a part of it back.
import { expect, it } from 'vitest';
import { audit } from './audit.ts';
import type { Charge, Event, History } from './history.ts';
import { charge, ok, panel, place, received, story, view } from './histories.ts';

type Refund = Extract<Event, { type: 'refund' }>;
const part = (key: string, status = 200): Omit<Refund, 'atMs'> => ({
  type: 'refund',
  order: 'o1',
  charge: 'pix-1',
  key,
  cents: 200,
  status,
});
/** Fifteen reais by PIX, of which the provider's books say that so much went back. */
function given(returnedCents: number, ...parts: Omit<Refund, 'atMs'>[]): History {
  const paid = received({ method: 'pix', panel: panel(1) });
  const books: Charge = charge({ returnedCents, returnedAtMs: returnedCents === 0 ? null : 2000 });
  return story()
    .did('o1', place(), ok(view()))
    .saw({ type: 'approved', charge: 'pix-1', order: 'o1' }, ...parts, { type: 'end' })
    .stands(
      { type: 'final', host: 'store', order: 'o1', view: paid, state: 'placed' },
      { type: 'final', host: 'relay', order: 'o1', view: paid, state: 'placed' },
      { type: 'charge', charge: books },
      { type: 'customer-money', order: 'o1', receivedCents: 1500, returnedCents },
    )
    .told();
}
const told = (history: History): string[] => audit(history).map(({ text }) => text);

it('the judge takes a part that goes back once, however often it is asked for', () => {
  expect(told(given(200, part('a')))).toEqual([]);
  expect(told(given(200, part('a'), part('a')))).toEqual([]);
  expect(told(given(400, part('a'), part('b')))).toEqual([]);
});

it('the judge finds a part that goes back twice, and one that does not go back', () => {
  expect(told(given(400, part('a'), part('a')))).not.toEqual([]);
  expect(told(given(0, part('a')))).not.toEqual([]);
});

it('the judge takes either end of a part whose answer nobody has, and none of one that was refused', () => {
  expect(told(given(0, part('a', 503)))).toEqual([]);
  expect(told(given(200, part('a', 503)))).toEqual([]);
  expect(told(given(0, part('a', 422)))).toEqual([]);
  expect(told(given(200, part('a', 422)))).not.toEqual([]);
});
