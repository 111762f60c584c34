// The TV in the shop: numbers being made and numbers to fetch, readable from five metres, with a call when one is ready.
import type { Order } from '@balcao/shared/order/order.ts';
import { useAtomValue } from 'jotai';
import { Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { storeAtom } from '../../data/shop.ts';
import { byAge } from '../../data/staff/board/board.ts';
import { ring, useSoundReady } from '../../ui/staff/chime.ts';
import { boardAtom, clockSkewAtom } from '../../data/staff/board/live.ts';
import { isPastNumber } from '../../ui/staff/order-text.ts';
import { useTimes } from '../../data/staff/times.ts';
import { OfflineNotice, StaffShell } from '../../data/staff/session/shell.tsx';
import { useStaffTheme } from '../../data/staff/session/theme.ts';
import { Mark } from '../../ui/mark.tsx';
import { useNow } from '../../ui/now.ts';
import { useBox } from '../../ui/use-box.ts';
import { useTitle } from '../../ui/title.ts';
import { fitNumbers, GAP_EM } from './fit.ts';

/** How long a called number stands out. */
const CALL_MS = 12_000;
const SHOWN_MAX = 18;

export default function BoardPage() {
  useTitle('Painel');
  return (
    <StaffShell roles={['ADMIN', 'KITCHEN', 'ATTENDANT']}>
      <TvBoard />
    </StaffShell>
  );
}

function TvBoard() {
  const { timeText } = useTimes();
  useStaffTheme('painel', 'dark');
  const board = useAtomValue(boardAtom);
  const store = useAtomValue(storeAtom);
  const soundReady = useSoundReady();
  const now = useNow(1_000) + useAtomValue(clockSkewAtom);
  const orders = [...(board?.orders.values() ?? [])]
    .filter((order) => order.panelNumber !== null && !isPastNumber(order, board?.panel ?? null))
    .sort(byAge);
  const preparing = orders.filter((order) => order.status === 'RECEBIDO' || order.status === 'PREPARING');
  // The newest call stands first.
  const ready = orders
    .filter((order) => order.status === 'READY')
    .sort((a, b) => (b.readyAtMs ?? 0) - (a.readyAtMs ?? 0));
  const called = useCalls(board === null ? null : ready);

  return (
    <div className="flex h-dvh flex-col overflow-hidden bg-base-200">
      <header className="flex shrink-0 items-center gap-x-4 px-[2vw] py-[1.5vh] max-sm:flex-wrap">
        <Mark className="size-[6vh]" />
        <h1 className="text-[4vh] text-primary">{store?.name ?? 'Balcão'}</h1>
        <span className="ml-auto flex items-center gap-2 text-[2.2vh]">
          {soundReady ? (
            <Volume2 aria-hidden className="size-[3vh]" />
          ) : (
            <VolumeX aria-hidden className="size-[3vh]" />
          )}
          {!soundReady && 'Toque na tela para ligar a chamada'}
        </span>
        <time className="numbers text-[5vh] font-extrabold">{timeText(now)}</time>
      </header>
      <OfflineNotice />
      <main className="grid min-h-0 flex-1 grid-cols-[2fr_3fr] gap-[1vw] px-[1vw] pb-[1vw] portrait:grid-cols-1 portrait:grid-rows-[2fr_3fr]">
        <Numbers
          title="Em preparo"
          orders={preparing.slice(0, SHOWN_MAX)}
          more={preparing.length - SHOWN_MAX}
          called={called}
          tone="bg-base-100"
          max={9}
        />
        <Numbers
          title="Pronto! Pode retirar"
          orders={ready.slice(0, SHOWN_MAX)}
          more={ready.length - SHOWN_MAX}
          called={called}
          tone="bg-success text-success-content"
          max={15}
        />
      </main>
    </div>
  );
}

type NumbersProps = {
  title: string;
  orders: readonly Order[];
  more: number;
  called: ReadonlySet<string>;
  tone: string;
  /** The largest that a number stands, in hundredths of the screen's height. */
  max: number;
};

function Numbers({ title, orders, more, called, tone, max }: NumbersProps) {
  const [list, box] = useBox<HTMLUListElement>();
  const digits = Math.max(1, ...orders.map((order) => String(order.panelNumber).length));
  const { columns, size } = fitNumbers(orders.length, digits, box, (window.innerHeight * max) / 100);
  return (
    <section aria-label={title} className={`flex min-h-0 flex-col rounded-3xl p-[1.5vw] ${tone}`}>
      <h2 className="px-[1.5vh] text-[5vh] leading-tight">{title}</h2>
      <ul
        ref={list}
        className="grid min-h-0 flex-1 content-start gap-y-[0.12em] overflow-hidden p-[1.5vh]"
        style={{
          fontSize: size,
          columnGap: `${GAP_EM}em`,
          gridTemplateColumns: `repeat(${columns}, max-content)`,
        }}
        aria-live="polite"
      >
        {orders.map((order) => (
          <li
            key={order.id}
            className={`numbers leading-none font-extrabold ${called.has(order.id) ? 'animate-pulse rounded-[0.15em] bg-accent text-accent-content shadow-[0_0_0_0.1em_var(--color-accent)]' : ''}`}
          >
            {order.panelNumber}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-auto text-[3vh]">e mais {more}</p>}
    </section>
  );
}

/** The orders that have just become ready; rings for each. */
function useCalls(ready: readonly Order[] | null): ReadonlySet<string> {
  const known = useRef<ReadonlySet<string> | null>(null);
  const [called, setCalled] = useState<ReadonlySet<string>>(new Set());
  const ids = ready?.map((order) => order.id).join() ?? null;
  useEffect(() => {
    if (ids === null) return;
    const now = new Set(ids === '' ? [] : ids.split(','));
    const before = known.current;
    known.current = now;
    // What was ready when the screen was switched on has been called already.
    const news = before === null ? [] : [...now].filter((id) => !before.has(id));
    if (news.length === 0) return;
    ring('call');
    setCalled((others) => new Set([...others, ...news]));
    setTimeout(() => setCalled((others) => new Set([...others].filter((id) => !news.includes(id)))), CALL_MS);
  }, [ids]);
  return called;
}
