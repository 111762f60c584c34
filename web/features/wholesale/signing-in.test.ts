// How one comes in who runs wholesale.
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stubStorage } from '../../data/testing/stub-storage.ts';
import { closeScreen, openScreen } from '../../testing/screen.ts';
import { openShop } from '../../testing/shop.ts';
import WholesaleAuthPage from './auth-page.tsx';

const SIGN_IN = 'POST /api/auth/sign-in/email';
const ME = 'GET /api/staff/me';
const me = (changes = {}) => ({ id: 'u', name: 'Ana', email: 'ana@loja.com', role: 'WHOLESALE', ...changes });

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
});
afterEach(closeScreen);

async function open(answers: Record<string, unknown>) {
  const { store, asked } = await openShop({ answers });
  const page = await openScreen(createElement(WholesaleAuthPage), { store, path: '/atacado/auth' });
  return { ...page, asked };
}

describe('who runs wholesale', () => {
  it('comes in with a role for it', async () => {
    const page = await open({ [SIGN_IN]: {}, [ME]: me({ role: 'WHOLESALE' }) });
    await page.type('Email', ' ana@loja.com ');
    await page.tap('Entrar');
    expect(page.words()).toContain('Por favor, preencha email e senha.');
    await page.type('Senha', 'segredo');
    await page.tap('Entrar');
    expect(page.asked[0]).toMatchObject({ body: { email: 'ana@loja.com', password: 'segredo' } });
    expect(page.path()).toBe('/atacado/admin');
  });

  it('is asked about once, however often one presses', async () => {
    const page = await open({ [SIGN_IN]: () => new Promise(() => undefined) });
    await page.type('Email', 'ana@loja.com');
    await page.type('Senha', 'segredo');
    await page.tap('Entrar');
    expect(page.buttons()).toContain('Entrar (off)');
    await page.submit();
    expect(page.asked).toHaveLength(1);
  });

  it('without it is told that another account is needed', async () => {
    stored.set('balcao-staff', '1');
    const page = await open({ [ME]: me({ role: 'KITCHEN' }) });
    expect(page.words()).toContain('A conta de Ana não cuida do atacado.');
    expect(page.path()).toBe('/atacado/auth');
  });

  it('that has to choose another password first is led to where it is asked', async () => {
    stored.set('balcao-staff', '1');
    const page = await open({ [ME]: me({ role: null, newPassword: { role: 'WHOLESALE' } }) });
    expect(page.path()).toBe('/atacado/admin');
  });
});
