import { expect, it } from 'vitest';
import { FAMILY_CODE_PAGES, FAMILY_NAMES, PRINTER_FAMILIES } from './printer-families.ts';

it('the owner reads the families by the names on the printers, the most usual one first', () => {
  expect(PRINTER_FAMILIES.map((family) => FAMILY_NAMES[family])).toEqual([
    'Epson e compatíveis (ESC/POS)',
    'Tanca',
    'Daruma',
    'Star',
    'Brother',
    'Custom',
  ]);
});

it('each family is asked for the code page first that holds most of what is written in Portuguese', () => {
  expect(FAMILY_CODE_PAGES).toEqual({
    EPSON: ['PC850', 'PC860', 'WPC1252'],
    TANCA: ['PC850', 'PC860', 'WPC1252'],
    DARUMA: ['PC850', 'PC860', 'WPC1252'],
    STAR: ['WPC1252', 'PC860'],
    BROTHER: ['WPC1252'],
    CUSTOM: ['PC850', 'PC860', 'WPC1252'],
  });
});
