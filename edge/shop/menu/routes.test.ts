import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { addPriceConflict } from '@balcao/shared/menu/remote-price.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import { Wake } from '../../storage/wake.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

const ENTRIES_PATCHED_MAX = 500;

let store: TestStore;
let admin: Asking;
beforeEach(async () => {
  store = await openTestStore({ seed: false });
  store.menu.seed({ ...sampleCatalog(), ...sampleWholesale() });
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

const patch = (ask: Asking, entries: unknown) =>
  ask('/api/staff/catalog', { method: 'PATCH', json: { entries } });
const audit = async () =>
  ((await (await admin('/api/staff/audit?subject=menu')).json()) as { rows: { text: string }[] }).rows.map(
    ({ text }) => text,
  );
it('the settings come with the catalogue to an administrator, to others without what they do not work by', async () => {
  store.menu.setSettings({ taxId: '11.222.333/0001-81', wholesaleTerms: '14 dias' });
  const told = async (ask: Asking, json?: unknown) => {
    const answer = await ask('/api/staff/catalog', json === undefined ? {} : { method: 'PATCH', json });
    const { settings } = (await answer.json()) as Catalog;
    return [settings.taxId, settings.wholesaleTerms];
  };
  const vera = await asRole(store, 'WHOLESALE');
  const entries = [{ kind: 'wholesaleProducts', id: 'balde', fields: { position: 3 } }];
  expect(await told(admin)).toEqual(['11.222.333/0001-81', '14 dias']);
  expect(await told(vera)).toEqual(['', '14 dias']);
  expect(await told(vera, { entries })).toEqual(['', '14 dias']);
});

const place = (id: string, position: number) => ({ kind: 'sizes', id, fields: { position } });

describe('an entry of the menu', () => {
  it.each([
    ['sizes', { name: 'Novo', priceCents: 100, maxToppings: 1 }],
    ['bases', { name: 'Novo' }],
    ['toppings', { name: 'Novo', category: 'frutas' }],
    ['iceCreams', { name: 'Novo' }],
    ['products', { name: 'Novo', priceCents: 100, productType: 'PRONTO' }],
    ['categories', { name: 'Novo' }],
  ] as const)('of %s is made active, changed, and taken off without being lost', async (kind, fields) => {
    const change = (json: object) =>
      admin(`/api/staff/catalog/${kind}/novo`, { method: 'PATCH', json }).then(({ status }) => status);
    const kept = () => store.menu.catalog()[kind].find(({ id }) => id === 'novo');
    expect(await change(fields)).toBe(200);
    expect(kept()).toMatchObject({ ...fields, active: true });
    expect(await change({ name: 'Outro' })).toBe(200);
    expect(await change({ active: false })).toBe(200);
    expect(kept()).toMatchObject({ ...fields, name: 'Outro', active: false });
  });

  it('that is a way to pay is switched on and off, and the others stay as they are', async () => {
    const switched = async (enabled: boolean) => {
      const path = '/api/staff/catalog/paymentMethods/credit_card';
      expect((await admin(path, { method: 'PATCH', json: { enabled } })).status).toBe(200);
      return Object.fromEntries(store.menu.catalog().paymentMethods.map((one) => [one.id, one.enabled]));
    };
    expect(await switched(true)).toEqual({ pix: true, credit_card: true, cash: true });
    expect(await switched(false)).toEqual({ pix: true, credit_card: false, cash: true });
  });
});

describe('several entries in one request', () => {
  it('are one change of the document, one sentence of the audit for a new order, and answered with the whole catalogue', async () => {
    let updates = 0;
    store.menu.doc.on('update', () => (updates += 1));
    const answer = await patch(admin, [place('g', 1), place('p', 2)]);
    expect(answer.status).toBe(200);
    const { sizes } = (await answer.json()) as Catalog;
    expect(sizes.map(({ id }) => id).slice(0, 2)).toEqual(['g', 'p']);
    expect(store.menu.catalog().sizes).toEqual(sizes);
    expect(updates).toBe(1);
    expect(await audit()).toEqual(['mudou a ordem dos tamanhos']);
  });

  it('are all written or none: one that is wrong leaves the others as they were', async () => {
    const before = store.menu.catalog();
    const answer = await patch(admin, [
      { kind: 'sizes', id: 'g', fields: { name: 'Gigante' } },
      { kind: 'sizes', id: 'p', fields: { priceCents: -1 } },
    ]);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      errors: expect.arrayContaining([expect.objectContaining({ field: 'priceCents' })]),
    });
    expect(store.menu.catalog()).toEqual(before);
    expect(await audit()).toEqual([]);
  });

  it('may build on one another, and each other change has its own sentence', async () => {
    const answer = await patch(admin, [
      { kind: 'toppings', id: 'kiwi', fields: { name: 'Kiwi', category: 'frutas' } },
      { kind: 'toppings', id: 'kiwi', fields: { name: 'Kiwi verde' } },
      { kind: 'sizes', id: 'g', fields: { priceCents: 2700 } },
    ]);
    expect(answer.status).toBe(200);
    expect(await audit()).toEqual([
      'mudou o tamanho Grande: o preço de R$ 25,00 para R$ 27,00',
      'mudou o complemento Kiwi: o nome de Kiwi para Kiwi verde',
      'criou o complemento Kiwi',
    ]);
  });

  it('are refused whole when one of them is not for that role', async () => {
    const soldOut = { kind: 'toppings', id: 'mel', fields: { soldOutUntilMs: store.clock.nowMs + 1 } };
    const wholesale = { kind: 'wholesaleSizes', id: 's1', fields: { name: '11 L' } };
    const before = store.menu.catalog();
    for (const [role, entries] of [
      ['KITCHEN', [soldOut, place('g', 1)]],
      ['ATTENDANT', [soldOut, wholesale]],
      ['WHOLESALE', [wholesale, soldOut]],
    ] as const)
      expect((await patch(await asRole(store, role), entries)).status).toBe(403);
    expect(store.menu.catalog()).toEqual(before);
    expect((await patch(await asRole(store, 'KITCHEN'), [soldOut])).status).toBe(200);
    expect((await patch(await asRole(store, 'WHOLESALE'), [wholesale])).status).toBe(200);
  });

  it('are bounded in number, and at least one', async () => {
    const many = Array.from({ length: ENTRIES_PATCHED_MAX }, (_, index) => place('g', index));
    for (const [entries, status] of [
      [[], 422],
      [many, 200],
      [[...many, place('g', 1)], 422],
    ] as const)
      expect((await patch(admin, [...entries])).status).toBe(status);
  });
});

