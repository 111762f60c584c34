// The shop's people from afar, with the store there and without it: compared with a text that a person has read.
import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ASSERTION_AUDIENCE } from '@balcao/shared/link/assertion.ts';
import { written } from '../../harness/record-text.ts';
import { openRecord, type Record } from '../../harness/relay-record.ts';
import { idOf, openShop, placeAside } from '../../harness/record-shop.ts';
import { soon } from '../../harness/relay.ts';

const keys = generateKeyPairSync('ed25519');
let record: Record;
beforeAll(async () => {
  record = await openRecord();
});
afterAll(() => record.close());

/** The store's word for who asks. */
async function assertionOf(
  storeId: string,
  role: string,
  seq: number,
  changes: { audience?: string } = {},
): Promise<string> {
  const atSeconds = Math.floor(Date.now() / 1000);
  return new SignJWT({
    name: role === 'ADMIN' ? 'Dona Lúcia' : 'Vera',
    email: `${role.toLowerCase()}@loja.com`,
    role,
    seq,
  })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer(storeId)
    .setAudience(changes.audience ?? ASSERTION_AUDIENCE)
    .setSubject(`user-${role}`)
    .setIssuedAt(atSeconds)
    .setExpirationTime(atSeconds + 900)
    .sign(keys.privateKey);
}

