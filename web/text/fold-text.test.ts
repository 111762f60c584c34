import { expect, it } from 'vitest';
import { foldText } from './fold-text.ts';

it('what is looked for is found as it is typed on a phone: without accents, whatever the case', () => {
  expect(foldText('AÇAÍ com Maçã')).toBe('acai com maca');
});