describe('a price whose author saw another one', () => {
  const price = (wanted: number, seen: number) => [
    { kind: 'sizes', id: 'g', fields: { priceCents: wanted }, seen: { priceCents: seen } },
  ];
  const stored = () => store.menu.catalog().sizes.find(({ id }) => id === 'g')?.priceCents;

  it('is not written over; both are told, both are audited, and the author chooses', async () => {
    expect((await patch(admin, price(2700, 2500))).status).toBe(200);
    const late = await patch(admin, price(2600, 2500));
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({
      code: 'price-differs',
      kind: 'sizes',
      id: 'g',
      storedCents: 2700,
      detail:
        'Outra pessoa mudou o preço de Grande para R$ 27,00. Você digitou R$ 26,00: escolha um dos dois.',
    });
    expect(stored()).toBe(2700);
    expect((await patch(admin, price(2600, 2700))).status).toBe(200);
    expect(stored()).toBe(2600);
    expect(await audit()).toEqual([
      'mudou o tamanho Grande: o preço de R$ 27,00 para R$ 26,00',
      'quis mudar o tamanho Grande: o preço de R$ 25,00 para R$ 26,00; ficou R$ 27,00, que outra pessoa tinha posto',
      'mudou o tamanho Grande: o preço de R$ 25,00 para R$ 27,00',
    ]);
  });

  it('leaves every other entry of the request as it was', async () => {
    const before = store.menu.catalog();
    const answer = await patch(admin, [
      { kind: 'sizes', id: 'p', fields: { name: 'Mini' } },
      ...price(2600, 1),
    ]);
    expect(answer.status).toBe(409);
    expect(store.menu.catalog()).toEqual(before);
  });

  it('is kept where it is the one that is there already, and where nothing was said of what was seen', async () => {
    expect((await patch(admin, price(2500, 1))).status).toBe(200);
    const unsaid = [{ kind: 'sizes', id: 'g', fields: { priceCents: 2900 } }];
    expect((await patch(admin, unsaid)).status).toBe(200);
    expect(stored()).toBe(2900);
  });
});

