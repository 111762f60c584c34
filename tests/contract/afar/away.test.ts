// The administrator from afar while the store is away: looks at orders, edits menu and settings, and nothing else; both sides'
// edits meet, and the store's audit says who did what.
import { generateKeyPair, importJWK, SignJWT, type JWK } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { samplePlacement } from '@balcao/shared/wholesale/sample.ts';
import { v7 } from 'uuid';
import { remoteEdits, remoteSessions } from '../../../cloud/shop/staff/schema.ts';
import { createRemoteSessions } from '../../../cloud/shop/staff/remote-sessions.ts';
import { Wake } from '../../../cloud/storage/wake.ts';
import { cookiesOf, PASSWORD } from '../../../edge/testing/sign-in.ts';
import type { Ask } from '../../harness/ask.ts';
import { soon } from '../../harness/relay.ts';
import { openShop, type Apart } from './shop.ts';

const HOUR_MS = 3_600_000;
let shop: Apart;
let ana: Ask;
let anaAtTheShop: Ask;

beforeAll(async () => {
  shop = await openShop();
  ana = await shop.signIn(shop.relayUrl, 'ana');
  anaAtTheShop = await shop.signIn(shop.storeUrl, 'ana');
  await vouched(ana, 'Ana');
});
afterEach(async () => {
  shop.resetRelay();
  await shop.join();
  await everythingTold();
});
afterAll(() => shop.close());

/** The next test begins with no edit that the store is still to hear of: parted before, it would hear of it later. */
const everythingTold = () =>
  soon(async () => expect(await shop.relay.db.select().from(remoteEdits)).toEqual([]));

/** Works from afar until the store's word has come to the relay. */
async function vouched(ask: Ask, name: string): Promise<void> {
  expect((await ask('/api/staff/me')).body).toMatchObject({ name });
  await soon(async () => {
    const rows = await shop.relay.db.select().from(remoteSessions);
    expect(rows.map((row) => row.name)).toContain(name);
  });
}
const edit = (ask: Ask, kind: string, id: string, json: Record<string, unknown>) =>
  ask(`/api/staff/catalog/${kind}/${id}`, { method: 'PATCH', json });
const sizeAt = async (ask: Ask, id: string) =>
  ((await ask('/api/staff/catalog')).body.sizes as Record<string, unknown>[]).find((one) => one['id'] === id);
/** As customers see the small size there. */
const menuSizeAt = async (url: string) =>
  ((await shop.stranger(url)('/api/menu')).body.sizes as Record<string, unknown>[]).find(
    (one) => one['id'] === 'p',
  );
const audit = async () =>
  (
    (await anaAtTheShop('/api/staff/audit')).body.rows as {
      userName: string;
      from: string;
      text: string;
      atMs: number;
    }[]
  ).toReversed();

const cookieAt = async (url: string): Promise<string> => {
  const { headers } = await shop.stranger(url)('/api/auth/sign-in/email', {
    json: { email: 'dora@loja.com', password: PASSWORD },
  });
  return cookiesOf(headers);
};

/** What the stream of a staff screen says first. */
async function hello(cookie: string): Promise<unknown> {
  const left = new AbortController();
  const { body } = await fetch(`${shop.relayUrl}/api/staff/live`, {
    headers: { cookie },
    signal: left.signal,
  });
  let text = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (/^data:.*\n/m.test(text)) break;
  }
  left.abort();
  expect(text).toMatch(/^event: hello$/m);
  return JSON.parse(/^data:(.*)$/m.exec(text)?.[1] ?? '');
}

