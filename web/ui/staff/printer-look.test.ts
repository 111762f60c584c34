// One chip for all printers of a shop: that of the worst.
import type { PrinterView } from '@balcao/shared/http/printing.ts';
import { expect, it } from 'vitest';
import { printersLook } from './printer-look.ts';

const printer = (state: PrinterView['state'], paperLow = false): PrinterView => ({
  id: state,
  name: state,
  enabled: true,
  state,
  stateText: `está ${state}`,
  detail: null,
  paperLow,
  sinceMs: 0,
  waiting: 0,
  held: 0,
  failed: 0,
});

it('there is none without a printer', () => {
  expect(printersLook([])).toBeNull();
});

it.each<[PrinterView['state'], PrinterView['state'], string]>([
  ['paper-out', 'off', '!'],
  ['off', 'unconfirmed', '!'],
  ['unconfirmed', 'unknown', '?'],
  ['unknown', 'ok', '…'],
  ['ok', 'disabled', '✓'],
])('of two printers that are %s and %s the first is told, whichever stands first', (worse, better, glyph) => {
  const said = { text: `está ${worse}`, glyph };
  expect(printersLook([printer(worse), printer(better)])).toMatchObject(said);
  expect(printersLook([printer(better), printer(worse)])).toMatchObject(said);
});

it('paper that is low is told beside it', () => {
  expect(printersLook([printer('ok', true)])?.text).toBe('está ok, pouco papel');
});
