// The app on a phone's home screen, and the menu readable offline. Only the customer's side is kept; staff screens and everything
// under /api but store, menu and pictures always come from the network. app/install.ts registers it, on the relay's origin only.
import { VitePWA } from 'vite-plugin-pwa';

const DAY_SECONDS = 86_400;

export const pwa = () =>
  VitePWA({
    registerType: 'prompt',
    injectRegister: null,
    manifest: {
      name: 'Balcão Açaí',
      short_name: 'Açaí',
      description: 'Monte seu açaí, pague e acompanhe o pedido.',
      lang: 'pt-BR',
      start_url: '/',
      display: 'standalone',
      background_color: '#fff6e8',
      theme_color: '#5a1a6e',
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
      shortcuts: [
        { name: 'Fazer Pedido', url: '/pedido' },
        { name: 'Acompanhar Pedido', url: '/meu-pedido' },
      ],
    },
    workbox: {
      // Shows notifications; the build's own part only keeps pages.
      importScripts: ['/push.js'],
      globPatterns: ['index.html', '*.svg', 'assets/*.{js,css,woff2,svg}'],
      // What only staff loads is not kept on customers' phones.
      globIgnores: ['assets/staff/**', 'assets/staff-*', 'assets/card-form-*', '**/node_modules/**'],
      navigateFallback: '/index.html',
      navigateFallbackDenylist: [
        /^\/(api|link|edge|doc|auth|admin|cozinha|balcao|painel|atacado|ajuda)(\/|$)/,
        /\/[^/]+\.[a-z0-9]{2,5}$/,
        // Pages with the card form (shared/http/card-pages.ts): the kept page does not let the provider's scripts in.
        /^\/pedido\/pagamento\/|^\/(?:pedido\/)?carrinho\?passo=pagamento$/,
      ],
      cleanupOutdatedCaches: true,
      runtimeCaching: [
        {
          urlPattern: ({ request, url }) =>
            request.mode === 'navigate' &&
            (url.pathname.startsWith('/pedido/pagamento/') || url.searchParams.get('passo') === 'pagamento'),
          handler: 'NetworkFirst',
          // Without a connection the kept page is as good: no card can be paid then.
          options: {
            cacheName: 'card-pages',
            expiration: { maxEntries: 1 },
            precacheFallback: { fallbackURL: '/index.html' },
          },
        },
        {
          urlPattern: ({ url, sameOrigin }) =>
            sameOrigin && (url.pathname === '/api/menu' || url.pathname === '/api/store'),
          handler: 'NetworkFirst',
          options: {
            cacheName: 'shop',
            networkTimeoutSeconds: 5,
            expiration: { maxEntries: 4, maxAgeSeconds: 7 * DAY_SECONDS },
          },
        },
        {
          urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/api/images/'),
          handler: 'CacheFirst',
          options: { cacheName: 'pictures', expiration: { maxEntries: 80, maxAgeSeconds: 60 * DAY_SECONDS } },
        },
      ],
    },
  });
