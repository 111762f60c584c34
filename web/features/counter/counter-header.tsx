// The counter's head: its screens with what waits in each, the tools of a rush, and who works here.
import { useAtomValue } from 'jotai';
import {
  Banknote,
  CircleSlash,
  HandPlatter,
  LogOut,
  MoonStar,
  Pause,
  Receipt,
  ShoppingBasket,
  Sun,
  Wallet,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { MySessionsButton } from '../../data/staff/session/my-sessions.tsx';
import { sessionAtom } from '../../data/staff/session/session.ts';
import { deviceTheme, useStaffTheme, type ThemeName } from '../../data/staff/session/theme.ts';
import { useSignOut } from '../../data/staff/session/use-sign-out.ts';
import { Failed } from '../../ui/staff/failed.tsx';

export type Tool = 'sold-out' | 'pause';
export type Screen = 'sale' | 'pending' | 'pickup' | 'orders' | 'cash';

const SCREENS = [
  ['sale', 'Venda', ShoppingBasket],
  ['pending', 'Pendentes', Banknote],
  ['pickup', 'Entregar', HandPlatter],
  ['orders', 'Pedidos', Receipt],
  ['cash', 'Caixa', Wallet],
] as const;

type Props = {
  screen: Screen;
  onScreen: (screen: Screen) => void;
  /** What waits on a screen. */
  counts: Partial<Record<Screen, number>>;
  onTool: (tool: Tool) => void;
};

export function CounterHeader({ screen, onScreen, counts, onTool }: Props) {
  const [theme, toggleTheme] = useStaffTheme('balcao', deviceTheme());
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-1 bg-base-100 px-2">
      <nav aria-label="Balcão" className="flex min-w-0 flex-auto flex-wrap gap-x-1 max-md:basis-full">
        {SCREENS.map(([one, label, Icon]) => (
          <Tab
            key={one}
            selected={one === screen}
            onGo={() => onScreen(one)}
            label={label}
            count={counts[one]}
            icon={<Icon aria-hidden className="size-5" />}
          />
        ))}
      </nav>
      <Tools onTool={onTool} theme={theme} onTheme={toggleTheme} />
      <Person />
    </header>
  );
}

type TabProps = {
  selected: boolean;
  onGo: () => void;
  label: string;
  count: number | undefined;
  icon: ReactNode;
};

function Tab({ selected, onGo, label, count = 0, icon }: TabProps) {
  return (
    <button
      type="button"
      aria-current={selected ? 'page' : undefined}
      onClick={onGo}
      className={`btn relative h-16 gap-1.5 px-3 text-base! max-xl:flex-col max-xl:gap-0 max-xl:text-xs! max-md:flex-auto max-md:px-0 ${selected ? 'btn-primary' : 'btn-ghost'}`}
    >
      {icon}
      {label}
      {count > 0 && (
        <span className="numbers rounded-full bg-accent px-2 text-accent-content max-xl:absolute max-xl:top-0 max-xl:right-0 max-xl:px-1.5">
          {count}
        </span>
      )}
    </button>
  );
}

type ToolsProps = { onTool: (tool: Tool) => void; theme: ThemeName; onTheme: () => void };

function Tools({ onTool, theme, onTheme }: ToolsProps) {
  const ThemeIcon = theme === 'dark' ? Sun : MoonStar;
  return (
    <>
      {TOOLS.map(([tool, label, Icon]) => (
        <button
          key={tool}
          type="button"
          className="btn btn-ghost h-16 flex-col gap-0 px-2 text-xs! max-md:h-12"
          onClick={() => onTool(tool)}
        >
          <Icon aria-hidden className="size-5" />
          {label}
        </button>
      ))}
      {/* A phone has no room for it: there the device's own colours are worn. */}
      <button
        type="button"
        className="btn btn-ghost h-16 px-2 max-md:h-12 max-sm:hidden"
        aria-label={theme === 'dark' ? 'Usar cores claras' : 'Usar cores escuras'}
        onClick={onTheme}
      >
        <ThemeIcon aria-hidden className="size-5" />
      </button>
    </>
  );
}

const TOOLS = [
  ['sold-out', 'Acabou', CircleSlash],
  ['pause', 'Pausar', Pause],
] as const;

function Person() {
  const session = useAtomValue(sessionAtom);
  const { leave, failed } = useSignOut();
  const me = 'me' in session ? session.me : null;
  return (
    <>
      {me?.role === 'ADMIN' && (
        <Link to="/admin" className="btn btn-ghost h-16 max-md:h-12">
          Admin
        </Link>
      )}
      <MySessionsButton
        className="btn btn-ghost h-16 px-2 max-md:mr-auto max-md:h-12"
        label={{ text: me?.name ?? '', className: 'max-w-28 truncate text-sm max-lg:hidden' }}
        iconClass="size-6"
      />
      <button
        type="button"
        className="btn btn-ghost h-16 w-16 p-0 max-md:h-12"
        aria-label="Sair"
        onClick={leave}
      >
        <LogOut aria-hidden className="size-6" />
      </button>
      <Failed text={failed} className="w-full py-1 text-right" />
    </>
  );
}
