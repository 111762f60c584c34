// Every reader of strangers' bytes parses or refuses; `npm run soak -- parsers` tries far more, and any seed again.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReplyReader } from '../../../edge/printing/replies.ts';
import { PARSERS } from './parsers.ts';

const RUNS = 200;
const SEED = 20_261_123;

describe('[43] what others send is parsed or refused', () => {
  it.each(PARSERS)('$name', async ({ property }) => {
    await fc.assert(property as fc.IAsyncProperty<unknown>, { numRuns: RUNS, seed: SEED });
  });

  it('a printer that talks without end holds up nobody: a megabyte of noise is read once', () => {
    const heard: object[] = [];
    const read = createReplyReader((reply) => heard.push(reply));
    for (let chunk = 0; chunk < 16; chunk += 1) read(new Uint8Array(64 * 1024).fill(0xff));
    read(Uint8Array.of(0x12));
    expect(heard).toEqual([{ kind: 'status', byte: 0x12 }]);
  });
});
