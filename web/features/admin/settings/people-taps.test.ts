// Who may enter, as an administrator changes it: roles, accounts kept out, passwords; and one's own name and password.
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { openScreen, refusal, type Answers, type Screen } from '../../../testing/screen.ts';
import { Toaster, toastsAtom } from '../../../ui/toast.tsx';
import { UsersPanel } from './users-panel.tsx';

const LIST = 'GET /api/staff/users';
const OPEN = 'GET /api/auth/sign-up';
const NINA = '/api/staff/users/nina';
const user = (id: string, changes: object = {}) => ({
  id,
  name: id === 'ana' ? 'Ana' : 'Nina',
  email: `${id}@loja.example`,
  role: 'KITCHEN',
  createdAtMs: 0,
  disabled: false,
  hasPin: false,
  asksPassword: false,
  ...changes,
});
const ANA = user('ana', { role: 'ADMIN' });
const REFUSED = refusal(409, 'gone', 'Nina saiu.');
const open = (nina: object = {}, answers: Answers = {}) =>
  openScreen(createElement('div', null, createElement(UsersPanel), createElement(Toaster)), {
    me: { id: 'ana', name: 'Ana', email: 'ana@loja.example', role: 'ADMIN' },
    answers: { [LIST]: { users: [ANA, user('nina', nina)] }, [OPEN]: { open: false }, ...answers },
  });

describe('a role', () => {
  it('is given to others alone, and the list is read again', async () => {
    const screen = await open({}, { [`PATCH ${NINA}`]: { asksPassword: false } });
    expect(screen.all('select').map((one) => one.hasAttribute('disabled'))).toEqual([true, false]);
    await screen.type('Função de Nina', 'ATTENDANT');
    expect(screen.changes()).toEqual([{ route: `PATCH ${NINA}`, body: { role: 'ATTENDANT' } }]);
    expect(screen.words()).toContain('Perfil atualizado com sucesso');
    expect(screen.words()).not.toContain('A função vale quando');
    expect(screen.sent.at(-1)?.route).toBe(LIST);
  });

  it('that asks for a longer password says when it counts', async () => {
    const screen = await open({}, { [`PATCH ${NINA}`]: { asksPassword: true } });
    await screen.type('Função de Nina', 'ADMIN');
    expect(screen.words()).toContain(
      'A função vale quando Nina entrar com uma senha de pelo menos 12 caracteres',
    );
    // Three lines to read, and to tell Nina.
    expect(screen.store.get(toastsAtom)[0]?.durationMs).toBeGreaterThan(8_000);
  });

  it('orders the list by what it is called on the screen, and those without one stand last', async () => {
    const ROLES = [null, 'KITCHEN', 'ATTENDANT', 'WHOLESALE'];
    const others = ROLES.map((role) => user(`de-${role}`, { name: `Pessoa ${role}`, role }));
    const screen = await open({}, { [LIST]: { users: [...others, ANA] } });
    const rows = () =>
      screen.all('tbody tr').map((row) => /Ana|Pessoa (?:[A-Z]+|null)/.exec(row.textContent)?.[0]);
    await screen.tap('Função');
    // Administrador, Atacado, Atendente, Cozinha.
    const byName = ['Ana', 'Pessoa WHOLESALE', 'Pessoa ATTENDANT', 'Pessoa KITCHEN'];
    expect(rows()).toEqual([...byName, 'Pessoa null']);
    await screen.tap('Função');
    expect(rows()).toEqual([...byName.toReversed(), 'Pessoa null']);
  });

  it('that nobody has given yet waits for an administrator', async () => {
    expect((await open({ role: null })).words()).toContain('1 conta espera por você');
    const two = [ANA, user('nina', { role: null }), user('rui', { role: null })];
    expect((await open({}, { [LIST]: { users: two } })).words()).toContain('2 contas esperam por você');
    expect((await open()).words()).not.toContain('por você');
  });
});

