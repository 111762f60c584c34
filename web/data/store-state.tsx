// Whether the shop takes orders now, as a chip: a glyph and words, never colour alone.
import type { StoreInfo } from '@balcao/shared/http/store-info.ts';
import { describeClosed } from '@balcao/shared/store/closed-text.ts';
import { localTime } from '@balcao/shared/store/business-day.ts';
import { useAtomValue } from 'jotai';
import { useLostSince } from '../ui/offline-banner.tsx';
import { opensText } from './opens.ts';
import { storeLoadAtom } from './shop.ts';
import { liveStateAtom } from './shop-live.ts';

type Standing = { text: string; tone: string; glyph: string };

/** `className` says how it is shown: `inline-flex`, or hidden on some widths. */
export function StoreState({ className = 'inline-flex' }: { className?: string }) {
  const load = useAtomValue(storeLoadAtom);
  const lost = useLostSince(useAtomValue(liveStateAtom) === 'lost') !== null;
  // The place is kept while loading, so that nothing moves.
  if (load.state !== 'ready') return <span className={`h-8 w-32 ${className}`} aria-hidden />;
  const { text, tone, glyph } = lost ? NOT_HEARD : standingOf(load.value);
  return (
    <span
      className={`min-h-8 items-center whitespace-nowrap gap-1.5 rounded-full px-3 text-sm font-semibold ${tone} ${className}`}
    >
      <span aria-hidden>{glyph}</span>
      {text}
    </span>
  );
}

/** What was true a while ago is not said of now. */
const NOT_HEARD: Standing = { text: 'Sem conexão', tone: 'bg-base-300 text-base-content', glyph: '⚡' };

function standingOf({ open, storeOnline, timeZone }: StoreInfo): Standing {
  if (!storeOnline) return { text: 'Loja sem conexão', tone: 'bg-base-300 text-base-content', glyph: '⚡' };
  switch (open.state) {
    case 'open':
      return {
        text: open.closesAt === null ? 'Aberto' : `Aberto até ${open.closesAt}`,
        tone: 'bg-success text-success-content',
        glyph: '●',
      };
    case 'closing-soon':
      return {
        text: `Fecha em breve, às ${open.closesAt}`,
        tone: 'bg-warning text-warning-content',
        glyph: '◔',
      };
    case 'paused':
      return {
        text: `Pausado até ${timeText(open.untilMs, timeZone)}`,
        tone: 'bg-warning text-warning-content',
        glyph: '❚❚',
      };
    case 'closed':
      return {
        text: open.opensAt === null ? 'Fechado agora' : opensText(open.opensAt, Date.now(), timeZone),
        tone: 'bg-base-300 text-base-content',
        glyph: '○',
      };
  }
}

export const STORE_AWAY =
  'Loja sem conexão no momento. Seu carrinho fica guardado: tente de novo em alguns minutos.';

/** Why ordering is not possible now and when it is again, or null when it is. */
export function closedReason(store: StoreInfo): string | null {
  if (!store.storeOnline) return STORE_AWAY;
  return store.open.state === 'closed' || store.open.state === 'paused'
    ? describeClosed(store.open, store.timeZone)
    : null;
}

const timeText = (ms: number, timeZone: string): string => {
  const { minuteOfDay } = localTime(ms, timeZone);
  return `${String(Math.floor(minuteOfDay / 60)).padStart(2, '0')}:${String(minuteOfDay % 60).padStart(2, '0')}`;
};
