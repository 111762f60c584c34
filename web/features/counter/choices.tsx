// Big buttons to choose from: one tap each, with the colour of what is chosen.
import type { ReactNode } from 'react';

export function Choices({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul
      className="grid min-h-0 flex-1 auto-rows-min grid-cols-[repeat(auto-fill,minmax(7.25rem,1fr))] gap-2 overflow-y-auto xl:grid-cols-6"
      aria-label={label}
    >
      {children}
    </ul>
  );
}

type ChoiceProps = {
  entry: { name: string; soldOut: boolean };
  on: boolean;
  color?: string;
  note?: string;
  onPick: () => void;
};

export function Choice({ entry, on, color, note, onPick }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={on}
        disabled={entry.soldOut && !on}
        onClick={onPick}
        className={`btn relative h-full min-h-16 w-full flex-col gap-0 overflow-hidden py-1.5 pr-1.5 pl-3.5 text-base! leading-tight 2xl:min-h-24 2xl:text-xl! ${on ? 'btn-secondary' : 'bg-base-100'}`}
      >
        {color !== undefined && (
          <svg aria-hidden className="absolute inset-y-0 left-0 h-full w-2" preserveAspectRatio="none">
            {/* An edge, for milk on a light screen and chocolate on a dark one. */}
            <rect
              width="100%"
              height="100%"
              fill={color}
              stroke="currentColor"
              strokeOpacity={0.35}
              strokeWidth={2}
            />
          </svg>
        )}
        {on && <span className="sr-only">Escolhido: </span>}
        {entry.name}
        {(entry.soldOut || note) && (
          <span className="numbers text-sm font-normal">{entry.soldOut ? 'Acabou' : note}</span>
        )}
      </button>
    </li>
  );
}