describe('a selection that is changed at once', () => {
  const toppings = () => store.menu.catalog().toppings;
  const dearer = (more: number) =>
    toppings().map(({ id, priceCents }) => ({
      kind: 'toppings',
      id,
      fields: { priceCents: priceCents + more },
      seen: { priceCents },
    }));
  const send = (entries: unknown, batch: string) =>
    admin('/api/staff/catalog', { method: 'PATCH', json: { entries, batch } });

  it('is one change of the document and one line of the audit, and so is taking it back', async () => {
    let updates = 0;
    store.menu.doc.on('update', () => (updates += 1));
    const before = toppings().map(({ priceCents }) => priceCents);
    expect((await send(dearer(50), 'selection')).status).toBe(200);
    expect(toppings().map(({ priceCents }) => priceCents)).toEqual(before.map((cents) => cents + 50));
    expect((await send(dearer(-50), 'undo')).status).toBe(200);
    expect(toppings().map(({ priceCents }) => priceCents)).toEqual(before);
    expect(updates).toBe(2);
    const [undone, done, ...others] = await audit();
    const count = `${before.length} complementos`;
    expect(done).toMatch(new RegExp(`^mudou ${count} de uma vez: .*: o preço de R\\$ .* para R\\$ .*; `));
    expect(undone).toMatch(new RegExp(`^desfez a mudança de ${count}: `));
    expect(others).toEqual([]);
  });

  it('is refused whole where one of its prices is another one by now, with how many are', async () => {
    const sent = dearer(50);
    const [first, second] = toppings();
    for (const { id } of [first!, second!])
      await patch(admin, [{ kind: 'toppings', id, fields: { priceCents: 999 } }]);
    const before = store.menu.catalog();
    const answer = await send(sent, 'selection');
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      code: 'price-differs',
      others: 1,
      detail: `Outra pessoa mudou o preço de ${first!.name} para R$ 9,99, e mais um preço mudou. Nada foi mudado: confira os preços de agora.`,
    });
    expect(store.menu.catalog()).toEqual(before);
    expect((await audit())[0]).toContain('(e mais 1 que tinham mudado; nada foi escrito)');
  });

  it('says what was switched off, what came by a file, and what was new in it', async () => {
    const [first] = toppings();
    await send([{ kind: 'toppings', id: first!.id, fields: { active: false } }], 'selection');
    await send(
      [
        {
          kind: 'toppings',
          id: 'paçoca',
          fields: { name: 'Paçoca', category: 'crocantes', priceCents: 150 },
        },
        { kind: 'sizes', id: 'g', fields: { priceCents: 2700 }, seen: { priceCents: 2500 } },
      ],
      'import',
    );
    expect(await audit()).toEqual([
      'importou 2 itens do cardápio de um arquivo: Paçoca (novo); Grande: o preço de R$ 25,00 para R$ 27,00',
      `mudou 1 complemento de uma vez: ${first!.name}: ativo de sim para não`,
    ]);
  });
});

it('a price from afar that the store has come to by itself, or of an entry that is gone, leaves nothing to choose', async () => {
  const { priceCents } = store.menu.catalog().sizes.find(({ id }) => id === 'g') ?? { priceCents: 0 };
  const price = { kind: 'sizes', id: 'g', seenCents: 1, by: 'Bia', atMs: 1 } as const;
  const offered = async (wantedCents: number, id = 'g') => {
    store.menu.edit((doc) => addPriceConflict(doc, { ...price, id, wantedCents }));
    const answer = await admin('/api/staff/price-conflicts');
    return ((await answer.json()) as { conflicts: { wantedCents: number }[] }).conflicts;
  };
  expect(await offered(priceCents + 1)).toMatchObject([{ id: 'g', storedCents: priceCents }]);
  expect(await offered(priceCents)).toEqual([]);
  expect(await offered(priceCents + 1, 'gone')).toEqual([]);
});

it('a price from afar is chosen about by whoever saw both prices as they are now, and nobody else', async () => {
  const storedCents = store.menu.catalog().sizes.find(({ id }) => id === 'g')?.priceCents ?? 0;
  const wantedCents = storedCents + 100;
  const price = { kind: 'sizes', id: 'g', seenCents: 1, by: 'Bia', atMs: 1, wantedCents } as const;
  store.menu.edit((doc) => addPriceConflict(doc, price));
  const choose = async (seen: object): Promise<number> =>
    (
      await admin('/api/staff/price-conflicts/sizes/g', {
        json: { choice: 'wanted', storedCents, wantedCents, ...seen },
      })
    ).status;
  expect(await choose({ storedCents: storedCents + 1 })).toBe(409);
  expect(await choose({ wantedCents: wantedCents + 1 })).toBe(409);
  const notify = vi.spyOn(Wake.prototype, 'notify');
  onTestFinished(() => notify.mockRestore());
  expect(await choose({})).toBe(200);
  // Its line of the audit goes to the relay at once.
  expect(notify.mock.calls.map(([topic]) => topic)).toContain('log');
});

it('what is changed of the menu is told to the relay at once, and so is the line of what was not changed', async () => {
  const heard: number[] = [];
  store.orders.wake.on('log', () => void heard.push(1));
  const told = async (answer: Promise<Response>): Promise<[status: number, isTold: boolean]> => {
    heard.length = 0;
    const { status } = await answer;
    await Promise.resolve();
    return [status, heard.length > 0];
  };
  const one = admin('/api/staff/catalog/sizes/g', { method: 'PATCH', json: { name: 'Gigante' } });
  expect(await told(one)).toEqual([200, true]);
  expect(await told(patch(admin, [place('g', 1), place('p', 2)]))).toEqual([200, true]);
  const unseen = { kind: 'sizes', id: 'g', fields: { priceCents: 2700 }, seen: { priceCents: 1 } };
  expect(await told(patch(admin, [unseen]))).toEqual([409, true]);
});

it('settings that are changed are told to the relay at once, with their line of the audit', async () => {
  const notify = vi.spyOn(Wake.prototype, 'notify');
  onTestFinished(() => notify.mockRestore());
  const json = { storeName: 'Outra' };
  expect((await admin('/api/staff/settings', { method: 'PATCH', json })).status).toBe(200);
  expect(notify.mock.calls.map(([topic]) => topic)).toContain('log');
});
