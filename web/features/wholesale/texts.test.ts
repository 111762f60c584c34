import { expect, it } from 'vitest';
import { deleteQuestion } from '../../data/staff/menu/editor/kind.ts';
import { deleteFailedText, doneText, saveFailedText } from './texts.ts';

it.each([
  [doneText('category', 'cri'), 'Categoria criada com sucesso.'],
  [doneText('category', 'atualiz'), 'Categoria atualizada com sucesso.'],
  [doneText('category', 'exclu'), 'Categoria excluída com sucesso.'],
  [doneText('product', 'cri'), 'Produto criado com sucesso.'],
  [doneText('size', 'atualiz'), 'Tamanho atualizado com sucesso.'],
  [doneText('flavor', 'exclu'), 'Sabor excluído com sucesso.'],
  [saveFailedText('category'), 'Ocorreu um erro ao salvar a categoria.'],
  [saveFailedText('flavor'), 'Ocorreu um erro ao salvar o sabor.'],
  [deleteFailedText('category'), 'Ocorreu um erro ao excluir a categoria.'],
  [deleteFailedText('product'), 'Ocorreu um erro ao excluir o produto.'],
  [deleteQuestion('o produto', 'Balde'), 'Tem certeza que deseja excluir o produto "Balde"?'],
  [deleteQuestion('a categoria', 'Açaí'), 'Tem certeza que deseja excluir a categoria "Açaí"?'],
])('%s', (said, expected) => expect(said).toBe(expected));
