// What came back from the site and waits for an administrator, the way to sell all the same, and the card terminals of the counter.
import {
  KEEP_SELLING_WORD,
  type ParkedChange,
  type Resync as ResyncState,
} from '@balcao/shared/http/resync.ts';
import type { AccountTerminals } from '@balcao/shared/http/terminals.ts';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { openScreen, refusal, type Answers, type Sent } from '../../../testing/screen.ts';
import { Toaster, toastsAtom } from '../../../ui/toast.tsx';
import { Resync } from './resync.tsx';
import { Terminals } from './terminals.tsx';

const RESYNC = 'GET /api/staff/relay/resync';
const DECIDE = 'POST /api/staff/relay/resync';
const SELL = 'POST /api/staff/relay/keep-selling';
const account: ParkedChange = {
  seq: 7,
  what: 'Conta de Nina',
  now: null,
  offered: 'Nina, administradora',
  secretDiffers: true,
};
const name: ParkedChange = {
  seq: 9,
  what: 'Nome da loja',
  now: 'Açaí da Praça',
  offered: 'Açaí do Largo',
  secretDiffers: false,
};

/** As a store has it until it is decided. */
const open = (held: ResyncState['held'], waiting: ParkedChange[], answers: Answers = {}) => {
  let state: ResyncState = { held, waiting };
  const decided = () => {
    state = { held: null, waiting: [] };
    return state;
  };
  return openScreen(createElement('div', null, createElement(Resync), createElement(Toaster)), {
    answers: { [RESYNC]: () => state, [DECIDE]: decided, [SELL]: decided, ...answers },
  });
};
const sentBy = (changes: readonly Sent[]) => changes.map(({ route, body }) => [route, body]);

describe('what came back from the site', () => {
  it('is told beside what is here, and taken as a whole, as far as it was seen', async () => {
    const screen = await open(null, [account, name]);
    expect(screen.words()).toContain(
      'Conta de Nina Agora não existe Voltou Nina, administradora, com outra senha ' +
        'Nome da loja Agora Açaí da Praça Voltou Açaí do Largo Aceitar tudo',
    );
    await screen.tap('Aceitar tudo');
    expect(sentBy(screen.changes())).toEqual([[DECIDE, { decision: 'accept', seen: [7, 9] }]]);
    expect(screen.words()).toContain('Aceito: agora vale na loja');
    expect(screen.words()).not.toContain('Conta de Nina');
  });

  it('is refused after a question, which is over then', async () => {
    const screen = await open(null, [name], { [DECIDE]: null });
    await screen.tap('Recusar tudo');
    expect(screen.changes()).toEqual([]);
    await screen.tap('Recusar');
    expect(sentBy(screen.changes())).toEqual([[DECIDE, { decision: 'refuse', seen: [9] }]]);
    expect(screen.words()).toContain('Recusado: fica como está na loja');
    expect(screen.buttons()).not.toContain('Recusar');
    expect(screen.sent.at(-1)?.route).toBe(RESYNC);
  });

  it('that changed meanwhile is not decided, and read again', async () => {
    const screen = await open(null, [name], { [DECIDE]: refusal(409, 'stale', 'Chegou mais uma mudança.') });
    await screen.tap('Aceitar tudo');
    expect(screen.words()).not.toContain('Aceito');
    expect(screen.alerts()).toEqual(['Chegou mais uma mudança.']);
    expect(screen.sent.at(-1)?.route).toBe(RESYNC);
    // The question is about what nobody tried yet.
    await screen.tap('Recusar tudo');
    expect(screen.alerts()).toEqual([]);
  });

  it('is nothing to see where there is nothing', async () => {
    expect((await open(null, [])).words()).toBe('');
  });
});

it('a store that the site holds sells all the same once its word is typed', async () => {
  const screen = await open('fenced', []);
  expect(screen.words()).toContain('O site diz que outra máquina atende como esta loja. Esta não vende.');
  await screen.tap('Vender nesta máquina');
  expect(screen.changes()).toEqual([]);
  await screen.type(`Digite ${KEEP_SELLING_WORD} para confirmar`, KEEP_SELLING_WORD);
  await screen.tap('Vender nesta máquina', 0);
  expect(sentBy(screen.changes())).toEqual([[SELL, { confirm: KEEP_SELLING_WORD }]]);
  expect(screen.words()).toContain('Esta máquina vende');
  expect(screen.words()).not.toContain('A loja está parada');
});

describe('the terminals of the counter', () => {
  const LIST = 'GET /api/staff/payments/terminals';
  const ONE = '/api/staff/payments/terminals/NEWLAND_N950__N950NCB8';
  const used = { id: 'NEWLAND_N950__N950NCB8', name: 'Caixa 1', isReady: true, isThere: true };
  const unused = { ...used, name: null, isReady: false };
  const terminals = (first: object, answers: Answers = {}) =>
    openScreen(createElement('div', null, createElement(Terminals), createElement(Toaster)), {
      answers: { [LIST]: { terminals: [first] }, ...answers },
    });

  it('are called as somebody wants, and shown as they are kept', async () => {
    const kept: Pick<AccountTerminals, 'terminals'> = { terminals: [{ ...used, name: 'Varanda' }] };
    const screen = await terminals(unused, { [`PUT ${ONE}`]: kept });
    await screen.type('Nome no balcão: NEWLAND N950, nº N950NCB8', ' Varanda ');
    await screen.tap('Usar no balcão: NEWLAND N950, nº N950NCB8');
    expect(sentBy(screen.changes())).toEqual([[`PUT ${ONE}`, { name: 'Varanda' }]]);
    expect(screen.words()).toContain('recebe o valor do balcão');
    expect(screen.store.get(toastsAtom).map(({ title, text }) => [title, text])).toEqual([
      ['Maquininha guardada', 'Varanda'],
    ]);
  });

  it('are taken from the counter, and the list is read again', async () => {
    let now: object = used;
    const screen = await terminals(used, {
      [LIST]: () => ({ terminals: [now] }),
      [`DELETE ${ONE}`]: () => {
        now = unused;
        return null;
      },
    });
    await screen.tap('Tirar do balcão: NEWLAND N950, nº N950NCB8');
    expect(sentBy(screen.changes())).toEqual([[`DELETE ${ONE}`, undefined]]);
    expect(screen.words()).toContain('fora do balcão');
    expect(screen.buttons()).toContain('Usar no balcão: NEWLAND N950, nº N950NCB8');
    expect(screen.words()).toContain('Maquininha tirada do balcão');
  });

  it('that stay at the counter say why, and mark no name as wrong', async () => {
    const screen = await terminals(used, { [`DELETE ${ONE}`]: refusal(503, 'away', 'Sem resposta.') });
    await screen.tap('Tirar do balcão: NEWLAND N950, nº N950NCB8');
    expect(screen.all('li p[role="alert"]').map((one) => one.textContent)).toEqual(['Sem resposta.']);
    expect(screen.all('[aria-invalid="true"]')).toEqual([]);
  });

  it('may be none', async () => {
    const screen = await openScreen(createElement(Terminals), { answers: { [LIST]: { terminals: [] } } });
    expect(screen.words()).toContain('Nenhuma maquininha Point nesta conta.');
  });
});
