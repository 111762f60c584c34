import { describe, expect, it } from 'vitest';
import { defineRefusals, joinRefusals, pickRefusals } from './contract.ts';

type Refusal = 'closed' | { code: 'wait'; seconds: number };
const REFUSALS = defineRefusals<Refusal>({
  closed: { status: 409, title: 'Fechada', detail: 'A loja está fechada.' },
  wait: {
    status: 429,
    code: 'too-many',
    title: 'Espere',
    detail: ({ seconds }) => `Espere ${seconds} s.`,
    extra: ({ seconds }) => ({ retryAfterSeconds: seconds }),
    sample: { code: 'wait', seconds: 60 },
  },
});

describe('a table of refusals', () => {
  it('tells a bare code by its row', () => {
    expect(REFUSALS.problemOf('closed')).toEqual({
      type: 'about:blank',
      status: 409,
      code: 'closed',
      title: 'Fechada',
      detail: 'A loja está fechada.',
    });
  });

  it('tells a refusal with facts by them, under the code that programs read', () => {
    expect(REFUSALS.problemOf({ code: 'wait', seconds: 7 })).toEqual({
      type: 'about:blank',
      status: 429,
      code: 'too-many',
      title: 'Espere',
      detail: 'Espere 7 s.',
      retryAfterSeconds: 7,
    });
  });

  it('has one example of each', () => {
    expect(REFUSALS.examples.map(({ detail }) => detail)).toEqual(['A loja está fechada.', 'Espere 60 s.']);
  });
});

describe('tables put together', () => {
  const OTHER = defineRefusals<'gone'>({ gone: { status: 404, title: 'Não há', detail: 'Acabou.' } });

  it('tell each refusal by the table that it is of', () => {
    const both = joinRefusals(REFUSALS, OTHER);
    expect(both.problemOf('gone')).toMatchObject({ status: 404, detail: 'Acabou.' });
    expect(both.problemOf({ code: 'wait', seconds: 2 })).toMatchObject({
      status: 429,
      detail: 'Espere 2 s.',
    });
    expect(both.examples.map(({ title }) => title)).toEqual(['Fechada', 'Espere', 'Não há']);
  });

  it('have the examples of the rows that were picked, and no other', () => {
    const picked = pickRefusals(REFUSALS, 'wait');
    expect(picked.examples.map(({ title }) => title)).toEqual(['Espere']);
    expect(picked.problemOf({ code: 'wait', seconds: 3 })).toMatchObject({ detail: 'Espere 3 s.' });
  });
});
