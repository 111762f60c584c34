// What the app's worker does with a notice while no page is open: it is shown as the relay words it, and a tap leads to its page.
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, it, vi } from 'vitest';

const ORIGIN = 'https://praca.example';
const script = readFileSync(new URL('../public/push.js', import.meta.url), 'utf8');

type Heard = { waitUntil: (work: Promise<unknown>) => void } & Record<string, unknown>;
let hear: Map<string, (event: Heard) => void>;
let open: { url: string; focus: () => Promise<void> }[];
const show = vi.fn<(title: string, how: object) => Promise<void>>(async () => {});
const openWindow = vi.fn<(address: string) => Promise<void>>(async () => {});

beforeEach(() => {
  hear = new Map();
  open = [];
  show.mockClear();
  openWindow.mockClear();
  const self = {
    addEventListener: (event: string, work: (event: Heard) => void) => hear.set(event, work),
    location: { origin: ORIGIN },
    registration: { showNotification: show },
    clients: { matchAll: async () => open, openWindow },
  };
  runInNewContext(script, { self, URL });
});

/** What comes about, once the worker may rest again. */
async function happen(event: string, more: object): Promise<void> {
  const work: Promise<unknown>[] = [];
  hear.get(event)?.({ ...more, waitUntil: (one) => work.push(one) });
  await Promise.all(work);
}
const page = (path: string) => ({ url: ORIGIN + path, focus: vi.fn<() => Promise<void>>(async () => {}) });
const tap = async (url: string): Promise<boolean> => {
  const close = vi.fn<() => void>();
  await happen('notificationclick', { notification: { close, data: { url } } });
  return close.mock.calls.length === 1;
};

it('a notice is shown in its words, heard again where it follows one of the same order, and keeps where it leads', async () => {
  const sent = { title: 'Seu pedido está pronto', body: 'Painel 7', url: '/pedido/sucesso/A', tag: 'A' };
  await happen('push', { data: { json: () => sent } });
  expect(show.mock.calls).toMatchObject([
    [
      'Seu pedido está pronto',
      { body: 'Painel 7', tag: 'A', renotify: true, lang: 'pt-BR', data: { url: '/pedido/sucesso/A' } },
    ],
  ]);
});

it('a tap leads to its page, which is opened where it is not open yet', async () => {
  expect(await tap('/pedido/sucesso/A')).toBe(true);
  expect(openWindow.mock.calls).toEqual([[`${ORIGIN}/pedido/sucesso/A`]]);
});

it('a tap leads to the page that is open already, and leaves others as they are', async () => {
  const [other, own] = [page('/pedido'), page('/pedido/sucesso/A?x=1')];
  open = [other, own];
  await tap('/pedido/sucesso/A');
  expect(own.focus).toHaveBeenCalledTimes(1);
  expect(other.focus).not.toHaveBeenCalled();
  expect(openWindow).not.toHaveBeenCalled();
});

it('a tap leads to no other site', async () => {
  expect(await tap('https://outro.example/pedido/sucesso/A')).toBe(true);
  expect(openWindow).not.toHaveBeenCalled();
});
