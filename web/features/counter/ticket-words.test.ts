// What the ticket says of a sale, and of a change of an order: each line's price, what is off, the total, and which ways stand open.
import type { Concession, Order } from '@balcao/shared/order/order.ts';
import { publicMenu } from '@balcao/shared/menu/snapshot.ts';
import { withCustomerName } from '@balcao/shared/order/customer-name.ts';
import { sampleCatalog, sampleOrder } from '@balcao/shared/order/sample.ts';
import { quoteOf } from '@balcao/shared/pricing/quote.ts';
import { createElement, type ComponentProps } from 'react';
import { describe, expect, it } from 'vitest';
import { cartPrice } from '../../cart/price.ts';
import { sampleItem, sampleMenu } from '../../cart/sample.ts';
import { buttonsIn, markupOf, wordsIn } from '../../testing/words.ts';
import { AmendTicket } from './amend-ticket.tsx';
import { changeAmendment, newAmendment, type Amendment } from './amendment.ts';
import { EMPTY_ITEM } from './empty-item.ts';
import { NotesDialog } from './notes-dialog.tsx';
import { changeSale, newSale, type SaleFields } from './sale.ts';
import { SaleTicket } from './sale-ticket.tsx';

const nothing = (): void => {};
const water = { ...EMPTY_ITEM, id: 'w', productId: 'agua', priceCents: 999 };

describe('the ticket of a sale', () => {
  const ticket = (
    fields: SaleFields,
    given: Partial<Pick<ComponentProps<typeof SaleTicket>, 'concession' | 'totalCents' | 'failure'>> = {},
    percent = 0,
  ): string => {
    const sale = changeSale(newSale(), fields);
    const price = cartPrice([...sale.items], sampleMenu, percent);
    return markupOf(
      createElement(SaleTicket, {
        sale,
        menu: sampleMenu,
        price,
        concession: null,
        totalCents: price.totalCents,
        failure: null,
        onChange: nothing,
        onEdit: nothing,
        onPay: nothing,
        onCancel: nothing,
        ...given,
      }),
    );
  };
  const items = [sampleItem, water];

  it('has each line at the menu’s price of now, with its toppings, and all of it in the end', () => {
    const words = wordsIn(ticket({ items }));
    expect(words).toMatch(/Açaí Pequeno R\$ 18,50 Açaí, Ninho .*Banana.*Creme de avelã.* Água R\$ 4,00 /);
    expect(words).toContain(
      'Nome, telefone, observações Total R$ 22,50 Dinheiro Maquininha PIX Dividir Pagar depois',
    );
  });

  it('a line that is built can be changed; every line is sold once more, noted and taken off', () => {
    const ofLines = buttonsIn(ticket({ items })).filter((name) => / (Açaí Pequeno|Água)$/.test(name));
    expect(ofLines).toEqual([
      'Mudar Açaí Pequeno',
      'Mais um de Açaí Pequeno',
      'Observação para Açaí Pequeno',
      'Tirar Açaí Pequeno',
      'Mais um de Água',
      'Observação para Água',
      'Tirar Água',
    ]);
  });

  it('says what has run out', () => {
    const kiwi = { ...sampleItem, toppings: [{ id: 'kiwi', layer: 'TOP' as const }] };
    expect(wordsIn(ticket({ items: [kiwi] }))).toContain('Acabou: Kiwi');
    expect(wordsIn(ticket({ items }))).not.toContain('Acabou');
  });

  it('begins to take away, and is eaten here where somebody says so', () => {
    expect(buttonsIn(ticket({ items })).slice(0, 2)).toEqual(['Levar (pressed)', 'Aqui']);
    expect(buttonsIn(ticket({ items, consumptionType: 'local' })).slice(0, 2)).toEqual([
      'Levar',
      'Aqui (pressed)',
    ]);
  });

  it('tells the shop’s own discount from what is given away', () => {
    const concession: Concession = { kind: 'courtesy', reason: 'Aniversário', cents: 365 };
    expect(wordsIn(ticket({ items }, {}, 10))).toContain('Desconto R$ 2,25 R$ 20,25 Dinheiro');
    expect(wordsIn(ticket({ items }, { concession, totalCents: 1_660 }, 10))).toContain(
      'Desconto Especial R$ 2,25 Cortesia −R$ 3,65 R$ 16,60 Dinheiro',
    );
  });

  it('of which nothing is left to pay is registered; one that costs nothing by itself is not given away', () => {
    const whole: Concession = { kind: 'staff-meal', reason: 'Almoço', cents: 2_250 };
    const free = ticket({ items }, { concession: whole, totalCents: 0 });
    expect(wordsIn(free)).toContain('Registrar refeição de funcionário');
    expect(wordsIn(free)).not.toContain('Dinheiro');
    expect(wordsIn(ticket({ items }, { totalCents: 0 }))).toContain('Dinheiro');
  });

  it('without lines is not paid; with a phone alone it can be called off', () => {
    const off = (fields: SaleFields) => buttonsIn(ticket(fields)).filter((name) => name.endsWith('(off)'));
    const ways = ['Dinheiro (off)', 'Maquininha (off)', 'PIX (off)', 'Dividir (off)', 'Pagar depois (off)'];
    expect(off({})).toEqual(['Desconto ou cortesia (off)', 'Cancelar a venda (off)', ...ways]);
    expect(off({ phone: '(11) 98765-4321' })).toEqual(['Desconto ou cortesia (off)', ...ways]);
    expect(off({ items })).toEqual([]);
  });

  it('shows who it is for and what was noted, and why it cannot be sold', () => {
    const noted = ticket(
      { items, phone: '(11) 98765-4321', observations: 'sem canudo' },
      { failure: 'Telefone curto' },
    );
    expect(wordsIn(noted)).toContain('(11) 98765-4321 · sem canudo Total R$ 22,50 Telefone curto Dinheiro');
  });

  it('asks for the name apart from what the kitchen should know', () => {
    const sale = changeSale(newSale(), {
      observations: withCustomerName('Ana', 'sem canudo'),
      phone: '(11) 98765-4321',
    });
    const dialog = (about: string | null) =>
      markupOf(createElement(NotesDialog, { sale, about, onChange: nothing, onClose: nothing }));
    expect(dialog(null)).toMatch(/value="Ana".*value="\(11\) 98765-4321".*>sem canudo<\/textarea>/s);
    expect(dialog('Água')).toMatch(/>sem canudo\nÁgua: <\/textarea>.*value="Ana"/s);
  });
});

