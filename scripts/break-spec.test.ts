// Which tests have to notice that a text or a number of the specification is gone.
import { expect, it } from 'vitest';
import { breaks, specRows } from './break-spec.ts';

const all = breaks(specRows());
const of = (what: string) => all.find((one) => one.what === what);

it('a label that several rooms have is noticed by the rows of the room that loses it', () => {
  expect(of('web/cart says “Outros”')?.rows).toEqual(['C3.12']);
  expect(of('web/features/admin says “Outros”')?.rows).toEqual(['S3.10']);
});

it('a sentence that two sides end differently is noticed by each for itself', () => {
  expect(of('web/features/admin says “Erro ao atualizar configuração”')?.rows).toEqual(['S8.35']);
  expect(of('web/features/wholesale says “Erro ao atualizar configuração.”')?.rows).toEqual([
    'W8.5',
    'W8.41',
  ]);
});

it('a count is moved by one, and a time doubled', () => {
  expect(of('peak hours: 5')?.edits.map(({ put }) => put)).toEqual(['6']);
  expect(of('ms of the status toast: 3000')?.edits.map(({ put }) => put)).toEqual(['6000']);
});

it('another number is noticed by the test that sees a screen keep to it', () => {
  expect(of('ms of the copied sign: 2000')?.tests.map(({ file }) => file)).toEqual([
    'tests/contract/spec-words.test.ts',
    'tests/e2e/payment-words.spec.ts',
  ]);
});
