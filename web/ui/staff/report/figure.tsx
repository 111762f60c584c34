// One number of a report, with how it moved.
import { TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';

/** What is longer is smaller: four cards stand side by side on a small screen, and a number never breaks. */
const LARGE_LENGTH_MAX = 10;

export function Figure({ name, value, children }: { name: string; value: string; children?: ReactNode }) {
  return (
    <div className="rounded-2xl bg-base-100 p-4">
      <p className="text-sm">{name}</p>
      <p
        className={`numbers leading-tight font-extrabold ${value.length > LARGE_LENGTH_MAX ? 'text-xl 2xl:text-3xl' : 'text-3xl'}`}
      >
        {value}
      </p>
      {children}
    </div>
  );
}

const percent = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1, signDisplay: 'exceptZero' });

export const growthText = (value: number | null): string =>
  value === null ? 'sem comparação' : `${percent.format(value)}%`;

/** `before`: what it is compared with, after 'em relação'. */
export function Growth({ value, before }: { value: number | null; before: string }) {
  if (value === null) return <p className="text-sm">Ainda sem vendas para comparar</p>;
  const up = value > 0;
  const Arrow = up ? TrendingUp : TrendingDown;
  return (
    <p
      className={`flex items-center gap-1 text-sm font-semibold ${up ? 'text-success' : value < 0 ? 'text-error' : ''}`}
    >
      {value !== 0 && <Arrow aria-hidden className="size-4" />}
      {growthText(value)} em relação {before}
    </p>
  );
}
