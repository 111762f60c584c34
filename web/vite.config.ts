// Builds the one app that both hosts serve. The customer's side and the staff's side are apart: their code by lazy
// routes, their styles by two sheets (app/theme.css, app/staff.css).
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { iconSprite } from './build/icon-sprite.ts';
import { leanRouter } from './build/lean-router.ts';
import { listPackages } from './build/packages.ts';
import { precompress } from './build/precompress.ts';
import { prerender } from './build/prerender.ts';
import { pwa } from './build/pwa.ts';
import { reactFirst } from './build/react-first.ts';
import { sizeLimits } from './build/size-limits.ts';

// While developing, the API comes from a running server (`npm run edge` or `npm run cloud`).
const API_URL = process.env['API_URL'] ?? 'http://localhost:3000';
const STAFF_CODE =
  /\/web\/((ui|data)\/staff|features\/(auth|kitchen|counter|board|admin|wholesale|help))\/|\/app\/staff\.tsx/;
const ORDER_CODE =
  /\/web\/(features\/(order|checkout|tracking)\/(?!.*card-|.*cash-|.*called-off|return-|share-|keep-copy|order-copy|status-card|others-order|edit-dialog|toppings-dialog|price-dialog|ready-bell|preparation-time)|cart\/(topping-picker|topping-row|toppings|order-items|allergens|avoided|describe\.)|ui\/(order-status|whatsapp|phone-field)|data\/(cancel-order|money|order-stream|ready-notice\.tsx|orders|kept-orders|place-once|use-placing|attempt|claim)|text\/order)/;
const REACT_CODE = /\/node_modules\/(react|react-dom|scheduler)\/|\/web\/app\/react-root\./;
const BASE_CODE =
  /vite\/preload-helper|virtual:icon-sprite|\/node_modules\/(jotai|react-router|react-router-dom)\/|\/web\/(app\/(?!staff|install|react-root)|ui\/(icons?\.|cup|product-picture|image-url|map-url|notice-page|now|mark|title|toast|break-after|when-near|offline-banner|sheet-history|dialog\.)|data\/(device|new-id|opens|request|shop|staff-hint|store|stream)|cart\/(cart|house-cup|cart-state|stored-cart|price|extras|most-ordered)\.|text\/(menu|clock|plain|sent)\.|features\/landing\/landing-page)|\/shared\/(money|phone|store\/(business-day|closed-text|ready-time)\.|menu\/(cup|allergens)\.|order\/(code|unpaid|customer-name)\.|http\/(live|answered-by)\.)/;
// The package names its development build for everybody; the other one is half a kilobyte less, and as quiet as it should be.
const productionRouter = (file: string): string =>
  fileURLToPath(new URL(`../node_modules/react-router/dist/production/${file}`, import.meta.url));
const proxy = { '/api/': API_URL };

export default defineConfig(({ command }) => ({
  resolve: {
    alias:
      command === 'build'
        ? [
            { find: /^react-router$/, replacement: productionRouter('index.mjs') },
            { find: /^react-router\/dom$/, replacement: productionRouter('dom-export.mjs') },
          ]
        : [],
  },
  plugins: [
    react(),
    tailwindcss(),
    iconSprite(),
    leanRouter(),
    sizeLimits(STAFF_CODE),
    reactFirst(),
    pwa(),
    prerender(),
    listPackages(),
    precompress(),
  ],
  build: {
    modulePreload: {
      // Every browser that we build for knows it by itself.
      polyfill: false,
      // A part that is loaded later finds all it imports loaded already, but for its own sheet: the names of the others would be bytes
      // that customers pay for.
      resolveDependencies: (_file, parts, { hostType }) =>
        hostType === 'html'
          ? parts
          : parts.filter((part) => part.endsWith('.css') && !part.includes('/base-')),
    },
    outDir: '../dist/web',
    emptyOutDir: true,
    target: ['chrome111', 'safari16.4', 'firefox114'],
    // Small pictures stay files: a data URL would be downloaded with every sheet.
    assetsInlineLimit: 0,
    sourcemap: false,
    rollupOptions: {
      // No property here does anything when it is read: a class that nothing names goes, whatever it extends.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // Staff's code has a folder of its own: what customers keep offline leaves it out by name.
        chunkFileNames: ({ moduleIds }) =>
          `assets/${moduleIds.some((id) => STAFF_CODE.test(id)) ? 'staff/' : ''}[name]-[hash].js`,
        // Three files for customers: React, what every screen needs, and the way from the wizard to tracking. Pieces of 1 kB compress
        // badly and come one after the other.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'react', test: REACT_CODE, priority: 3 },
            { name: 'order', test: ORDER_CODE, priority: 2 },
            { name: 'base', test: BASE_CODE, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy },
  preview: { proxy },
}));
