// The wizard as it is read and heard at each of its steps; `outlines/` is read by whoever changes it.
import { createElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import '../../cart/order-again.tsx';
import { sampleItem, sampleMenu } from '../../cart/sample.ts';
import { fullCart, fullMenu, NOW_MS, openFullShop, standClock } from '../../testing/full-shop.ts';
import { refused } from '../../testing/shop.ts';
import { createWalk } from '../../testing/walk.ts';
import { loadMenuAtom } from '../../data/shop.ts';
import WizardPage from './wizard-page.tsx';

const screens = createElement(
  Routes,
  null,
  createElement(Route, { path: '/pedido', element: createElement(WizardPage) }),
  createElement(Route, { path: '*', element: createElement('p', null, 'Outra tela') }),
);
const NEXT = 'Continuar';
const ACAI = 'Açaí Montado Do copo ao topo, tudo escolhido por você.';
const CUP = 'Taça Montada As favoritas da casa, no capricho.';
const begun = { step: '5', type: 'ACAI_MONTADO', size: 'p', base: 'acai', iceCream: 'ninho' };

it('an açaí is put together step by step', async () => {
  standClock();
  const walk = createWalk();
  const open = (more: Parameters<typeof openFullShop>[2]) =>
    openFullShop(walk, screens, { path: '/pedido', ...more });
  const page = await open({});
  page.see('opened');
  await page.go(NEXT, 'Adicionar Água', 'Adicionar Suco', ACAI, NEXT, NEXT);
  await page.go('Litro sem complementos R$ 40,00', 'Pequeno até 3 complementos R$ 15,00', NEXT, NEXT);
  await page.go('sem leite', 'sem soja', 'sem soja');
  await page.go(
    'Açaí Da casa contém soja',
    NEXT,
    NEXT,
    'Ninho Leite ninho ⚠ contém leite',
    NEXT,
    'Voltar uma etapa',
  );
  await page.go('Meio a meio Dois sabores no mesmo copo', NEXT);
  await page.tap('Morango', 1);
  page.see('tap: the second flavour');
  await page.go(NEXT, 'Adicionar Granola', 'Creme de avelã + R$ 3,50 ⚠ contém leite e castanhas');
  await page.go('Mais uma porção de Creme de avelã', 'Banana', 'Creme de avelã: Fundo', 'Granola: Fundo');
  await page.type('Procurar complemento', 'pacoca');
  page.see('type: pacoca');
  await page.type('Procurar complemento', 'jaca');
  page.see('type: jaca');
  await page.go('Finalizar Pedido');
  walk.note('what was begun before');
  const again = await open({ kept: { ...begun, toppings: [{ id: 'kiwi', layer: 'TOP' }] } });
  again.see('with a topping that has run out');
  await again.go('Finalizar Pedido', 'Kiwi Acabou', 'Pedir só este');
  const layers = ['TOP', 'MIDDLE', 'BOTTOM'].map((layer) => ({ id: 'granola', layer }));
  const smaller = await open({
    kept: { ...begun, step: '2', size: 'g', toppings: [...layers, { id: 'mel', layer: 'TOP' }] },
  });
  smaller.see('four toppings in the large size');
  await smaller.go('Pequeno até 3 complementos R$ 15,00', 'Litro sem complementos R$ 40,00');
  for (const [what, more] of [
    ['a base that has run out', { ...begun, base: 'zero' }],
    ['a size that has run out', { ...begun, size: 'balde' }],
    ['a flavour that has run out', { ...begun, iceCream: 'coco' }],
  ] as const) {
    const one = await open({ kept: more });
    one.see(what);
    await one.go(NEXT);
  }
  await expect(walk.text()).toMatchFileSnapshot('./outlines/acai.txt');
});

it('a cup is chosen, or put together', async () => {
  standClock();
  const walk = createWalk();
  const page = await openFullShop(walk, screens, { path: '/pedido' });
  await page.tap(CUP);
  page.see('a cup is wanted');
  await page.go(NEXT, NEXT, 'Clássicas 3 taças', NEXT, NEXT, 'Sundae Calda R$ 19,00');
  await page.go('Banana split Três bolas e banana contém leite R$ 22,00', NEXT, 'Voltar uma etapa', NEXT);
  await page.go('Finalizar Pedido');
  for (const cup of ['split', 'livre', 'colegial', 'agua', 'nenhuma']) {
    const one = await openFullShop(walk, screens, { path: `/pedido?taca=${cup}` });
    one.see(`by the address: ${cup}`);
    if (cup === 'livre') await one.go('Cupuaçu', NEXT, 'Morango', NEXT, 'Uva', 'Finalizar Pedido');
  }
  for (const [what, menu] of [
    ['no cup at all', { ...fullMenu, products: fullMenu.products.slice(6) }],
    ['cups to be built alone', { ...fullMenu, products: fullMenu.products.slice(4) }],
    ['cups that come as they are alone', { ...fullMenu, products: fullMenu.products.slice(0, 4) }],
  ] as const) {
    const one = await openFullShop(walk, screens, { path: '/pedido', menu });
    await one.tap(CUP);
    await one.tap(NEXT);
    one.see(what);
  }
  await expect(walk.text()).toMatchFileSnapshot('./outlines/cup.txt');
});

it('what is there to begin with, and what is edited', async () => {
  standClock();
  const walk = createWalk();
  const open = (more: Parameters<typeof openFullShop>[2]) =>
    openFullShop(walk, screens, { path: '/pedido', ...more });
  (await open({ menu: { ...fullMenu, cupsEnabled: false } })).see('a shop without cups');
  (await open({ path: '/pedido?tipo=acai' })).see('an açaí by the address');
  const plain = await open({ menu: sampleMenu, store: { mostOrdered: [] } });
  plain.see('a small menu');
  const closed = await open({
    kept: { again: [sampleItem, { ...sampleItem, id: 'b', productId: 'agua', baseId: null }] },
    store: { open: { state: 'closed', opensAt: { date: '2026-11-22', time: '10:00' } } },
  });
  await closed.until(() => closed.words().includes('De novo'));
  closed.see('a shop that is closed, and what was ordered last');
  await closed.go('De novo Açaí Pequeno + 1 R$ 23,40');
  for (const item of fullCart.slice(0, 4)) {
    const one = await open({ path: `/pedido?editar=${item.id}`, kept: { 'acai-cart': fullCart } });
    one.see(`edited: ${item.id}`);
    if (item.id === 'item-2') {
      await one.go('Voltar uma etapa', NEXT, 'Mel + R$ 1,50', 'Atualizar Item');
    }
  }
  const full = Array.from({ length: 40 }, (_, at) => ({ ...sampleItem, id: `w${at}` }));
  const more = await open({ kept: { ...begun, 'acai-cart': full } });
  more.see('forty in the cart');
  await more.tap('Finalizar Pedido');
  more.see('one more');
  walk.note('a menu that did not come');
  const answers: Record<string, unknown> = { 'GET /api/menu': refused(503, 'Sem internet.') };
  const page = await open({ answers });
  page.see('refused');
  answers['GET /api/menu'] = () => new Promise(() => undefined);
  await page.when(() => void page.store.set(loadMenuAtom));
  page.see('on its way');
  answers['GET /api/menu'] = sampleMenu;
  walk.note(`chosen at ${new Date(NOW_MS).toISOString()}, and gone since`);
  const left = await open({ kept: begun, answers: { 'GET /api/menu': fullMenu } });
  left.answers['GET /api/menu'] = { ...fullMenu, bases: fullMenu.bases.slice(2), toppings: [] };
  await left.when(() => left.store.set(loadMenuAtom));
  left.see('the base and the toppings left the menu');
  await left.tap(NEXT);
  left.see('at the end');
  await expect(walk.text()).toMatchFileSnapshot('./outlines/begin.txt');
});
