// Finds the Chromium that browser tests drive, and fetches one where there is none: Playwright's own where
// it can be downloaded, else the system's.
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { run, runNode } from './run.ts';

/** The whole browser, which can show notifications. */
const WHOLE_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** Draws without a window's upkeep: a fifth less of a run than the whole browser takes. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
/** A download that hangs behind a firewall must not take the whole run with it. */
const DOWNLOAD_MS_MAX = 180_000;
const INSTALL_MS_MAX = 300_000;

/** The browser to launch, or nothing; `whole`: never the one that only draws. CHROMIUM_PATH names another one. */
export function findBrowser(whole = false): string | undefined {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) return existsSync(wanted) ? wanted : undefined;
  const quick = whole ? [] : [HEADLESS_SHELL];
  return [...quick, chromium.executablePath(), ...WHOLE_BROWSERS].find((path) => existsSync(path));
}

/** How browser tests launch it, as Playwright takes it. */
export function launchOptions(whole = false): { executablePath?: string; args: string[] } {
  const executablePath = findBrowser(whole);
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A page lives for seconds here: what its code gains by being compiled again, better, is less than that takes.
      '--js-flags=--no-opt,--no-maglev',
    ],
  };
}

/** Makes sure that there is one. Throws with what was tried and what a person can do. */
export async function provideBrowser(): Promise<string> {
  const found = findBrowser();
  if (found) return found;
  const tried: string[] = [];
  console.log('• No browser yet; downloading Chromium for the browser tests …');
  const download = await runNode('node_modules/playwright/cli.js', ['install', 'chromium'], {
    timeoutMs: DOWNLOAD_MS_MAX,
  });
  if (!download.ok) tried.push(`playwright install chromium: ${lastLine(download.output)}`);
  if (
    !findBrowser() &&
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    existsSync('/usr/bin/apt-get')
  ) {
    console.log('• It cannot be downloaded here; installing the system’s Chromium …');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-q'], { env, timeoutMs: INSTALL_MS_MAX });
    const args = ['install', '-y', '-q', '--no-install-recommends', 'chromium'];
    const install = await run('apt-get', args, { env, timeoutMs: INSTALL_MS_MAX });
    if (!install.ok) tried.push(`apt-get install chromium: ${lastLine(install.output)}`);
    // Beside it, where there is one: Ubuntu has none.
    await run('apt-get', [...args.slice(0, -1), 'chromium-headless-shell'], {
      env,
      timeoutMs: INSTALL_MS_MAX,
    });
  }
  const fetched = findBrowser();
  if (fetched) return fetched;
  throw new Error(
    `There is no browser for the browser tests.\n${tried.map((line) => `  ${line}`).join('\n')}\n` +
      '  Install Chromium or Chrome, or name one with CHROMIUM_PATH.',
  );
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? '';
}
