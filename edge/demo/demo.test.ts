import { createAudit } from '../shop/audit/audit.ts';
import { loadIdentity } from '../storage/identity.ts';
import { createOutbox } from '../storage/outbox.ts';
import { createPrivateLog, createSealer } from '../storage/sealing.ts';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { readCatalog, seedDocument } from '@balcao/shared/menu/document.ts';
import { ENTRY_KINDS, ENTRY_SCHEMAS, Settings, type Catalog } from '@balcao/shared/menu/menu.ts';
import { Role } from '@balcao/shared/http/staff.ts';
import { refused } from '@balcao/shared/result.ts';
import { openDatabase, type Db } from '../storage/open.ts';
import { createImages } from '../shop/images/images.ts';
import { Wake } from '../storage/wake.ts';
import { openMenuStore } from '../shop/menu/menu-store.ts';
import { createPrinting } from '../printing/printing.ts';
import { createUsers } from '../shop/users/users.ts';
import { user } from '../shop/users/schema.ts';
import { demoCatalog } from './menu.ts';
import { listPictures, readPicture } from './pictures.ts';
import { demoContent, seedDemo } from './seed.ts';
import { DEMO_USERS } from './users.ts';

const migrations = fileURLToPath(new URL('../storage/migrations', import.meta.url));
const catalog = demoCatalog(Object.fromEntries(listPictures().map((id) => [id, 'a'.repeat(64)])));

