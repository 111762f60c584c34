// The kitchen's header: who works here, what time it is, how fresh the screen is, and the tools.
import type { PrintingView } from '@balcao/shared/http/printing.ts';
import { useAtomValue, useSetAtom } from 'jotai';
import {
  Ban,
  Bell as BellIcon,
  BellOff,
  BellRing,
  History,
  ListChecks,
  LogOut,
  Pause,
  Printer,
  RotateCcw,
  Settings,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { imageUrl } from '../../ui/image-url.ts';
import { storeAtom } from '../../data/shop.ts';
import type { BoardState } from '../../data/staff/board/board.ts';
import { useTimes } from '../../data/staff/times.ts';
import { printersLook } from '../../ui/staff/printer-look.ts';
import { sessionAtom, signOutAtom } from '../../data/staff/session/session.ts';
import { Mark } from '../../ui/mark.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { Bell } from '../../data/staff/board/new-order-bell.ts';

export type Sheet = 'history' | 'all-day' | 'sold-out' | 'printing' | 'pause' | 'reset' | 'screen';

type Props = {
  now: number;
  board: BoardState | null;
  onSheet: (sheet: Sheet) => void;
  bell: Bell;
  printing: PrintingView | null;
};

export function KitchenHeader({ now, board, onSheet, bell, printing }: Props) {
  const { timeSecondsText } = useTimes();
  const session = useAtomValue(sessionAtom);
  const store = useAtomValue(storeAtom);
  const signOut = useSetAtom(signOutAtom);
  const toast = useToast();
  const me = 'me' in session ? session.me : null;
  const count = board === null ? 0 : board.orders.size + board.unpaidMore;
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-2 bg-base-100 px-2 py-1 lg:flex-nowrap">
      <Link
        to={me?.role === 'ADMIN' ? '/admin' : '/cozinha'}
        className="grid size-14 shrink-0 place-items-center"
        aria-label={me?.role === 'ADMIN' ? 'Painel Admin' : 'Cozinha'}
      >
        {store?.logo ? (
          <img src={imageUrl(store.logo, 320)} alt="" className="size-14 rounded-xl object-contain" />
        ) : (
          <Mark className="size-14" />
        )}
      </Link>
      <div className="min-w-0 flex-1">
        <h1 className="truncate text-xl leading-tight">{me?.name ?? 'Cozinha'}</h1>
        <p className="numbers text-[15px] leading-tight opacity-85">
          {board ? `Atualizado às ${timeSecondsText(board.updatedAtMs)}` : 'Carregando…'}
        </p>
      </div>
      <p className="shrink-0 text-center leading-none">
        <time className="numbers block text-[28px] leading-none font-extrabold">{timeSecondsText(now)}</time>
        <span className="numbers text-base">
          {count} {count === 1 ? 'pedido' : 'pedidos'}
        </span>
      </p>
      <nav
        aria-label="Ferramentas"
        className="grid w-full grid-cols-5 gap-0.5 max-sm:[&>button]:w-full sm:flex lg:w-auto lg:shrink-0"
      >
        <BellTool bell={bell} />
        <Tool label="A fazer" onClick={() => onSheet('all-day')}>
          <ListChecks aria-hidden className="size-6" />
        </Tool>
        <Tool label="Acabou" onClick={() => onSheet('sold-out')}>
          <Ban aria-hidden className="size-6" />
        </Tool>
        <Tool label="Pausar" onClick={() => onSheet('pause')}>
          <Pause aria-hidden className="size-6" />
        </Tool>
        <PrintTool printing={printing} onClick={() => onSheet('printing')} />
        <Tool label="Histórico" onClick={() => onSheet('history')}>
          <History aria-hidden className="size-6" />
        </Tool>
        <Tool label="Resetar Painel" onClick={() => onSheet('reset')}>
          <RotateCcw aria-hidden className="size-6" />
        </Tool>
        <Tool label="Tela" onClick={() => onSheet('screen')}>
          <Settings aria-hidden className="size-6" />
        </Tool>
        <Tool
          label="Sair"
          onClick={() =>
            void signOut().then((failed) => {
              if (failed !== null) toast({ title: 'Não deu para sair', text: failed, tone: 'error' });
            })
          }
        >
          <LogOut aria-hidden className="size-6" />
        </Tool>
      </nav>
    </header>
  );
}

function BellTool({ bell }: { bell: Bell }) {
  const { unseen, muted, ready } = bell;
  if (unseen.size > 0 && !muted) {
    return (
      <button
        type="button"
        onClick={() => bell.see([...unseen])}
        className="btn btn-accent h-16 w-20 flex-col gap-0 p-0 text-xs!"
      >
        <BellRing aria-hidden className="size-6" />
        {unseen.size} {unseen.size === 1 ? 'novo' : 'novos'}
      </button>
    );
  }
  return (
    <button
      type="button"
      aria-pressed={!muted}
      onClick={bell.toggleMuted}
      className="btn btn-ghost h-16 w-20 flex-col gap-0 p-0 text-xs!"
    >
      {muted ? <BellOff aria-hidden className="size-6" /> : <BellIcon aria-hidden className="size-6" />}
      {muted ? 'Sem som' : ready ? 'Som' : 'Ligar som'}
    </button>
  );
}

/** The state of the printers in one word, the worst of them; the tickets that wait as a number. */
function PrintTool({ printing, onClick }: { printing: PrintingView | null; onClick: () => void }) {
  const looks = printing === null ? null : printersLook(printing.printers);
  const waiting = printing?.printers.reduce((sum, one) => sum + one.waiting + one.held + one.failed, 0) ?? 0;
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={
        looks === null ? 'Impressão' : `Impressão: ${looks.text}${waiting > 0 ? `, ${waiting} na fila` : ''}`
      }
      className="btn btn-ghost relative h-16 w-17 flex-col gap-0.5 p-0 text-xs! leading-none"
    >
      <Printer aria-hidden className="size-6" />
      <span>Impressão</span>
      {looks !== null && (
        <span
          aria-hidden
          className={`numbers absolute top-1 right-1.5 grid h-5 min-w-5 place-items-center rounded-full px-1 text-[13px] font-extrabold ${looks.chip}`}
        >
          {waiting > 0 ? waiting : looks.glyph}
        </span>
      )}
    </button>
  );
}

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="btn btn-ghost h-16 w-17 flex-col gap-0.5 p-0 text-xs! leading-none"
    >
      {children}
      <span className="max-w-full [overflow-wrap:normal]">{label}</span>
    </button>
  );
}
