// How the staff comes in, asks for an account, and has a new password.
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stubStorage } from '../../data/testing/stub-storage.ts';
import { closeScreen, openScreen } from '../../testing/screen.ts';
import { openShop, refused } from '../../testing/shop.ts';
import { toastsAtom } from '../../ui/toast.tsx';
import AuthPage from './auth-page.tsx';

const SIGN_IN = 'POST /api/auth/sign-in/email';
const SIGN_UP = 'POST /api/auth/sign-up/email';
const OPEN = 'GET /api/auth/sign-up';
const ME = 'GET /api/staff/me';
const me = (changes = {}) => ({ id: 'u', name: 'Ana', email: 'ana@loja.com', role: 'ATTENDANT', ...changes });

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
});
afterEach(closeScreen);

async function enter(answers: Record<string, unknown>) {
  const { store, asked } = await openShop({ answers });
  const page = await openScreen(createElement(AuthPage), { store, path: '/auth' });
  return { ...page, asked, answers, said: () => store.get(toastsAtom).map(({ title }) => title) };
}

describe('coming in', () => {
  it('sends mail and password, and leads where one works', async () => {
    const page = await enter({ [SIGN_IN]: {}, [ME]: me() });
    expect(page.markup()).toContain('autocomplete="current-password"');
    await page.type('Email', ' ana@loja.com ');
    await page.type('Senha', 'seis-6');
    await page.tap('Entrar');
    expect(page.asked).toMatchObject([
      { route: SIGN_IN, body: { email: 'ana@loja.com', password: 'seis-6' } },
      { route: ME },
    ]);
    expect(page.path()).toBe('/balcao');
    expect(page.said()).toHaveLength(1);
  });

  it('is kept for the next time that this device opens the site', async () => {
    const page = await enter({ [SIGN_IN]: {}, [ME]: me() });
    await page.type('Email', 'ana@loja.com');
    await page.type('Senha', 'seis-6');
    await page.tap('Entrar');
    const again = await enter({ [ME]: me() });
    expect(again.path()).toBe('/balcao');
  });

  it('is sent once, however often one presses, and the tab says what this page is for', async () => {
    const page = await enter({ [SIGN_IN]: () => new Promise(() => undefined) });
    expect(document.title).toBe('Entrar');
    await page.type('Email', 'ana@loja.com');
    await page.type('Senha', 'seis-6');
    await page.tap('Entrar');
    expect(page.buttons()).toContain('Entrar (off)');
    await page.submit();
    expect(page.asked).toHaveLength(1);
  });

  it('says what is missing beside its field, and sends nothing', async () => {
    const page = await enter({});
    await page.tap('Entrar');
    expect(page.words()).toContain('Informe seu email.');
    expect(page.words()).not.toContain('Informe seu nome completo.');
    expect(page.asked).toEqual([]);
  });

  it('says nothing of the fields of another form than the one that is asked for', async () => {
    const page = await enter({ [OPEN]: { open: true } });
    await page.tap('Entrar');
    await page.tap('Não tem conta? Criar conta');
    expect(page.words()).toContain('Nome completo');
    expect(page.words()).not.toContain('Informe seu email.');
  });

  it('of an account that waits says so', async () => {
    stored.set('balcao-staff', '1');
    const page = await enter({ [ME]: me({ role: null }) });
    expect(page.words()).toContain('Olá, Ana. Sua conta ainda não foi liberada');
    expect(page.path()).toBe('/auth');
  });

  it('with a password that is too short for the work asks for another first', async () => {
    stored.set('balcao-staff', '1');
    const page = await enter({ [ME]: me({ role: null, newPassword: { role: 'KITCHEN', dueAtMs: 0 } }) });
    expect(page.words()).toMatch(
      /Quem entra como Cozinha precisa de uma senha com pelo menos 10 caracteres.* Senha atual .*Senha nova/,
    );
    expect(page.path()).toBe('/auth');
  });

  it('of whoever is in already leads on at once', async () => {
    stored.set('balcao-staff', '1');
    expect((await enter({ [ME]: me({ role: 'ADMIN' }) })).path()).toBe('/admin');
  });

  it('that was refused says why', async () => {
    const page = await enter({ [SIGN_IN]: refused(401, 'x') });
    await page.type('Email', 'ana@loja.com');
    await page.type('Senha', 'segredo-longo');
    await page.tap('Entrar');
    expect(page.markup()).toContain('role="alert"');
    expect(page.path()).toBe('/auth');
  });
});

