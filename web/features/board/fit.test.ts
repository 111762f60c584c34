import { describe, expect, it } from 'vitest';
import { fitNumbers } from './fit.ts';

const GAP_EM = 0.45;

const TV = { width: 1_090, height: 800 };
const UPRIGHT = { width: 600, height: 420 };

describe('numbers on the TV', () => {
  it('stand beside each other as large as may be while there are few', () => {
    expect(fitNumbers(3, 2, TV, 160)).toEqual({ columns: 3, size: 160 });
    expect(fitNumbers(0, 1, TV, 160)).toEqual({ columns: 1, size: 0 });
  });

  it.each([
    [TV, 18, 3],
    [TV, 12, 3],
    [UPRIGHT, 18, 3],
    [UPRIGHT, 7, 1],
  ])('all fit, however many: %o, %d of %d digits', (box, count, digits) => {
    const { columns, size } = fitNumbers(count, digits, box, 160);
    const rows = Math.ceil(count / columns);
    // Lines stand 0.12 em apart.
    expect((rows + (rows - 1) * 0.12) * size).toBeLessThanOrEqual(box.height);
    expect(columns * digits * 0.6 * size + (columns - 1) * GAP_EM * size).toBeLessThanOrEqual(box.width);
    expect(size).toBeGreaterThan(40);
  });
});
