// Devices and files of others end in words, whatever they hold; `npm run soak -- devices` tries far more.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEVICES, hearPrinter } from './devices.ts';

const SEED = 20_261_123;

describe('[43] what devices say and files hold is taken or refused', () => {
  it('a packet as a printer sends it is understood', () => {
    expect(hearPrinter()).toEqual(['Impressora']);
  });

  it.each(DEVICES)('$name', async ({ property, runs }) => {
    const { failed, counterexample, errorInstance } = await fc.check(property, { numRuns: runs, seed: SEED });
    expect([failed, counterexample, String(errorInstance)]).toEqual([false, null, 'null']);
  });
});
