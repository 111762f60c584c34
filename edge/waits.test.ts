// How long the store waits before it does something by itself: what the owner is told, and what the decisions say. Tests beside the code use
// these by their names, so that none of them would notice another number.
import { expect, it } from 'vitest';
import { LATELY_MS } from './machine/start/deaths.ts';
import { ONCE_MS, QUIET_MS, SPREAD_MS } from './machine/update/night.ts';
import { PRINTER_DEAD_MS } from './printing/printer-alarms.ts';

const MINUTE = 60_000;

it.each([
  ['a printer stays dead before the owner’s phone rings', PRINTER_DEAD_MS, 3 * MINUTE],
  ['deaths of the store count together', LATELY_MS, 10 * MINUTE],
  ['a shop is closed before anything is installed by itself', QUIET_MS, 30 * MINUTE],
  ['shops are spread that ask at night', SPREAD_MS, 30 * MINUTE],
  ['a night is asked about once', ONCE_MS, 20 * 60 * MINUTE],
])('how long %s', (_what, waits, said) => {
  expect(waits).toBe(said);
});
