// The main ways of a customer, and a sign-in at the kitchen, in whatever browser: `browsers.test.ts` goes each once, the soak many times.
import { payAtBank } from '../e2e/outside.ts';
import { demoUser } from '../support/staff-session.ts';
import type { TestShop } from '../support/shop.ts';
import type { Browser } from './browser.ts';
import { Screen } from './screen.ts';

export type Way = { title: string; go(browser: Browser, shop: TestShop): Promise<void> };

const newPhone = (): string => `119${String(Math.floor(Math.random() * 100_000_000)).padStart(8, '0')}`;

/** Every part of the drawn cup has come from its file, and has an extent. */
const CUP_IS_DRAWN = `() => {
  const parts = [...document.querySelectorAll('svg use[href*="cup-parts"]')].filter((part) => part.getClientRects().length > 0);
  return parts.length > 0 && parts.every((part) => part.getBBox().width > 0);
}`;
const PIX_CODE = `() => [...document.querySelectorAll('textarea, input')].find((field) =>
  (field.getAttribute('aria-label') ?? field.labels?.[0]?.innerText ?? '').includes('PIX Copia e Cola'))?.value || null`;

async function payByPix(screen: Screen, shop: TestShop): Promise<void> {
  await screen.heading('Seus Dados');
  await screen.fill('Telefone (WhatsApp)', newPhone());
  await screen.tap('label', 'Comer aqui');
  await screen.tap('button', 'Pedir e pagar com PIX');
  const code = await screen.until<string>('the PIX code', PIX_CODE);
  await screen.tap('button', 'Copiar código PIX');
  await screen.text('Copiado!');
  await payAtBank(shop.urls.payments, code);
  await screen.text('Pedido confirmado!');
}

const buildAcai: Way = {
  title: 'an açaí is built, kept over a reload, and its PIX code copied',
  async go(browser, shop) {
    const screen = new Screen(browser, shop.urls.relay);
    await screen.open('/');
    await screen.tap('main a', 'Fazer Pedido');
    for (const [question, choice] of [
      ['O que vai ser hoje?', 'Açaí Montado'],
      ['Qual o tamanho da fome?', 'Médio 500 ml'],
      ['Qual a base?', 'Açaí com Banana'],
      ['E o sorvete?', 'Flocos'],
    ] as const) {
      await screen.heading(question);
      await screen.tap('label', choice);
    }
    await screen.heading('Agora capricha');
    await screen.tap('button', 'Granola');
    await screen.tap('button', 'Granola: Fundo');
    await screen.until('the drawn cup', CUP_IS_DRAWN);
    await screen.tap('button', 'Finalizar Pedido');
    await screen.heading('Seu Carrinho');
    await screen.reload();
    await screen.heading('Seu Carrinho');
    await screen.text('Fundo: Granola');
    await screen.tap('button', 'Continuar Pedido');
    await payByPix(screen, shop);
  },
};

const readyCup: Way = {
  title: 'a ready cup is ordered from the landing page, paid, and tracked',
  async go(browser, shop) {
    const screen = new Screen(browser, shop.urls.relay);
    await screen.open('/');
    await screen.tap('main button', 'Taça Tropical');
    await payByPix(screen, shop);
    await screen.open('/meu-pedido');
    await screen.text('Taça Tropical');
    await screen.text('Pedido Recebido');
  },
};

const siteLost: Way = {
  title: 'a lost site is said, with the cart kept, and its return noticed',
  async go(browser, shop) {
    const screen = new Screen(browser, shop.urls.relay);
    // With an anchor the whole page is loaded: nothing of it is still to come.
    await screen.open('/#contato');
    await screen.text('Top Clientes');
    await shop.kill('relay');
    await screen.text('Sem conexão desde as');
    await shop.start('relay');
    await screen.noText('Sem conexão desde as');
  },
};

const kitchen: Way = {
  title: 'the kitchen signs in and sees its three columns',
  async go(browser, shop) {
    const screen = new Screen(browser, shop.urls.store);
    const { email, password } = demoUser('KITCHEN');
    await screen.open('/auth');
    await screen.fill('Email', email);
    await screen.fill('Senha', password);
    await screen.tap('button', 'Entrar', true);
    for (const column of ['Recebidos', 'Em Preparo', 'Prontos']) await screen.text(column);
  },
};

export const WAYS: readonly Way[] = [buildAcai, readyCup, siteLost, kitchen];