describe('an account', () => {
  it('is kept out at once, and let in again by who thinks better of it', async () => {
    const screen = await open();
    await screen.tap('Desativar Nina');
    expect(screen.changes()).toEqual([{ route: `PUT ${NINA}/disabled`, body: { disabled: true } }]);
    expect(screen.words()).toContain('Conta desativada Nina saiu de todos os aparelhos.');
    await screen.tap('Desfazer');
    expect(screen.changes().at(-1)).toEqual({ route: `PUT ${NINA}/disabled`, body: { disabled: false } });
    const out = await open({ disabled: true });
    await out.tap('Reativar Nina');
    expect(out.changes()).toEqual([{ route: `PUT ${NINA}/disabled`, body: { disabled: false } }]);
    expect(out.words()).toContain('Nina pode entrar de novo.');
    expect(out.buttons()).not.toContain('Desfazer');
  });

  it('is deleted after a question; one’s own is not', async () => {
    const screen = await open();
    await screen.tap('Excluir Ana');
    expect(screen.words()).toContain('Você não pode excluir seu próprio perfil');
    await screen.tap('Excluir Nina');
    expect(screen.words()).toContain('Tem certeza que deseja excluir este usuário?');
    expect(screen.changes()).toEqual([]);
    await screen.tap('Excluir');
    expect(screen.changes()).toEqual([{ route: `DELETE ${NINA}`, body: undefined }]);
    expect(screen.words()).toContain('Usuário excluído com sucesso');
    expect(screen.sent.at(-1)?.route).toBe(LIST);
  });

  it('that could not be deleted leaves the question open, which says why', async () => {
    const screen = await open({}, { [`DELETE ${NINA}`]: refusal(503, 'away', 'A loja não respondeu.') });
    await screen.tap('Excluir Nina');
    await screen.tap('Excluir');
    expect(screen.all('dialog p[role="alert"]').map((one) => one.textContent)).toEqual([
      'Não foi possível excluir o usuário. A loja não respondeu.',
    ]);
    await screen.tap('Cancelar');
    expect(screen.all('p[role="alert"]')).toEqual([]);
  });

  it.each([
    ['role', (screen: Screen) => screen.type('Função de Nina', 'ATTENDANT')],
    ['being kept out', (screen: Screen) => screen.tap('Desativar Nina')],
  ])('whose %s is refused says why in its row', async (_what, change) => {
    const screen = await open({}, { [`PATCH ${NINA}`]: REFUSED, [`PUT ${NINA}/disabled`]: REFUSED });
    await change(screen);
    expect(screen.all('tr p[role="alert"]').map((one) => one.textContent)).toEqual(['Nina saiu.']);
  });

  it('whose password is forgotten gets one that is shown here once', async () => {
    const screen = await open({}, { [`POST ${NINA}/password`]: { password: 'uva-mel-42' } });
    await screen.tap('Senha nova para Nina');
    expect(screen.changes()).toEqual([]);
    await screen.tap('Fazer senha provisória');
    expect(screen.words()).toContain('Senha provisória de Nina');
    expect(screen.words()).toContain('uva-mel-42');
    expect(screen.sent.at(-1)?.route).toBe(LIST);
  });

  it('is made here, or by people themselves where that is allowed', async () => {
    const screen = await open();
    await screen.tap('Criar usuário');
    await screen.type('Nome', 'Rui');
    await screen.type('Email', 'rui@loja.example');
    await screen.type('Senha', 'açaí com banana');
    await screen.tap('Criar usuário');
    expect(screen.sent.at(-1)?.route).toBe(LIST);
    const name = 'Pessoas podem criar a própria conta';
    expect(screen.isChecked(name)).toBe(false);
    await screen.tap(name);
    expect(screen.changes().at(-1)).toEqual({ route: 'PUT /api/staff/sign-up', body: { open: true } });
    expect(screen.isChecked(name)).toBe(true);
  });

  it('stands in the order of its name, or of its role as it is called', async () => {
    const screen = await open();
    const first = () => screen.all('tbody tr')[0]?.querySelector('td')?.textContent ?? '';
    expect(first()).toContain('Ana');
    await screen.tap('Nome');
    await screen.tap('Nome');
    expect(first()).toContain('Nina');
    await screen.tap('Função');
    expect(first()).toContain('Ana');
  });

  it.each([
    ['Email', ['Nina', 'Ana', 'Caio']],
    ['Desde', ['Caio', 'Nina', 'Ana']],
  ])('stands in the order of "%s"', async (head, expected) => {
    const users = [
      user('ana', { name: 'Ana', email: 'b@loja.example', createdAtMs: 3 }),
      user('caio', { name: 'Caio', email: 'c@loja.example', createdAtMs: 1 }),
      user('nina', { name: 'Nina', email: 'a@loja.example', createdAtMs: 2 }),
    ];
    const screen = await open({}, { [LIST]: { users } });
    await screen.tap(head);
    const names = screen.all('tbody tr').map((row) => /Ana|Nina|Caio/.exec(row.textContent)?.[0]);
    expect(names).toEqual(expected);
  });

  it('that could not be read with the others is not taken for none', async () => {
    const screen = await open({}, { [LIST]: refusal(503, 'away', 'A loja não respondeu.') });
    expect(screen.words()).toContain('Não foi possível carregar os usuários');
    expect((await open()).words()).not.toContain('Não foi possível carregar');
  });

  it('that could be read after all is not said to be missing any more', async () => {
    let answer: unknown = refusal(503, 'away', 'A loja não respondeu.');
    const screen = await open({}, { [LIST]: () => answer });
    answer = { users: [ANA] };
    await screen.tap('Tentar de novo');
    expect(screen.words()).toContain('ana@loja.example');
    expect(screen.words()).not.toContain('Não foi possível carregar');
  });
});

describe('one’s own profile', () => {
  const ME = 'PATCH /api/staff/me';
  const profile = async () => {
    const screen = await open();
    await screen.tap('Editar meu perfil');
    return screen;
  };

  it('is kept with what was typed, without a password that stays as it is', async () => {
    const screen = await profile();
    await screen.type('Nome', ' Ana Lima ');
    await screen.tap('Salvar');
    expect(screen.changes()).toEqual([{ route: ME, body: { name: 'Ana Lima', email: 'ana@loja.example' } }]);
    expect(screen.sent.map(({ route }) => route).slice(-2)).toEqual(['GET /api/staff/me', LIST]);
    expect(screen.words()).not.toContain('Senha atual');
  });

  it('has another password only with the one of today, and as long as an administrator’s is', async () => {
    const screen = await profile();
    await screen.type('Nova senha', 'dezletras10');
    await screen.tap('Salvar');
    expect(screen.alerts().join()).toContain('Senha atual é obrigatória para alterar a senha');
    await screen.type('Senha atual', 'a senha de antes');
    await screen.tap('Salvar');
    expect(screen.alerts().join()).toContain('12 caracteres');
    expect(screen.changes()).toEqual([]);
    await screen.type('Nova senha', 'três cavalos verdes');
    await screen.tap('Salvar');
    expect(screen.changes()[0]?.body).toEqual({
      name: 'Ana',
      email: 'ana@loja.example',
      currentPassword: 'a senha de antes',
      newPassword: 'três cavalos verdes',
    });
  });

  it('needs a name and an email', async () => {
    for (const field of ['Nome', 'Email']) {
      const screen = await profile();
      await screen.type(field, ' ');
      await screen.tap('Salvar');
      expect(screen.alerts().join()).toContain('Nome e email são obrigatórios');
      expect(screen.changes()).toEqual([]);
    }
  });
});