describe('an account', () => {
  const TURN = 'Não tem conta? Criar conta';

  it('is asked for with a name, and waits then', async () => {
    const page = await enter({ [OPEN]: { open: true }, [SIGN_UP]: {} });
    await page.tap(TURN);
    expect(page.markup()).toContain('autocomplete="new-password"');
    await page.tap('Criar conta');
    expect(page.words()).toContain('Informe seu nome completo.');
    await page.type('Nome completo', ' Ana ');
    await page.type('Email', 'ana@loja.com');
    await page.type('Senha', 'segredo-longo');
    await page.tap('Criar conta');
    expect(page.asked.at(-1)).toMatchObject({
      route: SIGN_UP,
      body: { name: 'Ana', email: 'ana@loja.com', password: 'segredo-longo' },
    });
    expect(page.asked.some(({ route }) => route === ME)).toBe(false);
    // One comes in next: the password is typed again.
    expect(page.buttons()).toContain('Entrar');
    expect(page.markup()).not.toContain('value="segredo-longo"');
    expect(page.said()).toHaveLength(1);
    // Two sentences, of which the second says what to wait for: longer than a word is.
    expect(page.store.get(toastsAtom)[0]?.durationMs).toBeGreaterThan(4_500);
    // That it waits is said of this account, not of the next.
    expect(page.words()).toContain('Conta criada!');
    await page.tap(TURN);
    expect(page.words()).not.toContain('Conta criada!');
  });

  it('is not asked for by spaces in place of a name', async () => {
    const page = await enter({ [OPEN]: { open: true }, [SIGN_UP]: {} });
    await page.tap(TURN);
    await page.type('Nome completo', '   ');
    await page.type('Email', 'ana@loja.com');
    await page.type('Senha', 'segredo-longo');
    await page.tap('Criar conta');
    expect(page.words()).toContain('Informe seu nome completo.');
    expect(page.asked.map(({ route }) => route)).not.toContain(SIGN_UP);
  });

  it('cannot be asked for while the shop takes none', async () => {
    const page = await enter({ [OPEN]: { open: false } });
    await page.tap(TURN);
    expect(page.words()).toContain(
      'Esta loja não aceita contas novas por aqui. Peça ao administrador da loja para criar a sua.',
    );
    expect(page.words()).not.toContain('Nome completo');
    expect(page.words()).not.toContain('Email');
    await page.tap('Já tem conta? Entrar');
    expect(page.words()).toContain('Email');
  });
});

describe('a forgotten password', () => {
  const FORGOTTEN = 'Esqueci a senha de administrador';
  const RESET = 'POST /api/setup/password';

  it('is made new with the code of the shop’s machine, and one is in', async () => {
    const page = await enter({ [RESET]: {}, [SIGN_IN]: {}, [ME]: me({ role: 'ADMIN' }) });
    await page.tap(FORGOTTEN);
    expect(page.words()).toContain('Código');
    expect(page.words()).toContain('Senha nova');
    expect(page.buttons()).not.toContain(FORGOTTEN);
    await page.type('Email', 'ana@loja.com');
    // As many as an administrator’s has, and no fewer.
    expect(page.words()).toContain('Pelo menos 12 caracteres.');
    await page.type('Senha nova', 'onze-letras');
    await page.tap('Trocar a senha e entrar');
    expect(page.words()).toContain('Digite o código.');
    expect(page.words()).toContain('Para administrar a loja, a senha precisa de pelo menos 12 caracteres.');
    await page.type('Código', '   ');
    await page.type('Senha nova', 'segredo-bem-longo');
    await page.tap('Trocar a senha e entrar');
    expect(page.words()).toContain('Digite o código.');
    expect(page.asked).toEqual([]);
    await page.type('Código', ' ABC ');
    await page.tap('Trocar a senha e entrar');
    expect(page.asked.map(({ route }) => route)).toEqual([RESET, SIGN_IN, ME]);
    expect(page.asked[0]).toMatchObject({
      body: { code: 'ABC', email: 'ana@loja.com', password: 'segredo-bem-longo' },
    });
  });

  it('away from the shop says where it can be', async () => {
    const forgot = async (status: number) => {
      const page = await enter({ [RESET]: refused(status, 'Código errado.') });
      await page.tap(FORGOTTEN);
      await page.type('Código', 'ABC');
      await page.type('Email', 'ana@loja.com');
      await page.type('Senha nova', 'segredo-bem-longo');
      await page.tap('Trocar a senha e entrar');
      return page.words();
    };
    expect(await forgot(404)).toContain('Só dá para trocar a senha no Wi-Fi da loja');
    expect(await forgot(422)).toContain('Código errado.');
  });
});
