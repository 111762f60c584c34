// A Saturday evening in a demo shop, by the ways that staff have: orders sold, paid, begun, made ready; so many that are open.
import type { Page } from '@playwright/test';
import type { Board } from '@balcao/shared/http/staff.ts';
import { v7 as uuidv7 } from 'uuid';
import { withAnswer } from '../../tests/e2e/altered.ts';
import { CUP } from '../../tests/e2e/counter.ts';
import { asStaff } from '../../tests/e2e/staff.ts';

const MINUTE_MS = 60_000;
/** The oldest order that is open has waited for so long. */
const OLDEST_MINUTES = 14;
const LAYERS = ['BOTTOM', 'MIDDLE', 'TOP'] as const;
const METHODS = ['cash', 'terminal', 'pix_manual'] as const;
const NOTES = ['', '', 'Cliente: Ana\nSem granola, alergia', '', 'Cliente: João Pedro'];

type Named = { id: string; name: string };
type Menu = Record<'sizes' | 'bases' | 'iceCreams' | 'toppings' | 'products', Named[]>;
type Ask = Awaited<ReturnType<typeof asStaff>>;

const of = <T>(all: readonly T[], at: number): T => all[at % all.length] as T;

/** One or two items; every fifth order has a cup or a drink beside the açaí. */
function itemsOf(menu: Menu, at: number) {
  const acai = (n: number) => ({
    id: `${n}`,
    sizeId: of(menu.sizes.slice(0, 3), at + n).id,
    baseId: of(menu.bases, at * 2 + n).id,
    iceCreamId: of(menu.iceCreams, at + n).id,
    toppings: [0, 1, 2].slice(0, at % 3).map((t) => ({
      id: of(menu.toppings, at + n * 3 + t).id,
      layer: of(LAYERS, at + t),
    })),
  });
  const items: unknown[] = Array.from({ length: 1 + (at % 2) }, (_, n) => acai(n));
  return at % 5 === 0
    ? [...items, { id: 'p', productId: menu.products.find(({ name }) => name === CUP)?.id }]
    : items;
}

/** Of twenty: eight to begin, seven begun, four ready, one unpaid. */
async function sell(ask: Ask, menu: Menu, at: number): Promise<void> {
  const { order } = (await ask('POST', '/api/staff/orders', {
    id: uuidv7(),
    consumptionType: at % 3 === 0 ? 'local' : 'takeaway',
    observations: of(NOTES, at),
    items: itemsOf(menu, at),
  })) as { order: { id: string } };
  const part = at % 20;
  if (part === 19) return;
  const moves = [
    { kind: 'confirm-payment', method: of(METHODS, at) },
    ...(part < 8 ? [] : [{ kind: 'start' }]),
    ...(part < 15 ? [] : [{ kind: 'mark-ready' }]),
  ];
  for (const move of moves) await ask('POST', `/api/staff/orders/${order.id}/moves`, move);
}

/** Sells on until so many are open. */
export function createEvening(host: string): (count: number) => Promise<void> {
  let sold = 0;
  let menu: Menu | null = null;
  let ask: Ask | null = null;
  return async (count) => {
    ask ??= await asStaff(host, 'ADMIN');
    menu ??= (await ask('GET', '/api/menu')) as Menu;
    for (; sold < count; sold += 1) await sell(ask, menu, sold);
  };
}

/** Lets the board's orders be as old as an evening's: what was sold a moment ago would look as if nobody waited. */
export const withAges = (page: Page): Promise<void> =>
  withAnswer<Board>(page, '**/api/staff/board', (board) => {
    const age = (order: Board['orders'][number], at: number, all: number) => {
      const shift = Math.round(((all - at) / all) * OLDEST_MINUTES) * MINUTE_MS;
      order.createdAtMs -= shift;
      if (order.receivedAtMs !== null) order.receivedAtMs -= shift;
    };
    board.orders.forEach((order, at) => age(order, at, board.orders.length));
  });