describe('the demo menu', () => {
  test('is what a store could have typed: every entry satisfies its schema and nothing is defaulted', () => {
    for (const kind of ENTRY_KINDS)
      for (const entry of catalog[kind]) expect(ENTRY_SCHEMAS[kind].parse(entry)).toEqual(entry);
    expect(Settings.parse(catalog.settings)).toEqual(catalog.settings);
  });

  test('comes out of the document as it went in', () => {
    const doc = new Y.Doc();
    seedDocument(doc, catalog);
    const read = readCatalog(doc);
    expect(read.rejected).toEqual([]);
    for (const kind of ENTRY_KINDS)
      expect(new Set(read.catalog[kind].map((one) => one.id))).toEqual(
        new Set(catalog[kind].map((one) => one.id)),
      );
  });

  test('ticks milk, peanuts and nuts wherever it names them, so that nobody is told too little', () => {
    const named = {
      leite: /leite|chantilly|sorvete de creme|milk-shake|brownie|petit/i,
      amendoim: /amendoim|paçoca/i,
      castanhas: /granola|castanha|pistache|avelã/i,
    } as const;
    const missing = [...catalog.products, ...catalog.toppings, ...catalog.iceCreams].flatMap((entry) => {
      const parts = 'accompaniments' in entry ? entry.accompaniments : [];
      const words = [entry.name, 'description' in entry ? entry.description : '', ...parts].join(' ');
      return (['leite', 'amendoim', 'castanhas'] as const)
        .filter((allergen) => named[allergen].test(words) && !entry.allergens?.includes(allergen))
        .map((allergen) => `${entry.name}: ${allergen}`);
    });
    expect(missing).toEqual([]);
  });

  test('is a whole shop', () => {
    const cups = catalog.products.filter((one) => one.productType === 'TACA_MONTADA');
    expect(catalog.sizes.length).toBeGreaterThanOrEqual(4);
    expect(catalog.bases.length).toBeGreaterThanOrEqual(3);
    expect(catalog.iceCreams.length).toBeGreaterThanOrEqual(12);
    expect(catalog.toppings.length).toBeGreaterThanOrEqual(24);
    expect(new Set(catalog.toppings.map((one) => one.category))).toEqual(
      new Set(['frutas', 'caldas', 'crocantes']),
    );
    expect(cups.length).toBeGreaterThanOrEqual(8);
    expect(new Set(cups.map((one) => one.categoryId)).size).toBeGreaterThanOrEqual(4);
    expect(cups.filter((one) => one.cupMode === 'escolha')).toHaveLength(2);
    expect(catalog.products.filter((one) => one.productType === 'PRONTO').length).toBeGreaterThanOrEqual(5);
    expect(catalog.wholesaleCategories.length).toBeGreaterThanOrEqual(3);
    expect(catalog.wholesaleProducts.length).toBeGreaterThanOrEqual(8);
    expect(catalog.wholesaleFields).toHaveLength(5);
    expect(catalog.paymentMethods.filter((one) => one.enabled).map((one) => one.id)).toEqual([
      'pix',
      'credit_card',
      'cash',
    ]);
  });

  test('names nothing that is not there, and nothing twice', () => {
    const ids = (entries: { id: string }[]) => new Set(entries.map((one) => one.id));
    for (const kind of ENTRY_KINDS) {
      expect(ids(catalog[kind]).size).toBe(catalog[kind].length);
      const names = (catalog[kind] as { id: string; name?: string }[]).map((one) => one.name ?? one.id);
      expect(new Set(names).size).toBe(names.length);
    }
    for (const product of catalog.products) expect(ids(catalog.categories)).toContain(product.categoryId);
    const sizes = new Set(catalog.wholesaleSizes.map((one) => one.name));
    const flavors = new Set(catalog.wholesaleFlavors.map((one) => one.name));
    for (const product of catalog.wholesaleProducts) {
      expect(ids(catalog.wholesaleCategories)).toContain(product.categoryId);
      for (const size of product.sizes ?? []) expect(sizes).toContain(size);
      for (const flavor of product.flavors ?? []) expect(flavors).toContain(flavor);
    }
  });

  test('says of each product something else: what is said of one was written for it', () => {
    const said = [...catalog.products, ...catalog.wholesaleProducts].map((one) => one.description);
    expect(said.filter((words, at) => said.indexOf(words) !== at)).toEqual([]);
  });

  test('has one order: no two entries of a kind stand in one place', () => {
    for (const kind of ENTRY_KINDS) {
      const places = catalog[kind].flatMap((entry) => ('position' in entry ? [entry.position] : []));
      expect([kind, new Set(places).size]).toEqual([kind, places.length]);
    }
  });

  test('has a colour for everything that the drawn cup shows', () => {
    const shown = [...catalog.bases, ...catalog.iceCreams, ...catalog.toppings];
    expect(shown.filter((one) => one.color === null).map((one) => one.name)).toEqual([]);
  });

  test('has prices that make sense', () => {
    const sizes = catalog.sizes.map((one) => one.priceCents);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(catalog.sizes.map((one) => one.maxToppings)).toEqual(
      catalog.sizes.map((one) => one.maxToppings).toSorted((a, b) => a - b),
    );
    const oddly = (entries: { name: string; priceCents: number }[], leastCents: number, mostCents: number) =>
      entries
        .filter((one) => one.priceCents < leastCents || one.priceCents > mostCents)
        .map((one) => one.name);
    expect(oddly(catalog.products, 300, 6000)).toEqual([]);
    expect(oddly(catalog.toppings, 0, 500)).toEqual([]);
    expect(oddly(catalog.wholesaleProducts, 2000, 30_000)).toEqual([]);
    expect(catalog.toppings.filter((one) => one.priceCents > 0).length).toBeGreaterThanOrEqual(3);
    // A cup of one's own choice comes in any size at one price: cheaper than a size, it would be the way to buy that size.
    const chosen = catalog.products.filter((one) => one.cupMode === 'escolha');
    expect(oddly(chosen, Math.max(...sizes) + 1, 6000)).toEqual([]);
  });

  test('has a picture for every product and the shop, and draws none in vain', () => {
    const shown = [...catalog.products, ...catalog.wholesaleProducts].map((one) => one.id);
    expect(new Set([...shown, 'logo'])).toEqual(new Set(listPictures()));
    expect([...catalog.products, ...catalog.wholesaleProducts].filter((one) => one.image === null)).toEqual(
      [],
    );
  });
});

