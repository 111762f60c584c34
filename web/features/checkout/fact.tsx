// One line of a list of facts: what it is, and what it says; one below the other where both do not fit beside each other.
import type { ReactNode } from 'react';

export function Fact({
  label,
  className = 'font-semibold',
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt>{label}</dt>
      <dd className={`numbers ml-auto text-right ${className}`}>{children}</dd>
    </div>
  );
}

/** What it all comes to. */
export const FactTotal = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4">
    <dt className="font-display text-lg font-bold">Total</dt>
    <dd className="numbers ml-auto text-2xl font-extrabold">{children}</dd>
  </div>
);
