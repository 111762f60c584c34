// From an empty store to one that is set up: what leads there, what counts as done, and the menu to begin with.
import { afterEach, describe, expect, it } from 'vitest';
import { FirstRun } from '@balcao/shared/http/first-run.ts';
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { writeMeta } from '../../storage/identity.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

let store: TestStore;
afterEach(() => store.close());

const statesFrom = async (answer: Response): Promise<Record<string, string>> =>
  Object.fromEntries(FirstRun.parse(await answer.json()).steps.map(({ id, state }) => [id, state]));
const statesOf = async (ask: Asking) => statesFrom(await ask('/api/staff/first-run'));

describe('the door of a store without an owner', () => {
  it('leads browsers in the shop to the first screen, and nobody else', async () => {
    store = await openTestStore({ seed: false });
    for (const path of ['/', '/auth']) {
      const led = await store.ask(path);
      expect([led.status, led.headers.get('location')]).toEqual([302, '/admin/primeiros-passos']);
      expect(led.headers.get('x-content-type-options')).toBe('nosniff');
      expect((await store.askLink(path)).status).not.toBe(302);
    }
    await asRole(store, 'ADMIN');
    expect((await store.ask('/')).status).not.toBe(302);
  });

  it('leads nobody in a demo, which shows no checklist either', async () => {
    store = await openTestStore({ environment: { DEMO: '1' } });
    expect((await store.ask('/')).status).not.toBe(302);
    const ask = await asRole(store, 'ADMIN');
    expect(await (await ask('/api/staff/first-run')).json()).toMatchObject({ dismissed: true });
  });
});

describe('the steps', () => {
  it('are done by what the store has, one after another', async () => {
    let configured = false;
    store = await openTestStore({
      seed: false,
      relay: { request: () => Promise.resolve(Response.json({ configured })) },
    });
    const ask = await asRole(store, 'ADMIN');
    const open = {
      shop: 'open',
      hours: 'open',
      menu: 'open',
      printer: 'open',
      site: 'open',
      account: 'open',
    };
    expect(await statesOf(ask)).toEqual({ owner: 'done', ...open, pix: 'open' });

    await ask('/api/staff/settings', { method: 'PATCH', json: { storeName: 'Açaí da Ana' } });
    expect(await statesOf(ask)).toMatchObject({ shop: 'done', hours: 'open' });
    // Hours that stay as proposed count too, once somebody has said so.
    const { settings } = (await (await ask('/api/staff/catalog')).json()) as Catalog;
    await ask('/api/staff/settings', { method: 'PATCH', json: { openingHours: settings.openingHours } });
    expect(await statesOf(ask)).toMatchObject({ hours: 'done', menu: 'open' });

    await ask('/api/staff/catalog/products/agua', {
      method: 'PATCH',
      json: { name: 'Água', priceCents: 400, productType: 'PRONTO' },
    });
    expect(await statesOf(ask)).toMatchObject({ menu: 'done', printer: 'open' });

    store.printing.printers.saveFirst({ printer_enabled: true, printer_ip: '127.0.0.1', printer_port: 9100 });
    expect(await statesOf(ask)).toMatchObject({ printer: 'open' });
    store.printing.printers.sawPaper('principal');
    expect(await statesOf(ask)).toMatchObject({ printer: 'done' });
    store.printing.printers.saveFirst({ printer_enabled: true, printer_ip: '127.0.0.1', printer_port: 9101 });
    expect(await statesOf(ask)).toMatchObject({ printer: 'open' });

    writeMeta(store.db, 'public_url', 'https://acai.example');
    configured = true;
    expect(await statesOf(ask)).toMatchObject({ site: 'done', account: 'done', pix: 'open' });
  });

  it.each(['storeName', 'storeAddress', 'storePhone'])(
    'are done for the shop once it says one thing of itself: its %s',
    async (name) => {
      store = await openTestStore({ seed: false });
      const ask = await asRole(store, 'ADMIN');
      expect(await statesOf(ask)).toMatchObject({ shop: 'open' });
      await ask('/api/staff/settings', { method: 'PATCH', json: { [name]: 'Açaí da Ana' } });
      expect(await statesOf(ask)).toMatchObject({ shop: 'done' });
    },
  );

  it('an account that is gone is open again, and stays so while the relay is away', async () => {
    let configured: boolean | null = true;
    const relay = {
      request: () =>
        configured === null
          ? Promise.reject(new Error('no internet'))
          : Promise.resolve(Response.json({ configured })),
    };
    store = await openTestStore({ seed: false, relay });
    const ask = await asRole(store, 'ADMIN');
    writeMeta(store.db, 'public_url', 'https://acai.example');
    expect(await statesOf(ask)).toMatchObject({ account: 'done' });
    for (const answer of [false, null]) {
      configured = answer;
      expect(await statesOf(ask)).toMatchObject({ site: 'done', account: 'open' });
    }
  });

  it('that a person puts off stay on the list, also after a restart and while the relay is away', async () => {
    let away = false;
    const relay = {
      request: () =>
        away
          ? Promise.reject(new Error('no internet'))
          : Promise.resolve(Response.json({ configured: true })),
    };
    store = await openTestStore({ seed: false, relay });
    const ask = await asRole(store, 'ADMIN');
    expect(await statesOf(ask)).toMatchObject({ account: 'open' });
    writeMeta(store.db, 'public_url', 'https://acai.example');
    expect(await statesOf(ask)).toMatchObject({ account: 'done' });
    const kept = { skipped: ['printer', 'pix'], dismissed: true };
    const answer = await ask('/api/staff/first-run', { method: 'PUT', json: kept });
    expect(await answer.json()).toMatchObject({ dismissed: true });
    away = true;
    expect(await statesOf(ask)).toMatchObject({ printer: 'skipped', pix: 'skipped', account: 'done' });
    expect((await ask('/api/staff/first-run', { method: 'PUT', json: { skipped: ['rent'] } })).status).toBe(
      422,
    );
  });
});

