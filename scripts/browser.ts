// Finds the Chromium that browser tests drive, and fetches one where there is none: Playwright's own where
// it can be downloaded, else the system's.
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { run, runNode } from './run.ts';

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** A download that hangs behind a firewall must not take the whole run with it. */
const DOWNLOAD_MS_MAX = 180_000;
const INSTALL_MS_MAX = 300_000;

/** The browser to launch, or nothing. CHROMIUM_PATH names another one. */
export function findBrowser(): string | undefined {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) return existsSync(wanted) ? wanted : undefined;
  return [chromium.executablePath(), ...SYSTEM_BROWSERS].find((path) => existsSync(path));
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
