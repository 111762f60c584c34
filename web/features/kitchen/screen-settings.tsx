// What belongs to this screen alone: colours and when an order counts as late.
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import type { ThemeName } from '../../staff/theme.ts';
import { loadLimits, saveLimits, type AgeLimits } from './age.ts';

const MINUTES_MAX = 90;

export function ScreenSettings({
  theme,
  onTheme,
  onClose,
}: {
  theme: ThemeName;
  onTheme: () => void;
  onClose: () => void;
}) {
  const [limits, setLimits] = useState(loadLimits);
  const change = (next: AgeLimits) => {
    if (next.warnMinutes < 1 || next.lateMinutes <= next.warnMinutes || next.lateMinutes > MINUTES_MAX)
      return;
    setLimits(next);
    saveLimits(next);
  };
  return (
    <Dialog title="Esta tela" onClose={onClose}>
      <div className="flex flex-col gap-5 text-lg">
        <button type="button" className="btn h-16 text-lg!" onClick={onTheme}>
          {theme === 'dark' ? 'Usar cores claras' : 'Usar cores escuras'}
        </button>
        <Stepper
          label="Amarelo ▲ a partir de"
          value={limits.warnMinutes}
          onStep={(step) => change({ ...limits, warnMinutes: limits.warnMinutes + step })}
        />
        <Stepper
          label="Vermelho ‼ a partir de"
          value={limits.lateMinutes}
          onStep={(step) => change({ ...limits, lateMinutes: limits.lateMinutes + step })}
        />
      </div>
    </Dialog>
  );
}

function Stepper({ label, value, onStep }: { label: string; value: number; onStep: (step: 1 | -1) => void }) {
  return (
    <div role="group" aria-label={label} className="flex items-center justify-between gap-3">
      <span>{label}</span>
      <span className="flex items-center gap-2">
        <button
          type="button"
          className="btn h-16 w-16 text-2xl!"
          aria-label="Menos um minuto"
          onClick={() => onStep(-1)}
        >
          −
        </button>
        <output className="numbers w-20 text-center text-xl font-bold">{value} min</output>
        <button
          type="button"
          className="btn h-16 w-16 text-2xl!"
          aria-label="Mais um minuto"
          onClick={() => onStep(1)}
        >
          +
        </button>
      </span>
    </div>
  );
}
