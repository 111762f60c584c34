// What the store answers its staff's screens, for approved texts of them: nothing is the matter, and it takes what is sent.
import type { ApiReply } from '@balcao/shared/http/api.ts';
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { ago, boardOf, CANCELLED, DELIVERED, NOW, ORDERS } from './evening.ts';
import { sampleStore } from './shop.ts';
import { refusal, type Answers, type Sent } from './stub-page.ts';

export const REFUSED = refusal(409, 'refused', 'A loja não aceitou: foi de propósito.');

const NEXT: Record<string, Partial<Order>> = {
  start: { status: 'PREPARING', preparingAtMs: NOW },
  'mark-ready': { status: 'READY', readyAtMs: NOW },
  deliver: { status: 'DELIVERED', deliveredAtMs: NOW },
  'back-to-received': { status: 'RECEBIDO' },
  'back-to-preparing': { status: 'PREPARING', readyAtMs: null },
  'undo-delivery': { status: 'READY', deliveredAtMs: null },
  'confirm-payment': { status: 'RECEBIDO', paymentStatus: 'approved', receivedAtMs: NOW },
  cancel: { status: 'CANCELLED', cancelReason: 'cliente' },
};
const ALL = [...ORDERS, ...DELIVERED, ...CANCELLED];
/** The order of this address after what was asked of it. */
export function movedOrder({ route, body }: Sent, orders: readonly Order[] = ALL): { order: Order } {
  const { kind = '', ...rest } = Object(body) as {
    kind?: string;
    status?: Order['status'];
    method?: Order['paymentMethod'];
  };
  const id = /orders\/([^/]+)/.exec(route)?.[1];
  const order = orders.find((one) => one.id === id) ?? ORDERS[2] ?? boardOf().orders[0];
  if (order === undefined) throw new Error('there is no order');
  const status = kind === 'set-status' && rest.status !== undefined ? { status: rest.status } : {};
  const method =
    kind === 'confirm-payment' && rest.method !== undefined ? { paymentMethod: rest.method } : {};
  return { order: { ...order, ...NEXT[kind], ...status, ...method, updatedAtMs: NOW } };
}

/** What a menu answers that takes every change. */
export function menuAnswers(catalog: Catalog = sampleCatalog()): Answers {
  const lists = new Map<string, { id: string }[]>(
    Object.entries(catalog).flatMap(([kind, list]) => (Array.isArray(list) ? [[kind, list]] : [])),
  );
  /** What was added since. */
  const made = new Map<string, { id: string }>();
  const patched = ({ route, body }: Sent): unknown => {
    const [, kind = '', id = ''] = /catalog\/([^/]+)\/([^/]+)$/.exec(route) ?? [];
    if (route.endsWith('/settings')) return { ...catalog.settings, ...(body as object) };
    const listed = made.get(id) ?? lists.get(kind)?.find((one) => one.id === id);
    const entry = { name: id, active: true, ...listed, id, ...(body as object) };
    if (lists.get(kind)?.every((one) => one.id !== id) === true) made.set(id, entry);
    return entry;
  };
  return {
    'GET /api/staff/catalog': catalog,
    'PATCH /api/staff/catalog': catalog,
    'PATCH *': patched,
  };
}

/** What every staff screen asks for, with nothing the matter. */
export const quietAnswers = (): Answers => ({
  'GET /api/store': { ...sampleStore, host: 'edge' },
  'GET /api/staff/board': boardOf(),
  ...menuAnswers(),
  'GET /api/staff/condition': { notices: [] },
  'GET /api/staff/printing': { printers: [], jobs: [] },
  'GET /api/staff/me/sessions': SESSIONS,
  'POST *': (sent: Sent) => (sent.route.endsWith('/moves') ? movedOrder(sent) : null),
  'POST /api/staff/pause': ({ body }: Sent) => {
    const { minutes } = Object(body) as { minutes: number | null };
    return { pausedUntilMs: minutes === null ? null : NOW + minutes * 60_000 };
  },
  'POST /api/staff/panel/reset': { date: '2026-11-21', series: 3, openOrders: 4 },
});

const SESSIONS: ApiReply<'GET /api/staff/me/sessions'> = {
  sessions: [
    {
      id: 's1',
      device: 'Chrome no Windows',
      where: 'lan',
      sinceMs: ago(300),
      lastSeenMs: ago(5),
      current: true,
      isNew: false,
    },
    {
      id: 's2',
      device: 'Safari no iPhone',
      where: 'link',
      sinceMs: ago(9_000),
      lastSeenMs: ago(2_000),
      current: false,
      isNew: true,
    },
  ],
};

/** Everything that changes something is refused. */
export const refusing = (answers: Answers): Answers => ({
  ...Object.fromEntries(['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [`${method} *`, REFUSED])),
  ...Object.fromEntries(
    Object.entries(answers).map(([route, answer]) => [route, route.startsWith('GET ') ? answer : REFUSED]),
  ),
});

/** Printers in every state, and slips in every one that somebody can do something about. */
export const PRINTING: ApiReply<'GET /api/staff/printing'> = {
  printers: (['ok', 'paper-out', 'off', 'unconfirmed', 'disabled', 'unknown'] as const).map((state, at) => ({
    id: `p${at}`,
    name: `Impressora ${at + 1}`,
    enabled: state !== 'disabled',
    state,
    stateText:
      ['pronta', 'sem papel', 'não responde', 'não confirmada', 'desligada', 'sem notícia'][at] ?? '',
    detail: state === 'off' ? 'Ninguém atende em 192.168.0.50:9100.' : null,
    paperLow: state === 'ok',
    sinceMs: ago(at),
    waiting: at === 0 ? 1 : 0,
    held: at === 1 ? 1 : 0,
    failed: at === 2 ? 1 : 0,
  })),
  jobs: (['queued', 'sending', 'held', 'failed', 'printed'] as const).map((state, at) => ({
    id: at + 1,
    printerId: 'p0',
    purpose: ['kitchen', 'counter', 'cancelled', 'wholesale', 'test'][at] ?? 'kitchen',
    orderId: at === 4 ? null : 'fresh',
    code: '7K2MQ9XWTB',
    panelNumber: at === 1 ? null : 3,
    simpleId: 103,
    copy: at === 2 ? 2 : 1,
    state,
    stateText: ['na fila', 'imprimindo', 'espera alguém ver', 'não saiu', 'impressa'][at] ?? '',
    attempts: at,
    nextAtMs: NOW,
    lastError: state === 'failed' ? 'A impressora não respondeu.' : null,
    createdAtMs: ago(6 - at),
    updatedAtMs: ago(1),
  })),
};
export const NOTICES: ApiReply<'GET /api/staff/condition'> = {
  notices: [
    { id: 'no-room', title: 'O disco está cheio.', text: 'Apague cópias antigas.' },
    { id: 'safe-mode', title: 'A loja está em modo seguro.', text: 'Ela vende, e não imprime.' },
  ],
};
