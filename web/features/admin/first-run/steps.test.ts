// Where the first run goes on, and what the cup shows of it.
import type { FirstRun } from '@balcao/shared/http/first-run.ts';
import { expect, it } from 'vitest';
import { choicesWith, cupOf, nextSlug, SCREENS, stateOf, type Screen } from './steps.ts';

type State = FirstRun['steps'][number]['state'];
const runOf = (states: Partial<Record<Screen, State>>): FirstRun =>
  ({
    steps: SCREENS.map(({ id }) => ({ id, state: states[id] ?? 'open' })),
    dismissed: false,
  }) as unknown as FirstRun;

it('goes to the first screen that nobody has done or put off', () => {
  expect(nextSlug(runOf({}), null)).toBe('loja');
  expect(nextSlug(runOf({ shop: 'done', hours: 'skipped' }), null)).toBe('cardapio');
});

it('goes on after the screen that was left, not back to one put off before it', () => {
  expect(nextSlug(runOf({ shop: 'open', hours: 'done' }), 'hours')).toBe('cardapio');
  expect(nextSlug(runOf({ menu: 'done', printer: 'done' }), 'hours')).toBe('site');
});

it('ends after the last, and when nothing is left', () => {
  expect(nextSlug(runOf({}), 'pix')).toBe('pronto');
  const all = Object.fromEntries(SCREENS.map(({ id }) => [id, 'done'])) as Record<Screen, State>;
  expect(nextSlug(runOf(all), null)).toBe('pronto');
});

it('a step that the store does not speak of is open', () => {
  expect(stateOf(runOf({ pix: 'done' }), 'pix')).toBe('done');
  expect(stateOf({ ...runOf({}), steps: [] }, 'pix')).toBe('open');
});

it('fills the cup with what is done, not with what was put off', () => {
  expect(cupOf(null)).toMatchObject({ base: null, iceCreams: [], toppings: [] });
  const cup = cupOf(runOf({ shop: 'done', menu: 'skipped', printer: 'done', pix: 'skipped' }));
  expect(cup.base).not.toBeNull();
  expect(cup.iceCreams).toEqual([]);
  expect(cup.toppings.map(({ key }) => key)).toEqual(['printer']);
});

it('a step that is put off joins those put off before; the list that is put away keeps them', () => {
  const run = runOf({ hours: 'done', printer: 'skipped', pix: 'skipped' });
  expect(choicesWith(run, { skip: 'site' })).toEqual({
    skipped: ['printer', 'pix', 'site'],
    dismissed: false,
  });
  expect(choicesWith({ ...run, dismissed: true }, { skip: 'site' }).dismissed).toBe(true);
  expect(choicesWith(run, { dismissed: true })).toEqual({ skipped: ['printer', 'pix'], dismissed: true });
});
