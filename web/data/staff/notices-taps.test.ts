// The bars over every staff screen, and signing in again over it.
import type { Board, Me } from '@balcao/shared/http/staff.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createStore } from 'jotai';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { openScreen, refusal, type Answers } from '../../testing/screen.ts';
import { boardOf } from './board/board.ts';
import { boardLoadAtom, conditionTurnAtom } from './board/live.ts';
import { UnpaidNotice } from './board/unpaid-notice.tsx';
import { SignInAgain } from './session/sign-in-again.tsx';
import { StoreNotices } from './store-notices.tsx';

const ADMIN: Partial<Me> = { id: 'a', role: 'ADMIN' };
const KITCHEN: Partial<Me> = { id: 'k', role: 'KITCHEN' };

describe('what keeps the store from its whole work', () => {
  const CONDITION = 'GET /api/staff/condition';
  const TRY = 'POST /api/staff/condition/try-again';
  const open = (id: string, me: Partial<Me>, answers: Answers = {}) =>
    openScreen(createElement(StoreNotices), {
      answers: { [CONDITION]: { notices: [{ id, title: 'Modo seguro', text: 'Chame ajuda.' }] }, ...answers },
      me,
    });

  it('is said, and an administrator tries again out of the safe mode', async () => {
    const screen = await open('safe-mode', ADMIN);
    expect(screen.alerts()[0]).toContain('Modo seguro O que fazer Chame ajuda.');
    screen.sent.splice(0);
    await screen.tap('Tentar de novo');
    expect(screen.sent.map(({ route }) => route)).toEqual([TRY, CONDITION]);
    expect((await open('safe-mode', KITCHEN)).buttons()).toEqual([]);
    expect((await open('held', ADMIN)).buttons()).toEqual([]);
  });

  it('is said as soon as the store tells that it changed, and no more once that is over', async () => {
    const answers = { now: { notices: [] as object[] } };
    const screen = await open('held', ADMIN, { [CONDITION]: () => answers.now });
    expect(screen.alerts()).toEqual([]);
    const told = [{ id: 'held', title: 'Disco cheio', text: 'Chame ajuda.' }];
    for (const notices of [told, []]) {
      answers.now = { notices };
      await screen.when(() => screen.store.set(conditionTurnAtom, (turn) => turn + 1));
      expect(screen.alerts()).toHaveLength(notices.length);
    }
  });

  it('and did not end says so in its place, and is not looked at again', async () => {
    const screen = await open('safe-mode', ADMIN, { [TRY]: refusal(409, 'still', 'Ainda não.') });
    screen.sent.splice(0);
    await screen.tap('Tentar de novo');
    expect(screen.sent.map(({ route }) => route)).toEqual([TRY]);
    expect(screen.alerts()[0]).toMatch(/Tentar de novo Ainda não\.$/);
  });
});

describe('orders that nobody paid', () => {
  const open = async (unpaid: number, unpaidMore: number, me: Partial<Me>) => {
    const orders: Order[] = Array.from({ length: unpaid + 5 }, (_, at) =>
      sampleOrder({ id: `o${at}`, status: at < unpaid ? 'PENDING' : 'RECEBIDO' }),
    );
    const board: Board = { orders, unpaidMore, delivered: [], deliveredToday: 0, seq: 1, now: 0 };
    const store = createStore();
    store.set(boardLoadAtom, { state: 'ready', board: boardOf(board, 0) });
    return openScreen(createElement(UnpaidNotice), { store, me });
  };

  it('are told from forty on, those counted that are not listed', async () => {
    expect((await open(30, 10, ADMIN)).words()).toContain('40 pedidos não pagos: veja se são falsos.');
    expect((await open(30, 9, ADMIN)).words()).toBe('');
  });

  it('are called off by an administrator', async () => {
    const screen = await open(40, 0, ADMIN);
    await screen.tap('Cancelar vários');
    expect(screen.path()).toBe('/admin/dinheiro/pendentes');
    const other = await open(40, 0, KITCHEN);
    expect(other.buttons()).toEqual([]);
    expect(other.words()).toContain('Peça ao administrador');
  });
});

it('one signs in again under the same account, and the screen goes on', async () => {
  const screen = await openScreen(createElement(SignInAgain, { email: 'nina@loja.example' }), {
    answers: { 'POST /api/auth/sign-in/email': { token: 't' }, 'GET /api/staff/me': ADMIN },
  });
  await screen.type('Senha', 'açaí');
  await screen.submit();
  expect(screen.sent).toEqual([
    { route: 'POST /api/auth/sign-in/email', body: { email: 'nina@loja.example', password: 'açaí' } },
    { route: 'GET /api/staff/me', body: undefined },
  ]);
});
