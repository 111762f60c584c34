// Cards to choose one of several: radio buttons, so that keyboard and screen reader know what they are.
import { holdsAny, type Allergen } from '@balcao/shared/menu/allergens.ts';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { Contains } from '../../cart/allergens.tsx';
import { avoidedAtom } from '../../cart/avoided.ts';
import { Icon } from '../../ui/icon.tsx';

type GroupProps = { legend: string; showLegend?: boolean; columns?: string; children: ReactNode };

export function ChoiceGroup({ legend, showLegend = false, columns = 'pair-columns', children }: GroupProps) {
  return (
    <fieldset className="scroll-mt-20">
      <legend className={showLegend ? 'mb-2 font-display text-xl font-bold' : 'sr-only'}>{legend}</legend>
      <div className={`grid gap-3 ${columns} [&>*]:min-w-0`}>{children}</div>
    </fieldset>
  );
}

type ChoiceProps = {
  group: string;
  value: string;
  checked: boolean;
  soldOut?: boolean;
  onChoose: (value: string) => void;
  picture?: ReactNode;
  name: string;
  detail?: ReactNode;
  price?: string;
  allergens?: readonly Allergen[] | undefined;
  /** For two columns on a phone. */
  compact?: boolean;
};

export function Choice({
  group,
  value,
  checked,
  soldOut = false,
  onChoose,
  picture,
  name,
  detail,
  price,
  allergens,
  compact = false,
}: ChoiceProps) {
  const avoided = holdsAny({ allergens }, useAtomValue(avoidedAtom));
  return (
    <label
      className={`relative flex min-h-16 flex-wrap items-center rounded-2xl border-2 bg-base-100 ${compact ? 'gap-2 p-2 sm:gap-3 sm:p-3' : 'gap-3 p-3'} transition-colors has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary ${
        checked ? 'border-primary bg-primary/8' : 'border-base-300'
      } ${avoided || soldOut ? 'border-dashed' : ''} ${soldOut ? '' : 'cursor-pointer hover:border-primary'}`}
    >
      <input
        type="radio"
        name={group}
        value={value}
        checked={checked}
        // A choice that has sold out since stays marked, so that one sees what has to change.
        disabled={soldOut && !checked}
        onChange={() => onChoose(value)}
        className="sr-only"
      />
      {picture && <span className={soldOut || avoided ? 'opacity-40 grayscale' : ''}>{picture}</span>}
      <span className={`min-w-0 flex-1 ${compact ? 'basis-[4rem]' : 'basis-[9rem]'}`}>
        <span
          className={`block leading-snug font-semibold hyphens-auto ${compact ? 'text-[0.95rem] sm:text-base' : ''} ${soldOut ? 'text-base-content/75 line-through' : ''}`}
        >
          {name}
        </span>
        {detail && <span className="block text-sm leading-snug text-base-content/75">{detail}</span>}
        <Contains allergens={allergens} />
        {soldOut && (
          <span className="mt-0.5 inline-block rounded-full bg-base-300 px-2 text-sm font-semibold">
            Acabou
          </span>
        )}
      </span>
      {price && <span className="numbers ml-auto shrink-0 text-lg font-bold whitespace-nowrap">{price}</span>}
      {checked && (
        <span
          className="absolute -top-2 -right-2 grid size-7 place-items-center rounded-full bg-primary text-primary-content"
          aria-hidden
        >
          <Icon name="check" className="size-4" strokeWidth={3} />
        </span>
      )}
    </label>
  );
}

/** A dot in the flavour's own colour. */
export function Swatch({ color }: { color: string }) {
  return (
    <svg viewBox="0 0 48 48" className="size-8 shrink-0 sm:size-11" aria-hidden>
      <circle cx="24" cy="24" r="22" fill={color} className="stroke-base-content/25" strokeWidth="2" />
      <path
        d="M11 20a14 14 0 0 1 10-9"
        fill="none"
        stroke="#fff"
        strokeOpacity=".6"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </svg>
  );
}
