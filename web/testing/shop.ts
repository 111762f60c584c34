// The shop's server, for tests of screens: what each route answers, and what it was asked.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import type { Problem } from '@balcao/shared/http/problem.ts';
import type { StoreInfo } from '@balcao/shared/http/store-info.ts';
import { createStore } from 'jotai';
import { vi } from 'vitest';
import { sampleMenu } from '../cart/sample.ts';
import { loadMenuAtom, loadStoreAtom } from '../data/shop.ts';

type Asked = { route: string; body: unknown; proof: string | null };
/** A body, or what makes one of what was sent; a `Response` as it is. */
type Answer = unknown;

/** What the server tells by itself on one connection. */
class FakeStream extends EventTarget {
  static readonly OPEN = 1;
  readonly readyState = 1;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    streams.push(this);
  }
  close(): void {
    if (streams.includes(this)) streams.splice(streams.indexOf(this), 1);
  }
  tell(event: string, data: unknown = {}): void {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }));
  }
}

/** Those that are open, the newest last. */
export const streams: FakeStream[] = [];

/** Answers each route (`POST /api/…`); what is not named is not reached. Until `vi.unstubAllGlobals`; answers what is asked. */
export function serve(answers: Record<string, Answer>): Asked[] {
  const asked: Asked[] = [];
  streams.length = 0;
  vi.stubGlobal('EventSource', FakeStream);
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}): Promise<Response> => {
    const route = `${init.method ?? 'GET'} ${path}`;
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    asked.push({ route, body, proof: new Headers(init.headers).get('authorization') });
    if (!(route in answers)) throw new TypeError(`Failed to fetch ${route}`);
    const answer = answers[route];
    const given: unknown =
      typeof answer === 'function' ? await (answer as (sent: unknown) => unknown)(body) : answer;
    init.signal?.throwIfAborted();
    return given instanceof Response ? given.clone() : Response.json(given);
  });
  return asked;
}

/** What an answer says that says why not. */
export const problemOf = (status: number, detail: string, more: Partial<Problem> = {}): Problem => ({
  type: 'about:blank',
  title: detail,
  status,
  detail,
  code: 'refused',
  ...more,
});
export const refused = (status: number, detail: string, more: Partial<Problem> = {}): Response =>
  Response.json(problemOf(status, detail, more), { status });

/** A shop that is open, on its site. */
export const sampleStore: StoreInfo = {
  name: 'Açaí da Praça',
  address: 'Rua A, 1',
  phone: '(91) 3222-4455',
  legalName: 'Praça Ltda.',
  taxId: '11.222.333/0001-81',
  instagramUrl: 'https://www.instagram.com/praca',
  whatsappUrl: 'https://wa.me/5591987654321',
  logo: null,
  hoursText: 'Todo dia, 10h às 22h',
  hours: { weekly: [], holidays: [] },
  timeZone: 'America/Belem',
  open: { state: 'open', closesAt: '22:00' },
  cupsEnabled: true,
  discountPercent: 10,
  remoteCashMinutes: 30,
  readyTime: { fromMinutes: 10, toMinutes: 20 },
  mostOrdered: [],
  paymentMethods: [],
  storeOnline: true,
  publicUrl: 'https://praca.example',
  host: 'relay',
};

type Shop = { menu?: Menu; store?: Partial<StoreInfo>; answers?: Record<string, Answer> };

/** What the screens hold once shop and menu were loaded, and what was asked of the server since. */
export async function openShop({ menu = sampleMenu, store = {}, answers = {} }: Shop = {}) {
  const asked = serve(
    Object.assign(answers, {
      'GET /api/menu': menu,
      'GET /api/store': { ...sampleStore, ...store },
      ...answers,
    }),
  );
  const held = createStore();
  await held.set(loadMenuAtom);
  await held.set(loadStoreAtom);
  asked.length = 0;
  return { store: held, asked };
}
