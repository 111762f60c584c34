// A line between store and relay that has died without a word, as seen by an administrator from afar: nobody waits for its end, and
// nothing is lost nor done twice when it is heard again.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remoteEdits, remoteSessions } from '../../../cloud/shop/staff/schema.ts';
import type { Ask } from '../../harness/ask.ts';
import { soon } from '../../harness/relay.ts';
import { openShop, type Apart } from './shop.ts';

let shop: Apart;
let ana: Ask;
let anaAtTheShop: Ask;

beforeAll(async () => {
  shop = await openShop();
  ana = await shop.signIn(shop.relayUrl, 'ana');
  anaAtTheShop = await shop.signIn(shop.storeUrl, 'ana');
  await vouched();
});
afterEach(() => shop.cable.plug());
afterAll(() => shop.close());

/** The store's word for her has come to the relay. */
async function vouched(): Promise<void> {
  await ana('/api/staff/me');
  await soon(async () => expect(await shop.relay.db.select().from(remoteSessions)).not.toEqual([]));
}
const everythingTold = () =>
  soon(async () => expect(await shop.relay.db.select().from(remoteEdits)).toEqual([]));
const answeredBy = (answer: Awaited<ReturnType<Ask>> | string): string | null | undefined =>
  typeof answer === 'string' ? undefined : answer.headers.get('x-balcao-answered-by');
const sizeAt = async (ask: Ask, id: string) =>
  ((await ask('/api/staff/catalog')).body.sizes as Record<string, unknown>[]).find((one) => one['id'] === id);

describe('[A6] over a line that has died without a word', () => {
  const session = () => shop.relay.gateway.session(shop.store.identity.storeId);
  /** What of both is there first; the link ends by itself after half a minute of silence. */
  const whileLinked = <T>(asked: Promise<T>): Promise<T | 'the link ended'> =>
    Promise.race([asked, session()!.ended.then(() => 'the link ended' as const)]);
  const priceIs = (ask: Ask, priceCents: number) =>
    soon(async () => expect(await sizeAt(ask, 'p')).toMatchObject({ priceCents }));

  it.each(['all', 'answers'] as const)(
    'an edit under way (%s) is taken by the relay, and is in the store when it is heard again, once',
    async (what) => {
      const before = (await sizeAt(anaAtTheShop, 'p'))?.['priceCents'] as number;
      const wanted = before + 100;
      const json = {
        entries: [{ kind: 'sizes', id: 'p', fields: { priceCents: wanted }, seen: { priceCents: before } }],
      };
      shop.cable.stall(what);
      const answer = await whileLinked(ana('/api/staff/catalog', { method: 'PATCH', json }));
      expect(answer).toMatchObject({ status: 200 });
      // By this the page says 'aguardando a loja', and not that the store has it.
      expect(answeredBy(answer)).toBe('relay');
      expect(session()?.isInDoubt()).toBe(true);
      // From then on nobody waits, not even for one more ping.
      const looked = session()!.isHeard();
      const inDoubt = await Promise.race([ana('/api/staff/me'), looked]);
      expect(inDoubt).toMatchObject({ status: 200, body: { name: 'Ana', away: true } });
      // What it was asked arrives, and is done, although nobody hears of it.
      if (what === 'answers') await priceIs(anaAtTheShop, wanted);
      shop.cable.plug();
      await soon(() => expect(session()?.isInDoubt()).toBe(false));
      await priceIs(anaAtTheShop, wanted);
      await priceIs(ana, wanted);
      await everythingTold();
      expect((await anaAtTheShop('/api/staff/price-conflicts')).body).toEqual({ conflicts: [] });
      const later = await ana('/api/staff/me');
      expect(later.body).not.toHaveProperty('away');
      expect(answeredBy(later)).toBeNull();
    },
  );

  it('what was only looked at is answered by the relay', async () => {
    shop.cable.stall();
    const answer = await whileLinked(ana('/api/staff/me'));
    expect(answer).toMatchObject({ status: 200, body: { name: 'Ana', away: true } });
    shop.cable.plug();
    await soon(() => expect(session()?.isInDoubt()).toBe(false));
  });

  it('a setting that was being changed is taken by the relay, and is in the store when it is heard again', async () => {
    shop.cable.stall();
    const json = { storeName: 'Açaí da Orla' };
    const answer = await whileLinked(ana('/api/staff/settings', { method: 'PATCH', json }));
    expect(answer).toMatchObject({ status: 200 });
    expect(answeredBy(answer)).toBe('relay');
    shop.cable.plug();
    await soon(async () =>
      expect((await shop.stranger(shop.storeUrl)('/api/store')).body).toMatchObject({ name: 'Açaí da Orla' }),
    );
    await everythingTold();
  });

  it('an order that was being moved may have been, and that is said', async () => {
    const { order } = await shop.order(shop.storeUrl);
    shop.cable.stall();
    const move = ana(`/api/staff/orders/${order.id}/moves`, {
      json: { kind: 'confirm-payment', method: 'cash' },
    });
    expect(await whileLinked(move)).toMatchObject({
      status: 503,
      body: { code: 'store-away', detail: expect.stringContaining('pode ter recebido') },
    });
    const next = ana(`/api/staff/orders/${order.id}/moves`, { json: { kind: 'start' } });
    const answer = await Promise.race([next, session()!.isHeard()]);
    expect(answer).toMatchObject({ status: 503, body: { code: 'store-away' } });
    expect(JSON.stringify(answer)).not.toContain('pode ter recebido');
    shop.cable.plug();
    await soon(() => expect(session()?.isInDoubt()).toBe(false));
  });
});
