import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { sampleCatalog, sampleRequest } from '@balcao/shared/order/sample.ts';
import { samplePlacement, sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import { RESTORED_REQUEST } from './order-repository.ts';
import { withClaimHash } from '@balcao/shared/host/claim.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore({ seed: false });
  store.menu.seed({ ...sampleCatalog(), ...sampleWholesale() });
});
afterEach(() => store.close());

const CLAIM = 'c0ffee'.repeat(8);
const OTHER = 'decade'.repeat(8);
const SHOPS = [
  ['an order', '/api/orders', sampleRequest, 'orders'],
  ['a wholesale order', '/api/wholesale/orders', samplePlacement, 'wholesale_orders'],
] as const;

describe.each(SHOPS)('[40] who knows the id of %s', (_name, path, bodyOf, table) => {
  const send = (id: string, claim?: string, changes: Record<string, unknown> = {}) =>
    store.ask(path, { json: { ...bodyOf(changes), id, ...(claim === undefined ? {} : { claim }) } });
  const ask = async (id: string, claim?: string) => {
    const headers = claim === undefined ? {} : { authorization: `Bearer ${claim}` };
    const answer = await store.ask(`${path}/by-id/${id}`, { headers });
    return [answer.status, await answer.json()] as const;
  };

  it('learns nothing without its claim: the answer is that of an order that never was', async () => {
    const [id, bare] = [v7(), v7()];
    const placed = await send(id, CLAIM);
    expect(placed.status).toBe(201);
    expect((await send(bare)).status).toBe(201);
    expect(await ask(id, CLAIM)).toEqual([200, await placed.json()]);
    const nowhere = await ask(v7(), CLAIM);
    expect(nowhere[0]).toBe(404);
    for (const claim of [undefined, OTHER, '', CLAIM.slice(1), `${CLAIM}0`, CLAIM.toUpperCase()])
      expect(await ask(id, claim)).toEqual(nowhere);
    // One that was placed without a claim is nobody's by its id.
    for (const claim of [undefined, CLAIM, 'undefined'.repeat(3), ''])
      expect(await ask(bare, claim)).toEqual(nowhere);
  });

  it('gets nothing by sending it again with another claim, or with none', async () => {
    const id = v7();
    const first: unknown = await (await send(id, CLAIM)).json();
    for (const claim of [OTHER, undefined]) {
      const again = await send(id, claim);
      const text = await again.text();
      expect([again.status, (JSON.parse(text) as { code: string }).code]).toEqual([409, 'id-reused']);
      expect(text).not.toContain(id);
    }
    expect(await (await send(id, CLAIM)).json()).toEqual(first);
  });

  it('gets nothing of it after a restore either, where what was asked is no longer known', async () => {
    const [id, bare] = [v7(), v7()];
    const first: unknown = await (await send(id, CLAIM)).json();
    await send(bare);
    store.db.$client.prepare(`update ${table} set request_hash = ?`).run(RESTORED_REQUEST);
    for (const claim of [OTHER, undefined]) expect((await send(id, claim)).status).toBe(409);
    const guessed = bodyOf().items.map((item) => ({ ...item, id: 'guessed' }));
    expect((await send(bare, undefined, { items: guessed })).status).toBe(409);
    expect((await send(bare, CLAIM)).status).toBe(409);
    expect(await (await send(id, CLAIM)).json()).toEqual(first);
  });

  it('keeps of the claim its hash alone, which no answer shows', async () => {
    const id = v7();
    const { claimHash = '' } = withClaimHash({ claim: CLAIM });
    const answers = [await (await send(id, CLAIM)).text(), JSON.stringify(await ask(id, CLAIM))];
    for (const text of answers) for (const kept of [CLAIM, claimHash]) expect(text).not.toContain(kept);
    const all = store.db.$client
      .prepare<[], { name: string }>("select name from sqlite_schema where type = 'table'")
      .all()
      .map(({ name }) => JSON.stringify(store.db.$client.prepare(`select * from "${name}"`).all()))
      .join('\n');
    expect(all).not.toContain(CLAIM);
    expect(all).toContain(claimHash);
  });

  it.each(['short', 'x'.repeat(129), 'with spaces and more than enough', 7])(
    'is told when the claim is none: %j',
    async (claim) => {
      const answer = await store.ask(path, { json: { ...bodyOf(), id: v7(), claim } });
      expect([answer.status, await answer.text()]).toEqual([
        422,
        expect.stringContaining('Comprovante do pedido inválido'),
      ]);
    },
  );

  it('takes nothing back through a placement at the relay that lapsed', async () => {
    const id = v7();
    await send(id, CLAIM);
    const kind = path === '/api/orders' ? 'order.withdraw' : 'wholesale.withdraw';
    const withdraw = async (claim?: string) => {
      const proof = claim === undefined ? {} : { claimHash: withClaimHash({ claim }).claimHash };
      const json = { id: v7(), kind, payload: { orderId: id, ...proof } };
      return (await (await store.askLink('/link/commands', { json })).json()) as { status: string };
    };
    for (const claim of [undefined, OTHER])
      expect(await withdraw(claim)).toMatchObject({
        status: 'refused',
        refusal: { code: 'order-not-found' },
      });
    expect((await withdraw(CLAIM)).status).not.toBe('refused');
  });
});
