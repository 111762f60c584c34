// The examples of the page about the interface: something in each list, and numbers that can be what their names say.
import { expect, it } from 'vitest';
import { addExamples } from './examples.ts';

function exampleOf(schema: object, name = ''): unknown {
  const part = { name, schema };
  addExamples(part);
  return 'example' in part ? part.example : undefined;
}

const LAYER = { type: 'string', enum: ['TOP', 'BOTTOM'] };

it.each([
  ['what is taken where nothing is said', { type: 'integer', default: 30 }, 30],
  ['nothing, where that is taken', { anyOf: [LAYER, { type: 'null' }], default: null }, null],
  ['the first of some words', LAYER, 'TOP'],
  ['the first of two forms', { anyOf: [LAYER, { type: 'null' }] }, 'TOP'],
  ['a list with something in it', { type: 'array', items: LAYER }, ['TOP']],
  [
    'a list with something in it, though it may be left out',
    { type: 'array', items: LAYER, default: [] },
    ['TOP'],
  ],
  ['a list as long as it must be', { type: 'array', items: LAYER, minItems: 2 }, ['TOP', 'TOP']],
  ['a day', { type: 'string', format: 'date' }, '2026-11-27'],
  ['the least number', { type: 'integer', minimum: 5 }, 5],
  ['a number above another', { type: 'integer', exclusiveMinimum: 7 }, 8],
  ['the greatest number', { type: 'number', maximum: 0.5 }, 0.5],
  [
    'a thing with all its parts',
    { type: 'object', properties: { layer: LAYER, totalCents: { type: 'integer' } } },
    { layer: 'TOP', totalCents: 1500 },
  ],
])('shows %s', (_what, schema, example) => {
  expect(exampleOf(schema)).toEqual(example);
});

it('tells amounts and moments by their names', () => {
  expect(exampleOf({ type: 'integer' }, 'priceCents')).toBe(1500);
  expect(exampleOf({ type: 'integer' }, 'createdAtMs')).toBe(Date.parse('2026-11-27T12:00:00-03:00'));
  expect(exampleOf({ type: 'integer' }, 'limit')).toBe(1);
});
