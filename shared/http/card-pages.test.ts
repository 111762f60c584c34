import { expect, it } from 'vitest';
import { isCardPage } from './card-pages.ts';

it.each([
  ['/pedido/pagamento/ABCD-1234', null, true],
  ['/carrinho', 'pagamento', true],
  ['/pedido/carrinho', 'pagamento', true],
  ['/carrinho', null, false],
  ['/carrinho', 'dados', false],
  ['/', 'pagamento', false],
  ['/pedido', 'pagamento', false],
  ['/pedido/pagamento/', null, false],
  ['/pedido/pagamento/A/B', null, false],
  ['/admin', 'pagamento', false],
  ['/meu-pedido', null, false],
  ['/pedido/pagamento/ABCD-1234/', null, true],
  ['/x/pedido/pagamento/ABCD', null, false],
  ['/pedido/pagamento//', null, false],
] as const)('the card form may be drawn on %s at step %s: %s', (path, step, may) => {
  expect(isCardPage(path, step)).toBe(may);
});
