import { expect, it } from 'vitest';
import { searchOf, searchQuery } from './search.ts';

it.each([
  ['12', 'panel', '12'],
  [' #41 ', 'panel', '41'],
  ['999999', 'panel', '999999'],
  ['9999999', 'phone', '9999999'],
  ['(11) 98765-4321', 'phone', '11987654321'],
  ['98765-4321', 'phone', '987654321'],
  ['7K2MQ-9XWTB', 'panel', '7K2MQ-9XWTB'],
  ['7k2mq', 'panel', '7k2mq'],
  ['01890a5d-ac96-774b-bcce-000000000001', 'id', '01890a5d-ac96-774b-bcce-000000000001'],
  ['01890a5d-ac96', 'id', '01890a5d-ac96'],
  ['01890A5D-AC96', 'id', '01890A5D-AC96'],
])('%j is looked for by %s', (typed, by, q) => {
  expect(searchQuery(searchOf(typed))).toEqual({ limit: '100', by, q });
});
