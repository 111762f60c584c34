import { describe, expect, test } from 'vitest';
import { matchPath } from './match.ts';

describe('an address', () => {
  test.each([
    ['/', '/', {}],
    ['/pedido', '/pedido/', {}],
    ['/pedido/sucesso/:orderCode', '/pedido/sucesso/7K2MQ', { orderCode: '7K2MQ' }],
    ['/admin/*', '/admin', { '*': '' }],
    ['/admin/*', '/admin/pedidos/hoje', { '*': 'pedidos/hoje' }],
    ['*', '/nada/disso', { '*': 'nada/disso' }],
  ])('%s is of %s', (pattern, pathname, params) => {
    expect(matchPath(pattern, pathname)).toEqual(params);
  });

  test.each([
    ['/', '/pedido'],
    ['/pedido', '/pedido/carrinho'],
    ['/pedido', '/Pedido'],
    ['/pedido/sucesso/:orderCode', '/pedido/sucesso'],
    ['/admin/*', '/administrador'],
  ])('%s is not of %s', (pattern, pathname) => {
    expect(matchPath(pattern, pathname)).toBeNull();
  });

  test('parts are decoded, and a stray percent sign is no failure', () => {
    expect(matchPath('/x/:name', '/x/a%C3%A7a%C3%AD')).toEqual({ name: 'açaí' });
    expect(matchPath('/x/:name', '/x/100%')).toEqual({ name: '100%' });
  });
});
