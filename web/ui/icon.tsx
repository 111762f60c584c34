// Pictograms from one sprite, in the colour of the text around them. Always decoration: words stand beside them.
import sprite from 'virtual:icon-sprite';
import type { IconName } from './icon-names.ts';

/** `strokeWidth` in units of its 24 × 24 drawing. */
export function Icon({
  name,
  className,
  strokeWidth = 2,
}: {
  name: IconName;
  className?: string;
  strokeWidth?: number;
}) {
  return (
    <svg
      aria-hidden
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
