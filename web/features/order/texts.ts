// What the order wizard says. Texts of the specification stand here to the letter.
export const STEP_TITLES = {
  tipo: {
    name: 'Tipo',
    question: 'O que vai ser hoje?',
    hint: 'Monte um açaí do zero ou escolha uma taça da casa.',
  },
  categoria: {
    name: 'Categoria',
    question: 'Que tipo de taça?',
    hint: 'Escolha uma categoria para ver as taças.',
  },
  taca: { name: 'Taça', question: 'Escolha sua taça', hint: 'Todas saem geladinhas, na hora.' },
  tamanho: {
    name: 'Tamanho',
    question: 'Qual o tamanho da fome?',
    hint: 'O tamanho define o preço e quantos complementos cabem.',
  },
  base: { name: 'Base', question: 'Qual a base?', hint: 'É o que enche o copo.' },
  sorvete: { name: 'Sorvete', question: 'E o sorvete?', hint: 'Um sabor inteiro ou meio a meio.' },
  complementos: {
    name: 'Complementos',
    question: 'Agora capricha',
    hint: 'Fundo, meio ou topo: você escolhe onde cada um vai.',
  },
  resumo: { name: 'Resumo', question: 'Tudo certo?', hint: 'Confira antes de pôr no carrinho.' },
} as const;

export type StepName = keyof typeof STEP_TITLES;

/** Why the wizard does not go on: the toast, and the same words beside the choice. */
export const MISSING: Record<
  'tipo' | 'categoria' | 'taca' | 'tamanho' | 'base' | 'sorvete' | 'segundo',
  { title: string; text: string }
> = {
  tipo: { title: 'Escolha o tipo', text: 'Escolha entre Açaí Montado ou Taça Montada' },
  categoria: { title: 'Escolha a categoria', text: 'Escolha uma categoria de taça para continuar' },
  taca: { title: 'Escolha a taça', text: 'Escolha uma taça para continuar' },
  tamanho: { title: 'Escolha o tamanho', text: 'Escolha o tamanho para continuar' },
  base: { title: 'Escolha a base', text: 'Escolha a base para continuar' },
  sorvete: { title: 'Escolha o sorvete', text: 'Escolha o sabor do sorvete para continuar' },
  segundo: { title: 'Escolha o segundo sabor', text: 'Para meio a meio, escolha o segundo sabor de sorvete' },
};

export const soldOut = (name: string) => ({
  title: `${name} acabou`,
  text: 'Acabou agora há pouco. Escolha outra opção para continuar.',
});
