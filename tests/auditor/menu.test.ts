// The judge of the menu is judged: who was the last to set a price, at the counter and from home.
import { expect, it } from 'vitest';
import { audit } from './audit.ts';
import type { History } from './history.ts';
import { story } from './histories.ts';

/** Edits of one price in turn, each answered at once, a second apart; then what the store shows. */
function edited(all: readonly (['counter' | 'home', number] | 'joined' | 'cut')[], shown: number): History {
  const history = story();
  for (const [at, one] of all.entries()) {
    if (one === 'cut') history.saw({ type: 'link', good: false });
    else if (one === 'joined') history.saw({ type: 'link', good: true }).after(60_000);
    else {
      const [by, cents] = one;
      history
        .saw(
          { type: 'edit', edit: at, by, entry: 'granola', cents },
          { type: 'edited', edit: at, status: 200 },
        )
        .after(1000);
    }
  }
  return history.stands({ type: 'price', host: 'store', entry: 'granola', cents: shown }).told();
}
const told = (history: History): string[] => audit(history).map(({ text }) => text);

it('the judge takes either price where both were set while the sides were apart', () => {
  for (const shown of [100, 200])
    expect(told(edited([['counter', 100], ['home', 200], 'joined'], shown))).toEqual([]);
});

it('the judge takes the last price of the counter alone', () => {
  expect(
    told(
      edited(
        [
          ['counter', 100],
          ['counter', 200],
        ],
        200,
      ),
    ),
  ).toEqual([]);
  expect(
    told(
      edited(
        [
          ['counter', 100],
          ['counter', 200],
        ],
        100,
      ),
    ),
  ).not.toEqual([]);
});

it('the judge takes no price that somebody saw and changed', () => {
  expect(told(edited([['counter', 100], 'joined', ['home', 200]], 200))).toEqual([]);
  expect(told(edited([['counter', 100], 'joined', ['home', 200]], 100))).not.toEqual([]);
});

it('the judge takes no price that nobody set', () => {
  expect(told(edited([['home', 200]], 350))).not.toEqual([]);
});

it('the judge says nothing of an edit without an answer', () => {
  const history = story()
    .saw({ type: 'edit', edit: 1, by: 'home', entry: 'granola', cents: 100 })
    .stands({ type: 'price', host: 'store', entry: 'granola', cents: 350 })
    .told();
  expect(told(history)).toEqual([]);
});
