// Pictures of the staff's screens on a full evening, and of the customer's and the buyer's on the way to an order, in every size and look,
// and what a machine sees of them: what scrolls sideways, what breaks a WCAG rule or a short word, how many tickets and rows stand whole.
// `node scripts/with-node.mjs scripts/gallery.ts [name …]`, into data/gallery; a sheet for each screen and number of open orders holds all
// its sizes. `WIDTHS=1280,390` and `OPEN=0,60` take those alone; the names `site`, `cup`, `acai` and `buyer` are the visits of customers.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import sharp from 'sharp';
import { brokenRules, brokenWords, hiddenWidth } from '../tests/e2e/axe.ts';
import { openDrawer } from '../tests/e2e/counter.ts';
import { signedIn, type StaffRole } from '../tests/e2e/staff.ts';
import { startShop } from '../tests/support/shop.ts';
import { findBrowser } from './browser.ts';
import { buildWeb } from './build.ts';
import { createEvening, withAges } from './gallery/evening.ts';
import { COUNTS, EVENING, SCREENS, SIZES, type GalleryScreen } from './gallery/screens.ts';
import { LOOKS, settle, writeSheet } from './gallery/sheet.ts';
import { VISITS, VISIT_SIZES } from './gallery/visits.ts';
import { root } from './root.ts';

const INTO = join(root, 'data/gallery');
const PHONE = { width: 390, height: 844 };

const widths = process.env['WIDTHS']?.split(',').map(Number);
const counts = process.env['OPEN']?.split(',').map(Number) ?? COUNTS;
const isWanted = ([width]: readonly [number, ...number[]]): boolean => widths?.includes(width) ?? true;
const sizes = SIZES.filter(isWanted);
const visitSizes = VISIT_SIZES.filter(isWanted);

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
      const trouble = [...(await sideways(page)), ...(count === EVENING ? await brokenRules(page) : [])];
      const whole = await countWhole(page);
      seen.push({ screen: screen.name, count, size: `${width}×${height}`, look, whole, trouble });
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
  await writeSheet(pictures, join(INTO, `sheet-${screen.name}-${count}.png`));
  return seen;
}

/** Goes the way of a visit once in each look; each screen on it is a sheet. */
async function visit(
  browser: Browser,
  urls: { relay: string; payments: string },
  name: keyof typeof VISITS,
): Promise<Seen[]> {
  const seen: Seen[] = [];
  const pictures = new Map<string, Buffer[]>();
  for (const look of LOOKS) {
    const context = await browser.newContext({ locale: 'pt-BR', colorScheme: look, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.setViewportSize(PHONE);
    const lookNow = async (screen: string): Promise<void> => {
      const ofScreen = pictures.get(screen) ?? [];
      pictures.set(screen, ofScreen);
      for (const [width, height, letters] of visitSizes) {
        await page.setViewportSize({ width, height });
        await page.evaluate((px) => (document.documentElement.style.fontSize = `${px}px`), letters);
        await settle(page);
        const size = `${width}×${height}${letters === 16 ? '' : ` ${letters} px`}`;
        const picture = await page.screenshot({ animations: 'disabled' });
        await sharp(picture).toFile(
          join(INTO, `${screen}-${size.replace('×', 'x').replaceAll(' ', '')}-${look}.png`),
        );
        ofScreen.push(picture);
        const trouble = [
          ...(await sideways(page)),
          ...(await brokenWords(page)),
          ...(await brokenRules(page)),
        ];
        seen.push({ screen, count: 0, size, look, whole: await countWhole(page), trouble });
      }
      await page.evaluate(() => (document.documentElement.style.fontSize = ''));
      await page.setViewportSize(PHONE);
    };
    await VISITS[name]({ page, site: urls.relay, payments: urls.payments, look: lookNow });
    await context.close();
  }
  for (const [screen, taken] of pictures) await writeSheet(taken, join(INTO, `sheet-${screen}.png`));
  return seen;
}

async function sideways(page: Page): Promise<string[]> {
  const hidden = await hiddenWidth(page);
  return hidden > 0 ? [`${hidden} px beside the screen`] : [];
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
const visits = (Object.keys(VISITS) as (keyof typeof VISITS)[]).filter(
  (name) => wanted.length === 0 || wanted.includes(name),
);
if (shown.length + visits.length === 0)
  throw new Error(`There are: ${[...Object.keys(VISITS), ...SCREENS.map(({ name }) => name)].join(', ')}`);
mkdirSync(INTO, { recursive: true });
if (process.env['BUILT'] === undefined) await buildWeb();
const shop = await startShop();
const executablePath = findBrowser();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
let broken = 0;
function judge(seen: readonly Seen[]): void {
  tell(seen);
  broken += seen.filter(({ trouble }) => trouble.length > 0).length;
}
try {
  for (const name of visits) judge(await visit(browser, shop.urls, name));
  const host = shop.urls.store;
  await openDrawer(host);
  const openUpTo = createEvening(host);
  for (const count of shown.length === 0 ? [] : counts) {
    await openUpTo(count);
    for (const screen of shown.filter(({ byCount }) => byCount === true || count === EVENING))
      judge(await lookAt(browser, host, screen, count));
  }
} finally {
  await browser.close();
  await shop.stop();
}
process.exit(broken === 0 ? 0 : 1);
