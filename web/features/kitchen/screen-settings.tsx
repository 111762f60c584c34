// What belongs to this screen alone, and where the rest is set.
import { useState } from 'react';
import { MySessions } from '../../data/staff/session/my-sessions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { ThemeName } from '../../data/staff/session/theme.ts';
import { AGE_LOOKS, type AgeLimits } from './age.ts';

type Props = { theme: ThemeName; limits: AgeLimits | null; onTheme: () => void; onClose: () => void };

export function ScreenSettings({ theme, limits, onTheme, onClose }: Props) {
  const [sessions, setSessions] = useState(false);
  if (sessions) return <MySessions onClose={onClose} />;
  return (
    <Dialog title="Esta tela" onClose={onClose}>
      <div className="flex flex-col gap-5 text-lg">
        <button type="button" className="btn h-16 text-lg!" onClick={onTheme}>
          {theme === 'dark' ? 'Usar cores claras' : 'Usar cores escuras'}
        </button>
        <button type="button" className="btn h-16 text-lg!" onClick={() => setSessions(true)}>
          Meus acessos
        </button>
        {limits !== null && (
          <p>
            Os cartões ficam amarelos {AGE_LOOKS.warn.glyph} com {limits.warnMinutes} min e vermelhos{' '}
            {AGE_LOOKS.late.glyph} com {limits.lateMinutes} min. Quem administra muda isso em Configurações,
            Geral.
          </p>
        )}
      </div>
    </Dialog>
  );
}
