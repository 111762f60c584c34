// What the app on a phone's home screen keeps, and when: the build's own worker is written from these words by a tool that is not run here.
import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { VitePWA } from 'vite-plugin-pwa';
import { describe, expect, it, vi } from 'vitest';
import { pwa } from './pwa.ts';

vi.mock('vite-plugin-pwa', () => ({ VitePWA: vi.fn<() => void>() }));
pwa();
const { manifest, workbox, registerType, injectRegister } =
  vi.mocked(VitePWA).mock.calls[0]?.[0] ?? expect.fail('nothing was asked for');

/** What answers a request of the app for this address, where it is not the network alone. */
const keptBy = (address: string, mode = 'cors') => {
  const url = new URL(address, 'https://praca.example');
  return workbox?.runtimeCaching?.find(
    ({ urlPattern }) =>
      typeof urlPattern === 'function' &&
      Reflect.apply(urlPattern, null, [{ url, request: { mode }, sameOrigin: true }]) === true,
  );
};

it('the app opens on the shop’s first page', () => {
  expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' });
});

it('its icon leads to a new order and to one that was placed, held for a moment', () => {
  expect(manifest).toMatchObject({
    shortcuts: [
      { name: 'Fazer Pedido', url: '/pedido' },
      { name: 'Acompanhar Pedido', url: '/meu-pedido' },
    ],
  });
});

it('below its icon stands one word, and around the app the colour of the shop’s bars', () => {
  const palette = readFileSync(new URL('../app/palette.css', import.meta.url), 'utf8');
  const [, primary] = /--color-primary: (#\w+);/.exec(palette) ?? [];
  expect(manifest).toMatchObject({ short_name: 'Açaí', theme_color: primary });
});

it('its worker shows notices, takes the place of an older one only when somebody says so, and is begun by the app itself', () => {
  expect(workbox?.importScripts).toEqual(['/push.js']);
  expect(registerType).toBe('prompt');
  // In the shop's own Wi-Fi there is none.
  expect(injectRegister).toBeNull();
  const script = readFileSync(new URL('../public/push.js', import.meta.url), 'utf8');
  expect(script).toContain('showNotification');
});

describe('a phone', () => {
  const isKept = (file: string): boolean => {
    const isOne = (glob: string): boolean => matchesGlob(file, glob);
    return (workbox?.globPatterns ?? []).some(isOne) && !(workbox?.globIgnores ?? []).some(isOne);
  };

  it.each([
    'index.html',
    'icons-1.svg',
    'assets/index-1.js',
    'assets/index-1.css',
    'assets/bricolage-1.woff2',
  ])('keeps %s, to be opened without a connection', (file) => expect(isKept(file)).toBe(true));

  it.each([
    'assets/staff/board-1.js',
    'assets/staff-1.css',
    'assets/card-form-1.js',
    'assets/cup-1.png',
    'pedido.html',
  ])('keeps no %s', (file) => expect(isKept(file)).toBe(false));

  it('shows the kept page for the customers’ addresses alone', () => {
    expect(workbox?.navigateFallback).toBe('/index.html');
    const isKeptPage = (address: string): boolean =>
      !(workbox?.navigateFallbackDenylist ?? []).some((one) => one.test(address));
    for (const address of ['/', '/pedido', '/meu-pedido?codigo=7K2MQ9XWTB', '/carrinho?passo=dados'])
      expect([address, isKeptPage(address)]).toEqual([address, true]);
    for (const address of [
      '/api/menu',
      '/admin',
      '/cozinha',
      '/balcao/venda',
      '/painel',
      '/atacado',
      '/atacado/carrinho',
      '/auth',
      '/ajuda',
      '/manual.pdf',
      '/pedido/pagamento/7K2MQ9XWTB',
      '/carrinho?passo=pagamento',
    ])
      expect([address, isKeptPage(address)]).toEqual([address, false]);
  });
});

describe('without a connection', () => {
  it.each(['/api/menu', '/api/store'])('%s is read as it last was, within five seconds', (address) => {
    expect(keptBy(address)).toMatchObject({
      handler: 'NetworkFirst',
      options: { cacheName: 'shop', networkTimeoutSeconds: 5 },
    });
  });

  it('pictures are there at once, and nothing of an order ever is', () => {
    expect(keptBy('/api/images/1.webp')?.handler).toBe('CacheFirst');
    for (const address of ['/api/orders', '/api/orders/7K2MQ9XWTB', '/api/track', '/api/staff/me'])
      expect([address, keptBy(address)]).toEqual([address, undefined]);
  });

  it.each(['/pedido/pagamento/7K2MQ9XWTB', '/carrinho?passo=pagamento'])(
    '%s comes from the network first: its page lets the card form in',
    (address) => {
      expect(keptBy(address, 'navigate')).toMatchObject({
        handler: 'NetworkFirst',
        options: { precacheFallback: { fallbackURL: '/index.html' } },
      });
      expect(keptBy(address)).toBeUndefined();
    },
  );
});
