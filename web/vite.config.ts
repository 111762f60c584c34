// Builds the one app that both hosts serve. The customer's side and the staff's side are apart: their code by lazy
// routes, their styles by two sheets (app/theme.css, app/staff.css).
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';
import { pwa } from './build/pwa.ts';

// While developing, the API comes from a running server (`npm run edge` or `npm run cloud`).
const API_URL = process.env['API_URL'] ?? 'http://localhost:3000';
const STAFF_CODE =
  /\/web\/(staff|features\/(auth|kitchen|counter|board|admin|wholesale))\/|\/app\/staff\.tsx/;
// The folder web/api has the same name as the address; while developing its files are fetched one by one.
const proxy = { '^/api/(?!.*[.]tsx?([?]|$))': API_URL };

export default defineConfig({
  plugins: [react(), tailwindcss(), pwa(), precompress()],
  build: {
    // Every browser that we build for knows it by itself.
    modulePreload: { polyfill: false },
    outDir: '../dist/web',
    emptyOutDir: true,
    target: ['chrome111', 'safari16.4', 'firefox114'],
    // Small pictures stay files: a data URL would be downloaded with every sheet.
    assetsInlineLimit: 0,
    sourcemap: false,
    rollupOptions: {
      output: {
        // Staff's code has a folder of its own: what customers keep offline leaves it out by name.
        chunkFileNames: ({ moduleIds }) =>
          `assets/${moduleIds.some((id) => STAFF_CODE.test(id)) ? 'staff/' : ''}[name]-[hash].js`,
        // One file from cart to receipt: pieces of 1 kB compress badly and come one after the other.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'checkout',
              test: /web\/features\/checkout\/(?!.*\/card-form)|web\/text\/(payment|checkout)/,
            },
          ],
        },
      },
    },
  },
  server: { proxy },
  preview: { proxy },
});
