import { describe, expect, it } from 'vitest';
import { charsFor, charsIn, lengthTrouble } from './password.ts';
import { AccountEmail, NewPassword, NewUser, OwnProfile, PersonName } from './users.ts';

const SHORT = 'A senha deve ter pelo menos 6 caracteres.';
const SHORT_FOR_ROLE = 'Para trabalhar na loja, a senha precisa de pelo menos 10 caracteres.';
const SHORT_FOR_ADMIN = 'Para administrar a loja, a senha precisa de pelo menos 12 caracteres.';
const LONG = 'A senha pode ter no máximo 128 caracteres.';

describe('a password', () => {
  it.each([
    [null, 5, SHORT],
    [null, 6, null],
    [null, 128, null],
    [null, 129, LONG],
    ['KITCHEN', 5, SHORT_FOR_ROLE],
    ['KITCHEN', 6, SHORT_FOR_ROLE],
    ['KITCHEN', 9, SHORT_FOR_ROLE],
    ['KITCHEN', 10, null],
    ['ATTENDANT', 9, SHORT_FOR_ROLE],
    ['ATTENDANT', 10, null],
    ['WHOLESALE', 9, SHORT_FOR_ROLE],
    ['WHOLESALE', 10, null],
    ['ADMIN', 5, SHORT_FOR_ADMIN],
    ['ADMIN', 11, SHORT_FOR_ADMIN],
    ['ADMIN', 12, null],
    ['ADMIN', 128, null],
    ['ADMIN', 129, LONG],
  ] as const)('of %s with %i characters: %j', (role, chars, trouble) => {
    expect(lengthTrouble('x'.repeat(chars), role)).toBe(trouble);
    // As people count: an emoji is one, and takes two units.
    expect(lengthTrouble('🍧'.repeat(chars), role)).toBe(trouble);
  });

  it('is counted as people count', () => expect(charsIn('açaí🍧')).toBe(5));

  it.each([
    [null, 6],
    ['KITCHEN', 10],
    ['ADMIN', 12],
  ] as const)('of %s has %i at least', (role, chars) => expect(charsFor(role)).toBe(chars));
});

describe('a form about an account', () => {
  const said = (parsed: { error?: { issues: { message: string }[] } | undefined }) =>
    parsed.error?.issues[0]?.message ?? null;

  it.each([
    ['', 'Falta'],
    ['  ', 'Falta'],
    [7, 'Falta'],
    ['Zé', null],
    ['x'.repeat(80), null],
    ['x'.repeat(81), 'O nome pode ter no máximo 80 caracteres.'],
    ['Zé\nAdmin', 'Digite o nome sem caracteres especiais de controle.'],
    ['Zé\u202E', 'Digite o nome sem caracteres especiais de controle.'],
    ['Zé\u2066', 'Digite o nome sem caracteres especiais de controle.'],
  ])('with the name %j: %j', (name, message) =>
    expect(said(PersonName('Falta').safeParse(name))).toBe(message),
  );

  it.each([
    ['', 'Falta'],
    [7, 'Falta'],
    ['a@b.c', null],
    ['x'.repeat(200), null],
    ['x'.repeat(201), 'O email pode ter no máximo 200 caracteres.'],
    ['a\n@b.c', 'Informe um email válido.'],
  ])('with the e-mail %j: %j', (email, message) =>
    expect(said(AccountEmail('Falta').safeParse(email))).toBe(message),
  );

  it.each([
    ['x'.repeat(5), SHORT],
    ['x'.repeat(6), null],
    ['x'.repeat(128), null],
    ['x'.repeat(129), LONG],
    [7, SHORT],
  ])('with the password %j: %j', (password, message) =>
    expect(said(NewPassword.safeParse(password))).toBe(message),
  );

  it('makes a new account one of the kitchen, and needs all fields', () => {
    const user = { name: 'Zé', email: 'a@b.c', password: 'segredo' };
    expect(NewUser.parse(user).role).toBe('KITCHEN');
    for (const field of ['name', 'email', 'password'])
      expect(said(NewUser.safeParse({ ...user, [field]: '' }))).toBe('Todos os campos são obrigatórios');
  });

  it.each([
    [{}, null],
    [{ currentPassword: 'x' }, null],
    [{ newPassword: 'segredo', currentPassword: 'x' }, null],
    [{ newPassword: 'segredo' }, 'Senha atual é obrigatória para alterar a senha'],
    [{ newPassword: 'segredo', currentPassword: '' }, 'Senha atual é obrigatória para alterar a senha'],
    [{ name: '' }, 'Nome e email são obrigatórios'],
    [{ email: '' }, 'Nome e email são obrigatórios'],
  ])('changes one’s own profile: %j, %j', (changes, message) => {
    const parsed = OwnProfile.safeParse({ name: 'Zé', email: 'a@b.c', ...changes });
    expect(said(parsed)).toBe(message);
    if (message?.startsWith('Senha')) expect(parsed.error?.issues[0]?.path).toEqual(['currentPassword']);
  });
});
