// The judge of the drawer is judged: what one counts by hand, and what no drawer could say.
import { expect, it } from 'vitest';
import { audit } from './audit.ts';
import type { Event, History } from './history.ts';
import { move, ok, place, received, story, unknown, view } from './histories.ts';

type Drawer = Extract<Event, { type: 'drawer' }>;
const asked = (did: Drawer['did'], cents: number, change: Partial<Drawer> = {}) =>
  ({ type: 'drawer', id: `${did} ${cents}`, did, cents, status: 200, close: null, ...change }) as const;
const closed = (cents: number, expectedCents: number, number = 1) =>
  asked('close', cents, {
    status: 201,
    close: { number, expectedCents, differenceCents: cents - expectedCents },
  });
const sale = () =>
  story().did('o1', place(), ok(view())).saw(asked('open', 5000)).did('o1', move('approve'), ok(received()));
const cancelled = received({ status: 'CANCELLED', cancelReason: 'loja' });
const told = (history: History): string[] =>
  audit(history)
    .filter(({ kind }) => kind === 'drawer')
    .map(({ text }) => text);

it.each<[string, History]>([
  [
    'a sale, money in and out, and a count that differs',
    sale().saw(asked('suprimento', 1000), asked('sangria', 3000), closed(4400, 4500)).told(),
  ],
  [
    'a sale that is called off',
    sale().did('o1', move('cancel'), ok(cancelled)).saw(closed(5000, 5000)).told(),
  ],
  [
    'the same sangria once more',
    sale().saw(asked('sangria', 3000), asked('sangria', 3000), closed(0, 3500)).told(),
  ],
  [
    'a sangria of more than there is, refused',
    sale()
      .saw(asked('sangria', 6501, { status: 422 }))
      .told(),
  ],
  [
    'money put into a drawer that more was given back from than was in it',
    sale()
      .saw(asked('sangria', 6000))
      .did('o1', move('cancel'), ok(cancelled))
      .saw(asked('suprimento', 400), closed(0, -600))
      .told(),
  ],
  [
    'a second drawer after the first, numbered next',
    sale()
      .saw(closed(6500, 6500), asked('open', 100), closed(100, 100, 2))
      .told(),
  ],
])('the judge takes %s', (_name, history) => {
  expect(told(history)).toEqual([]);
});

it.each<[string, History]>([
  ['a sangria that is not taken off', sale().saw(asked('sangria', 3000), closed(6500, 6500)).told()],
  [
    'a called-off sale that stays',
    sale().did('o1', move('cancel'), ok(cancelled)).saw(closed(6500, 6500)).told(),
  ],
  ['a sale that is not counted', sale().saw(closed(5000, 5000)).told()],
  [
    'a suprimento that is refused',
    sale()
      .saw(asked('suprimento', 400, { status: 422 }))
      .told(),
  ],
  ['a sangria of more than there is', sale().saw(asked('sangria', 6501)).told()],
  [
    'a number that is left out',
    sale()
      .saw(closed(6500, 6500, 2))
      .told(),
  ],
  ['two drawers at once', sale().saw(asked('open', 7)).told()],
  [
    'a close of a drawer that is not open',
    sale()
      .saw(closed(6500, 6500), closed(1, 0, 2))
      .told(),
  ],
  [
    'an error though nothing was broken',
    sale()
      .saw(asked('sangria', 1, { status: 500 }))
      .told(),
  ],
])('the judge finds %s', (_name, history) => {
  expect(told(history)).not.toEqual([]);
});

it('the judge says nothing of a drawer that a lying disk may have taken something from', () => {
  const history = story()
    .saw(asked('open', 5000), { type: 'fault', what: 'writes-lost', kept: 0 }, closed(0, 77))
    .told();
  expect(told(history)).toEqual([]);
});

it('the judge counts a drawer that was closed before a lying disk took something back', () => {
  const history = sale().saw(closed(6500, 77), { type: 'fault', what: 'writes-lost', kept: 0 }).told();
  expect(told(history)).toHaveLength(1);
});

it('the judge counts no sale whose confirmation got no answer', () => {
  const history = story()
    .did('o1', place(), ok(view()))
    .saw(asked('open', 5000), { type: 'fault', what: 'store-killed' })
    .did('o1', move('approve'), unknown())
    .saw(closed(5000, 5000))
    .told();
  expect(told(history)).toEqual([]);
});
