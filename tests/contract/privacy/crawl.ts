// Goes through every route of a server as somebody outside, keeps all that was said, and reports what should not have been.
import type { Hono } from 'hono';
import { createScanner, type Find, type Secret } from './scanner.ts';
import { createKnocker, type Heard, type Knocker } from './knock.ts';
import { knocksAt, probesOf, type Probe, type Route, type World } from './probes.ts';

export type Leak = { at: string; asked: string; what: string; of: string };
export type Ticket = { ticket: string; probe: Probe };
export type Crawl = { knocker: Knocker; asked: Map<string, number[]>; leaks: Leak[]; tickets: Ticket[] };

const AT_ONCE = 8;
/** Each route of better-auth is its own way in; Hono knows one pattern for all. */
const BEHIND_PATTERNS: Route[] = [
  { method: 'POST', path: '/api/auth/sign-in/email' },
  { method: 'POST', path: '/api/auth/sign-out' },
  { method: 'GET', path: '/api/auth/get-session' },
  { method: 'GET', path: '/api/auth/list-sessions' },
  { method: 'GET', path: '/api/auth/error' },
  { method: 'GET', path: '/index.html' },
  { method: 'GET', path: '/meu-pedido' },
];

export const routesOf = (app: { routes: Hono['routes'] }): Route[] => [
  ...new Map(
    [...app.routes.filter(({ method }) => method !== 'ALL'), ...BEHIND_PATTERNS].map(({ method, path }) => [
      `${method} ${path}`,
      { method, path },
    ]),
  ).values(),
];

export async function crawl(options: {
  url: string;
  isStore: boolean;
  routes: readonly Route[];
  world: World;
  secrets: readonly Secret[];
}): Promise<Crawl> {
  const { world, routes } = options;
  const knocker = createKnocker(options.url, options.isStore);
  const find = createScanner(options.secrets);
  const result: Crawl = { knocker, asked: new Map(), leaks: [], tickets: [] };

  async function tryOne(probe: Probe): Promise<number> {
    const heard = await knocker.ask(probe);
    result.asked.set(probe.route, [...(result.asked.get(probe.route) ?? []), heard.status]);
    result.leaks.push(...leaksIn(find, probe, heard, world));
    const ticket = /"ticket":"([^"]+)"/.exec(heard.body)?.[1];
    const isNew = !result.tickets.some(
      (one) => one.probe.path === probe.path && one.probe.body === probe.body,
    );
    if (ticket !== undefined && isNew) result.tickets.push({ ticket, probe });
    return heard.status;
  }

  for (const route of routes) {
    const first: number[] = [];
    for (const probe of knocksAt(route, world)) first.push(await tryOne(probe));
    // A shut door: what else was asked is not looked at. Whose order it is, is looked at behind it.
    const isShut = (status: number): boolean =>
      status === 401 || status === 403 || (status === 404 && !route.path.includes(':'));
    if (first.every(isShut) && !route.path.startsWith('/api/orders')) continue;
    const probes = probesOf(route, world);
    await inParallel(probes, tryOne);
  }
  return result;
}

/** In what was said to somebody: whatever is another's, and not shown to who proved what was proven. */
export function leaksIn(find: Find, probe: Probe, { headers, body }: Heard, { me }: World): Leak[] {
  const asked = `${probe.path} ${JSON.stringify(probe.headers ?? {})} ${(probe.body ?? '').slice(0, 200)}`;
  const isRanking = probe.path.startsWith('/api/ranking');
  const mayHear = ({ of, shownTo, text }: Secret): boolean =>
    of === me.name ||
    (shownTo !== undefined && probe.proves.includes(shownTo)) ||
    // The shop's best customers are shown to all by the last three digits.
    (isRanking && text.startsWith('***'));
  // What was asked for is said again where there is nothing of that name.
  return [headers, body]
    .flatMap((said) => find(Buffer.from(said.replaceAll(probe.path, ''), 'latin1')))
    .filter((secret) => !mayHear(secret))
    .map(({ what, of }) => ({ at: probe.route, asked, what, of }));
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const one = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** Opens a live stream with each ticket, lets `happen`, and reads what was told. */
export async function eavesdrop(
  options: { crawl: Crawl; secrets: readonly Secret[]; world: World },
  happen: () => Promise<void>,
): Promise<{ leaks: Leak[]; messages: number }> {
  const find = createScanner(options.secrets);
  const { knocker, tickets } = options.crawl;
  const streams = await Promise.all(
    tickets.map(async ({ ticket, probe }) => ({
      probe,
      stream: await knocker.listen(`/api/live?ticket=${encodeURIComponent(ticket)}`),
    })),
  );
  await happen();
  const heard = streams.map(({ probe, stream }) => ({ probe, text: stream.heard() }));
  for (const { stream } of streams) stream.close();
  return {
    messages: heard.flatMap(({ text }) => text.match(/^event: order$/gm) ?? []).length,
    leaks: heard.flatMap(({ probe, text }) =>
      leaksIn(
        find,
        { ...probe, route: `live stream after ${probe.route}` },
        { status: 200, headers: '', body: text },
        options.world,
      ),
    ),
  };
}

export const wordsOf = (leaks: readonly Leak[]): string[] => [
  ...new Set(leaks.map(({ at, what, of, asked }) => `${at}: ${what} of ${of} (${asked})`)),
];
