// How large things stand on this screen, kept on the device: letters by how far away people stand, buttons in millimetres of the glass.
import { useCallback, useState } from 'react';
import { readJson, writeStored } from '../../data/device.ts';

export const TEXT_SIZES = ['A', 'A+', 'A++'] as const;
type TextSize = (typeof TEXT_SIZES)[number];
/** What is to be read at two metres, and how wide a lane must be for it. */
export const TEXTS: Record<TextSize, { flavourPx: number; laneMinPx: number }> = {
  A: { flavourPx: 22, laneMinPx: 212 },
  'A+': { flavourPx: 26, laneMinPx: 250 },
  'A++': { flavourPx: 30, laneMinPx: 290 },
};

/** A wet finger, or one in a glove, hits 20 mm. */
export const BUTTON_MM = [20, 25, 30] as const;
/** What a browser takes a millimetre for; the ruler corrects it. */
const CSS_PX_PER_MM = 96 / 25.4;
export const PX_PER_MM_MIN = 2.5;
export const PX_PER_MM_MAX = 12;

export type ScreenSizes = { text: TextSize; buttonMm: (typeof BUTTON_MM)[number]; pxPerMm: number };

const KEY = 'balcao-kitchen-sizes';

/** For a screen of this width that nobody has set: the wider, the farther away people stand. */
export const sizesFor = (screenPx: number): ScreenSizes => ({
  text: screenPx >= 2_500 ? 'A++' : screenPx >= 1_600 ? 'A+' : 'A',
  buttonMm: 20,
  pxPerMm: CSS_PX_PER_MM,
});

/** The side of a button, in CSS pixels: never smaller than asked for. */
export const touchPx = ({ buttonMm, pxPerMm }: ScreenSizes): number => Math.ceil(buttonMm * pxPerMm);

/** What kitchen.css reckons with. */
export const sizeVariables = (sizes: ScreenSizes): Record<`--${string}`, string> => ({
  '--kitchen-flavour': `${TEXTS[sizes.text].flavourPx}px`,
  '--kitchen-touch': `${touchPx(sizes)}px`,
});

/** So much of a head is its number, beside the button. */
const NUMBER_PX = 120;
export const laneMinPx = (sizes: ScreenSizes): number =>
  Math.max(TEXTS[sizes.text].laneMinPx, touchPx(sizes) + NUMBER_PX);

export function useScreenSizes(): [ScreenSizes, (change: Partial<ScreenSizes>) => void] {
  const [sizes, setSizes] = useState<ScreenSizes>(
    () => readJson(KEY, isSizes) ?? sizesFor(window.innerWidth),
  );
  const change = useCallback(
    (part: Partial<ScreenSizes>) =>
      setSizes((before) => {
        const next = { ...before, ...part };
        writeStored(KEY, JSON.stringify(next));
        return next;
      }),
    [],
  );
  return [sizes, change];
}

/** Whether what the device kept is a setting of this version. */
export const isSizes = (value: unknown): value is ScreenSizes => {
  if (typeof value !== 'object' || value === null) return false;
  const { text, buttonMm, pxPerMm } = value as Record<string, unknown>;
  return (
    TEXT_SIZES.some((one) => one === text) &&
    BUTTON_MM.some((one) => one === buttonMm) &&
    typeof pxPerMm === 'number' &&
    pxPerMm >= PX_PER_MM_MIN &&
    pxPerMm <= PX_PER_MM_MAX
  );
};
