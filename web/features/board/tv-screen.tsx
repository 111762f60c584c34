// The TV in the shop: the last call in half the height, numbers being made and numbers to fetch, and where to order.
import type { TvNumber } from '@balcao/shared/http/tv.ts';
import { useAtomValue } from 'jotai';
import { MoonStar, Sun, Volume2, VolumeX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { readStored, writeStored } from '../../data/device.ts';
import { storeAtom } from '../../data/shop.ts';
import { useStaffTheme } from '../../data/staff/session/theme.ts';
import { useTimes } from '../../data/staff/times.ts';
import { Mark } from '../../ui/mark.tsx';
import { useNow } from '../../ui/now.ts';
import { useSoundReady } from '../../ui/staff/chime.ts';
import { QrCode } from '../../ui/staff/qr-code.tsx';
import { useCalledOrders } from './calls.ts';
import { LastCall } from './last-call.tsx';
import { Numbers } from './numbers.tsx';

const SHOWN_MAX = 18;
const SILENT_KEY = 'balcao-staff-tv-silent';

type Props = {
  /** Null while nothing is known. */
  preparing: readonly TvNumber[] | null;
  /** Newest call first. */
  ready: readonly TvNumber[] | null;
  /** So many more than are in the lists. */
  more?: { preparing: number; ready: number };
  skewMs: number;
  notice: ReactNode;
};

export function TvScreen({ preparing, ready, more = { preparing: 0, ready: 0 }, skewMs, notice }: Props) {
  const [silent, setSilent] = useState(() => readStored(SILENT_KEY) === '1');
  const called = useCalledOrders(ready, silent);
  const [last] = ready ?? [];
  const toggleSilent = () => {
    writeStored(SILENT_KEY, silent ? '' : '1');
    setSilent(!silent);
  };
  const beyond = (list: readonly TvNumber[] | null, rest: number): number =>
    Math.max(0, (list?.length ?? 0) - SHOWN_MAX) + rest;
  return (
    <div className="flex h-dvh flex-col overflow-hidden bg-base-200">
      <Header skewMs={skewMs} silent={silent} onSilent={toggleSilent} />
      {notice}
      <main className="grid min-h-0 flex-1 grid-cols-[58fr_42fr] gap-[1vw] px-[1vw] pb-[1vw] portrait:grid-cols-1 portrait:grid-rows-[60fr_40fr]">
        <div className="flex min-h-0 min-w-0 flex-col gap-[1vw]">
          <LastCall call={last ?? null} isNew={last !== undefined && called.has(last.id)} />
          <OrderHere />
        </div>
        <div className="grid min-h-0 min-w-0 grid-rows-[3fr_2fr] gap-[1vw] portrait:grid-cols-[3fr_2fr] portrait:grid-rows-1">
          <Numbers
            title="Pronto! Pode retirar"
            numbers={(ready ?? []).slice(0, SHOWN_MAX)}
            more={beyond(ready, more.ready)}
            called={called}
            tone="bg-success text-success-content"
            max={15}
          />
          <Numbers
            title="Em preparo"
            numbers={(preparing ?? []).slice(0, SHOWN_MAX)}
            more={beyond(preparing, more.preparing)}
            called={called}
            tone="bg-base-100"
            max={9}
          />
        </div>
      </main>
    </div>
  );
}

function Header({ skewMs, silent, onSilent }: { skewMs: number; silent: boolean; onSilent: () => void }) {
  const { timeText } = useTimes();
  const [theme, toggleTheme] = useStaffTheme('painel', 'dark');
  const store = useAtomValue(storeAtom);
  const soundReady = useSoundReady({ tries: true });
  const now = useNow(1_000) + skewMs;
  const Sound = silent || !soundReady ? VolumeX : Volume2;
  const Theme = theme === 'dark' ? Sun : MoonStar;
  return (
    <header className="flex shrink-0 items-center gap-x-[1.5vw] px-[2vw] py-[1vmin] max-sm:flex-wrap">
      <Mark className="size-[6vmin]" />
      <h1 className="min-w-0 truncate text-[4vmin] text-primary">{store?.name ?? 'Balcão'}</h1>
      <p role="status" className="ml-auto text-[2.2vmin]">
        {silent ? 'Chamada sem som' : soundReady ? '' : 'Toque na tela para ligar a chamada'}
      </p>
      <button
        type="button"
        className="btn btn-ghost btn-circle size-[max(2.5rem,5vmin)]"
        aria-pressed={silent}
        aria-label="Chamar sem som"
        onClick={onSilent}
      >
        <Sound aria-hidden className="size-[max(1.25rem,3vmin)]" />
      </button>
      <button
        type="button"
        className="btn btn-ghost btn-circle size-[max(2.5rem,5vmin)]"
        aria-label={theme === 'dark' ? 'Usar cores claras' : 'Usar cores escuras'}
        onClick={toggleTheme}
      >
        <Theme aria-hidden className="size-[max(1.25rem,3vmin)]" />
      </button>
      <time className="numbers text-[5vmin] font-extrabold">{timeText(now)}</time>
    </header>
  );
}

/** The shop's public address: nothing on a store without a site, which a customer's phone cannot reach. */
function OrderHere() {
  const store = useAtomValue(storeAtom);
  const address = store?.host === 'relay' ? location.origin : (store?.publicUrl ?? null);
  if (address === null) return null;
  return (
    <section
      aria-label="Peça pelo celular"
      className="flex shrink-0 items-center gap-[1.5vw] rounded-3xl bg-base-100 p-[1.2vmin]"
    >
      <QrCode text={address} label={`QR code: ${address}`} className="size-[19vmin] shrink-0 rounded-2xl" />
      <div className="min-w-0">
        <h2 className="text-[4vmin] leading-tight">Peça pelo celular</h2>
        <p className="text-[2.4vmin] leading-snug">Aponte a câmera e faça o seu pedido sem fila.</p>
        <p className="truncate text-[2.4vmin] font-semibold">{address.replace(/^https?:\/\//, '')}</p>
      </div>
    </section>
  );
}
