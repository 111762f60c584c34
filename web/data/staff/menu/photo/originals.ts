// What a photo was before it was adjusted, and how it was adjusted: who adjusts it again goes on from there, and nothing is lost a second
// time. For as long as the page is open; the store keeps only what customers see.
import { atom } from 'jotai';
import { WHOLE, type Frame } from './frame.ts';

/** How a photo is shown. `light`: from −1 to 1. */
export type Look = { frame: Frame; isStretched: boolean; light: number };
/**
 * `address`: of a file that was chosen, or of one that was fetched. `sent`: of what the store was sent of it, which the relay serves to nobody
 * before the menu names it.
 */
export type Original = { address: string; look: Look; sent?: string };
type Originals = ReadonlyMap<string, Original>;

/** What is proposed for a photo that nobody has adjusted yet. */
export const PROPOSED: Look = { frame: WHOLE, isStretched: true, light: 0 };
/** As it came from the camera. */
export const UNTOUCHED: Look = { frame: WHOLE, isStretched: false, light: 0 };
/** Each may be a file of 5 MB in the browser's memory. */
export const ORIGINALS_MAX = 8;

/** With one more, by the hash of what the store made of it; the one that was kept first goes when there are too many. */
export function withOriginal(
  originals: Originals,
  hash: string,
  original: Original,
): { kept: Originals; forgotten: string[] } {
  const all = [...originals].filter(([known]) => known !== hash);
  const kept = new Map([...all, [hash, original] as const].slice(-ORIGINALS_MAX));
  const still = new Set(addressesOf(kept));
  return { kept, forgotten: [...new Set(addressesOf(originals))].filter((one) => !still.has(one)) };
}

const addressesOf = (originals: Originals): string[] =>
  [...originals.values()].flatMap(({ address, sent }) => (sent === undefined ? [address] : [address, sent]));

const originalsAtom = atom<Originals>(new Map());

/** All that are known, and how one more is kept. */
export const photoOriginalsAtom = atom(
  (get) => get(originalsAtom),
  (get, set, hash: string, original: Original) => {
    const { kept, forgotten } = withOriginal(get(originalsAtom), hash, original);
    set(originalsAtom, kept);
    for (const address of forgotten) URL.revokeObjectURL(address);
  },
);
