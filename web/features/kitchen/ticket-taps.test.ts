// A whole ticket whose tap this screen could not keep.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createStore } from 'jotai';
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { pendingMovesAtom } from '../../data/staff/board/live.ts';
import { PENDING_MOVES_MAX } from '../../data/staff/board/pending-moves.ts';
import { openScreen } from '../../testing/screen.ts';
import { Toaster } from '../../ui/toast.tsx';
import { TicketSheet } from './ticket-sheet.tsx';

it('a ticket whose tap could not be kept stays open, and it is said why', async () => {
  const onClose = vi.fn<() => void>();
  const store = createStore();
  const waiting = Array.from({ length: PENDING_MOVES_MAX }, (_, at) => ({
    key: `${at}`,
    orderId: `other-${at}`,
    move: { kind: 'start', seen: 'RECEBIDO' } as const,
    atMs: 0,
  }));
  store.set(pendingMovesAtom, waiting);
  const sheet = createElement(TicketSheet, {
    card: { order: sampleOrder({ status: 'PREPARING', panelNumber: 7 }), tappedAtMs: null, past: false },
    now: 0,
    limits: { warnMinutes: 10, lateMinutes: 20 },
    bumped: [],
    onBump: () => undefined,
    onClose,
  });
  const screen = await openScreen(createElement('div', null, sheet, createElement(Toaster)), { store });
  await screen.tap('Marcar Pronto');
  expect(screen.words()).toContain('Muitos toques esperando');
  expect(onClose).not.toHaveBeenCalled();
  await screen.when(() => store.set(pendingMovesAtom, waiting.slice(1)));
  await screen.tap('Marcar Pronto');
  expect(onClose).toHaveBeenCalledOnce();
});
