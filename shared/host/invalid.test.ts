import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { invalidOf } from './invalid.ts';

describe('content of the wrong form', () => {
  const Body = z.object({ name: z.string().min(1, 'Dê um nome.'), minutes: z.int().min(1).max(120) });

  test('is told field by field, in Portuguese also where the rule has no words of its own', () => {
    const body = invalidOf(Body.safeParse({ name: '', minutes: 300 }));
    expect(body).toMatchObject({
      status: 422,
      errors: [
        { field: 'name', message: 'Dê um nome.' },
        { field: 'minutes', message: expect.stringMatching(/^Grande demais: esperava que .* <= 120$/) },
      ],
    });
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
