// Finds Firefox and WebKit for the tests that drive them, and installs the distribution's where there are none.
import { existsSync, globSync } from 'node:fs';
import { run } from './run.ts';

const INSTALL_MS_MAX = 300_000;
const PACKAGES = {
  Firefox: ['firefox-esr'],
  WebKit: ['webkit2gtk-driver', 'xvfb'],
} as const;

/** Firefox's own file, or nothing. FIREFOX_PATH names another one. */
export const findFirefox = (): string | undefined =>
  [process.env['FIREFOX_PATH'] ?? '', '/usr/bin/firefox-esr'].find((path) => existsSync(path));

/** WebKitGTK's driver, its small browser and a screen for it, or nothing. */
export function findWebKit(): { driver: string; browser: string; display: string } | undefined {
  const driver = '/usr/bin/WebKitWebDriver';
  const display = '/usr/bin/Xvfb';
  const browser = globSync('/usr/{lib,libexec}/{*/,}webkit2gtk-4.*/MiniBrowser').sort().at(-1);
  return browser && existsSync(driver) && existsSync(display) ? { driver, browser, display } : undefined;
}

/** Makes sure that both are there, as far as this machine lets one; says in a sentence which one is not. */
export async function provideOtherBrowsers(): Promise<string[]> {
  const missing = () =>
    (['Firefox', 'WebKit'] as const).filter((name) => !(name === 'Firefox' ? findFirefox() : findWebKit()));
  const wanted = missing().flatMap((name) => PACKAGES[name]);
  if (wanted.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`• Installing the distribution’s ${wanted.join(' and ')} for the browser tests …`);
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-q'], { env, timeoutMs: INSTALL_MS_MAX });
    const install = ['install', '-y', '-q', '--no-install-recommends', ...wanted];
    await run('apt-get', install, { env, timeoutMs: INSTALL_MS_MAX });
  }
  return missing().map(
    (name) => `No ${name} here: its tests are skipped. To run them: apt install ${PACKAGES[name].join(' ')}`,
  );
}
