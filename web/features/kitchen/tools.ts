// The kitchen's tools, as the bar and the sheet of those that have no room there list them.
import {
  Ban,
  History,
  Keyboard,
  ListChecks,
  LogOut,
  Pause,
  Printer,
  RotateCcw,
  Settings,
} from 'lucide-react';

export type Sheet =
  | 'history'
  | 'all-day'
  | 'sold-out'
  | 'printing'
  | 'pause'
  | 'reset'
  | 'screen'
  | 'help'
  | 'unpaid'
  | 'more';

export type Tool = {
  label: string;
  Icon: typeof Ban;
  /** What it opens; null leaves. */
  sheet: Sheet | null;
  /** In the bar of every screen, not only of a wide one. */
  always?: true;
};

export const TOOLS: readonly Tool[] = [
  { label: 'A fazer', Icon: ListChecks, sheet: 'all-day', always: true },
  { label: 'Acabou', Icon: Ban, sheet: 'sold-out', always: true },
  { label: 'Impressão', Icon: Printer, sheet: 'printing', always: true },
  { label: 'Histórico', Icon: History, sheet: 'history' },
  { label: 'Pausar', Icon: Pause, sheet: 'pause' },
  { label: 'Resetar Painel', Icon: RotateCcw, sheet: 'reset' },
  { label: 'Tela', Icon: Settings, sheet: 'screen' },
  { label: 'Ajuda', Icon: Keyboard, sheet: 'help' },
  { label: 'Sair', Icon: LogOut, sheet: null },
];