describe('while the store is away', () => {
  it('[A3] both edit different fields of one product: nobody loses any, and the audit says who did what', async () => {
    await shop.part();
    expect((await edit(ana, 'sizes', 'g', { priceCents: 2900 })).status).toBe(200);
    expect((await edit(anaAtTheShop, 'sizes', 'g', { name: 'Gigante', maxToppings: 7 })).status).toBe(200);
    expect(await sizeAt(ana, 'g')).toMatchObject({ priceCents: 2900, name: 'Grande' });
    expect(await sizeAt(anaAtTheShop, 'g')).toMatchObject({ priceCents: 2500, name: 'Gigante' });

    await shop.join();
    for (const ask of [ana, anaAtTheShop])
      await soon(async () =>
        expect(await sizeAt(ask, 'g')).toMatchObject({ priceCents: 2900, name: 'Gigante', maxToppings: 7 }),
      );
    await soon(async () =>
      expect((await audit()).map(({ userName, from, text }) => [userName, from, text])).toEqual(
        expect.arrayContaining([
          ['Ana', 'lan', expect.stringContaining('mudou o tamanho Grande: o nome de Grande para Gigante')],
          [
            'Ana',
            'relay',
            'mudou o tamanho Grande: o preço de R$ 25,00 para R$ 29,00, com a loja sem conexão',
          ],
        ]),
      ),
    );
  });

  it('[A3] both edit the same field: one wins on both sides, other fields stay, and both deeds are in the audit, once', async () => {
    await shop.part();
    const before = await sizeAt(anaAtTheShop, 'p');
    await edit(ana, 'sizes', 'p', { maxToppings: 8 });
    await edit(anaAtTheShop, 'sizes', 'p', { maxToppings: 9 });
    await shop.join();
    const said = async () => (await audit()).filter(({ text }) => text.startsWith('mudou o tamanho Pequeno'));
    await soon(async () => {
      const [here, there] = [await menuSizeAt(shop.storeUrl), await menuSizeAt(shop.relayUrl)];
      expect(here).toEqual(there);
      expect([8, 9]).toContain(here?.['maxToppings']);
      expect(await said()).toHaveLength(2);
    });
    const after = await sizeAt(anaAtTheShop, 'p');
    expect({ ...after, maxToppings: 0 }).toEqual({ ...before, maxToppings: 0 });
    // A second parting tells the store nothing twice.
    await shop.part();
    await shop.join();
    await shop.settled();
    expect((await said()).map(({ from }) => from).toSorted()).toEqual(['lan', 'relay']);
  });

  describe('[A5] a price that both put in', () => {
    const conflicts = async (ask: Ask) =>
      (await ask('/api/staff/price-conflicts')).body.conflicts as Record<string, unknown>[];
    const priceNow = async () => Number((await sizeAt(anaAtTheShop, 'p'))?.['priceCents']);
    /** From afar first, in the shop after that, and together again: the store has decided. */
    async function putInTwice(): Promise<{ seenCents: number; wantedCents: number; storedCents: number }> {
      const seenCents = await priceNow();
      const [wantedCents, storedCents] = [seenCents + 400, seenCents + 600];
      await shop.part();
      expect((await edit(ana, 'sizes', 'p', { priceCents: wantedCents })).status).toBe(200);
      expect(await sizeAt(ana, 'p')).toMatchObject({ priceCents: wantedCents });
      await edit(anaAtTheShop, 'sizes', 'p', { priceCents: storedCents });
      await shop.join();
      await everythingTold();
      return { seenCents, wantedCents, storedCents };
    }
    const choose = (ask: Ask, choice: string, prices: object) =>
      ask('/api/staff/price-conflicts/sizes/p', { method: 'POST', json: { choice, ...prices } });

    it('stays as the store has it, on both sides; both are shown both, and it is audited once', async () => {
      const { seenCents, wantedCents, storedCents } = await putInTwice();
      await soon(async () => {
        for (const url of [shop.storeUrl, shop.relayUrl])
          expect(await menuSizeAt(url)).toMatchObject({ priceCents: storedCents });
        for (const ask of [ana, anaAtTheShop])
          expect(await conflicts(ask)).toMatchObject([
            { kind: 'sizes', id: 'p', name: 'Pequeno', by: 'Ana', seenCents, storedCents, wantedCents },
          ]);
      });
      const said = async () =>
        (await audit()).filter(({ text }) => text.startsWith('quis mudar o tamanho Pequeno'));
      expect(await said()).toMatchObject([
        {
          userName: 'Ana',
          from: 'relay',
          text: expect.stringMatching(/; ficou R\$ .*, que a loja tinha posto, com a loja sem conexão$/),
        },
      ]);
      await shop.part();
      await shop.join();
      await shop.settled();
      expect(await said()).toHaveLength(1);
      // A choice by what is not there any more is none.
      expect(await choose(ana, 'wanted', { storedCents: storedCents + 1, wantedCents })).toMatchObject({
        status: 409,
        body: { code: 'price-decided' },
      });
      expect((await choose(ana, 'stored', { storedCents, wantedCents })).body).toEqual({ conflicts: [] });
      expect(await priceNow()).toBe(storedCents);
      expect((await audit()).at(-1)?.text).toMatch(
        /^deixou o tamanho Pequeno em R\$ .*; Ana tinha posto R\$ /,
      );
      expect((await choose(ana, 'stored', { storedCents, wantedCents })).status).toBe(409);
    });

    it('is the one from afar where somebody in the shop chooses it, and that is audited too', async () => {
      const { wantedCents, storedCents } = await putInTwice();
      expect((await choose(anaAtTheShop, 'wanted', { storedCents, wantedCents })).status).toBe(200);
      expect(await priceNow()).toBe(wantedCents);
      await soon(async () =>
        expect(await menuSizeAt(shop.relayUrl)).toMatchObject({ priceCents: wantedCents }),
      );
      expect(await conflicts(ana)).toEqual([]);
      expect((await audit()).at(-1)?.text).toMatch(/^escolheu para o tamanho Pequeno o preço que Ana pôs/);
    });

    it('twice from afar, and not in the shop, is the last one, and nothing is to be chosen', async () => {
      const seen = await priceNow();
      await shop.part();
      for (const priceCents of [seen + 100, seen + 200]) await edit(ana, 'sizes', 'p', { priceCents });
      expect(await sizeAt(ana, 'p')).toMatchObject({ priceCents: seen + 200 });
      expect(await priceNow()).toBe(seen);
      await shop.join();
      await soon(async () => expect(await priceNow()).toBe(seen + 200));
      await soon(async () =>
        expect(await menuSizeAt(shop.relayUrl)).toMatchObject({ priceCents: seen + 200 }),
      );
      expect(await conflicts(ana)).toEqual([]);
    });

    it('of what was made from afar comes with it, also where it was changed there again', async () => {
      await shop.part();
      const made = { name: 'De longe', priceCents: 900, maxToppings: 1 };
      expect((await edit(ana, 'sizes', 'longe', made)).status).toBe(200);
      expect((await edit(ana, 'sizes', 'longe', { priceCents: 950 })).status).toBe(200);
      await shop.join();
      await soon(async () => expect(await sizeAt(anaAtTheShop, 'longe')).toMatchObject({ priceCents: 950 }));
      expect(await conflicts(ana)).toEqual([]);
    });
  });

  it('[A3] several entries at once are all changed, with a note for each, or none is', async () => {
    await shop.part();
    const place = (id: string, position: unknown) => ({ kind: 'sizes', id, fields: { position } });
    const ask = (entries: unknown[]) => ana('/api/staff/catalog', { method: 'PATCH', json: { entries } });
    const order = async (who: Ask) =>
      ((await who('/api/staff/catalog')).body.sizes as { id: string }[]).map(({ id }) => id);
    const before = await order(ana);
    expect((await ask([place('g', 2), place('p', -1)])).status).toBe(422);
    expect(await order(ana)).toEqual(before);
    expect(await shop.relay.db.select().from(remoteEdits)).toEqual([]);

    const turned = before.toReversed();
    const answer = await ask(turned.map((id, index) => place(id, index + 1)));
    expect(answer.status).toBe(200);
    expect((answer.body.sizes as { id: string }[]).map(({ id }) => id)).toEqual(turned);
    expect(await shop.relay.db.select().from(remoteEdits)).toHaveLength(turned.length);
    await shop.join();
    await soon(async () => expect(await order(anaAtTheShop)).toEqual(turned));
    await soon(async () => expect(await shop.relay.db.select().from(remoteEdits)).toEqual([]));
  });

  it('[A3] a price is not written over by an author who saw another one', async () => {
    await shop.part();
    const { priceCents: now } = (await sizeAt(ana, 'p')) ?? {};
    const ask = (seen: number) =>
      ana('/api/staff/catalog', {
        method: 'PATCH',
        json: {
          entries: [{ kind: 'sizes', id: 'p', fields: { priceCents: 3333 }, seen: { priceCents: seen } }],
        },
      });
    expect(await ask(Number(now) + 1)).toMatchObject({ status: 409, body: { code: 'price-differs' } });
    expect(await sizeAt(ana, 'p')).toMatchObject({ priceCents: now });
    expect(await shop.relay.db.select().from(remoteEdits)).toEqual([]);
    expect((await ask(Number(now))).status).toBe(200);
    expect(await sizeAt(ana, 'p')).toMatchObject({ priceCents: 3333 });
  });

  it('[A2] settings and Acabou can be changed, and customers see it at once', async () => {
    await shop.part();
    const untilMs = Date.now() + HOUR_MS;
    expect((await edit(ana, 'toppings', 'mel', { soldOutUntilMs: untilMs })).status).toBe(200);
    expect(
      (await ana('/api/staff/settings', { method: 'PATCH', json: { storeName: 'Açaí da Praia' } })).status,
    ).toBe(200);
    const visitor = shop.stranger(shop.relayUrl);
    expect((await visitor('/api/store')).body).toMatchObject({ name: 'Açaí da Praia' });
    expect((await visitor('/api/menu')).body.toppings).toContainEqual(
      expect.objectContaining({ id: 'mel', soldOut: true }),
    );
    await shop.join();
    await soon(() => expect(shop.store.menu.catalog().settings.storeName).toBe('Açaí da Praia'));
    await soon(async () => expect((await audit()).at(-1)?.text).toContain('o nome da loja'));
  });

  it('[A2] what is wrong is refused in the words of the store, and changes nothing', async () => {
    await shop.part();
    const before = await sizeAt(ana, 'g');
    const refused = await edit(ana, 'sizes', 'g', { priceCents: -1 });
    expect(refused.status).toBe(422);
    expect(refused.body.errors[0]).toMatchObject({ field: 'priceCents' });
    expect(await sizeAt(ana, 'g')).toEqual(before);
    expect(await shop.relay.db.select().from(remoteEdits)).toEqual([]);
  });

  it('[A2] orders are there to be looked at and found, and cannot be moved', async () => {
    const json = { ...sampleRequest(), id: v7(), customerPhone: '11955554444' };
    const placed = await shop.stranger(shop.relayUrl)('/api/orders', { json });
    expect(placed.status).toBe(201);
    const { id, simpleId } = placed.body.order as { id: string; simpleId: number };
    await shop.settled();
    await shop.part();
    expect((await ana('/api/staff/board')).body).toMatchObject({
      away: true,
      delivered: [],
      deliveredToday: 0,
    });
    for (const query of ['', '?by=phone&q=11955554444', `?by=panel&q=${simpleId}`, `?by=id&q=${id}`])
      expect((await ana(`/api/staff/orders${query}`)).body.orders).toMatchObject([
        { id, customerPhone: '11955554444' },
      ]);
    expect((await ana('/api/staff/orders?by=phone&q=999')).body.orders).toEqual([]);
    const moved = await ana(`/api/staff/orders/${id}/moves`, { json: { kind: 'cancel', reason: 'loja' } });
    expect(moved).toMatchObject({ status: 503, body: { code: 'store-away' } });
  });

  it.each([
    ['GET', '/api/staff/pix-key'],
    ['PUT', '/api/staff/pix-key'],
    ['GET', '/api/staff/printers'],
    ['PUT', '/api/staff/printers/p1'],
    ['GET', '/api/staff/users'],
    ['POST', '/api/staff/users'],
    ['PATCH', '/api/staff/me'],
    ['GET', '/api/staff/payments/credentials'],
    ['PUT', '/api/staff/payments/credentials'],
    ['GET', '/api/staff/audit'],
    ['GET', '/api/staff/privacy'],
    ['POST', '/api/staff/privacy/erase'],
    ['POST', '/api/staff/orders/clear'],
    ['POST', '/api/auth/sign-in/email'],
  ])('[A2] %s %s needs the store', async (method, path) => {
    await shop.part();
    const answer = await ana(path, { method, ...(method === 'GET' ? {} : { json: {} }) });
    expect(answer).toMatchObject({ status: 503, body: { code: 'store-away' } });
  });
});

