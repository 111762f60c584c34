// A screen that somebody uses, for tests: drawn by React on a page without a browser, with a server that answers as the test says. What the
// eye decides (size, place) is for the browser tests.
import type { Me } from '@balcao/shared/http/staff.ts';
import { createStore, Provider } from 'jotai';
import { act, createElement, type ReactElement } from 'react';
import { MemoryRouter, parsePath, useLocation } from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';
import { stubStorage } from '../data/testing/stub-storage.ts';
import { loadSessionAtom } from '../data/staff/session/session.ts';
import { labelOf } from './outline-text.ts';
import { stubBlobs, stubPage, stubServer, type Answers, type Sent } from './stub-page.ts';

export { refusal, type Answers, type Sent } from './stub-page.ts';
export type Screen = Awaited<ReturnType<typeof openScreen>>;

type Options = {
  /** What the server answers; without it whatever answers already goes on to (`shop.ts`). */
  answers?: Answers;
  store?: ReturnType<typeof createStore>;
  /** Who is signed in. */
  me?: Partial<Me>;
  path?: string;
  /** What the screen before this one handed on. */
  state?: unknown;
};

const WAIT_MS_MAX = 60_000;
const FIELDS = 'input, textarea, select';
/** What such a field is called: nobody else may read what is typed into it. */
const SECRET = /^(?:senha|nova senha|pin)\b/i;

// Both look at the browser as they begin, once in a process.
stubPage();
stubStorage();
const { createRoot } = await import('react-dom/client');
await import('../cart/avoided.ts');
vi.unstubAllGlobals();

// The clock and the queue of the process, whatever a test puts in their place.
const turn = setImmediate;
const now = performance.now.bind(performance);
const settled = async (): Promise<void> => {
  for (let at = 0; at < 5; at += 1) await new Promise((resolve) => turn(resolve));
};

/** Of forms: what nobody prevents a browser does by itself, and the page with all that was typed is gone. */
const submits: Event[] = [];

/** What is done to a screen, and all that follows from it at once. */
async function doing(work: () => unknown): Promise<void> {
  await act(async () => {
    await work();
    await settled();
  });
  if (!submits.splice(0).every((one) => one.defaultPrevented))
    throw new Error('a form was left to the browser, which would load the page anew');
}

const nodeFetch = globalThis.fetch;
/** What stands for the server of the last screen. */
let ownFetch: typeof fetch | null = null;
let close: (() => Promise<void>) | null = null;
/** Takes the screen away, and with it what stood for the browser; a test that ends does so by itself. */
export async function closeScreen(): Promise<void> {
  const closing = close;
  close = null;
  await closing?.();
  if (closing !== null) vi.unstubAllGlobals();
}

/** A screen as it stands once all it asked for is there; the one before it goes. */
export async function openScreen(screen: ReactElement, options: Options = {}) {
  const { store = createStore(), me, path = '/', state } = options;
  // A server that a test has put there answers on.
  const isServed = globalThis.fetch !== nodeFetch && globalThis.fetch !== ownFetch;
  const answers = options.answers ?? (isServed ? null : {});
  await close?.();
  close = null;
  const { page, clicked } = stubPage();
  const stored = Object.hasOwn(globalThis, 'localStorage') ? null : stubStorage();
  const sent = answers === null ? [] : stubServer(answers);
  const blobs = stubBlobs();
  const place = page.document.createElement('div');
  page.document.body.append(place);
  page.document.addEventListener('submit', (event) => void submits.push(event));
  const root = createRoot(place);
  close = () => act(async () => root.unmount());
  onTestFinished(closeScreen);
  if (answers !== null) ownFetch = globalThis.fetch;
  if (me !== undefined && answers !== null) {
    answers['GET /api/staff/me'] = me;
    await store.set(loadSessionAtom, 'sign-in');
    sent.splice(0);
  }
  let at = path;
  const Where = () => {
    const { pathname, search } = useLocation();
    at = pathname + search;
    return null;
  };
  const initialEntries = [{ ...parsePath(path), state }];
  const inRouter = createElement(MemoryRouter, { initialEntries }, createElement(Where), screen);
  await doing(() => root.render(createElement(Provider, { store }, inRouter)));
  return {
    window: page,
    body: page.document.body,
    /** All that was asked of the server, oldest first. */
    sent,
    /** What the device keeps. */
    stored,
    store,
    ...readingOf(page.document.body),
    ...touchingOf(page),
    /** Where the router stands. */
    path: (): string => at,
    /** What changes something, without what was only read. */
    changes: (): Sent[] => sent.filter(({ route }) => !route.startsWith('GET ')),
    /** The files that were saved, as name and text. */
    saved: (): Promise<[name: string, text: string][]> =>
      Promise.all(
        clicked
          .filter(({ download }) => download !== '')
          .map(async ({ download, href }) => [download, (await blobs.get(href)?.text()) ?? '']),
      ),
  };
}

