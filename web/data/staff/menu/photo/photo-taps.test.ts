// A photo before customers see it: which part of it, in which light, and what is kept of that.
import { createElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { openScreen } from '../../../../testing/screen.ts';
import type { Look } from './originals.ts';
import PhotoDialog from './photo-dialog.tsx';

const LOOK: Look = { frame: { zoom: 1, x: 0.5, y: 0.5 }, isStretched: false, light: 0 };
/** As a browser's, of 1,600 by 1,200 points, or of 900; one whose address says so cannot be read. */
class Photo {
  naturalWidth = 1_600;
  naturalHeight = 1_200;
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  set src(address: string) {
    if (address.includes('small')) [this.naturalWidth, this.naturalHeight] = [900, 675];
    queueMicrotask(() => (address.includes('broken') ? this.onerror?.() : this.onload?.()));
  }
}

const open = async (address = 'blob:photo', look: Partial<Look> = {}) => {
  vi.stubGlobal('Image', Photo);
  const onSave = vi.fn<(photo: Blob, look: Look) => void>();
  const onClose = vi.fn<() => void>();
  const original = { address, look: { ...LOOK, ...look } };
  const screen = await openScreen(createElement(PhotoDialog, { original, onSave, onClose }));
  const widths: number[] = [];
  let works = true;
  Object.defineProperty(screen.window.HTMLCanvasElement.prototype, 'toBlob', {
    value(this: HTMLCanvasElement, done: (blob: Blob | null) => void) {
      widths.push(this.width);
      done(works ? new Blob(['jpeg']) : null);
    },
  });
  const fail = (): void => {
    works = false;
  };
  return { screen, onSave, onClose, widths, fail };
};
const TOO_SMALL = 'Esta parte é pequena e vai ficar sem nitidez.';

describe('a photo', () => {
  it('is kept as it is shown, with how it came to be so, no larger than it is', async () => {
    const { screen, onSave, widths } = await open();
    await screen.type('Aproximar', '2');
    await screen.type('Para cima e para baixo', '0.25');
    await screen.type('Luz', '0.5');
    await screen.tap('Corrigir a luz');
    await screen.tap('Usar esta foto');
    expect(onSave).toHaveBeenCalledWith(expect.any(Blob), {
      frame: { zoom: 2, x: 0.5, y: 0.25 },
      isStretched: true,
      light: 0.5,
    });
    expect(widths).toEqual([800]);
  });

  it('is as the camera took it again by a button', async () => {
    const { screen, onSave } = await open('blob:photo', { isStretched: true, light: 1 });
    expect(screen.isChecked('Corrigir a luz')).toBe(true);
    await screen.tap('Como saiu da câmera');
    await screen.tap('Usar esta foto');
    expect(onSave.mock.calls[0]?.[1]).toEqual(LOOK);
  });

  it('of which too small a part is shown is said to be so', async () => {
    const { screen } = await open('blob:small');
    expect(screen.words()).not.toContain(TOO_SMALL);
    await screen.type('Aproximar', '2');
    expect(screen.words()).toContain(TOO_SMALL);
  });

  it('that the browser cannot read or draw stays as it was sent', async () => {
    const broken = await open('blob:broken');
    expect(broken.screen.alerts()).toEqual([
      'Este navegador não conseguiu abrir a foto. Ela fica como foi enviada.',
    ]);
    expect(broken.screen.buttons()).toContain('Usar esta foto (off)');
    const { screen, onSave, fail } = await open();
    fail();
    await screen.tap('Usar esta foto');
    expect(onSave).not.toHaveBeenCalled();
    expect(screen.alerts()).toHaveLength(1);
  });

  it('may be left as it is', async () => {
    const { screen, onSave, onClose } = await open();
    await screen.tap('Deixar como está');
    expect([onClose.mock.calls.length, onSave.mock.calls.length]).toEqual([1, 0]);
  });
});
