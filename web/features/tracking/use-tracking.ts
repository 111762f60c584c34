// Which orders the tracking screen shows, and how they stay fresh: live events for those the ticket admits to, and a look every
// now and then for what no event brings (the other orders of this device). What was not found is not looked for again by itself.
import { formatCode, isCode, normalizeCode } from '@balcao/shared/order/code.ts';
import { publicOrder, type TrackedOrder } from './public-order.ts';
import type { OrderMoney } from '@balcao/shared/http/orders.ts';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { keptOrders } from '../../data/kept-orders.ts';
import { readOrder, trackOrder, type Search } from '../../data/orders.ts';
import { ApiError } from '../../data/request.ts';
import { useOrderStream } from '../../data/order-stream.ts';
import { STATUS_LABELS } from '../../text/order.ts';
import { SEARCH_FAILED } from '../../text/sent.ts';
import { useToast } from '../../ui/toast.tsx';
import { ringReady } from './bell.ts';

const KEPT_SHOWN_MAX = 6;
const KEPT_AGE_MS_MAX = 48 * 3_600_000;
const LOOK_MS = 20_000;
const TOAST_MS = 3_000;

/** `name` is what the customer knows the order by; `query` finds it again. */
export type Entry = {
  name: string;
  query: string;
  order: TrackedOrder;
  /** Of an order of this device: what was paid and what comes back. */
  money?: OrderMoney;
};
type Shown = { source: 'device' | 'search'; entries: Entry[]; ticket: string | null };

/** A stranger's order has no name but the one that it was asked for by. */
function entryOf(order: TrackedOrder, query: string): Entry {
  if (order.access === 'public') return { name: `Pedido nº ${order.simpleId}`, query: order.code, order };
  if (order.orderNumber !== null) return { name: `Pedido nº ${order.orderNumber}`, query, order };
  if (order.panelNumber !== null) return { name: `Painel ${order.panelNumber}`, query, order };
  return { name: `Pedido ${formatCode(normalizeCode(query))}`, query, order };
}

/** `/meu-pedido?codigo=…` is what the QR code on a printed slip opens. */
function searchIn(address: string): Search | null {
  const code = normalizeCode(new URLSearchParams(address).get('codigo') ?? '');
  return isCode(code) ? { query: code } : null;
}

/** Whether one comes to see an order of one's own: then it stands first. */
export const hasOwn = (address: string): boolean =>
  typeof document !== 'undefined' && searchIn(address) === null && recentlyKept().length > 0;

export function useTrackedOrders() {
  const address = useLocation().search;
  const [searched, setSearched] = useState(() => searchIn(address));
  const [shown, setShown] = useState<Shown>({
    source: searched ? 'search' : 'device',
    entries: [],
    ticket: null,
  });
  const [loading, setLoading] = useState(true);
  const [failure, setFailure] = useState<string | null>(null);
  const toast = useToast();
  const statuses = useRef(new Map<string, TrackedOrder['status']>());
  const newest = useRef(0);

  // A change of status is told once, however it was heard of.
  const tell = useCallback(
    (entries: Entry[]) => {
      for (const { name, order } of entries) {
        const before = statuses.current.get(name);
        statuses.current.set(name, order.status);
        // A newer server may know a status that this page does not.
        if (before === undefined || before === order.status || !(order.status in STATUS_LABELS)) continue;
        toast({
          title: 'Status Atualizado',
          text: `${name}: ${STATUS_LABELS[order.status]}`,
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
        tell(next.entries);
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

  /** Answered before it was searched for: not asked again at once. */
  const opened = useRef<Search | null>(null);
  useEffect(() => {
    if (searched === null || searched !== opened.current) void look(searched);
  }, [searched, look]);
  const fruitless = searched !== null && shown.entries.length === 0;
  const lookAgain = useCallback(() => {
    if (!fruitless) void look(searched);
  }, [fruitless, searched, look]);
  useEffect(() => {
    const whenSeen = () => {
      if (document.visibilityState === 'visible') lookAgain();
    };
    const timer = setInterval(whenSeen, LOOK_MS);
    document.addEventListener('visibilitychange', whenSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', whenSeen);
    };
  }, [lookAgain]);

  const names = shown.entries.map(({ name, order }) => `${order.access} ${name}`).join();
  useOrderStream(shown.ticket, names, {
    onOrder: (order) => {
      const received = entryOf(order, searched && 'query' in searched ? searched.query : '');
      const isHeard = (one: Entry) => one.name === received.name && one.order.access === order.access;
      // A new order of the phone that was searched for.
      if (!shown.entries.some(isHeard)) return void look(searched);
      tell([received]);
      // What comes back of its payment is not on the stream.
      if (order.status === 'CANCELLED') lookAgain();
      setShown((now) => ({
        ...now,
        entries: now.entries.map((one) => (isHeard(one) ? { ...one, order } : one)),
      }));
    },
    onReturn: lookAgain,
    onLost: lookAgain,
  });

  /** Opens an order with how its phone ends. Null when it did, else what to say. */
  const open = async (search: { query: string; lastFour: string }): Promise<string | null> => {
    try {
      const next = await found(search);
      newest.current += 1;
      opened.current = search;
      tell(next.entries);
      setShown(next);
      setSearched(search);
      setFailure(null);
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.problem.detail;
    }
  };

  const begin = (search: Search | null) => {
    setLoading(true);
    setFailure(null);
    setShown({ source: search ? 'search' : 'device', entries: [], ticket: null });
    setSearched(search);
  };

  return {
    ...shown,
    loading,
    failure,
    search: (search: Search) => begin(search),
    open,
    showKept: () => begin(null),
    again: lookAgain,
    readyCount: shown.entries.filter(({ order }) => order.status === 'READY').length,
  };
}

async function found(search: Search): Promise<Shown> {
  const { orders, ticket } = await trackOrder(search);
  return {
    source: 'search',
    entries: orders.map((order) => entryOf(order, 'query' in search ? search.query : '')),
    ticket,
  };
}

const recentlyKept = () =>
  keptOrders()
    .filter(({ atMs }) => Date.now() - atMs < KEPT_AGE_MS_MAX)
    .slice(0, KEPT_SHOWN_MAX);

/** The newest order of this device is followed live; the others are looked at now and then. */
async function kept(): Promise<Shown> {
  const recent = recentlyKept();
  const views = await Promise.all(
    recent.map(({ code }) =>
      readOrder(code)
        .then((view) => ({ ...view, code }))
        .catch((error: unknown) => {
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
    entries: there.map((view) =>
      view.access === 'whole'
        ? { ...entryOf(publicOrder(view.order), view.code), money: view.money }
        : entryOf(view.order, view.code),
    ),
    ticket: active?.ticket ?? null,
  };
}

function failureText(error: ApiError): string {
  // What the server words for this screen is said as it is: a number that has expired, too many searches, a missing field.
  return error.status >= 400 && error.status < 500 ? error.problem.detail : SEARCH_FAILED;
}
