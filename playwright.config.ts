// Browser tests against a whole shop of real processes, on a desktop and on a phone. Titles with @desktop run
// on the desktop only, those with @phone on the phone only; those with @smoke are of the smoke test, where what runs on both runs on the phone only.
import { defineConfig } from '@playwright/test';
import { launchOptions } from './scripts/browser.ts';
import { IN_MEMORY } from './tests/support/memory-folder.ts';
import { isSmoke, SMOKE_TAG } from './tests/support/smoke.ts';

// Workers and what they start inherit it.
Object.assign(process.env, IN_MEMORY);

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/support/browser-setup.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Both bound what hangs: hosts of virtual machines take four fifths of the time for minutes.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // A fifth of the time that these tests take; `npx playwright test … --trace on` has it.
    trace: 'off',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(),
  },
  projects: [
    {
      name: 'desktop',
      ...(isSmoke ? { grep: new RegExp(`@desktop.*${SMOKE_TAG}`) } : {}),
      grepInvert: /@phone/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      ...(isSmoke ? { grep: new RegExp(SMOKE_TAG) } : {}),
      grepInvert: /@desktop/,
      use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    },
  ],
});
