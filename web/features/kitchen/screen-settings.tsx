// What belongs to this screen alone, and where the rest is set.
import { useState } from 'react';
import { MySessions } from '../../data/staff/session/my-sessions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { ThemeName } from '../../data/staff/session/theme.ts';
import { AGE_LOOKS, type AgeLimits } from './age.ts';
import { Ruler } from './ruler.tsx';
import type { StationChoice } from './stations.ts';
import { BUTTON_MM, TEXT_SIZES, TEXTS, type ScreenSizes } from './screen-sizes.ts';

type Props = {
  theme: ThemeName;
  limits: AgeLimits | null;
  sizes: ScreenSizes;
  station: StationChoice;
  onSizes: (change: Partial<ScreenSizes>) => void;
  onTheme: () => void;
  onClose: () => void;
};

export function ScreenSettings({ theme, limits, sizes, station, onSizes, onTheme, onClose }: Props) {
  const [sessions, setSessions] = useState(false);
  if (sessions) return <MySessions onClose={onClose} />;
  return (
    <Dialog title="Esta tela" onClose={onClose} wide>
      <div className="flex flex-col gap-4 text-lg">
        <Choice
          name="Letras"
          options={TEXT_SIZES.map((text) => ({
            key: text,
            chosen: text === sizes.text,
            fontPx: TEXTS[text].flavourPx,
            choose: () => onSizes({ text }),
          }))}
        />
        <Choice
          name="Botões"
          options={BUTTON_MM.map((buttonMm) => ({
            key: `${buttonMm} mm`,
            chosen: buttonMm === sizes.buttonMm,
            fontPx: 20,
            choose: () => onSizes({ buttonMm }),
          }))}
        />
        {station.stations.length > 1 && (
          <Choice
            name="Estação"
            options={[{ id: null, name: 'Todas' }, ...station.stations].map(({ id, name }) => ({
              key: name,
              chosen: (station.chosen?.id ?? null) === id,
              fontPx: 20,
              choose: () => station.choose(id),
            }))}
          />
        )}
        <Ruler pxPerMm={sizes.pxPerMm} onChange={(pxPerMm) => onSizes({ pxPerMm })} />
        <div className="grid gap-2 sm:grid-cols-2">
          <button type="button" className="kitchen-touch btn text-lg!" onClick={onTheme}>
            {theme === 'dark' ? 'Usar cores claras' : 'Usar cores escuras'}
          </button>
          <button type="button" className="kitchen-touch btn text-lg!" onClick={() => setSessions(true)}>
            Meus acessos
          </button>
        </div>
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

type Option = { key: string; chosen: boolean; fontPx: number; choose: () => void };

function Choice({ name, options }: { name: string; options: readonly Option[] }) {
  return (
    <div role="group" aria-label={name}>
      <p className="mb-1 font-bold">{name}</p>
      <div className="grid grid-cols-3 gap-2">
        {options.map(({ key, chosen, fontPx, choose }) => (
          <button
            key={key}
            type="button"
            aria-pressed={chosen}
            className={`kitchen-touch btn ${chosen ? 'btn-primary' : ''}`}
            style={{ fontSize: fontPx }}
            onClick={choose}
          >
            {key}
          </button>
        ))}
      </div>
    </div>
  );
}
