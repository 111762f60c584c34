// An order as its customer follows it, and as somebody sees it who only found it.
import { publicOrder, statusOrder, type PublicOrder } from '@balcao/shared/http/orders.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { markupOf, wordsIn, wordsOf } from '../../testing/words.ts';
import { OrderCard } from './order-card.tsx';
import PreparationTime from './preparation-time.tsx';
import { SearchForm } from './search-form.tsx';
import StatusCard from './status-card.tsx';

let kept: string | null = null;
beforeEach(() => {
  kept = null;
  vi.stubGlobal('localStorage', { getItem: () => kept, setItem: () => {}, removeItem: () => {} });
});
afterEach(() => {
  vi.unstubAllGlobals();
});
const keep = (code: string): void => {
  kept = JSON.stringify([{ code, token: 't', atMs: 0 }]);
};

const NOTHING = { receivedCents: 0, returnedCents: 0, returning: false };
const card = (changes: Partial<PublicOrder>, money = NOTHING): string => {
  const order = { ...publicOrder(sampleOrder({ totalCents: 2_365, panelNumber: 7 })), ...changes };
  return markupOf(createElement(OrderCard, { order, money, onChanged: () => {} }));
};
const paid = { paymentMethod: 'pix', paymentStatus: 'approved' } as const;

describe('an order that is followed', () => {
  it('has its number, its code, where it stands, what it holds, how it is had and paid, and what it costs', () => {
    const words = wordsIn(card({ ...paid, status: 'PREPARING', consumptionType: 'local' }));
    expect(words).toMatch(/^Pedido nº 41 7K2MQ-9XWTB · \d\d\/\d\d às \d\d:\d\d Em Preparo Painel 7 /);
    const prepared = wordsOf(createElement(PreparationTime, { status: 'PREPARING' }));
    expect(prepared).toContain('Tempo estimado de preparo: 15-20 minutos');
    expect(words).toMatch(/Comer aqui · Pago com PIX · \*\*\*321 Total R\$ 23,65/);
    expect(wordsIn(card({ ...paid, status: 'PREPARING', consumptionType: 'takeaway' }))).toContain(
      'Levar · Pago',
    );
    expect(wordsIn(card({ panelNumber: null }))).not.toContain('Painel');
  });

  it('that is ready says so above everything', () => {
    expect(wordsIn(card({ ...paid, status: 'READY' }))).toMatch(/^Seu pedido está pronto\. Venha buscar!/);
    for (const status of ['PREPARING', 'DELIVERED'] as const)
      expect(wordsIn(card({ ...paid, status }))).not.toContain('Venha buscar');
  });

  it('has its way through the kitchen, unless it was called off', () => {
    expect(card({ ...paid, status: 'RECEBIDO' })).toContain('Andamento do pedido');
    expect(card({ status: 'CANCELLED' })).not.toContain('Andamento do pedido');
  });

  it('tells what it waits for, and what became of the money', () => {
    expect(wordsIn(card({ status: 'PENDING', paymentMethod: 'cash' }))).toContain(
      'Pague no balcão para a cozinha começar.',
    );
    expect(wordsIn(card({ ...paid, status: 'RECEBIDO' }))).not.toContain('para a cozinha começar');
    const back = { receivedCents: 2_365, returnedCents: 2_365, returning: false };
    expect(wordsIn(card({ ...paid, status: 'CANCELLED' }, back))).toContain('Devolvemos R$ 23,65.');
  });

  it('that was paid and called off says where the money comes back, also before it does', () => {
    const off = { ...paid, status: 'CANCELLED' } as const;
    expect(wordsIn(card({ ...off, paymentMethod: 'cash' }))).toContain(
      'Você pagou R$ 23,65 no balcão: a loja devolve lá, na hora.',
    );
    const came = { receivedCents: 2_365, returnedCents: 0, returning: false };
    expect(wordsIn(card(off, came))).toContain('A loja vai devolver os R$ 23,65 que você pagou.');
  });

  it('is paid, repeated and taken back on the device that placed it alone', () => {
    const pending = { status: 'PENDING', paymentStatus: 'pending' } as const;
    for (const word of ['Pagar agora', 'Pedir de novo', 'Cancelar'])
      expect(wordsIn(card({ ...pending, paymentMethod: null }))).not.toContain(word);
    keep('7K2MQ9XWTB');
    const own = wordsIn(card({ ...pending, paymentMethod: null }));
    for (const word of ['Pagar agora', 'Pedir de novo', 'Cancelar']) expect(own).toContain(word);
    expect(wordsIn(card({ ...pending, paymentMethod: 'cash' }))).toContain('Pagar de outro jeito');
    const inWork = wordsIn(card({ ...paid, status: 'PREPARING' }));
    expect(inWork).toContain('Pedir de novo');
    for (const word of ['Pagar', 'Cancelar']) expect(inWork).not.toContain(word);
  });

  it('whose money has come, though the shop has not heard of it, is paid no second time and not called off', () => {
    keep('7K2MQ9XWTB');
    const came = { receivedCents: 2_365, returnedCents: 0, returning: false };
    const words = wordsIn(card({ status: 'PENDING', paymentStatus: 'pending', paymentMethod: null }, came));
    expect(words).toContain('Estamos avisando a loja.');
    expect(words).toContain('Pedir de novo');
    for (const word of ['Falta pagar', 'Pagar agora', 'Cancelar pedido']) expect(words).not.toContain(word);
  });
});

describe('an order that was found', () => {
  const found = (status: PublicOrder['status']): string =>
    markupOf(
      createElement(StatusCard, {
        order: statusOrder(sampleOrder({ status }), 'number'),
        title: 'Pedido nº 41',
        onDigits: () => Promise.resolve(null),
      }),
    );

  it('says how it stands and no more, and asks for the end of its phone', () => {
    expect(wordsIn(found('PREPARING'))).toMatch(/^Pedido nº 41 Em Preparo .* Ver o pedido$/);
    expect(wordsIn(found('READY'))).toMatch(/^O pedido está pronto\. Venha buscar!/);
    expect(wordsIn(found('PENDING'))).toContain('Falta pagar para a cozinha começar.');
    expect(wordsIn(found('RECEBIDO'))).not.toContain('Falta pagar');
    expect(found('CANCELLED')).not.toContain('Andamento do pedido');
    expect(found('READY')).toContain('Andamento do pedido');
  });
});

it('the search begins with the phone, and is not sent before there is one', () => {
  const form = markupOf(createElement(SearchForm, { busy: false, onSearch: () => {} }));
  expect(wordsOf(createElement(SearchForm, { busy: false, onSearch: () => {} }))).toBe(
    'Telefone Código ou número Como cuidamos dos seus dados Buscar',
  );
  expect(form).toMatch(/aria-selected="true"[^>]*>Telefone/);
  expect(form).toMatch(/type="submit"[^>]*aria-disabled="true"/);
});
