// What the operator's forms say, to the letter of the specification: the message, and what stays beside the form.
import { describe, expect, it } from 'vitest';
import type { CatalogSpec } from '../../../data/staff/menu/editor/kind.ts';
import { CATEGORIES, FLAVORS, PRODUCTS, SIZES } from './kinds.tsx';

const ALL: readonly CatalogSpec[] = [CATEGORIES, PRODUCTS, SIZES, FLAVORS];

describe('the words of the operator', () => {
  it.each([
    [CATEGORIES, 'Erro ao criar categoria', 'Erro ao atualizar categoria', 'Erro ao excluir categoria'],
    [PRODUCTS, 'Erro ao criar produto', 'Erro ao atualizar produto', 'Erro ao excluir produto'],
  ] as [CatalogSpec, string, string, string][])('beside the form of $one', (spec, made, changed, removed) => {
    const { saveFailed, removeFailed } = spec.words;
    expect(saveFailed(true)).toMatchObject({ beside: made });
    expect(saveFailed(false)).toMatchObject({ beside: changed });
    expect(removeFailed).toMatchObject({ beside: removed });
  });

  it("what went well is headed 'Sucesso', what is missing 'Erro de validação'", () => {
    for (const { words } of ALL) {
      expect(words.saved('X', true)).toMatchObject({ title: 'Sucesso', tone: 'success' });
      expect(words.removed('X')).toMatchObject({ title: 'Sucesso', tone: 'success' });
      expect(words.invalid).toBe('Erro de validação');
    }
  });

  it('an empty list says so', () => {
    expect(PRODUCTS.words.empty).toBe('Nenhum produto criado');
    expect(CATEGORIES.words.empty).toBe('Nenhuma categoria criada');
  });

  it('a list that could not be read says which, and how to try again', () => {
    expect(PRODUCTS.loading).toMatchObject({
      title: 'Erro: Erro ao carregar produtos',
      retry: 'Tentar Novamente',
    });
  });
});
