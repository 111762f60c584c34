// The kitchen's one bar: who works here, what time it is, how fresh the screen is, the day in four numbers, and the tools.
import type { PrintingView } from '@balcao/shared/http/printing.ts';
import { useAtomValue } from 'jotai';
import { Bell as BellOn, BellOff, BellRing, Ellipsis, Printer } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { imageUrl } from '../../ui/image-url.ts';
import { storeAtom } from '../../data/shop.ts';
import type { BoardState } from '../../data/staff/board/board.ts';
import { useTimes } from '../../data/staff/times.ts';
import { printersLook } from '../../ui/staff/printer-look.ts';
import { sessionAtom } from '../../data/staff/session/session.ts';
import { useSignOut } from '../../data/staff/session/use-sign-out.ts';
import { Failed } from '../../ui/staff/failed.tsx';
import { Mark } from '../../ui/mark.tsx';
import type { Bell } from '../../data/staff/board/new-order-bell.ts';
import { TOOLS, type Sheet, type Tool } from './tools.ts';

type Props = {
  now: number;
  board: BoardState | null;
  /** The orders that this screen is about; null: nobody knows yet. */
  count: number | null;
  onSheet: (sheet: Sheet) => void;
  bell: Bell;
  /** Goes to the ticket that rings. */
  onNew: () => void;
  printing: PrintingView | null;
  /** The station that this screen is cut for; null: it shows everything. */
  station: string | null;
  children: ReactNode;
};

export function KitchenHeader({
  now,
  board,
  count,
  onSheet,
  bell,
  onNew,
  printing,
  station,
  children,
}: Props) {
  const { timeSecondsText } = useTimes();
  const session = useAtomValue(sessionAtom);
  const { leave, failed } = useSignOut();
  const me = 'me' in session ? session.me : null;
  return (
    <header className="relative flex min-h-14 shrink-0 flex-wrap items-center justify-between gap-x-2 bg-base-100 px-1 sm:h-14 sm:flex-nowrap">
      <HomeLink role={me?.role ?? null} />
      <div className="min-w-0 flex-1 max-lg:sr-only">
        <h1 className="truncate text-lg leading-tight">{me?.name ?? 'Cozinha'}</h1>
        <p className="numbers truncate text-[13px] leading-tight opacity-85">
          {board ? `Atualizado às ${timeSecondsText(board.updatedAtMs)}` : 'Carregando…'}
        </p>
      </div>
      <p className="shrink-0 text-center leading-none">
        <time className="numbers block text-[22px] leading-none font-extrabold max-sm:text-lg">
          {timeSecondsText(now)}
        </time>
        <span className="numbers text-[13px]">
          {count ?? '–'} {count === 1 ? 'pedido' : 'pedidos'}
          {station !== null && <strong> · {station}</strong>}
        </span>
      </p>
      {children}
      <nav aria-label="Ferramentas" className="flex shrink-0">
        <BellTool bell={bell} onNew={onNew} />
        {TOOLS.map((tool) =>
          tool.sheet === 'printing' ? (
            <PrintTool key={tool.label} printing={printing} onClick={() => onSheet('printing')} />
          ) : (
            <ToolButton key={tool.label} tool={tool} onSheet={onSheet} onLeave={leave} />
          ),
        )}
        <button type="button" className={`${TOOL} xl:hidden`} onClick={() => onSheet('more')}>
          <Ellipsis aria-hidden className="size-6" />
          Mais
        </button>
      </nav>
      <Failed
        text={failed}
        className="absolute top-full right-1 z-10 max-w-full rounded-lg bg-base-100 px-3 py-2 shadow-lg"
      />
    </header>
  );
}

function HomeLink({ role }: { role: string | null }) {
  const store = useAtomValue(storeAtom);
  return (
    <Link
      to={role === 'ADMIN' ? '/admin' : '/cozinha'}
      className="grid size-12 shrink-0 place-items-center max-lg:hidden"
      aria-label={role === 'ADMIN' ? 'Painel Admin' : 'Cozinha'}
    >
      {store?.logo ? (
        <img src={imageUrl(store.logo, 128)} alt="" className="size-11 rounded-xl object-contain" />
      ) : (
        <Mark className="size-11" />
      )}
    </Link>
  );
}

const TOOL = 'btn btn-ghost h-14 w-13 sm:w-14 flex-col gap-0.5 p-0 text-[11px]! leading-none';

type ToolProps = { tool: Tool; onSheet: (sheet: Sheet) => void; onLeave: () => void };

function ToolButton({ tool, onSheet, onLeave }: ToolProps) {
  const { Icon, label, sheet, always } = tool;
  return (
    <button
      type="button"
      onClick={() => (sheet === null ? onLeave() : onSheet(sheet))}
      className={`${TOOL} ${always ? '' : 'max-xl:hidden'}`}
    >
      <Icon aria-hidden className="size-6 shrink-0" />
      <span className="max-w-full [overflow-wrap:normal]">{label}</span>
    </button>
  );
}

function BellTool({ bell, onNew }: { bell: Bell; onNew: () => void }) {
  const { unseen, muted, ready } = bell;
  const isOn = ready && !muted;
  const BellIcon = isOn ? BellOn : BellOff;
  // The touch itself makes a silent browser heard, often before its click: what counts is how it was when the finger came down.
  const wasReady = useRef<boolean | null>(null);
  const touch = () => (wasReady.current = ready);
  const toggle = () => {
    if (muted || (wasReady.current ?? ready)) bell.toggleMuted();
    wasReady.current = null;
  };
  if (unseen.size > 0)
    return (
      <button type="button" onClick={onNew} className={`${TOOL} btn-accent btn-active sm:w-16`}>
        {muted ? <BellOff aria-hidden className="size-6" /> : <BellRing aria-hidden className="size-6" />}
        {unseen.size} {unseen.size === 1 ? 'novo' : 'novos'}
      </button>
    );
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onPointerDown={touch}
      onKeyDown={touch}
      onClick={toggle}
      className={`${TOOL} sm:w-16`}
    >
      <BellIcon aria-hidden className="size-6" />
      Som
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
      className={`${TOOL} relative max-sm:hidden`}
    >
      <Printer aria-hidden className="size-6" />
      <span>Impressão</span>
      {looks !== null && (
        <span
          aria-hidden
          className={`numbers absolute top-0.5 right-1 grid h-5 min-w-5 place-items-center rounded-full px-1 text-[13px] font-extrabold ${looks.chip}`}
        >
          {waiting > 0 ? waiting : looks.glyph}
        </span>
      )}
    </button>
  );
}
