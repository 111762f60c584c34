// The local print bridge: this browser's own print of a slip's picture, for a machine with a printer of its own and
// none on the network. The store's queue knows nothing of it: no copy is counted and no repeat is marked.

import { printAlone } from '../../ui/print-alone.ts';

export type PaperWidth = 58 | 80;

/** One dot of the picture is one of a print head with 8 dots per millimetre. */
const DOTS_PER_MM = 8;

export const NOT_INSTALLED =
  'A impressão local não está instalada neste aparelho. Abra esta tela em um computador com impressora.';
export const NOT_CONNECTED =
  'Não foi possível conectar à impressão local. Confira se o servidor da loja está ligado e tente de novo.';

/** Why the bridge cannot print, in words for the screen. */
export class BridgeError extends Error {}

/** The paper of one slip: everything else on the page stays off it. */
export function printStyle(paperMm: PaperWidth, picture: { width: number; height: number }): string {
  const widthMm = picture.width / DOTS_PER_MM;
  const heightMm = Math.ceil(picture.height / DOTS_PER_MM);
  return [
    `@page { size: ${paperMm}mm ${heightMm}mm; margin: 0 }`,
    '#slip-on-paper { display: none }',
    '@media print {',
    '  html, body { margin: 0; padding: 0; background: #fff }',
    '  body > :not(#slip-on-paper) { display: none !important }',
    `  #slip-on-paper { display: block; width: ${widthMm}mm; margin: 0 auto }`,
    '}',
  ].join('\n');
}

/** Opens the browser's print window with the picture at `url` alone. Throws BridgeError where it cannot. */
export async function printHere(url: string, paperMm: PaperWidth): Promise<void> {
  if (typeof window.print !== 'function') throw new BridgeError(NOT_INSTALLED);
  const picture = new Image();
  picture.id = 'slip-on-paper';
  picture.alt = '';
  picture.src = url;
  try {
    await picture.decode();
  } catch {
    throw new BridgeError(NOT_CONNECTED);
  }
  printAlone(
    picture,
    printStyle(paperMm, { width: picture.naturalWidth, height: picture.naturalHeight }),
    picture.id,
  );
}
