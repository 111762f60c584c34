// The days that a report is about: shortcuts, which count at once, and two dates, which count when the form is sent.
import { TextField } from '../fields.tsx';
import { periodOf, PRESETS } from './presets.ts';

/** Both as `YYYY-MM-DD`; empty: without that bound. */
export type Period = { from: string; to: string };

/** Whether its last day comes before its first. */
export const isBackwards = ({ from, to }: Period): boolean => from !== '' && to !== '' && from > to;

export function PeriodFields({
  typed,
  applied,
  timeZone,
  error,
  onType,
  onShortcut,
}: {
  typed: Period;
  /** What the report on the screen is about: its shortcut is the pressed one. */
  applied: Period;
  timeZone: string;
  /** Below the last day. */
  error: string | null;
  onType: (changed: Partial<Period>) => void;
  onShortcut: (period: Period) => void;
}) {
  return (
    <>
      <div role="group" aria-label="Período" className="flex w-full flex-wrap gap-2">
        {PRESETS.map(([preset, name]) => {
          const period = periodOf(preset, Date.now(), timeZone);
          const isApplied = applied.from === period.from && applied.to === period.to;
          return (
            <button
              key={preset}
              type="button"
              aria-pressed={isApplied}
              className={`btn btn-sm min-h-9 ${isApplied ? 'btn-primary' : ''}`}
              onClick={() => onShortcut(period)}
            >
              {name}
            </button>
          );
        })}
      </div>
      <TextField
        label="Data inicial"
        type="date"
        className="w-[11rem] max-w-full"
        value={typed.from}
        onValue={(from) => onType({ from })}
      />
      <TextField
        label="Data final"
        type="date"
        className="w-[11rem] max-w-full"
        value={typed.to}
        onValue={(to) => onType({ to })}
        error={error}
      />
    </>
  );
}
