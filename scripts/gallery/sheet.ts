// Pictures of a screen, and all of them on one sheet.
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { fontsArrived } from '../../tests/e2e/axe.ts';

export const LOOKS = ['light', 'dark'] as const;
const LOADED_MS_MAX = 30_000;
/** Of a sheet, each picture. */
const CELL = { width: 640, height: 480 };
const GAP = 12;

/** Nothing is on its way any more: letters, data, pictures. */
export async function settle(page: Page): Promise<void> {
  await fontsArrived(page);
  await expect(page.getByRole('status', { name: 'Carregando' })).toHaveCount(0, { timeout: LOADED_MS_MAX });
  // What is put off until it comes near is waited for where it is in sight.
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, bottom, height } = image.getBoundingClientRect();
      return (
        image.complete || (image.loading === 'lazy' && (height === 0 || bottom < 0 || top > innerHeight))
      );
    }),
  );
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** All pictures of a screen in one: the sizes in their order, the light ones above the dark ones. */
export async function writeSheet(pictures: readonly Buffer[], file: string): Promise<void> {
  const inRow = pictures.length / LOOKS.length;
  const cells = await Promise.all(
    pictures.map((picture) =>
      sharp(picture)
        .resize({ ...CELL, fit: 'inside' })
        .toBuffer(),
    ),
  );
  await sharp({
    create: {
      width: inRow * (CELL.width + GAP) + GAP,
      height: LOOKS.length * (CELL.height + GAP) + GAP,
      channels: 3,
      background: '#808080',
    },
  })
    .composite(
      cells.map((input, at) => ({
        input,
        left: GAP + (at % inRow) * (CELL.width + GAP),
        top: GAP + Math.floor(at / inRow) * (CELL.height + GAP),
      })),
    )
    .png()
    .toFile(file);
}
