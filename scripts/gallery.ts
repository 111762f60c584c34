// Pictures of the staff's screens on a full evening, in every size and look, and what a machine sees of them: what scrolls sideways, what
// breaks a WCAG rule, how many tickets and rows stand whole. `node scripts/with-node.mjs scripts/gallery.ts [name …]`, into data/gallery;
// a sheet for each screen and number of open orders holds all its sizes. `WIDTHS=1280,390` and `OPEN=0,60` take those alone.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import sharp from 'sharp';
import { brokenRules, fontsArrived, hiddenWidth } from '../tests/e2e/axe.ts';
import { openDrawer } from '../tests/e2e/counter.ts';
import { signedIn, type StaffRole } from '../tests/e2e/staff.ts';
import { startShop } from '../tests/support/shop.ts';
import { findBrowser } from './browser.ts';
import { buildWeb } from './build.ts';
import { createEvening, withAges } from './gallery/evening.ts';
import { COUNTS, EVENING, LOOKS, SCREENS, SIZES, type GalleryScreen } from './gallery/screens.ts';
import { root } from './root.ts';

const INTO = join(root, 'data/gallery');
const LOADED_MS_MAX = 30_000;
/** Of a contact sheet, each picture. */
const CELL = { width: 640, height: 480 };
const GAP = 12;

const widths = process.env['WIDTHS']?.split(',').map(Number);
const counts = process.env['OPEN']?.split(',').map(Number) ?? COUNTS;
const sizes = SIZES.filter(([width]) => widths === undefined || widths.includes(width));

type Session = NonNullable<BrowserContextOptions['storageState']>;
const sessions = new Map<StaffRole, Session>();

/** One sign-in for each role: a shop lets one person sign in a few times a minute. */
async function sessionOf(browser: Browser, host: string, role: StaffRole): Promise<Session> {
  const known = sessions.get(role);
  if (known !== undefined) return known;
  const context = await browser.newContext();
  await signedIn(context, host, role);
  const session = await context.storageState();
  await context.close();
  sessions.set(role, session);
  return session;
}

type Seen = { screen: string; count: number; size: string; look: string; whole: number; trouble: string[] };

/** How many tickets, rows or cards stand whole on the screen. */
const countWhole = (page: Page): Promise<number> =>
  page.locator('main [data-ticket], main tbody tr, main section > ul > li').evaluateAll(
    (all) =>
      all.filter((one) => {
        const own = one.getBoundingClientRect();
        const box = one.closest('[role="region"]')?.getBoundingClientRect();
        return (
          own.height > 0 &&
          own.top >= Math.max(0, box?.top ?? 0) - 1 &&
          own.bottom <= Math.min(innerHeight, box?.bottom ?? innerHeight) + 1
        );
      }).length,
  );

/** Nothing is on its way any more: letters, data, pictures. */
async function settle(page: Page): Promise<void> {
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

async function lookAt(browser: Browser, host: string, screen: GalleryScreen, count: number): Promise<Seen[]> {
  const seen: Seen[] = [];
  const pictures: Buffer[] = [];
  for (const look of LOOKS) {
    const storageState = await sessionOf(browser, host, screen.role);
    const context = await browser.newContext({ locale: 'pt-BR', colorScheme: look, storageState });
    await context.addInitScript(() => localStorage.setItem('balcao-staff', '1'));
    await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [
      `balcao-staff-theme-${screen.theme}`,
      look,
    ] as const);
    const page = await context.newPage();
    await withAges(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(host + screen.path);
    await page.getByRole('main').waitFor();
    await screen.open?.(page);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await settle(page);
      const picture = await page.screenshot({ animations: 'disabled' });
      await sharp(picture).toFile(join(INTO, `${screen.name}-${count}-${width}x${height}-${look}.png`));
      pictures.push(picture);
      const hidden = await hiddenWidth(page);
      const trouble = [
        ...(hidden > 0 ? [`${hidden} px beside the screen`] : []),
        ...(count === EVENING ? await brokenRules(page) : []),
      ];
      const whole = await countWhole(page);
      seen.push({ screen: screen.name, count, size: `${width}×${height}`, look, whole, trouble });
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
  await sheetOf(pictures, join(INTO, `sheet-${screen.name}-${count}.png`));
  return seen;
}

/** All pictures of a screen in one: the sizes in their order, the light ones above the dark ones. */
async function sheetOf(pictures: readonly Buffer[], file: string): Promise<void> {
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

function tell(seen: readonly Seen[]): void {
  for (const { screen, count, size, look, whole, trouble } of seen) {
    const sound = trouble.length === 0 ? '✓' : `✗ ${trouble.join('; ')}`;
    console.log(
      `${screen.padEnd(18)} ${String(count).padStart(2)} ${size.padEnd(9)} ${look.padEnd(5)} ${String(whole).padStart(3)} whole ${sound}`,
    );
  }
}

const wanted = process.argv.slice(2);
const shown = SCREENS.filter(({ name }) => wanted.length === 0 || wanted.some((one) => name.startsWith(one)));
if (shown.length === 0) throw new Error(`There are: ${SCREENS.map(({ name }) => name).join(', ')}`);
mkdirSync(INTO, { recursive: true });
if (process.env['BUILT'] === undefined) await buildWeb();
const shop = await startShop();
const executablePath = findBrowser();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
let broken = 0;
try {
  const host = shop.urls.store;
  await openDrawer(host);
  const openUpTo = createEvening(host);
  for (const count of counts) {
    await openUpTo(count);
    for (const screen of shown.filter(({ byCount }) => byCount === true || count === EVENING)) {
      const seen = await lookAt(browser, host, screen, count);
      tell(seen);
      broken += seen.filter(({ trouble }) => trouble.length > 0).length;
    }
  }
} finally {
  await browser.close();
  await shop.stop();
}
process.exit(broken === 0 ? 0 : 1);