/** What `use` answered when it was called in a screen, now and after each change: a hook by itself. */
export async function openHook<T>(use: () => T, options?: Options) {
  const seen: { now?: T } = {};
  const Probe = () => {
    seen.now = use();
    return null;
  };
  const screen = await openScreen(createElement(Probe), options);
  return { ...screen, now: () => seen.now as T };
}

function readingOf(body: HTMLElement) {
  const all = (selector: string): Element[] => [...body.querySelectorAll(selector)];
  const fieldOf = (name: string, tags: string) => find(body, name, tags) as HTMLInputElement;
  return {
    words: (): string => wordsOfElement(body),
    markup: (): string => body.innerHTML.replaceAll('&nbsp;', '\u00a0'),
    /** What fits the selector, in the page's order. */
    all,
    /** What each button and link is called; '(off)' where it does nothing, '(pressed)' where it is so. */
    buttons: (): string[] =>
      all('button, a').map((one) =>
        [
          nameOf(body, one),
          ...(one.hasAttribute('disabled') ? ['(off)'] : []),
          ...(one.getAttribute('aria-pressed') === 'true' ? ['(pressed)'] : []),
        ].join(' '),
      ),
    /** The words of each alert. */
    alerts: (): string[] => all('[role="alert"]').map(wordsOfElement),
    /** What stands in the field. */
    valueOf: (name: string): string => fieldOf(name, FIELDS).value,
    isChecked: (name: string): boolean => fieldOf(name, 'input').checked,
    /** What the keyboard is in. */
    focused: (): string => nameOf(body, body.ownerDocument.activeElement ?? body),
  };
}

