// 'Avisar quando ficar pronto': a notification on this phone, also when the page is closed. Only where that can work.
import type { OrderStatus } from '@balcao/shared/order/order.ts';
import { useAtomValue } from 'jotai';
import { lazy, Suspense } from 'react';
import { tokenOf } from './kept-orders.ts';
import { storeAtom } from './shop.ts';

const Switch = lazy(() => import('./ready-notice-switch.tsx'));
const WAITING = new Set<OrderStatus>(['PENDING', 'RECEBIDO', 'PREPARING']);

/** Whether this device can be told of an order of its own while the page is closed. */
export function useCanNotify(): (code: string) => boolean {
  const relay = useAtomValue(storeAtom)?.host === 'relay';
  return (code) => relay && window.isSecureContext && 'PushManager' in window && tokenOf(code) !== null;
}

export function ReadyNotice({ code, status }: { code: string; status: OrderStatus }) {
  const canNotify = useCanNotify();
  return (
    WAITING.has(status) &&
    canNotify(code) && (
      <Suspense fallback={<div className="h-12" />}>
        <Switch code={code} />
      </Suspense>
    )
  );
}
