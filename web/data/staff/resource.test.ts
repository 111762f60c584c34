// What a screen reads: what it shows while it is read again, when that fails, and whose answer counts.
import { useAtomValue } from 'jotai';
import { createElement, useState } from 'react';
import { expect, it } from 'vitest';
import { openScreen, refusal, type Answers } from '../../testing/screen.ts';
import { sentenceOf } from '../request.ts';
import { useLoaded } from './resource.ts';
import { sessionAtom } from './session/session.ts';

const question = (code: string): string => `GET /api/staff/orders?state=${code}`;

/** Asks for the orders in this state; `turn` is counted by a button. */
function Reader() {
  const [state, setState] = useState('a');
  const [turn, setTurn] = useState(0);
  const list = useLoaded('GET /api/staff/orders', { query: { state }, turn });
  const session = useAtomValue(sessionAtom);
  const button = (name: string, onClick: () => void) => createElement('button', { key: name, onClick }, name);
  return createElement(
    'div',
    null,
    button('b', () => setState('b')),
    button('again', () => setTurn(turn + 1)),
    button('more', () => list.set((value) => ({ ...value, orders: [...value.orders, ...value.orders] }))),
    `${session.state} ${list.loading ? 'asks' : 'rests'} `,
    list.error !== null && createElement('p', { role: 'alert' }, sentenceOf(list.error)),
    button('Tentar de novo', () => void list.reload()),
    JSON.stringify(list.value?.orders ?? null),
  );
}

const open = (answers: Answers) =>
  openScreen(createElement(Reader), { answers, me: { id: 'a', role: 'ADMIN' } });
const orders = (...names: string[]) => ({ orders: names });

it('is asked for at once, and again whenever its turn comes, with what was there still in sight', async () => {
  const answers: Answers = { [question('a')]: orders('one') };
  const screen = await open(answers);
  expect(screen.words()).toContain('in rests Tentar de novo ["one"]');
  answers[question('a')] = undefined;
  await screen.tap('again');
  expect(screen.words()).toContain('in asks Tentar de novo ["one"]');
  expect(screen.sent).toHaveLength(2);
});

it('that could not be read again stays, with the reason; read at last, the reason is gone', async () => {
  const answers: Answers = { [question('a')]: orders('one') };
  const screen = await open(answers);
  answers[question('a')] = refusal(503, 'away', 'A loja não respondeu.');
  await screen.tap('again');
  expect(screen.words()).toContain('A loja não respondeu. Tentar de novo ["one"]');
  answers[question('a')] = orders('two');
  await screen.tap('Tentar de novo');
  expect(screen.words()).toContain('in rests Tentar de novo ["two"]');
  expect(screen.alerts()).toEqual([]);
});

it('of another question is not the answer to this one', async () => {
  const screen = await open({
    [question('a')]: orders('one'),
    [question('b')]: refusal(503, 'away', 'A loja não respondeu.'),
  });
  await screen.tap('b');
  expect(screen.words()).toContain('in rests A loja não respondeu.');
  expect(screen.words()).not.toContain('one');
});

it('of nothing is not waited for', async () => {
  const Idle = () => createElement('p', null, useLoaded(null).loading ? 'asks' : 'rests');
  const screen = await openScreen(createElement(Idle));
  expect([screen.words(), screen.sent]).toEqual(['rests', []]);
});

it('that comes late, after something else was asked, is nobody’s', async () => {
  let answer: (value: unknown) => void = () => {};
  const late = new Promise((resolve) => (answer = resolve));
  const screen = await open({ [question('a')]: () => late, [question('b')]: orders('two') });
  await screen.tap('b');
  expect(screen.words()).toContain('["two"]');
  await screen.when(() => answer(orders('one')));
  expect(screen.words()).toContain('["two"]');
});

it.each([
  ['fails', 503],
  ['finds no session', 401],
])('that %s late, after something else was asked, is nobody’s', async (_how, status) => {
  const late = Promise.withResolvers<unknown>();
  const screen = await open({ [question('a')]: () => late.promise, [question('b')]: orders('two') });
  await screen.tap('b');
  await screen.when(() => late.resolve(refusal(status, 'away', 'A loja não respondeu.')));
  expect(screen.words()).toContain('in rests Tentar de novo ["two"]');
  expect(screen.alerts()).toEqual([]);
});

it('may be changed here as the store has answered, once it is there', async () => {
  const screen = await open({ [question('a')]: orders('one') });
  await screen.tap('more');
  expect(screen.words()).toContain('["one","one"]');
});

it('that is refused because the session is over ends it, and nothing else does', async () => {
  const over = await open({ [question('a')]: refusal(401, 'signed-out', 'Entre de novo.') });
  expect(over.words()).toContain('expired rests');
  const forbidden = await open({ [question('a')]: refusal(403, 'forbidden', 'Não pode.') });
  expect(forbidden.words()).toContain('in rests');
});
