// Families of printers by the commands they understand: what the owner chooses from, and which code pages each has.

/** In the order in which the owner reads them; the first one is what most printers speak. */
export const PRINTER_FAMILIES = ['EPSON', 'TANCA', 'DARUMA', 'STAR', 'BROTHER', 'CUSTOM'] as const;
/** One of them, as it is stored. */
export type PrinterFamily = (typeof PRINTER_FAMILIES)[number];

/** As people call them. */
export const FAMILY_NAMES: Record<PrinterFamily, string> = {
  EPSON: 'Epson e compatíveis (ESC/POS)',
  TANCA: 'Tanca',
  DARUMA: 'Daruma',
  STAR: 'Star',
  BROTHER: 'Brother',
  CUSTOM: 'Custom',
};

/** The code pages that hold Portuguese, by family, best one first. */
export const FAMILY_CODE_PAGES: Record<PrinterFamily, readonly ('PC850' | 'PC860' | 'WPC1252')[]> = {
  EPSON: ['PC850', 'PC860', 'WPC1252'],
  TANCA: ['PC850', 'PC860', 'WPC1252'],
  DARUMA: ['PC850', 'PC860', 'WPC1252'],
  STAR: ['WPC1252', 'PC860'],
  BROTHER: ['WPC1252'],
  CUSTOM: ['PC850', 'PC860', 'WPC1252'],
};
