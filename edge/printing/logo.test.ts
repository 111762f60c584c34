// The logo of a slip: made once for each picture, another one as soon as the shop has another, and none rather than no slip.
import { expect, it } from 'vitest';
import { createLogo, type LogoSource } from './logo.ts';

/** A shop whose logo is `shown`, of eight dots in a row: `picture` says which are dark. */
function shop(picture: (hash: string) => number[] | null) {
  const seen = { shown: 'one' as string | null, read: [] as string[], faults: [] as object[] };
  const read: LogoSource['read'] = (hash) => {
    seen.read.push(hash);
    const grey = picture(hash);
    return Promise.resolve(grey && { pixels: Uint8Array.from(grey), width: grey.length, height: 1 });
  };
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (fault: object) => void seen.faults.push(fault),
  };
  return { seen, logo: createLogo({ hash: () => seen.shown, read }, log) };
}
const dark = (...places: number[]): number[] =>
  Array.from({ length: 8 }, (_, place) => (places.includes(place) ? 0 : 255));

it('is made once, however many slips come out, and anew when the shop has another', async () => {
  const { seen, logo } = shop((hash) => (hash === 'one' ? dark(0) : dark(7)));
  expect([(await logo())?.rows, (await logo())?.rows]).toEqual([
    Uint8Array.of(0b1000_0000),
    Uint8Array.of(0b1000_0000),
  ]);
  seen.shown = 'two';
  expect((await logo())?.rows).toEqual(Uint8Array.of(0b0000_0001));
  expect(seen.read).toEqual(['one', 'two']);
});

it('is none where the shop has none, or its picture is gone', async () => {
  const { seen, logo } = shop(() => null);
  expect(await logo()).toBeNull();
  seen.shown = null;
  expect([await logo(), seen.read, seen.faults]).toEqual([null, ['one'], []]);
});

it('that cannot be made is left out of the slip, and the log says of which picture', async () => {
  const broken = new Error('no picture');
  const { seen, logo } = shop(() => {
    throw broken;
  });
  expect([await logo(), seen.faults]).toEqual([null, [{ logo: 'one', err: broken }]]);
});
