// One number of a report, with how it moved.
import { TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';

/** Of its place's width in percent, a letter at most: what is longer is smaller, and a number never breaks. */
const LETTERS_SHARE = 160;

export function Figure({ name, value, children }: { name: string; value: string; children?: ReactNode }) {
  return (
    <div className="@container min-w-0 rounded-2xl bg-base-100 p-4">
      <p className="text-sm">{name}</p>
      <p
        className="numbers leading-tight font-extrabold whitespace-nowrap"
        style={{ fontSize: `min(1.875rem, ${LETTERS_SHARE / value.length}cqw)` }}
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