describe('wholesale while the store is away', () => {
  let vera: Ask;
  beforeAll(async () => {
    vera = await shop.signIn(shop.relayUrl, 'vera');
    await vouched(vera, 'Vera');
  });
  const place = async (customerName: string): Promise<string> => {
    const id = v7();
    const json = { ...samplePlacement(), id, customerName, customerPhone: '11933332222' };
    expect((await shop.stranger(shop.relayUrl)('/api/wholesale/orders', { json })).status).toBe(201);
    return id;
  };
  const list = (ask: Ask, query: string) => ask(`/api/staff/wholesale/orders?${query}`);
  const step = (id: string, kind: string) =>
    anaAtTheShop(`/api/staff/wholesale/orders/${id}/moves`, { json: { kind } });

  it('[A2] its orders are there as the store last had them, whole, for who sells and for administrators, and cannot be moved or printed', async () => {
    const [first, done, second] = [await place('Um'), await place('Dois'), await place('Três')];
    for (const kind of ['start', 'finish']) expect((await step(done, kind)).status).toBe(200);
    await step(first, 'start');
    const there = (await list(vera, 'state=open')).body;
    expect(there.away).toBeUndefined();
    await shop.settled();
    await shop.part();

    for (const ask of [vera, ana]) {
      const open = (await list(ask, 'state=open')).body;
      expect(open).toEqual({ ...there, away: true });
      expect(open.orders.map((one: { id: string; status: string }) => [one.id, one.status])).toEqual([
        [second, 'NOVO'],
        [first, 'EM_ANDAMENTO'],
      ]);
      expect(open.orders[0]).toMatchObject({ customerName: 'Três', customerPhone: '11933332222' });
    }
    const over = (await list(vera, 'state=over')).body;
    expect(over).toMatchObject({
      open: 2,
      over: 1,
      more: false,
      orders: [{ id: done, customerName: 'Dois' }],
    });
    expect((await list(vera, `state=over&before=${over.orders[0].orderNumber}`)).body.orders).toEqual([]);
    for (const what of ['moves', 'print'])
      expect(
        await vera(`/api/staff/wholesale/orders/${first}/${what}`, { json: { kind: 'cancel' } }),
      ).toMatchObject({ status: 503, body: { code: 'store-away' } });
    const found = await shop.stranger(shop.relayUrl)('/api/wholesale/track', {
      json: { phone: '(11) 93333-2222' },
    });
    expect(found.body.orders).toHaveLength(3);
    expect(JSON.stringify(found.body)).not.toContain('11933332222');
  });

  it('[A3] its catalogue and fields are edited on both sides, meet field by field, and the audit says who did what', async () => {
    await shop.part();
    expect((await vera('/api/staff/me')).body).toMatchObject({
      name: 'Vera',
      role: 'WHOLESALE',
      away: true,
    });
    expect((await edit(vera, 'wholesaleProducts', 'balde', { priceCents: 13_000 })).status).toBe(200);
    // What the work does not need of the settings is an administrator's alone, here as in the shop.
    await ana('/api/staff/settings', { method: 'PATCH', json: { taxId: '11.222.333/0001-81' } });
    const taxIdTo = async (ask: Ask) => (await ask('/api/staff/catalog')).body.settings.taxId as string;
    expect([await taxIdTo(ana), await taxIdTo(vera)]).toEqual(['11.222.333/0001-81', '']);
    expect((await edit(vera, 'wholesaleFields', 'address', { enabled: true, required: true })).status).toBe(
      200,
    );
    expect((await edit(anaAtTheShop, 'wholesaleProducts', 'balde', { name: 'Balde' })).status).toBe(200);
    const refused = await edit(vera, 'wholesaleProducts', 'balde', { priceCents: 0 });
    expect(refused.status).toBe(422);

    await shop.join();
    for (const ask of [vera, anaAtTheShop])
      await soon(async () => {
        const { wholesaleProducts, wholesaleFields } = (await ask('/api/staff/catalog')).body;
        expect(wholesaleProducts).toContainEqual(
          expect.objectContaining({ id: 'balde', priceCents: 13_000, name: 'Balde' }),
        );
        expect(wholesaleFields).toContainEqual({ id: 'address', enabled: true, required: true });
      });
    await soon(async () =>
      expect((await audit()).map(({ userName, from, text }) => [userName, from, text])).toContainEqual([
        'Vera',
        'relay',
        expect.stringMatching(/Açaí em balde: o preço de R\$.120,00 para R\$.130,00, com a loja sem conexão/),
      ]),
    );
  });

  it('[A2] one entry that is not for who sells wholesale takes all that come with it along', async () => {
    await shop.part();
    const before = await shop.relay.db.select().from(remoteEdits);
    const entries = [
      { kind: 'wholesaleProducts', id: 'balde', fields: { priceCents: 14_000 } },
      { kind: 'sizes', id: 'g', fields: { priceCents: 100 } },
    ];
    for (const json of [{ entries }, { entries: entries.toReversed() }])
      expect((await vera('/api/staff/catalog', { method: 'PATCH', json })).status).toBe(403);
    expect(await shop.relay.db.select().from(remoteEdits)).toEqual(before);
  });

  it.each([
    ['GET', '/api/staff/board'],
    ['GET', '/api/staff/orders'],
    ['PATCH', '/api/staff/settings'],
    ['PATCH', '/api/staff/catalog/sizes/p'],
    ['PATCH', '/api/staff/catalog/toppings/mel'],
  ])('[A2] %s %s is not for who sells wholesale', async (method, path) => {
    await shop.part();
    const before = await shop.relay.db.select().from(remoteEdits);
    const answer = await vera(path, { method, ...(method === 'GET' ? {} : { json: { name: 'X' } }) });
    expect(answer).toMatchObject({ status: 403, body: { title: 'Acesso Negado' } });
    expect(await shop.relay.db.select().from(remoteEdits)).toEqual(before);
  });
});