describe('the demo shop', () => {
  let db: Db;
  let seeded: Catalog;
  const clock = () => Date.UTC(2026, 0, 7);
  const parts = () => {
    const quiet = { info: () => {}, warn: () => {}, error: () => {} };
    const printing = createPrinting({
      db,
      clock,
      log: quiet,
      timeZone: 'America/Sao_Paulo',
      simulators: true,
      onChange: () => {},
    });
    const privateLog = createPrivateLog(createOutbox(db, loadIdentity(db)), createSealer(db));
    return {
      db,
      menu: openMenuStore(db, new Wake()),
      images: createImages({ db }),
      users: createUsers({
        db,
        secret: 's'.repeat(32),
        log: privateLog,
        audit: createAudit({ db, log: privateLog, clock }),
        trace: { refused: () => undefined },
        clock,
        shopName: () => 'Açaí da Praça',
        isHeld: () => false,
        makeRoom: () => false,
        steadyMs: clock,
        onNewDevice: null,
        onNewsOver: () => {},
      }),
      printing,
    };
  };
  const rows = (table: string) =>
    (db.$client.prepare(`select count(*) as n from ${table}`).get() as { n: number }).n;

  beforeAll(async () => {
    db = openDatabase(':memory:', migrations);
    const store = parts();
    await seedDemo(store, { printerPort: 7719 });
    seeded = store.menu.catalog();
  });

  test('shows pictures that are there', async () => {
    const { images } = parts();
    const hashes = [
      seeded.settings.logo,
      ...[...seeded.products, ...seeded.wholesaleProducts].map((one) => one.image),
    ];
    expect(new Set(hashes).size).toBe(listPictures().length);
    for (const hash of hashes) expect(await images.read(hash ?? '', 'master')).not.toBeNull();
  });

  test('is not there without one of its pictures: what was refused is named', async () => {
    const images = { ...parts().images, store: () => Promise.resolve(refused('no-room' as const)) };
    await expect(demoContent(images)).rejects.toThrow(/^the picture of \S+ was refused: no-room$/);
  });

  test('has one account for each role, and a printer where the simulator listens', () => {
    expect(new Set(DEMO_USERS.map((one) => one.role))).toEqual(new Set(Role.options));
    expect(db.select({ email: user.email, role: user.role }).from(user).all()).toEqual(
      DEMO_USERS.map(({ email, role }) => ({ email, role })),
    );
    expect(parts().printing.printers.first()).toEqual({
      printer_enabled: true,
      printer_ip: '127.0.0.1',
      printer_port: 7719,
    });
  });

  test('is seeded once: a second start follows the simulator and leaves the rest as people made it', async () => {
    const store = parts();
    store.menu.setSettings({ storeName: 'Outro Nome' });
    const before = [rows('images'), rows('user')];
    await seedDemo(store, { printerPort: 7720 });
    expect([rows('images'), rows('user')]).toEqual(before);
    expect(store.menu.catalog().settings.storeName).toBe('Outro Nome');
    expect(store.printing.printers.first().printer_port).toBe(7720);
    // Somebody switched it off: it follows the simulator all the same, and stays off.
    store.printing.printers.saveFirst({
      printer_enabled: false,
      printer_ip: '127.0.0.1',
      printer_port: 7720,
    });
    await seedDemo(store, { printerPort: 7722 });
    expect(store.printing.printers.first()).toEqual({
      printer_enabled: false,
      printer_ip: '127.0.0.1',
      printer_port: 7722,
    });
    store.printing.printers.saveFirst({
      printer_enabled: true,
      printer_ip: '192.168.0.50',
      printer_port: 9100,
    });
    await seedDemo(store, { printerPort: 7721 });
    expect(store.printing.printers.first()).toEqual({
      printer_enabled: true,
      printer_ip: '192.168.0.50',
      printer_port: 9100,
    });
  });

  test.each(listPictures())('its picture %s is one drawing, with nothing from outside its file', (id) => {
    const svg = readPicture(id).toString();
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>\n$/s);
    expect(svg).not.toMatch(/<(image|text|style|script|foreignObject)|href="(?!#)|url\((?!#)|@import/);
  });
});
