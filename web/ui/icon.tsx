// Pictograms from one sprite, in the colour of the text around them. Always decoration: words stand beside them.
import sprite from './icons.svg?url';

export type IconName =
  | 'arrow-left'
  | 'arrow-right'
  | 'award'
  | 'banknote'
  | 'bell'
  | 'bell-ring'
  | 'bike'
  | 'camera'
  | 'check'
  | 'chevron-right'
  | 'circle-alert'
  | 'circle-check'
  | 'circle-x'
  | 'clock'
  | 'cooking-pot'
  | 'copy'
  | 'credit-card'
  | 'download'
  | 'external-link'
  | 'gem'
  | 'heart'
  | 'house'
  | 'info'
  | 'map-pin'
  | 'message-circle'
  | 'package-check'
  | 'pencil'
  | 'phone'
  | 'plus'
  | 'qr-code'
  | 'receipt-text'
  | 'rotate-ccw'
  | 'search'
  | 'shopping-bag'
  | 'sparkles'
  | 'store'
  | 'trash-2'
  | 'wifi-off'
  | 'x';

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
