// Prices and other changes that were made at the site while the shop was away, as the store takes them, and what people then choose.
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Me } from '@balcao/shared/http/staff.ts';
import { openBrowser, type Browser } from './browser.ts';
import { openOffice, signInAs, type Office } from './office.ts';

const CONFLICTS = ['/api/staff/price-conflicts'];
let office: Office;
let relay: Browser;
/** By whom Ana is known at the site, and Vera. */
let assertions: { ana: string; vera: string };
beforeAll(async () => {
  office = await openOffice(['ana', 'vera', 'caio'], {}, async ({ store, ana }) => {
    const json = { name: 'Balde', priceCents: 9000 };
    await ana.ask('/api/staff/catalog/wholesaleProducts/balde', { method: 'PATCH', json });
    store.remotePrices.announceDecisions();
  });
  relay = openBrowser(office.store, 'the relay', { from: 'link' });
  assertions = { ana: await assertionOf(office.ana), vera: await assertionOf(office.vera) };
  for (const one of Object.values(assertions)) office.record.namer.learn('assertion', one);
});
afterAll(() => office?.close());

async function assertionOf(browser: Browser): Promise<string> {
  const me = (await (await browser.ask('/api/staff/me')).json()) as Me;
  return (await office.store.assertions.issueAssertion(me)) ?? '';
}

type Change = {
  kind: string;
  entryId: string;
  before: object | null;
  after: object;
  held?: true;
  assertion?: string;
};
/** In the order in which they were made, each a second after the one before. */
function tell(words: string, ...changes: Change[]): Promise<unknown> {
  const atMs = office.store.clock.nowMs - 60_000;
  const edits = changes.map((change, index) => ({
    id: v7(),
    atMs: atMs + index * 1000,
    assertion: assertions.ana,
    ...change,
  }));
  return office.record.step(words, relay, 'POST /link/edits', { edits });
}
const price = (kind: string, entryId: string, name: string, seen: number, wanted: number): Change => ({
  kind,
  entryId,
  before: { name, priceCents: seen },
  after: { priceCents: wanted },
  held: true,
});
const choose = (
  words: string,
  who: Browser,
  path: string,
  choice: string,
  storedCents: number,
  wantedCents: number,
) =>
  office.record.step(words, who, `POST /api/staff/price-conflicts/${path}`, {
    choice,
    storedCents,
    wantedCents,
  });

async function hearOfThem(): Promise<void> {
  const { record, ana } = office;
  record.title('What the site tells of');
  await record.look(ana, CONFLICTS);
  await tell(
    'A topping that was made, renamed and set to sold out',
    { kind: 'toppings', entryId: 'kiwi', before: null, after: { name: 'Kiwi' } },
    { kind: 'toppings', entryId: 'mel', before: { name: 'Mel' }, after: { name: 'Mel de flor' } },
    {
      kind: 'toppings',
      entryId: 'mel',
      before: { name: 'Mel', soldOutUntilMs: null },
      after: { soldOutUntilMs: 8_640_000_000_000_000 },
    },
  );
  await tell('A setting', {
    kind: 'settings',
    entryId: 'settings',
    before: { storePhone: '' },
    after: { storePhone: '3333-4444' },
  });
  await tell('By somebody whom the shop does not know', {
    kind: 'settings',
    entryId: 'settings',
    before: { storePhone: '' },
    after: { storePhone: '0' },
    assertion: 'x.y.z',
  });
  await tell('Nothing that changed', {
    kind: 'toppings',
    entryId: 'mel',
    before: { name: 'Mel' },
    after: { name: 'Mel' },
  });
  await tell('A price as the shop has it', price('sizes', 'p', 'Pequeno', 1500, 1600));
  await tell('A price that is so already', price('sizes', 'p', 'Pequeno', 1500, 1600));
  await tell('A price of nothing there', price('sizes', 'x', 'Enorme', 1500, 1600));
  await tell(
    'Prices that the shop changed meanwhile',
    price('sizes', 'g', 'Grande', 2400, 2700),
    price('products', 'agua', 'Água', 300, 450),
    {
      ...price('wholesaleProducts', 'balde', 'Balde', 8500, 9500),
      assertion: assertions.vera,
    },
  );
  await tell('Another one of the same', price('sizes', 'g', 'Grande', 2400, 2800));
  await record.step('What cannot be read', relay, 'POST /link/edits', { edits: [{ id: 'x' }] });
  await record.step('From the shop itself', ana, 'POST /link/edits', { edits: [] });
}

async function chooseAmongThem(): Promise<void> {
  const { record, ana, vera, caio } = office;
  record.title('What people choose');
  office.later(60_000);
  await record.look(ana, CONFLICTS);
  await record.look(vera, CONFLICTS);
  await record.look(caio, CONFLICTS);
  await choose('Vera chooses of the shop’s', vera, 'sizes/g', 'wanted', 2500, 2800);
  await choose('On a screen that is old', ana, 'sizes/g', 'wanted', 2500, 2700);
  await choose('The one from the site', ana, 'sizes/g', 'wanted', 2500, 2800);
  await choose('Again', ana, 'sizes/g', 'wanted', 2500, 2800);
  await choose('The shop’s', ana, 'products/agua', 'stored', 400, 450);
  await choose('Neither', ana, 'products/agua', 'both', 400, 450);
  await choose('Vera’s own', vera, 'wholesaleProducts/balde', 'wanted', 9000, 9500);
  await record.look(ana, [...CONFLICTS, '/api/menu', '/api/staff/audit?subject=menu']);
  await signInAs(relay, 'ana');
  await record.look({ ...relay, name: 'Ana far away' }, CONFLICTS);
}

it('says what is taken, and asks about what is not', async () => {
  await hearOfThem();
  await chooseAmongThem();
  await expect(office.record.text()).toMatchFileSnapshot('./prices.txt');
});