it('the list that is put away stays away, and comes back where somebody wants it again, whatever was put off', async () => {
  store = await openTestStore({ seed: false });
  const ask = await asRole(store, 'ADMIN');
  const seen = async () => FirstRun.parse(await (await ask('/api/staff/first-run')).json());
  for (const skipped of [[], ['printer']])
    for (const dismissed of [false, true, false]) {
      await ask('/api/staff/first-run', { method: 'PUT', json: { skipped, dismissed } });
      const { dismissed: isAway, steps } = await seen();
      const putOff = steps.filter(({ state }) => state === 'skipped').map(({ id }) => id);
      expect([isAway, putOff]).toEqual([dismissed, skipped]);
    }
});

it('what a person puts off is told to the relay at once', async () => {
  store = await openTestStore({ seed: false });
  const ask = await asRole(store, 'ADMIN');
  let told = 0;
  store.orders.wake.on('log', () => (told += 1));
  const json = { skipped: ['printer'], dismissed: false };
  expect((await ask('/api/staff/first-run', { method: 'PUT', json })).status).toBe(200);
  await Promise.resolve();
  expect(told).toBe(1);
});

describe('the sample menu', () => {
  it('fills an empty menu once, with pictures, and leaves name and hours to the owner', async () => {
    store = await openTestStore({ seed: false });
    const ask = await asRole(store, 'ADMIN');
    const install = () => ask('/api/staff/sample-menu', { method: 'POST' });
    let told = 0;
    store.orders.wake.on('log', () => (told += 1));
    const [first, again] = await Promise.all([install(), install()]);
    expect([first.status, again.status]).toEqual([200, 200]);
    // Its line of the audit goes to the relay at once.
    expect(told).toBeGreaterThan(0);
    const { products, sizes, settings, wholesaleProducts } = store.menu.catalog();
    expect(sizes.length).toBeGreaterThan(2);
    expect(products.every(({ image }) => image !== null)).toBe(true);
    expect(wholesaleProducts).toEqual([]);
    expect(settings).toMatchObject({ storeName: 'Balcão Açaí', logo: null, enableTacaMontada: true });
    expect(await statesOf(ask)).toMatchObject({ shop: 'open', hours: 'open', menu: 'done' });
    expect(await (await ask('/api/staff/audit?subject=menu')).text()).toContain('cardápio de exemplo');
    expect((await install()).status).toBe(409);
  });

  it('is refused where somebody has begun a menu', async () => {
    store = await openTestStore();
    const ask = await asRole(store, 'ADMIN');
    const before = JSON.stringify(store.menu.catalog());
    const refused = await ask('/api/staff/sample-menu', { method: 'POST' });
    expect(await refused.json()).toMatchObject({ status: 409, title: 'O cardápio já tem itens' });
    expect(JSON.stringify(store.menu.catalog())).toBe(before);
  });
});

describe('the ways of paying', () => {
  it('are there before anybody set them up, and are switched field by field', async () => {
    store = await openTestStore({ seed: false });
    const ask = await asRole(store, 'ADMIN');
    const enabled = () => store.menu.catalog().paymentMethods.map((method) => [method.id, method.enabled]);
    expect(enabled()).toEqual([
      ['pix', true],
      ['credit_card', false],
      ['cash', true],
    ]);
    await ask('/api/staff/catalog/paymentMethods/credit_card', { method: 'PATCH', json: { enabled: true } });
    expect(enabled()).toContainEqual(['credit_card', true]);
    expect(store.menu.rejected()).toEqual([]);
  });
});
