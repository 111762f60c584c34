// What somebody can have this site forget on a device: the copies and choices that make trouble, or everything about a person.
import { createElement, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cartAtom } from '../../cart/cart-state.ts';
import { sampleItem } from '../../cart/sample.ts';
import { closeScreen, openScreen } from '../../testing/screen.ts';
import { openShop } from '../../testing/shop.ts';
import { toastsAtom } from '../../ui/toast.tsx';
import CacheDialog from './cache-dialog.tsx';
import PrivacyPage from './privacy-page.tsx';

const KEPT = [
  'acai-cart',
  'size',
  'edit-size',
  'cardAttempt',
  'phone',
  'balcao-orders',
  'balcao-notified',
  'balcao-waiting-sales',
  'atacado_comprador',
  'other-site',
];
/** The browser's storage: what it keeps are its own names. */
let device: Record<string, unknown>;
let copies: string[];
beforeEach(() => {
  device = Object.assign(
    Object.create({
      getItem: (key: string) => (Object.hasOwn(device, key) ? device[key] : null),
      setItem: (key: string, value: string) => void (device[key] = value),
      removeItem: (key: string) => delete device[key],
    }) as object,
    Object.fromEntries(KEPT.map((key) => [key, key === 'acai-cart' ? JSON.stringify([sampleItem]) : '[]'])),
  );
  copies = ['shop', 'pictures'];
  vi.useFakeTimers();
});
afterEach(async () => {
  await closeScreen();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function open(screen: ReactElement, shop: Parameters<typeof openShop>[0] = {}) {
  vi.stubGlobal('localStorage', device);
  vi.stubGlobal('sessionStorage', { clear: () => undefined });
  const { store } = await openShop(shop);
  const page = await openScreen(screen, { store });
  // As the header does: what it shows is gone too.
  store.sub(cartAtom, () => undefined);
  expect(store.get(cartAtom)).toHaveLength(1);
  const caches = {
    keys: () => Promise.resolve([...copies]),
    delete: (name: string) => Promise.resolve((copies = copies.filter((one) => one !== name))),
  };
  vi.stubGlobal('caches', caches);
  Object.assign(page.window, { caches });
  const reload = vi.fn<() => void>();
  Object.assign(page.window.location, { reload });
  return {
    ...page,
    reload,
    cart: () => store.get(cartAtom),
    said: () => store.get(toastsAtom).map(({ title }) => title),
  };
}

/** What one asks the browser to let go, and it does not. */
const HELD = {
  'what a tab remembers': () => vi.stubGlobal('sessionStorage', undefined),
  'copies of pages': () =>
    vi.stubGlobal('caches', {
      keys: () => Promise.resolve(copies),
      delete: () => Promise.reject(new DOMException('in use', 'InvalidStateError')),
    }),
};
type Held = keyof typeof HELD;
const held = Object.keys(HELD) as Held[];

describe('the cache', () => {
  const dialog = (reload: boolean, onClose: () => void = () => undefined) =>
    createElement(CacheDialog, { reload, onClose });

  it('is cleared of choices and copies; orders that were placed, and another’s keys, stay', async () => {
    const onClose = vi.fn<() => void>();
    const page = await open(dialog(false, onClose));
    expect(page.words()).toContain('Limpar cache?');
    await page.tap('Limpar cache');
    expect(Object.keys(device)).toEqual([
      'balcao-orders',
      'balcao-notified',
      'balcao-waiting-sales',
      'atacado_comprador',
      'other-site',
    ]);
    expect(copies).toEqual([]);
    expect(page.cart()).toEqual([]);
    expect(page.said()).toEqual(['Cache limpo com sucesso!']);
    expect(onClose).toHaveBeenCalledTimes(1);
    await page.later(800);
    expect(page.reload).not.toHaveBeenCalled();
  });

  it('is cleared and the page begun anew where one asked for that', async () => {
    const page = await open(dialog(true));
    await page.tap('Limpar e recarregar');
    // What was said can be read before.
    await page.later(500);
    expect(page.reload).not.toHaveBeenCalled();
    await page.later(300);
    expect(page.reload).toHaveBeenCalledTimes(1);
  });

  it.each(held)('that the browser does not let go says so (%s)', async (what) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const onClose = vi.fn<() => void>();
    const page = await open(dialog(false, onClose));
    HELD[what]();
    await page.tap('Limpar cache');
    expect(page.words()).toContain('Erro ao limpar cache. Feche outras abas deste site e tente de novo.');
    expect(page.said()).toEqual(['Erro ao limpar cache']);
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('the page about one’s data', () => {
  const ask = async (page: Awaited<ReturnType<typeof open>>): Promise<void> => {
    await page.tap('Esquecer meus dados');
    expect(page.words()).toContain('anote o código antes');
    await page.tap('Esquecer');
  };

  it('has the device forget everything about a person, after a question', async () => {
    const page = await open(createElement(PrivacyPage));
    await ask(page);
    expect(Object.keys(device)).toEqual(['other-site']);
    expect(copies).toEqual([]);
    expect(page.cart()).toEqual([]);
    expect(page.said()).toEqual(['Pronto, este aparelho esqueceu seus dados']);
    expect(page.words()).not.toContain('anote o código antes');
  });

  it.each(held)('says where the browser did not let it (%s)', async (what) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const page = await open(createElement(PrivacyPage));
    HELD[what]();
    await ask(page);
    expect(page.words()).toContain('O navegador não deixou apagar.');
    expect(page.said()).toEqual([]);
    // Once it lets it, nothing says otherwise.
    vi.stubGlobal('sessionStorage', { clear: () => undefined });
    vi.stubGlobal('caches', page.window.caches);
    await ask(page);
    expect(page.words()).not.toContain('O navegador não deixou apagar.');
  });

  it('names all that is kept on the device, and what of a card’s form passes through here', async () => {
    const { words } = await open(createElement(PrivacyPage));
    const [, here] = /Neste aparelho (.*?) Contato/.exec(words()) ?? [];
    for (const kept of ['carrinho', 'telefone', 'nome', 'observações', 'códigos', 'CPF ou CNPJ', 'endereço'])
      expect(here).toContain(kept);
    expect(words()).toContain('O e-mail e o CPF que o formulário do cartão pede passam por eles');
  });

  it('names who answers for it, and how one reaches them', async () => {
    const { words, markup } = await open(createElement(PrivacyPage));
    expect(words()).toContain(
      'Quem cuida dos seus dados é a própria loja. Açaí da Praça · Rua A, 1 · (91) 3222-4455 · WhatsApp',
    );
    expect(markup()).toContain('href="https://wa.me/5591987654321"');
    const none = await open(createElement(PrivacyPage), {
      store: { phone: '', whatsappUrl: '', address: '' },
    });
    expect(none.words()).toContain('Fale com ela no balcão. Açaí da Praça Esquecer');
    // One way to reach them is enough.
    for (const store of [{ phone: '' }, { whatsappUrl: '' }])
      expect((await open(createElement(PrivacyPage), { store })).words()).not.toContain(
        'Fale com ela no balcão',
      );
  });
});
