// What the operator's card says of an order, field by field, and leaves out where there is nothing.
import { sampleWholesaleOrder } from '@balcao/shared/wholesale/sample.ts';
import type { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { OrderContents } from './order-contents.tsx';

const htmlOf = (changes: Partial<WholesaleOrder> = {}): string =>
  renderToStaticMarkup(createElement(OrderContents, { order: sampleWholesaleOrder(changes) }));
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
/** Label and value, in turn. */
const factsOf = (html: string): string[] =>
  [...html.matchAll(/<d[td][^>]*>(.*?)<\/d[td]>/gs)].map(([, text = '']) => text);

describe('the card of a wholesale order', () => {
  it('says who ordered, with the phone written out and the address', () => {
    const html = htmlOf({ customerCpfCnpj: '52998224725', customerAddress: 'Rua das Flores, 9' });
    expect(factsOf(html)).toEqual([
      ...['Cliente', 'Maria de Souza'],
      ...['Telefone', '(11) 98765-4321'],
      ...['CPF/CNPJ', '529.982.247-25'],
      ...['Endereço', 'Rua das Flores, 9'],
    ]);
  });

  it("says 'N/A' of a buyer without a name, and nothing of a phone and an address that were not given", () => {
    const nobody = { customerName: null, customerPhone: null, customerAddress: null };
    expect(factsOf(htmlOf(nobody))).toEqual(['Cliente', 'N/A']);
  });

  it('lists each line with quantity, product, size, flavour and what it comes to', () => {
    const lines = [...htmlOf().matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, line = '']) => textOf(line));
    expect(lines).toEqual([
      '3 x Açaí em balde Tamanho: 10 L · Sabor: Banana R$ 360,00',
      '2 x Casquinhas R$ 91,00',
    ]);
  });

  it('says how many items and units there are, and the total', () => {
    expect(textOf(htmlOf())).toMatch(/2 itens · 5 unidades Total R\$ 451,00$/);
  });

  it('says what the buyer observed, and nothing where that is nothing', () => {
    expect(textOf(htmlOf({ observations: 'Portão azul' }))).toContain('Observações Portão azul');
    expect(htmlOf({ observations: '' })).not.toContain('Observações');
  });
});
