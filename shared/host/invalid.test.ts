import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { invalidOf } from './invalid.ts';

describe('content of the wrong form', () => {
  const Body = z.object({ name: z.string().min(1, 'Dê um nome.'), minutes: z.int().min(1).max(120) });

  test.each([
    [z.int().max(50), 51, 'Use no máximo 50.'],
    [z.int().min(0), -1, 'Use no mínimo 0.'],
    [z.int().min(1), 0, 'Use no mínimo 1.'],
    [z.int().positive(), 0, 'Use mais do que 0.'],
    [z.string().max(3), 'abcd', 'Use até 3 caracteres.'],
    [z.string().min(1), '', 'Preencha este campo.'],
    [z.string().min(10), '119', 'Use ao menos 10 caracteres.'],
    [z.array(z.int()).max(2), [1, 2, 3], 'Use até 2 itens.'],
    [z.array(z.int()).min(1), [], 'Preencha este campo.'],
    [z.array(z.int()).min(2), [1], 'Use ao menos 2 itens.'],
    [z.email(), 'ana', 'Formato do endereço de e-mail inválido'],
    [z.int().multipleOf(5), 7, 'Número inválido: deve ser múltiplo de 5'],
  ])(
    'what a rule without words of its own refuses is told as whoever fills in a form reads it: %#',
    (rule, value, message) => {
      expect(invalidOf(rule.safeParse(value))?.detail).toBe(message);
    },
  );

  test('is told field by field, in Portuguese also where the rule has no words of its own', () => {
    const body = invalidOf(Body.safeParse({ name: '', minutes: 300 }));
    expect(body).toMatchObject({
      status: 422,
      errors: [
        { field: 'name', message: 'Dê um nome.' },
        { field: 'minutes', message: 'Use no máximo 120.' },
      ],
    });
  });

  test('says of what is missing or of another kind nothing that only a program knows', () => {
    const Choice = z.discriminatedUnion('kind', [Body.extend({ kind: z.literal('a') })]);
    const Form = z.object({ on: z.enum(['open', 'over']), choice: Choice, from: z.string() });
    const said = invalidOf(Form.safeParse({ on: 'x', choice: { kind: 'b' } }));
    const message = 'Falta um dado, ou ele não serve. Confira e tente de novo.';
    expect(said).toMatchObject({ title: 'Confira os dados', detail: message });
    expect(said?.errors).toEqual(['on', 'choice.kind', 'from'].map((field) => ({ field, message })));
  });

  test.each([
    ['a field that the form has not', z.strictObject({ name: z.string() }), { name: 'a', price: 1 }],
    ['a key that is none', z.record(z.enum(['a', 'b']), z.int()), { a: 1, b: 2, c: 3 }],
    ['a value that is none of the few', z.literal('a'), 'b'],
    ['what fits no form of several', z.union([z.int(), z.boolean()]), 'x'],
  ])('nor of %s', (_what, rule, value) => {
    expect(invalidOf(rule.safeParse(value))?.detail).toBe(
      'Falta um dado, ou ele não serve. Confira e tente de novo.',
    );
  });

  test('repeats no value, and nothing is said of what is right', () => {
    expect(JSON.stringify(invalidOf(Body.safeParse({ name: 'a', minutes: 'segredo' })))).not.toContain(
      'segredo',
    );
    expect(invalidOf(Body.safeParse({ name: 'a', minutes: 5 }))).toBeNull();
  });

  test('is told of twenty fields at most', () => {
    const Many = z.object(
      Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`f${at}`, z.string('Falta.')])),
    );
    expect(invalidOf(Many.safeParse({}))?.errors).toHaveLength(20);
    expect(invalidOf(Many.safeParse({}))?.errors?.[0]).toEqual({ field: 'f0', message: 'Falta.' });
  });
});
