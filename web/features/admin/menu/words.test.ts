// What the catalogue's forms say when the store does not keep something, to the letter of the specification.
import { describe, expect, it } from 'vitest';
import { CUPS, MENU, READY_PRODUCTS } from './kinds.ts';

const specOf = (kind: string) => MENU.find(({ spec }) => spec.kind === kind)!.spec;

describe('the words of the catalogue', () => {
  it("a product that was not kept says 'Erro ao salvar produto', a category 'Erro ao salvar categoria'", () => {
    for (const spec of [specOf('products'), CUPS, READY_PRODUCTS])
      expect(spec.words.saveFailed(true)).toBe('Erro ao salvar produto');
    expect(specOf('categories').words.saveFailed(true)).toBe('Erro ao salvar categoria');
  });

  it.each(['sizes', 'bases', 'iceCreams', 'toppings'])(
    "of %s: 'Erro ao salvar item. Tente novamente.'",
    (kind) => expect(specOf(kind).words.saveFailed(true)).toBe('Erro ao salvar item. Tente novamente.'),
  );

  it.each(MENU.map(({ spec }) => [spec.kind, spec.words.removeFailed]))(
    "of %s what was not taken off says 'Erro ao remover item'",
    (_, said) => expect(said).toBe('Erro ao remover item'),
  );
});
