// The bar over every staff screen while the store cannot save: a real store on a disk that is really full.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orderBodies } from '../bench/order-bodies.ts';
import { fill, NO_SMALL_DISK, smallDisk } from '../faults/small-disk.ts';
import { startShop, type TestShop } from '../support/shop.ts';
import { expect } from '../support/browser-test.ts';
import { test } from './staff.ts';

const SCREENS = [
  ['KITCHEN', '/cozinha'],
  ['ATTENDANT', '/balcao'],
  ['ADMIN', '/admin'],
] as const;

test('[104] a full disk is said on every staff screen by itself, with what to do, and the bar goes when there is room @desktop', async ({
  device,
}) => {
  const disk = smallDisk('256m');
  test.skip(disk === null, NO_SMALL_DISK);
  if (disk === null) return;
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-bar-'));
  // The relay's database lies elsewhere: it is the store's card that is full.
  symlinkSync(disk.folder, join(dataDir, 'edge'));
  let shop: TestShop | null = null;
  try {
    shop = await startShop({ dataDir });
    const { store } = shop.urls;
    const pages = await Promise.all(SCREENS.map(([role, path]) => device(store, role, path)));
    const body = await orderBodies(store);
    const placed = async (): Promise<number> => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`${store}/api/orders`, { method: 'POST', headers, body: body() })).status;
    };
    const filler = join(disk.folder, 'filler');
    fill(filler);
    await expect(async () => {
      fill(filler);
      expect(await placed()).toBe(503);
    }).toPass();

    for (const page of pages) {
      const bar = page.getByRole('alert').filter({ hasText: 'A loja não consegue salvar' });
      await expect(bar).toBeVisible();
      const text = bar.getByText('apague arquivos que não são dela');
      await expect(text).toBeHidden();
      await bar.getByText('O que fazer').click();
      await expect(text).toBeVisible();
      // On a tablet held upright and on a phone nothing of it is cut off.
      for (const width of [768, 360]) {
        await page.setViewportSize({ width, height: 780 });
        const box = await bar.boundingBox();
        expect([box?.x, box?.width]).toEqual([0, width]);
      }
    }

    rmSync(filler);
    for (const page of pages) await expect(page.getByText('A loja não consegue salvar')).toHaveCount(0);
    expect(await placed()).toBe(201);
  } finally {
    await shop?.stop();
    disk.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