describe("the store's word", () => {
  const inside = async (ask: Ask): Promise<boolean> => (await ask('/api/staff/catalog')).status === 200;

  it('[A1] is for administrators and who sells wholesale, and for nobody without a session', async () => {
    const caio = await shop.signIn(shop.relayUrl, 'caio');
    expect((await caio('/api/staff/me')).status).toBe(200);
    await shop.part();
    expect(await inside(ana)).toBe(true);
    expect(await inside(caio)).toBe(false);
    expect(await inside(shop.stranger(shop.relayUrl))).toBe(false);
    expect(await inside(shop.stranger(shop.relayUrl, 'balcao.session_token=made-up'))).toBe(false);
  });

  it('[107] is told by the stream of a screen, whichever side it was opened on', async () => {
    const cookie = await cookieAt(shop.relayUrl);
    await vouched(shop.stranger(shop.relayUrl, cookie), 'Dora');
    expect(await hello(cookie)).not.toHaveProperty('away');
    await shop.part();
    expect(await hello(cookie)).toEqual({ now: expect.any(Number), away: true });
  });

  it('[107] leaves nobody listening when its screen goes', async () => {
    const cookie = await cookieAt(shop.relayUrl);
    await vouched(shop.stranger(shop.relayUrl, cookie), 'Dora');
    await shop.part();
    const listening = new Set<symbol>();
    let begun = 0;
    const on = Wake.prototype.on;
    const spy = vi.spyOn(Wake.prototype, 'on').mockImplementation(function (
      this: Wake,
      ...[storeId, topic, listener]: Parameters<Wake['on']>
    ) {
      const stop = on.call(this, storeId, topic, listener);
      const one = Symbol(topic);
      listening.add(one);
      begun += 1;
      return () => {
        listening.delete(one);
        stop();
      };
    });
    onTestFinished(() => spy.mockRestore());
    await hello(cookie);
    await soon(() => expect([...listening].map(String)).toEqual([]));
    expect(begun).toBeGreaterThanOrEqual(2);
  });

  it('[A1] [56] is for sessions that were born at the relay: one of the shop is nothing there, with the store there and without', async () => {
    const ofShop = await cookieAt(shop.storeUrl);
    const ofRelay = await cookieAt(shop.relayUrl);
    const status = async (url: string, cookie: string) =>
      (await shop.stranger(url, cookie)('/api/staff/me')).status;
    expect(await status(shop.storeUrl, ofShop)).toBe(200);
    expect(await status(shop.relayUrl, ofShop)).toBe(401);
    expect(await status(shop.storeUrl, ofRelay)).toBe(401);
    expect(await status(shop.relayUrl, ofRelay)).toBe(200);
    await vouched(shop.stranger(shop.relayUrl, ofRelay), 'Dora');
    await shop.part();
    expect(await inside(shop.stranger(shop.relayUrl, ofShop))).toBe(false);
    expect(await inside(shop.stranger(shop.relayUrl, ofRelay))).toBe(true);
  });

  it('[A1] never reaches a browser', async () => {
    const answer = await ana('/api/staff/board');
    expect([...answer.headers].flat().filter((one) => one.includes('x-balcao'))).toEqual([]);
  });

  it('[A1] holds for twelve hours after it was last given', async () => {
    await shop.part();
    shop.testRelay.advance(11.9 * HOUR_MS);
    expect(await inside(ana)).toBe(true);
    shop.testRelay.advance(0.2 * HOUR_MS);
    expect(await inside(ana)).toBe(false);
  });

  it('[A4] ends with the role, the account or the password of whom it is for, as soon as the log says so', async () => {
    const bia = await shop.signIn(shop.relayUrl, 'bia');
    await vouched(bia, 'Bia');
    const { id } = (await bia('/api/staff/me')).body as { id: string };
    await anaAtTheShop(`/api/staff/users/${id}`, { method: 'PATCH', json: { role: 'KITCHEN' } });
    // While there is a link the store itself answers.
    expect((await bia('/api/staff/catalog')).status).toBe(401);
    await shop.settled();
    await shop.part();
    expect(await inside(bia)).toBe(false);
    expect(await inside(ana)).toBe(true);
  });

  it('[A4] [32] ends with a session that was ended on another device, and others of the same person go on', async () => {
    const here = await shop.signIn(shop.relayUrl, 'dora');
    const there = await shop.signIn(shop.relayUrl, 'dora');
    await vouched(there, 'Dora');
    const { sessions } = (await here('/api/staff/me/sessions')).body as {
      sessions: { id: string; current: boolean }[];
    };
    for (const { id, current } of sessions)
      if (!current)
        expect((await here(`/api/staff/me/sessions/${id}`, { method: 'DELETE' })).status).toBe(204);
    // While there is a link the store itself answers.
    expect((await there('/api/staff/me')).status).toBe(401);
    expect((await here('/api/staff/me')).status).toBe(200);
    await shop.settled();
    await shop.part();
    expect(await inside(there)).toBe(false);
    expect(await inside(here)).toBe(true);
  });

  it('[A4] ends with signing out, with the store there and without', async () => {
    const dora = await shop.signIn(shop.relayUrl, 'dora');
    await vouched(dora, 'Dora');
    // One that the store refuses ends nothing.
    const refused = { json: {}, headers: { 'content-type': 'text/plain' } };
    expect((await dora('/api/auth/sign-out', refused)).status).toBe(415);
    const kept = await shop.relay.db.select().from(remoteSessions);
    expect(kept.map(({ name }) => name)).toContain('Dora');
    expect((await dora('/api/auth/sign-out', { json: {} })).status).toBe(200);
    const again = await shop.signIn(shop.relayUrl, 'dora');
    await vouched(again, 'Dora');
    await shop.part();
    expect(await inside(dora)).toBe(false);
    expect(await inside(again)).toBe(true);
    const { status, headers } = await again('/api/auth/sign-out', { json: {} });
    expect(status).toBe(200);
    expect(headers.getSetCookie().some((one) => /^balcao\.session_token=;.*Max-Age=0/.test(one))).toBe(true);
    expect(await inside(again)).toBe(false);
  });

  it('[A1] is worth nothing from another key, for another store, or for the wrong reader', async () => {
    const { storeId } = shop.store.identity;
    const known = await shop.relay.db.select().from(remoteSessions);
    const sign = async (change: { key?: CryptoKey; issuer?: string; audience?: string }) =>
      new SignJWT({ name: 'Eva', email: 'eva@loja.com', role: 'ADMIN', seq: 1 })
        .setProtectedHeader({ alg: 'EdDSA' })
        .setSubject('eva')
        .setIssuer(change.issuer ?? storeId)
        .setAudience(change.audience ?? 'balcao-relay/staff')
        .setIssuedAt()
        .setExpirationTime('15m')
        .sign(
          change.key ??
            ((await importJWK(shop.store.identity.assertionKey.privateJwk as JWK, 'EdDSA')) as CryptoKey),
        );
    const { privateKey } = await generateKeyPair('EdDSA');
    const ear = createRemoteSessions({ db: shop.relay.db, clock: Date.now });
    for (const change of [{ key: privateKey }, { issuer: v7() }, { audience: 'balcao-relay' }])
      await ear.saveAssertion(storeId, 'a'.repeat(64), await sign(change));
    expect(await shop.relay.db.select().from(remoteSessions)).toHaveLength(known.length);
    await ear.saveAssertion(storeId, 'a'.repeat(64), await sign({}));
    expect(await shop.relay.db.select().from(remoteSessions)).toHaveLength(known.length + 1);
  });
});
