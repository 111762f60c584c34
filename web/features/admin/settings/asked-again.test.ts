// A question that is left after it failed, and asked again: what failed before is no word about it.
import { START_OVER_WORD } from '@balcao/shared/http/held.ts';
import { KEEP_SELLING_WORD } from '@balcao/shared/http/resync.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createElement, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HELD, officeAnswers } from '../../../testing/office.ts';
import { refusal, type Answers } from '../../../testing/screen.ts';
import { beginEvening, openStaff } from '../../../testing/staff-screen.ts';
import type { Taps } from '../../../testing/under-way.ts';
import { ClearHistory } from '../orders/clear-history.tsx';
import { OrderActions } from '../orders/order-actions.tsx';
import { HeldWork } from './held-work.tsx';
import { PersonCard } from './person-card.tsx';
import { ProviderAccount } from './provider-account.tsx';
import { RecoverySheetCard } from './recovery-sheet.tsx';
import { SitePanel } from './site-panel.tsx';
import { UsersPanel } from './users-panel.tsx';

beforeEach(beginEvening);
afterEach(() => void vi.useRealTimers());

const nothing = (): void => {};
const office = officeAnswers();
const PERSON = 'POST /api/staff/privacy/person';
const COMMAND = 'Descartar: Pedido novo · 7K2MQ-9XWTB';
const actions = createElement(OrderActions, {
  order: sampleOrder({ simpleId: 41, status: 'RECEBIDO' }),
  onOpen: nothing,
  onChanged: nothing,
  onGone: nothing,
});
const sells = `Digite ${KEEP_SELLING_WORD} para confirmar`;
const startsOver = `Digite ${START_OVER_WORD} para confirmar`;

type Case = [what: string, element: ReactElement, first: Taps, asked: Taps, confirmed: Taps, reads?: Answers];
const CASES: Case[] = [
  ['a site that is left', createElement(SitePanel), [], ['Desligar do site'], ['Desligar']],
  [
    'a store that sells all the same',
    createElement(SitePanel),
    [],
    ['Vender nesta máquina'],
    [[sells, KEEP_SELLING_WORD], 'Vender nesta máquina'],
  ],
  ['what came back and is refused', createElement(SitePanel), [], ['Recusar tudo'], ['Recusar']],
  [
    'a store that is right',
    createElement(HeldWork),
    [],
    ['A loja está certa'],
    [[startsOver, START_OVER_WORD], 'Refazer a cópia do site'],
    { 'GET /api/staff/relay/held': { ...HELD, condition: 'quarantined' } },
  ],
  ['a command that is thrown away', createElement(HeldWork), [], [COMMAND], ['Descartar']],
  [
    'a person who is erased',
    createElement(PersonCard),
    [['Telefone', '11987654321'], 'Ver o que a loja tem'],
    ['Apagar os dados desta pessoa'],
    ['Apagar'],
    { [PERSON]: office[PERSON] },
  ],
  ['a sheet that is lost', createElement(RecoverySheetCard), [], ['Perdi a folha'], ['Trocar o código']],
  ['an account that is deleted', createElement(UsersPanel), [], ['Excluir Bia'], ['Excluir']],
  [
    'a password that is forgotten',
    createElement(UsersPanel),
    [],
    ['Senha nova para Bia'],
    ['Fazer senha provisória'],
  ],
  [
    'an account that is taken away',
    createElement(ProviderAccount),
    [],
    ['Remover a conta'],
    ['Remover a conta'],
  ],
  [
    'a history that is cleared',
    createElement(ClearHistory, { openOrders: 0, onCleared: nothing }),
    [],
    ['Limpar histórico', 'Continuar'],
    [['Digite CONFIRMAR para apagar tudo', 'CONFIRMAR'], 'Apagar todo o histórico'],
  ],
  ['an order that is called off', actions, [], ['Cancelar pedido 41'], ['Cancelar pedido']],
  ['an order that is deleted', actions, [], ['Excluir pedido 41'], ['Excluir']],
];

it.each(CASES)('%s', async (_what, element, first, asked, confirmed, reads = {}) => {
  const refused = refusal(503, 'away', 'A loja não respondeu.');
  const answers = {
    ...Object.fromEntries(Object.entries(office).filter(([route]) => route.startsWith('GET '))),
    'POST *': refused,
    'DELETE *': refused,
    ...reads,
  };
  const screen = await openStaff(element, { answers });
  const tap = async (taps: Taps): Promise<void> => {
    for (const one of taps) await (typeof one === 'string' ? screen.tap(one) : screen.type(...one));
  };
  const dialogs = () => screen.all('dialog[open]').length;
  // What is said in passing goes by itself.
  const said = () => screen.all('dialog[open] p[role="alert"]').map((one) => one.textContent);
  await tap([...first, ...asked, ...confirmed]);
  expect(said().join()).toContain('A loja não respondeu.');
  await screen.tap('Fechar');
  expect(dialogs()).toBe(0);
  await tap(asked);
  expect(dialogs()).toBe(1);
  expect(said()).toEqual([]);
});
