// What a customer's phone makes of the site: Lighthouse's mobile preset, on the relay, with the app as released.
import { chromium, type BrowserContext } from '@playwright/test';
import { provideBrowser } from '../../scripts/browser.ts';
import { buildWeb } from '../../scripts/build.ts';
import { freePorts } from '../../scripts/ports.ts';
import { createShop, type Shop } from '../../scripts/shop.ts';
import { judged, median } from './figures.ts';
import { quietest } from './stolen.ts';
import { orderBodies } from './order-bodies.ts';
import type { Bench, Figure, Scenario } from './scenario.ts';
import { RELAY_BUNDLE, STORE_BUNDLE } from './store-server.ts';

const ROUNDS = 3;
/** Below this Lighthouse itself warns that the machine is too slow for its presets. */
const HOST_INDEX_MIN = 1000;

const SCREENS = [
  ['landing', '/'],
  ['wizard', '/pedido'],
  ['cart', '/carrinho'],
  ['tracking', '/meu-pedido'],
] as const;

/** The measures of one run: scores out of 100, and how far things moved while the page came. */
type Seen = { performance: number; accessibility: number; bestPractices: number; seo: number; shift: number };
/** What the score for performance is made of, in ms; and `host`, Lighthouse's own index of how fast this machine was meanwhile. */
type Times = { first: number; largest: number; blocked: number; host: number };

const AIMS: Record<keyof Seen, { what: string; unit: string; aim: NonNullable<Figure['aim']> }> = {
  performance: { what: 'performance', unit: 'of 100', aim: { of: 'value', atLeast: 95 } },
  accessibility: { what: 'accessibility', unit: 'of 100', aim: { of: 'value', atLeast: 100 } },
  bestPractices: { what: 'best practices', unit: 'of 100', aim: { of: 'value', atLeast: 95 } },
  seo: { what: 'search engines', unit: 'of 100', aim: { of: 'value', atLeast: 95 } },
  shift: { what: 'layout shift', unit: 'CLS', aim: { of: 'value', atMost: 0.02 } },
};

export const scenario: Scenario = {
  name: 'lighthouse',
  title: 'The site on a middling phone, by Lighthouse',
  async run(bench) {
    await buildWeb();
    const executablePath = await provideBrowser();
    const shop = await openShop(bench);
    const missed = new Set<string>();
    const hosts: number[] = [];
    for (const [name, path] of SCREENS) {
      const rounds = await quietest(ROUNDS, () =>
        visit(bench, executablePath, shop.urls.relay, path, (fault) => missed.add(`${name}: ${fault}`)),
      );
      hosts.push(...rounds.map(({ host }) => host));
      for (const measure of Object.keys(AIMS) as (keyof Seen)[]) {
        const { what, ...rest } = AIMS[measure];
        const values = rounds.map((seen) => seen[measure]);
        const note = measure === 'performance' ? timesText(rounds) : '';
        bench.add(judged({ what: `${name}: ${what}`, value: median(values), rounds: values, note, ...rest }));
      }
    }
    for (const fault of missed) bench.say(fault);
    if (median(hosts) < HOST_INDEX_MIN)
      bench.say(
        `This machine was too slow or too busy for the performance scores to mean much: index ${median(hosts).toFixed(0)}, where ` +
          `Lighthouse's phone is a machine of ${HOST_INDEX_MIN} or more slowed down four times.`,
      );
  },
};

function timesText(rounds: readonly Times[]): string {
  const middle = (time: keyof Times): string => Math.round(median(rounds.map((one) => one[time]))).toString();
  return `first paint ${middle('first')} ms, largest ${middle('largest')} ms, blocked for ${middle('blocked')} ms`;
}

async function openShop(bench: Bench): Promise<Shop> {
  const [store = 0, relay = 0, payments = 0, printer = 0, printerPage = 0] = await freePorts(5);
  const release = { NODE_ENV: 'production', LOG_LEVEL: 'warn' };
  const shop = createShop({
    dataDir: await bench.sampleStore('lighthouse'),
    ports: { store, relay, payments, printer, printerPage },
    files: { store: STORE_BUNDLE, relay: RELAY_BUNDLE },
    env: { store: release, relay: { ...release, DATABASE_URL: '' } },
  });
  bench.atEnd(() => shop.stop());
  await shop.start();
  return shop;
}

/** Looks at one screen in a browser that has never been there, but for what a customer keeps on the device. */
async function visit(
  bench: Bench,
  executablePath: string,
  site: string,
  path: string,
  tell: (fault: string) => void,
): Promise<Seen & Times> {
  const [port = 0] = await freePorts(1);
  // A profile, not a private window: Lighthouse opens its page beside ours, and must find what is stored here.
  const browser = await chromium.launchPersistentContext(bench.folder('profile'), {
    executablePath,
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu'],
  });
  try {
    await becomeCustomer(browser, site);
    return await look(site + path, port, tell);
  } finally {
    await browser.close();
  }
}

/** Leaves in the browser what a customer has there: something in the cart, and an order to follow. */
async function becomeCustomer(browser: BrowserContext, site: string): Promise<void> {
  const page = await browser.newPage();
  const body = (await orderBodies(site))();
  const { items } = JSON.parse(body) as { items: object[] };
  await page.goto(`${site}/placeholder.svg`);
  const response = await page.request.post(`${site}/api/orders`, {
    data: JSON.parse(body) as object,
    headers: { origin: site },
  });
  const { order, trackingToken } = (await response.json()) as {
    order: { code: string };
    trackingToken: string;
  };
  const kept = {
    'balcao-orders': [{ code: order.code, token: trackingToken, atMs: Date.now() }],
    'acai-cart': items.map((item) => ({ productId: null, ...item, priceCents: 2490 })),
  };
  await page.evaluate((all) => {
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, JSON.stringify(value));
  }, kept);
  await page.close();
}

async function look(url: string, port: number, tell: (fault: string) => void): Promise<Seen & Times> {
  // It weighs a second to load, and only this bench needs it.
  const { default: lighthouse } = await import('lighthouse');
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    disableStorageReset: true,
    locale: 'en-US',
  });
  if (!result) throw new Error(`Lighthouse said nothing of ${url}`);
  const { categories, audits, environment, runtimeError } = result.lhr;
  if (runtimeError)
    throw new Error(`Lighthouse could not look at ${url}: ${runtimeError.code}: ${runtimeError.message}`);
  for (const id of ['accessibility', 'best-practices', 'seo'])
    for (const { id: audit, weight } of categories[id]?.auditRefs ?? [])
      if (weight > 0 && audits[audit]?.score !== null && (audits[audit]?.score ?? 1) < 1)
        tell(`${id}: ${audits[audit]?.title ?? audit}`);
  const score = (id: string): number => Math.round((categories[id]?.score ?? 0) * 100);
  const number = (id: string): number => audits[id]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    shift: number('cumulative-layout-shift'),
    first: number('first-contentful-paint'),
    largest: number('largest-contentful-paint'),
    blocked: number('total-blocking-time'),
    host: environment?.benchmarkIndex ?? Number.NaN,
  };
}
