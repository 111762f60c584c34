// A part of a screen that scrolls by itself and holds nothing to press: it takes the focus, so that a keyboard can scroll it.
import type { ReactNode } from 'react';

export function ScrollRegion({
  label,
  className,
  children,
}: {
  label: string;
  className: string;
  children: ReactNode;
}) {
  // Its own box for what is placed out of sight for readers: else that reaches beyond it and the page scrolls.
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- WCAG 2.1.1: what scrolls must be reachable without a pointer
    <div role="region" aria-label={label} tabIndex={0} className={`relative overflow-y-auto ${className}`}>
      {children}
    </div>
  );
}