it('staff from afar', async () => {
  const { step, ask, chapter, relay } = record;
  const jwk = keys.publicKey.export({ format: 'jwk' });
  const store = await openShop(record);
  const one = await placeAside(record, store, 1);
  await record.aside(async () => {
    const json = {
      id: idOf(50),
      customerName: 'Rui Barbosa',
      customerPhone: '11 98765-4321',
      items: [{ id: 'a', productId: 'casquinha', quantity: 5 }],
    };
    expect((await relay.ask('/api/wholesale/orders', { json })).status).toBe(201);
  });
  const admin = { cookie: 'balcao.session_token=of-the-owner' };
  const vera = { cookie: 'x=1; balcao.session_token=of-vera' };

  chapter('through the tunnel');
  await step('the store answers: a page, a form, a sign-in', async () => {
    await ask('/api/staff/echo?a=1', {
      headers: { ...admin, 'accept-language': 'pt-BR' },
      shows: ['x-balcao-assertion'],
    });
    await ask('/api/staff/echo', { json: { text: 'olá' }, headers: admin });
    await ask('/api/auth/sign-in', { json: { email: 'a@b.c', password: 'x' } });
    await ask('/api/staff/nothing', { headers: admin });
    await ask('/api/staff/export', { headers: admin, isBrief: true });
    record.note(
      `the store was asked for ${store.asked
        .splice(0)
        .map(({ path, headers }) => `${path} as ${headers['x-balcao-client-ip']}`)
        .join(', ')}`,
    );
  });
  await step('the store says who asks', async () => {
    const { kty = '', crv = '', x = '' } = jwk;
    store.assertionKey = { kty, crv, x };
    await record.cut(store);
    await record.link(store);
    await record.quiet();
    for (const [role, headers] of [
      ['ADMIN', admin],
      ['WHOLESALE', vera],
    ] as const) {
      store.assertion = await assertionOf(store.storeId, role, store.log.head().seq);
      await ask('/api/staff/echo', { headers, isBrief: true, shows: ['x-balcao-assertion'] });
    }
    store.assertion = await assertionOf(store.storeId, 'ADMIN', 0, { audience: 'balcao-relay' });
    await ask('/api/staff/echo', { headers: { cookie: 'balcao.session_token=forged' }, isBrief: true });
    store.assertion = null;
  });

  chapter('while the store is away');
  await step('what the owner sees of it', async () => {
    await record.cut(store);
    await ask('/api/staff/me', { headers: admin });
    await ask('/api/staff/orders', { headers: admin, isBrief: true });
    for (const search of [
      `by=panel&q=${one.code}`,
      'by=panel&q=1',
      'by=phone&q=11987654321',
      `by=id&q=${one.id}`,
      'by=id&q=1',
      'by=id&q=0190',
    ])
      await ask(`/api/staff/orders?${search}`, { headers: admin, isBrief: !search.includes('phone') });
    for (const search of [
      'by=phone&q=11900000000',
      'state=finished',
      'state=active&limit=1',
      'by=nothing&q=',
    ])
      await ask(`/api/staff/orders?${search}`, { headers: admin });
    await ask('/api/staff/orders/board', { headers: admin });
    await ask('/api/staff/catalog', { headers: admin, isBrief: true });
    await ask('/api/staff/wholesale/orders?state=open', { headers: admin });
    await ask('/api/staff/wholesale/orders?state=over', { headers: vera });
    await ask('/api/staff/cash', { headers: admin });
    await ask('/api/staff/orders/x/moves', { json: {}, headers: admin });
  });
  await step('what others see of it', async () => {
    await ask('/api/staff/me', { headers: vera });
    await ask('/api/staff/orders', { headers: vera });
    await ask('/api/staff/me', { headers: { cookie: 'balcao.session_token=forged' } });
    await ask('/api/staff/me');
    await ask('/api/auth/get-session');
    await ask('/api/help/diagnostics', { json: {} });
  });
  const patch = (path: string, json: unknown, headers: object = admin) =>
    ask(`/api/staff/${path}`, { method: 'PATCH', json, headers: { ...headers } });
  await step(
    'the owner edits the menu, prices, settings',
    async () => {
      await record.listen('the owner', '/api/staff/live', admin);
      await patch('catalog/products/agua', { name: 'Água com gás', description: 'Gelada' });
      await patch('catalog/products/agua', { priceCents: 500 });
      await patch('catalog/products/agua', { priceCents: -1 });
      await patch('catalog/products/nova', { name: 'Suco' });
      await patch('catalog/nothing/x', { name: 'X' });
      await patch('catalog', {
        entries: [
          { kind: 'toppings', id: 'mel', fields: { active: false } },
          { kind: 'sizes', id: 'p', fields: { priceCents: 1600 }, seen: { priceCents: 1 } },
        ],
      });
      await patch('settings', { storePhone: '(11) 2222-1111', specialDiscountPercent: 5 });
      await patch('settings', { specialDiscountPercent: 500 });
    },
    { events: 4 },
  );
  await step(
    'who sells wholesale edits hers',
    async () => {
      await patch('catalog/wholesaleProducts/balde', { name: 'Balde de açaí' }, vera);
      await patch('catalog/products/agua', { name: 'Vinho' }, vera);
      await patch(
        'catalog',
        { entries: [{ kind: 'products', id: 'agua', fields: { name: 'Vinho' } }] },
        vera,
      );
      await patch('settings', { storePhone: '1' }, vera);
    },
    { events: 1 },
  );
  await step('what customers see of it', () => ask('/api/menu'));
  await step('the store comes back, and hears who edited what', async () => {
    await record.link(store);
    await soon(() => expect(store.edits).toHaveLength(4));
    for (const edit of store.edits.splice(0)) record.note(`the store hears: ${written(edit)}`);
  });
  await step('the owner changes her password there: the word of before is worth nothing', async () => {
    store.log.append(
      'user',
      'user-ADMIN',
      { name: 'Dona Lúcia' },
      { sealed: true, body: null, proof: 'a.proof' },
    );
    await record.quiet();
    await record.cut(store);
    await ask('/api/staff/me', { headers: admin });
    await ask('/api/staff/me', { headers: vera, isBrief: true });
  });
  await step('she signs out, and hers ends after twelve hours', async () => {
    await ask('/api/auth/sign-out', { method: 'POST', headers: admin });
    await record.pass(12 * 3_600_000 + 1000);
    await ask('/api/staff/me', { headers: vera });
  });
  await expect(record.text('Staff from afar')).toMatchFileSnapshot('./relay-staff.txt');
});
