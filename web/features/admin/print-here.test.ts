import { describe, expect, it } from 'vitest';
import { printStyle } from './print-here.ts';

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
