// What is told of a card, of money that goes back, and of the shop's account: its form, beyond what types say.
import { describe, expect, it } from 'vitest';
import { AskRefund, CardBody, Credentials } from './payments.ts';

const body = { token: 'tok_test', payment_method_id: 'master', payer: {} };
const said = (parsed: { error?: { issues: { message: string }[] } | undefined }) =>
  parsed.error?.issues[0]?.message ?? null;

it('a card is paid in one part where the form names no number of them', () => {
  expect(CardBody.parse(body).installments).toBe(1);
  expect(CardBody.parse({ ...body, installments: 3 }).installments).toBe(3);
});

describe('a card', () => {
  it.each(['5031433215406351', '5031 4332 1540 6351', '5031-4332-1540-6351', '5031.4332.1540.6351'])(
    'is not paid with its number, however it is written: %s',
    (token) => {
      expect(said(CardBody.safeParse({ ...body, token }))).toBe('Cartão inválido. Preencha de novo.');
    },
  );

  it.each([
    [{}, null],
    [{ issuer_id: null }, null],
    [{ issuer_id: '' }, null],
    [{ issuer_id: '24' }, '24'],
    [{ issuer_id: 24 }, '24'],
  ])('of the bank that the form names as %j is of %j', (named, bank) => {
    expect(CardBody.parse({ ...body, ...named }).issuer_id).toBe(bank);
  });

  it('is paid by somebody whose names may be long', () => {
    for (const [name, words] of [
      ['first_name', 'Nome longo demais'],
      ['last_name', 'Sobrenome longo demais'],
    ] as const) {
      const named = (length: number) =>
        said(CardBody.safeParse({ ...body, payer: { [name]: 'x'.repeat(length) } }));
      expect([named(100), named(101)]).toEqual([null, words]);
    }
  });

  it('of a bank without a number is refused', () => {
    expect(said(CardBody.safeParse({ ...body, issuer_id: 'x' }))).toBe('Banco emissor inválido');
  });
});

describe('what goes back', () => {
  const attemptId = '01890a5d-ac96-774b-bcce-b302099a8057';
  it.each([
    [1, null],
    [0, 'Valor inválido'],
    [-1, 'Valor inválido'],
    [0.5, 'Valor inválido'],
    [null, null],
    [undefined, null],
  ])('is a centavo or more, or all that is left: %j is told %j', (amountCents, message) => {
    expect(said(AskRefund.safeParse({ attemptId, amountCents }))).toBe(message);
  });
});

describe('the account of a shop', () => {
  it.each([
    ['APP_USR-1', null],
    [' APP_USR-1\n', null],
    ['APP_USR-1 APP_USR-2', 'O Access Token tem caracteres inválidos'],
    ['APP_USR-1\u00e9', 'O Access Token tem caracteres inválidos'],
    ['“APP_USR-1”', 'O Access Token tem caracteres inválidos'],
    [' ', 'Informe o Access Token'],
  ])('has a token that fits into a header: %j is told %j', (accessToken, message) => {
    expect(said(Credentials.safeParse({ accessToken }))).toBe(message);
  });
});
