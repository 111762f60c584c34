// How a printer's state looks: a glyph beside the colour, the worst of several first.
import type { PrinterView } from '@balcao/shared/http/printing.ts';

type Look = { glyph: string; chip: string; rank: number };

export const PRINTER_LOOKS: Record<PrinterView['state'], Look> = {
  'paper-out': { glyph: '!', chip: 'bg-error text-error-content', rank: 5 },
  off: { glyph: '!', chip: 'bg-error text-error-content', rank: 4 },
  unconfirmed: { glyph: '?', chip: 'bg-warning text-warning-content', rank: 3 },
  unknown: { glyph: '…', chip: 'bg-warning text-warning-content', rank: 2 },
  ok: { glyph: '✓', chip: 'bg-success text-success-content', rank: 1 },
  disabled: { glyph: '–', chip: 'bg-neutral text-neutral-content', rank: 0 },
};

/** One look for all printers; null where there is none. */
export function printersLook(printers: readonly PrinterView[]): (Look & { text: string }) | null {
  const [worst] = printers.toSorted((a, b) => PRINTER_LOOKS[b.state].rank - PRINTER_LOOKS[a.state].rank);
  return worst ? { ...PRINTER_LOOKS[worst.state], text: printerText(worst) } : null;
}

export const printerText = ({ stateText, paperLow }: PrinterView): string =>
  paperLow ? `${stateText}, pouco papel` : stateText;
