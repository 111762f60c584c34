import { createElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { openScreen } from '../../testing/screen.ts';
import { Toaster } from '../../ui/toast.tsx';
import { printStyle } from './print-here.ts';
import { SlipPreview } from './slip-preview.tsx';

describe('the paper of a slip printed by the browser', () => {
  it.each([
    [58, 432, 54],
    [80, 624, 78],
  ] as const)('is %d mm wide, as long as the slip, and holds nothing else', (paperMm, width, widthMm) => {
    const css = printStyle(paperMm, { width, height: 1001 });
    expect(css).toContain(`size: ${paperMm}mm 126mm; margin: 0`);
    expect(css).toContain(`width: ${widthMm}mm`);
    expect(css).toContain('body > :not(#slip-on-paper) { display: none !important }');
  });
});

describe('a slip printed by this machine itself', () => {
  const open = async () => {
    const preview = createElement(SlipPreview, { path: '/slip', label: 'Via do cliente', paperMm: 58 });
    const screen = await openScreen(createElement('div', null, preview, createElement(Toaster)));
    const picture = Object.assign(document.createElement('img'), { decode: async () => undefined });
    Object.defineProperty(picture, 'naturalWidth', { value: 432 });
    Object.defineProperty(picture, 'naturalHeight', { value: 1001 });
    // oxlint-disable-next-line prefer-arrow-callback -- it is called with `new`
    vi.stubGlobal('Image', function Picture() {
      return picture;
    });
    return screen;
  };
  const printsWith = (screen: Awaited<ReturnType<typeof open>>, print: unknown) =>
    Object.defineProperty(screen.window, 'print', { value: print, configurable: true });

  it('is its picture alone, as wide and as long as it is', async () => {
    const screen = await open();
    const printed: unknown[] = [];
    printsWith(screen, () => {
      const styles = screen.window.document.head.textContent;
      printed.push(
        screen.all('#slip-on-paper').map((one) => one.getAttribute('src')),
        styles,
      );
    });
    await screen.tap('Imprimir neste aparelho');
    expect(printed[0]).toEqual(['/slip']);
    expect(printed[1]).toContain('size: 58mm 126mm');
    expect(printed[1]).toContain('width: 54mm');
    expect(screen.words()).not.toContain('Erro na impressão');
  });

  it('says where there is no way to print, until it is tried again and goes', async () => {
    const screen = await open();
    printsWith(screen, undefined);
    await screen.tap('Imprimir neste aparelho');
    expect(screen.words()).toContain('A impressão local não está instalada neste aparelho.');
    printsWith(screen, () => undefined);
    await screen.tap('Imprimir neste aparelho');
    expect(screen.words()).not.toContain('Erro na impressão');
  });
});
