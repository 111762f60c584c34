// Which orders the tracking screen shows, and how they stay fresh: live events for those the ticket admits to, and a look every
// now and then for what no event brings (a new order of the same phone, the other orders of this device).
import { isCode, normalizeCode } from '@balcao/shared/order/code.ts';
import { publicOrder, type PublicOrder } from './public-order.ts';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { keptOrders } from '../../api/kept-orders.ts';
import { readOrder, track } from '../../api/orders.ts';
import { ApiError } from '../../api/request.ts';
import { useOrderStream } from '../../live/order-stream.ts';
import { STATUS_LABELS } from '../../text/order.ts';
import { useToast } from '../../ui/toast.tsx';
import { ringReady } from './bell.ts';

export type Search = { phone: string } | { query: string };

const KEPT_SHOWN_MAX = 6;
const KEPT_AGE_MS_MAX = 48 * 3_600_000;
const LOOK_MS = 20_000;
const TOAST_MS = 3_000;

type Shown = { source: 'device' | 'search'; orders: PublicOrder[]; ticket: string | null };

/** `/meu-pedido?codigo=…` is what the QR code on a printed slip opens. */
function searchIn(address: string): Search | null {
  const code = normalizeCode(new URLSearchParams(address).get('codigo') ?? '');
  return isCode(code) ? { query: code } : null;
}

export function useTracking() {
  const address = useLocation().search;
  const [searched, setSearched] = useState(() => searchIn(address));
  const [shown, setShown] = useState<Shown>({
    source: searched ? 'search' : 'device',
    orders: [],
    ticket: null,
  });
  const [loading, setLoading] = useState(true);
  const [failure, setFailure] = useState<string | null>(null);
  const toast = useToast();
  const statuses = useRef(new Map<string, PublicOrder['status']>());
  const newest = useRef(0);

  // A change of status is told once, however it was heard of.
  const tell = useCallback(
    (orders: PublicOrder[]) => {
      for (const order of orders) {
        const before = statuses.current.get(order.code);
        statuses.current.set(order.code, order.status);
        if (before === undefined || before === order.status) continue;
        toast({
          title: 'Status Atualizado',
          text: `Pedido nº ${order.simpleId}: ${STATUS_LABELS[order.status] ?? order.status}`,
          tone: order.status === 'READY' ? 'success' : 'info',
          durationMs: TOAST_MS,
        });
        if (order.status === 'READY') ringReady();
      }
    },
    [toast],
  );

  const look = useCallback(
    async (search: Search | null) => {
      newest.current += 1;
      const turn = newest.current;
      try {
        const next = search ? await found(search) : await kept();
        if (newest.current !== turn) return;
        tell(next.orders);
        startTransition(() => {
          setShown(next);
          setFailure(null);
        });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (newest.current === turn) setFailure(failureText(error));
      } finally {
        if (newest.current === turn) startTransition(() => setLoading(false));
      }
    },
    [tell],
  );

  useEffect(() => {
    void look(searched);
    const again = () => {
      if (document.visibilityState === 'visible') void look(searched);
    };
    const timer = setInterval(again, LOOK_MS);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [searched, look]);

  const codes = shown.orders.map((order) => order.code).join();
  useOrderStream(shown.ticket, codes, {
    onOrder: (order) => {
      tell([order]);
      setShown((now) => ({
        ...now,
        orders: now.orders.map((one) => (one.code === order.code ? order : one)),
      }));
    },
    onReturn: () => void look(searched),
    onLost: () => void look(searched),
  });

  const begin = (search: Search | null) => {
    setLoading(true);
    setFailure(null);
    setShown({ source: search ? 'search' : 'device', orders: [], ticket: null });
    setSearched(search);
  };

  return {
    ...shown,
    loading,
    failure,
    search: (search: Search) => begin(search),
    showKept: () => begin(null),
    readyCount: shown.orders.filter((order) => order.status === 'READY').length,
  };
}

async function found(search: Search): Promise<Shown> {
  const { orders, ticket } = await track(search);
  return { source: 'search', orders, ticket };
}

/** The newest order of this device is followed live; the others are looked at now and then. */
async function kept(): Promise<Shown> {
  const recent = keptOrders()
    .filter(({ atMs }) => Date.now() - atMs < KEPT_AGE_MS_MAX)
    .slice(0, KEPT_SHOWN_MAX);
  const views = await Promise.all(
    recent.map(({ code }) =>
      readOrder(code).catch((error: unknown) => {
        // Erased by the shop, or another shop's: not shown, not an error.
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
    ),
  );
  const there = views.filter((view) => view !== null);
  const active =
    there.find(({ order }) => order.status !== 'DELIVERED' && order.status !== 'CANCELLED') ?? there[0];
  return {
    source: 'device',
    orders: there.map((view) => (view.access === 'whole' ? publicOrder(view.order) : view.order)),
    ticket: active?.ticket ?? null,
  };
}

function failureText(error: ApiError): string {
  // What the server words for this screen is said as it is: a number that has expired, too many searches, a missing field.
  return error.status >= 400 && error.status < 500
    ? error.problem.detail
    : 'Erro ao buscar pedidos. Tente novamente.';
}
