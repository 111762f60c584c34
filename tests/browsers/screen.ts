// What a person does with a page, by the words on it. Each waits until the page lets one.
import type { Browser } from './browser.ts';

const WAIT_MS_MAX = 60_000;
const AGAIN_MS = 100;

// Runs in the page: where the first visible element is that is called so, once nothing lies over it.
const PLACE_OF = `(selector, name, exact) => {
  const plain = (text) => text.replace(/\\s+/g, ' ').trim();
  const nameOf = (element) => plain(element.getAttribute('aria-label') ?? element.labels?.[0]?.innerText ?? element.innerText ?? '');
  for (const element of document.querySelectorAll(selector)) {
    const called = nameOf(element);
    if (exact ? called !== name : !called.includes(name)) continue;
    if (element.getClientRects().length === 0 || element.closest('[inert]')) continue;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const x = left + width / 2;
    const y = top + height / 2;
    const hit = document.elementFromPoint(x, y);
    if (hit !== null && (element.contains(hit) || hit.contains(element))) return { x, y };
  }
  return null;
}`;

export class Screen {
  readonly browser: Browser;
  readonly #site: string;

  constructor(browser: Browser, site: string) {
    this.browser = browser;
    this.#site = site;
  }

  open(path: string): Promise<void> {
    return this.browser.open(this.#site + path);
  }

  async reload(): Promise<void> {
    await this.browser.open(await this.browser.call<string>('() => location.href'));
  }

  /** Until what runs in the page answers something; throws with what the page showed instead. */
  async until<T>(what: string, source: string, ...args: unknown[]): Promise<T> {
    const untilMs = Date.now() + WAIT_MS_MAX;
    for (;;) {
      // While a page is left there is none to ask.
      const answer = await this.browser.call<T | null>(source, ...args).catch(() => null);
      if (answer !== null && answer !== false) return answer;
      if (Date.now() > untilMs) {
        const shown = await this.browser.call<string>(
          '() => location.href + "\\n" + document.body.innerText',
        );
        throw new Error(`${this.browser.name}: ${what} did not come; there was\n${shown}`);
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }

  async tap(selector: string, name: string, exact = false): Promise<void> {
    const { x, y } = await this.until<{ x: number; y: number }>(`“${name}”`, PLACE_OF, selector, name, exact);
    await this.browser.tapAt(x, y);
  }

  async fill(label: string, text: string): Promise<void> {
    await this.tap('input, textarea', label);
    await this.browser.type(text);
  }

  async heading(name: string): Promise<void> {
    await this.until(
      `the page “${name}”`,
      '(name) => document.querySelector("h1")?.innerText.trim() === name',
      name,
    );
  }

  async text(words: string): Promise<void> {
    await this.until(`“${words}”`, '(words) => document.body.innerText.includes(words)', words);
  }

  async noText(words: string): Promise<void> {
    await this.until(
      `a page without “${words}”`,
      '(words) => !document.body.innerText.includes(words)',
      words,
    );
  }
}