describe('the change of an order', () => {
  const [sold] = sampleOrder().items;
  const line = (id: string, priceCents: number) => ({ ...sold!, id, priceCents });
  const paid = sampleOrder({
    ...quoteOf([line('a', 1_000), line('b', 2_000)], 10),
    items: [line('a', 1_000), line('b', 2_000)],
    status: 'RECEBIDO',
    paymentStatus: 'approved',
    panelNumber: 7,
  });
  const menu = publicMenu(sampleCatalog(), 0);
  const ticket = (order: Order, fields: Partial<Pick<Amendment, 'add' | 'takeOff'>>): string =>
    markupOf(
      createElement(AmendTicket, {
        amendment: changeAmendment(newAmendment(order), fields),
        menu,
        onChange: nothing,
        onDone: nothing,
        onLeave: nothing,
      }),
    );
  const confirm = (markup: string) => buttonsIn(markup).find((name) => name.startsWith('Confirmar'));

  it('of nothing is not sent, and says what can be done', () => {
    const begun = ticket(paid, {});
    expect(confirm(begun)).toBe('Confirmar a mudança (off)');
    expect(wordsIn(begun)).toContain('ou tire o que não vai mais. Antes R$ 27,00 Agora R$ 27,00 Confirmar');
    const made = ticket({ ...paid, status: 'PREPARING' }, {});
    expect(wordsIn(made)).toContain('A cozinha já começou: nada mais sai deste pedido.');
    expect(buttonsIn(made).filter((name) => name.startsWith('Tirar'))).toEqual([]);
  });

  it('shows what comes at its price, what goes struck through, and what is asked for then', () => {
    const comes = ticket(paid, { add: [{ ...EMPTY_ITEM, id: 'c', productId: 'agua', priceCents: 0 }] });
    expect(wordsIn(comes)).toContain('Entra Água R$ 4,00 Antes R$ 27,00 Agora R$ 30,60 Falta R$ 3,60');
    expect(confirm(comes)).toBe('Confirmar a mudança');
    const goes = ticket(paid, { takeOff: ['a'] });
    expect(wordsIn(goes)).toContain('Antes R$ 27,00 Agora R$ 18,00 Devolver R$ 9,00');
    expect(goes.match(/<del/g)).toHaveLength(1);
    expect(buttonsIn(goes).slice(0, 2)).toEqual(['Deixar Grande - Açaí (pressed)', 'Tirar Grande - Açaí']);
  });

  it('of an order that is not paid has a new total and no difference', () => {
    const unpaid = { ...paid, status: 'PENDING', paymentStatus: 'pending' } as const;
    expect(wordsIn(ticket(unpaid, { takeOff: ['a'] }))).toContain('Antes R$ 27,00 Agora R$ 18,00 Confirmar');
  });

  it('that leaves nothing is no change', () => {
    const empty = ticket(paid, { takeOff: ['a', 'b'] });
    expect(wordsIn(empty)).toContain('Para tirar tudo, cancele o pedido.');
    expect(confirm(empty)).toBe('Confirmar a mudança (off)');
  });
});