function touchingOf({ document, ...kinds }: ReturnType<typeof stubPage>['page']) {
  const { body } = document;
  const { Event, MouseEvent, FocusEvent, KeyboardEvent } = kinds;
  const bubbling = { bubbles: true, cancelable: true };
  const chosen = new WeakMap<HTMLElement, File>();
  const later = (ms: number): Promise<void> =>
    act(async () => {
      await vi.advanceTimersByTimeAsync(ms);
      await settled();
    });
  return {
    /** A touch on what is called so: a button, a link, a box to tick; `nth` of several. */
    tap: async (name: string, nth = 0): Promise<void> => {
      const element = find(body, name, 'button, a, input, summary', nth);
      if (element.hasAttribute('disabled')) throw new Error(`"${name}" is off`);
      // A link's own `click` is what a program does.
      await doing(() =>
        element.localName === 'a'
          ? element.dispatchEvent(new MouseEvent('click', bubbling))
          : element.click(),
      );
    },
    /** What is typed into the field, in place of what stood there; for a list, which one is chosen. */
    type: async (name: string, text: string, nth = 0): Promise<void> => {
      const field = find(body, name, FIELDS, nth);
      if (SECRET.test(name) && field.getAttribute('type') !== 'password')
        throw new Error(`what is typed into "${name}" can be read over a shoulder`);
      await doing(() => {
        // React watches each field's own property: what somebody types goes past it.
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
        field.dispatchEvent(new Event(field.localName === 'select' ? 'change' : 'input', bubbling));
      });
    },
    /** A file for the field. Of the one that it has already it says nothing, as in a browser: it has it until its value is emptied. */
    give: async (name: string, file: File): Promise<void> => {
      const field = find(body, name, 'input');
      if (chosen.get(field) === file) return;
      chosen.set(field, file);
      await doing(() => {
        const files = (): File[] => [chosen.get(field)].filter((one) => one !== undefined);
        const value = () =>
          files()
            .map((one) => `C:\\fakepath\\${one.name}`)
            .join();
        Object.defineProperty(field, 'files', { get: files, configurable: true });
        Object.defineProperty(field, 'value', {
          get: value,
          set: () => {
            chosen.delete(field);
          },
          configurable: true,
        });
        field.dispatchEvent(new Event('change', bubbling));
      });
    },
    /** The field is left. */
    leave: async (name: string): Promise<void> => {
      const field = find(body, name, FIELDS);
      await doing(() => field.dispatchEvent(new FocusEvent('focusout', bubbling)));
    },
    /** A key, where the keyboard is or in the field of this name. */
    press: async (key: string, name?: string): Promise<void> => {
      const field = name === undefined ? document.activeElement : find(body, name, `button, ${FIELDS}`);
      await doing(() => field?.dispatchEvent(new KeyboardEvent('keydown', { ...bubbling, key })));
    },
    /** As Enter in one of its fields does. */
    submit: async (): Promise<void> => {
      await doing(() => body.querySelector('form')?.dispatchEvent(new Event('submit', bubbling)));
    },
    /** What happens to the first element that fits, where it has no name. */
    happen: async (selector: string, type: string): Promise<void> => {
      const element = body.querySelector(selector);
      if (element === null) throw new Error(`nothing is ${selector} in ${body.innerHTML}`);
      await doing(() => element.dispatchEvent(new Event(type, bubbling)));
    },
    /** One row of a table is dragged onto another. */
    drag: async (from: number, to: number): Promise<void> => {
      const rows = body.querySelectorAll('tbody tr');
      const handle = rows[from]?.querySelector('[draggable]');
      for (const [element, type] of [
        [handle, 'dragstart'],
        [rows[to], 'dragover'],
        [rows[to], 'drop'],
        [handle, 'dragend'],
      ] as const)
        await doing(() => element?.dispatchEvent(new Event(type, bubbling)));
    },
    /** So much later, on a clock that the test has replaced. */
    later,
    /** Something comes about that nobody touched. */
    when: doing,
    /** Waits for what a part that is loaded late, or an answer, brings. */
    until: async (is: () => unknown): Promise<void> => {
      for (const endMs = now() + WAIT_MS_MAX; is() !== true && now() < endMs;) await doing(() => undefined);
      if (is() !== true) throw new Error(`still: ${wordsOfElement(body)}`);
    },
  };
}

/** The `nth` that is called so, in what lies on top where there is one in it. */
function find(body: HTMLElement, name: string, tags: string, nth = 0): HTMLElement {
  const all = [...body.querySelectorAll<HTMLElement>(tags)];
  const open = [...body.querySelectorAll('dialog[open]')].at(-1);
  const found = all.filter((one) => nameOf(body, one) === name);
  const onTop = found.filter((one) => open?.contains(one));
  const element = (onTop.length > 0 ? onTop : found)[nth];
  if (element === undefined)
    throw new Error(`nothing is called "${name}" among: ${all.map((one) => nameOf(body, one)).join(' | ')}`);
  return element;
}

export function nameOf(body: HTMLElement, element: Element): string {
  const label = element.getAttribute('aria-label');
  if (label !== null) return label.replaceAll(/\s+/g, ' ');
  const by = element.getAttribute('aria-labelledby');
  if (by !== null)
    return by
      .split(' ')
      .map((id) => wordsOfElement(body.ownerDocument.getElementById(id)))
      .join(' ');
  if (element.localName === 'button' || element.localName === 'a') return wordsOfElement(element);
  // What says whether it is required is no part of its name.
  const own = labelOf(element, element.getAttribute('id')) ?? element.closest('label');
  return wordsOfElement(own).replace(/ (?:\*|\(opcional\))$/, '');
}

/** Text that stands beside text is one word with it, as on a page. */
function wordsOfElement(element: Node | null): string {
  const texts = (one: Node): string =>
    one.nodeValue ??
    [...one.childNodes]
      .map((child) => (child.nodeValue === null ? ` ${texts(child)} ` : child.nodeValue))
      .join('');
  return element === null ? '' : texts(element).replaceAll(/\s+/g, ' ').trim();
}
