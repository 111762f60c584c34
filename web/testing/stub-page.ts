// What stands in for the browser around a screen in tests: the page, the store that answers, and the files that are made.
import { problem } from '@balcao/shared/http/problem.ts';
import { Window as HappyWindow } from 'happy-dom';
import { vi } from 'vitest';

export type Sent = { route: string; body: unknown; headers?: Record<string, string> };
type Answer = unknown;
/** By 'GET /api/…' with its query, or 'GET *' for all others: a value, a refusal, or what makes one of them of what was sent. What has no answer is still under way, if it asks, or is done. */
export type Answers = Record<string, Answer>;

class Refusal {
  readonly status: number;
  readonly body: object;
  constructor(status: number, body: object) {
    this.status = status;
    this.body = body;
  }
}
export const refusal = (status: number, code: string, detail: string, more: object = {}): Refusal =>
  new Refusal(status, { ...problem(status, code, 'Não', detail), ...more });

type Page = Window & typeof globalThis;

/** What screens and React take from the browser by its own name; all else is Node's. */
const TAKEN = [
  'document',
  'history',
  'location',
  'Element',
  'HTMLElement',
  'HTMLInputElement',
  'HTMLTextAreaElement',
  'HTMLButtonElement',
  'HTMLAnchorElement',
  'innerHeight',
  'innerWidth',
] as const;

/** React gathers a form's fields for actions, of which there are none. */
class EmptyForm extends FormData {
  constructor() {
    super();
  }
}

/** A page in place of the browser's, until `vi.unstubAllGlobals`, and the links that a program has clicked, as it does to have a file kept. */
export function stubPage(): { page: Page; clicked: HTMLAnchorElement[] } {
  const page = new HappyWindow({
    url: 'http://loja.local/',
    width: 1280,
    height: 800,
    settings: { navigation: { disableMainFrameNavigation: true } },
  }) as unknown as Page;
  const clicked: HTMLAnchorElement[] = [];
  page.HTMLAnchorElement.prototype.click = function click(this: HTMLAnchorElement) {
    clicked.push(this);
  };
  class Watcher {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  const matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} });
  const own = { navigator, matchMedia, isSecureContext: true, scrollTo: () => {} };
  for (const [name, value] of Object.entries(own))
    Object.defineProperty(page, name, { value, configurable: true });
  Object.defineProperty(page.location, 'reload', { value: () => {}, writable: true });
  vi.stubGlobal('window', page);
  for (const name of TAKEN) vi.stubGlobal(name, page[name]);
  // What a test has put in their place stays.
  for (const name of ['ResizeObserver', 'IntersectionObserver'])
    if (!Object.hasOwn(globalThis, name)) vi.stubGlobal(name, Watcher);
  vi.stubGlobal('FormData', EmptyForm);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  return { page, clicked };
}

/** A store that answers so; what was asked of it is answered, oldest first. */
export function stubServer(answers: Answers): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal(
    'fetch',
    async (
      path: string,
      {
        method = 'GET',
        body,
        headers,
      }: { method?: string; body?: unknown; headers?: Record<string, string> },
    ) => {
      const route = `${method} ${path}`;
      const one = { route, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : body };
      sent.push(one);
      const given = answers[route] ?? answers[`${method} *`];
      const answer: unknown =
        typeof given === 'function'
          ? await (given as (sent: Sent) => unknown)({ ...one, ...(headers && { headers }) })
          : given;
      if (answer === undefined && method === 'GET') return new Promise(() => {});
      if (answer instanceof Error) throw answer;
      const [status, reply] =
        answer instanceof Refusal ? [answer.status, answer.body] : [200, answer ?? null];
      return new Response(JSON.stringify(reply), { status });
    },
  );
  return sent;
}

/** The files that are made, by their address. */
export function stubBlobs(): Map<string, Blob> {
  const blobs = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const address = `blob:${blobs.size}`;
    blobs.set(address, blob as Blob);
    return address;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  return blobs;
}
