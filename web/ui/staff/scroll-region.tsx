// A part of a screen that scrolls by itself and holds nothing to press: it takes the focus, so that a keyboard can scroll it.
import type { CSSProperties, ReactNode, Ref } from 'react';

export function ScrollRegion({
  label,
  className,
  style,
  ref,
  onScroll,
  children,
}: {
  label: string;
  className: string;
  style?: CSSProperties | undefined;
  ref?: Ref<HTMLDivElement>;
  /** How far it is scrolled down, in CSS pixels. */
  onScroll?: (topPx: number) => void;
  children: ReactNode;
}) {
  // Its own box for what is placed out of sight for readers: else that reaches beyond it and the page scrolls.
  return (
    <div
      ref={ref}
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- WCAG 2.1.1: what scrolls must be reachable without a pointer
      tabIndex={0}
      onScroll={onScroll && ((event) => onScroll(event.currentTarget.scrollTop))}
      className={`relative overflow-y-auto ${className}`}
      style={style}
    >
      {children}
    </div>
  );
}
