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

type Drawn = { white: unknown[]; photo: unknown[]; points: number[] };
/** A canvas that can be drawn on: of every photo it says that it has a grey point, a brighter and a half-open one. */
function stubDrawing(canvas: object): Drawn[] {
  const drawn: Drawn[] = [];
  const getContext = () => {
    const now: Drawn = { white: [], photo: [], points: [] };
    const data = Uint8ClampedArray.of(50, 50, 50, 255, 150, 150, 150, 255, 50, 150, 50, 9);
    return {
      fillStyle: '',
      fillRect(...place: unknown[]) {
        now.white = [this.fillStyle, ...place];
      },
      drawImage: (_photo: unknown, ...places: unknown[]) => (now.photo = places),
      getImageData: () => ({ data }),
      putImageData: (points: { data: Uint8ClampedArray }) => {
        now.points = [...points.data];
        drawn.push(now);
      },
    };
  };
  Object.defineProperty(canvas, 'getContext', { value: getContext });
  return drawn;
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
  const drawn = stubDrawing(screen.window.HTMLCanvasElement.prototype);
  return { screen, onSave, onClose, widths, fail, drawn };
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

  it('is drawn by the part that is shown, on white, in its light', async () => {
    const { screen, drawn } = await open('blob:photo', { frame: { zoom: 2, x: 0.5, y: 0.25 } });
    await screen.tap('Usar esta foto');
    expect(drawn.at(-1)).toEqual({
      white: ['white', 0, 0, 800, 600],
      // Half of 1,600 by 1,200, from the middle and from above, over all that is kept.
      photo: [400, 0, 800, 600, 0, 0, 800, 600],
      points: [50, 50, 50, 255, 150, 150, 150, 255, 50, 150, 50, 9],
    });
    // From the darkest to as bright as a photo is at least; what is open stays so.
    await screen.tap('Corrigir a luz');
    expect(drawn.at(-1)?.points).toEqual([0, 0, 0, 255, 232, 232, 232, 255, 0, 232, 0, 9]);
    await screen.type('Luz', '1');
    expect(drawn.at(-1)?.points.slice(4, 8)).toEqual([243, 243, 243, 255]);
  });

  it('is shown further to one side by its control', async () => {
    const { screen, onSave } = await open();
    await screen.type('Aproximar', '2');
    await screen.type('Para os lados', '0.75');
    await screen.tap('Usar esta foto');
    expect(onSave.mock.calls[0]?.[1].frame).toEqual({ zoom: 2, x: 0.75, y: 0.5 });
  });

  it('is pulled by one finger as far as the finger goes, and by nothing else', async () => {
    const { screen, onSave } = await open('blob:photo', { frame: { zoom: 2, x: 0.5, y: 0.5 } });
    const [canvas] = screen.all('canvas');
    const held: number[] = [];
    Object.assign(canvas ?? {}, { setPointerCapture: (id: number) => void held.push(id) });
    for (const [side, px] of [
      ['clientWidth', 400],
      ['clientHeight', 300],
    ] as const)
      Object.defineProperty(canvas, side, { value: px });
    const point = (type: string, x: number, y: number, more: PointerEventInit = {}) =>
      screen.when(() =>
        canvas?.dispatchEvent(
          new screen.window.PointerEvent(type, {
            ...{ bubbles: true, pointerId: 1, isPrimary: true, buttons: 1, clientX: x, clientY: y },
            ...more,
          }),
        ),
      );
    await point('pointerdown', 100, 100);
    expect(held).toEqual([1]);
    await point('pointermove', 200, 100);
    await point('pointermove', 200, 40);
    // A second finger, and a mouse that only passes over it.
    await point('pointerdown', 0, 0, { isPrimary: false, pointerId: 2 });
    await point('pointermove', 0, 0, { isPrimary: false, pointerId: 2 });
    await point('pointermove', 0, 0, { buttons: 0 });
    await screen.tap('Usar esta foto');
    // A quarter of the half that is shown to the right, a fifth of it up.
    expect(onSave.mock.calls[0]?.[1].frame).toEqual({
      zoom: 2,
      x: expect.closeTo(0.375) as number,
      y: expect.closeTo(0.6) as number,
    });
    expect(held).toEqual([1]);
  });
});
