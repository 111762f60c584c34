// All that staff read and send as they come in, as approved texts beside the screen.
import { createElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refusal, type Answers } from '../../testing/screen.ts';
import { beginEvening, openStaff } from '../../testing/staff-screen.ts';
import { createVisits, UNHURRIED } from '../../testing/visit.ts';
import AuthPage from './auth-page.tsx';

beforeEach(beginEvening);
afterEach(() => void vi.useRealTimers());

const ME = 'GET /api/staff/me';
const out = refusal(401, 'signed-out', 'Entre de novo.');
const SIGN_IN = 'POST /api/auth/sign-in/email';
const SIGN_UP = 'POST /api/auth/sign-up/email';
const answers = (changes: Answers = {}): Answers => ({
  [ME]: out,
  'GET /api/auth/sign-up': { open: true },
  ...changes,
});
const open =
  (changes: Answers = {}, taps: readonly string[] = []) =>
  () =>
    openStaff(
      createElement(
        Routes,
        null,
        createElement(Route, { path: '/auth', element: createElement(AuthPage) }),
        createElement(Route, { path: '*', element: null }),
      ),
      { path: '/auth', answers: answers(changes), taps, out: true },
    );
const WAYS = [
  ['sign-in', []],
  ['sign-up', ['Não tem conta? Criar conta']],
  ['forgotten', ['Esqueci a senha de administrador']],
] as const;

it.each(WAYS)('%s', UNHURRIED, async (name, taps) => {
  const visits = createVisits();
  const skip = /^(?:Não tem conta|Já tem conta|Esqueci|Voltar e entrar)/;
  const texts = {
    Senha: 'uma senha comprida 7',
    Email: ' rui@loja.example ',
    Código: ' AB12-CD34 ',
    'Nome completo': ' Rui Lima ',
  };
  const some = { skip, texts };
  const good = { [SIGN_IN]: {}, [SIGN_UP]: {}, 'POST /api/setup/password': null };
  await visits.visit('Filled', open(good, taps), some);
  await visits.visit('Emptied', open(good, taps), { ...some, fields: 'emptied' });
  await visits.visit('Too short', open(good, taps), {
    skip,
    texts: { Senha: '123', 'Nova senha': '123', 'Senha nova': '123' },
  });
  for (const [code, status] of [
    ['INVALID_EMAIL_OR_PASSWORD', 401],
    ['USER_ALREADY_EXISTS', 422],
    ['PASSWORD_TOO_SHORT', 400],
    ['too-many', 429],
    ['other', 500],
  ] as const) {
    const bad = refusal(status, code, 'A loja disse não.');
    await visits.visit(
      `Refused: ${code}`,
      open({ [SIGN_IN]: bad, [SIGN_UP]: bad, 'POST /api/setup/password': bad }, taps),
      some,
    );
  }
  await expect(visits.text()).toMatchFileSnapshot(`./outlines/${name}.txt`);
});
