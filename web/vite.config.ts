// Builds the one app that both hosts serve. The customer's side and the staff's side are apart: their code by lazy
// routes, their styles by two sheets (app/theme.css, app/staff.css).
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

// While developing, the API comes from a running server (`npm run edge` or `npm run cloud`).
const API_URL = process.env['API_URL'] ?? 'http://localhost:3000';
// The folder web/api has the same name as the address; while developing its files are fetched one by one.
const proxy = { '^/api/(?!.*[.]tsx?([?]|$))': API_URL };

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { 'react-router-dom': fileURLToPath(new URL('./router/router.tsx', import.meta.url)) } },
  build: {
    // Every browser that we build for knows it by itself.
    modulePreload: { polyfill: false },
    outDir: '../dist/web',
    emptyOutDir: true,
    target: ['chrome111', 'safari16.4', 'firefox114'],
    // Small pictures stay files: a data URL would be downloaded with every sheet.
    assetsInlineLimit: 0,
    sourcemap: false,
  },
  server: { proxy },
  preview: { proxy },
});
