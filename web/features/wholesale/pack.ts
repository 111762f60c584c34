// How a wholesale product without a photo is drawn.
import { CUP_COLORS, type CupContent } from '../../ui/cup.tsx';

export const PACK: CupContent = { shape: 'copo', base: CUP_COLORS.base, iceCreams: [], toppings: [] };
