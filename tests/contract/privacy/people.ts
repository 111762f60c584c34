// A shop with people in it: orders that came in at every door, by customers whose every word can be told apart, and staff.
import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import type { z } from 'zod';
import { PixPayment } from '@balcao/shared/http/orders.ts';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { samplePlacement } from '@balcao/shared/wholesale/sample.ts';
import { soon } from '../../harness/relay.ts';
import { openWholeShop, type WholeShop } from '../../harness/whole-shop.ts';
import { signInAt } from '../../support/staff-session.ts';

export const SECRETS_KEY = randomBytes(32).toString('hex');
const PASSWORD = 'uma-senha-comprida-8417';

export type Customer = {
  readonly name: string;
  readonly phone: string;
  readonly observations: string;
  readonly id: string;
  readonly claim: string;
  readonly code: string | null;
  readonly orderNumber: number;
  readonly panelNumber: number | null;
  readonly token: string | null;
  /** What the provider gave for a payment. */
  readonly payment: z.infer<typeof PixPayment> | null;
  readonly address: string | null;
  readonly taxId: string | null;
};
export type Person = { name: string; email: string; role: string; cookie: string; id: string };
export type People = Awaited<ReturnType<typeof openPeopledShop>>;

let people = 0;
/** Area 71, and another end for each. */
const newPhone = (): string => `7199${String(3_142_037 + 10_411 * (people += 1)).padStart(7, '0')}`;
const newClaim = (): string => randomBytes(24).toString('base64url');

export async function openPeopledShop() {
  const shop = await openWholeShop({ TRUSTED_PROXIES: '127.0.0.1', SECRETS_KEY });
  const owner = await shop.asOwner(shop.storeUrl);
  const kept = await owner('/api/staff/payments/credentials', { method: 'PUT', json: shop.credentials });
  expect(kept.status).toBe(200);
  const staff = await Promise.all(
    (['ADMIN', 'KITCHEN', 'ATTENDANT', 'WHOLESALE'] as const).map((role) => employ(shop, role)),
  );
  await soon(async () =>
    expect((await shop.ask(shop.relayUrl, '/api/store')).text).toContain('"method":"pix"'),
  );

  const bought = (name: string, host: string, more: Partial<Customer> = {}) => buy(shop, name, host, more);
  const customers = {
    ana: await bought('ana', shop.storeUrl),
    anaOnline: await bought('ana', shop.relayUrl),
    unpaidInShop: await bought('unpaid in the shop', shop.storeUrl),
    unpaidOnline: await bought('unpaid online', shop.relayUrl),
    cashInShop: await payCash(shop, shop.storeUrl, await bought('cash in the shop', shop.storeUrl)),
    cashOnline: await payCash(shop, shop.relayUrl, await bought('cash online', shop.relayUrl)),
    paidInShop: await payPix(shop, shop.storeUrl, await bought('paid in the shop', shop.storeUrl)),
    paidOnline: await payPix(shop, shop.relayUrl, await bought('paid online', shop.relayUrl)),
    cancelled: await bought('cancelled', shop.storeUrl),
    counter: await atCounter(shop, owner),
    resaleInShop: await resell(shop, owner, 'resale in the shop', shop.storeUrl),
    resaleOnline: await resell(shop, owner, 'resale online', shop.relayUrl),
  };
  const cancelled = await owner(`/api/staff/orders/${customers.cancelled.id}/moves`, {
    json: { kind: 'cancel', reason: 'loja' },
  });
  expect(cancelled.status).toBe(200);
  for (const { code, token } of Object.values(customers))
    if (code !== null && token !== null)
      await soon(async () =>
        expect((await shop.ask(shop.relayUrl, `/api/orders/${code}`, { token })).text).toContain('"whole"'),
      );
  const { code: pairingCode } = await shop.relay.pairing.makeCode({ host: 'outra.example' });
  return { shop, owner, staff, customers, pairingCode, password: PASSWORD };
}

async function employ(
  shop: WholeShop,
  role: 'ADMIN' | 'KITCHEN' | 'ATTENDANT' | 'WHOLESALE',
): Promise<Person> {
  const name = `Quitéria ${role.toLowerCase()} Jaborandi`;
  const email = `quiteria.${role.toLowerCase()}@marmelada.example`;
  const id = await shop.store.users.create({ name, email, password: PASSWORD, role });
  const cookie = await signInAt(shop.storeUrl, { email, password: PASSWORD });
  return { name, email, role, id, cookie };
}

async function buy(
  shop: WholeShop,
  name: string,
  host: string,
  { phone = newPhone() }: { phone?: string } = {},
): Promise<Customer> {
  const claim = newClaim();
  const observations = `recado de ${name}: portão ${randomBytes(4).toString('hex')}`;
  const { order, token } = await shop.order(host, { customerPhone: phone, observations, claim });
  return {
    name: name.startsWith('ana') ? 'ana' : name,
    phone,
    observations,
    claim,
    id: order.id,
    code: order.code,
    orderNumber: order.orderNumber,
    panelNumber: order.panelNumber,
    token,
    payment: null,
    address: null,
    taxId: null,
  };
}

async function payCash(shop: WholeShop, host: string, customer: Customer): Promise<Customer> {
  const token = customer.token ?? '';
  const at = `/api/orders/${customer.code}`;
  await soon(async () => expect((await shop.ask(host, at, { token })).body['access']).toBe('whole'));
  expect((await shop.ask(host, `${at}/cash`, { json: {}, token })).status).toBe(200);
  return customer;
}

async function payPix(shop: WholeShop, host: string, customer: Customer): Promise<Customer> {
  const token = customer.token ?? '';
  const at = `/api/orders/${customer.code}`;
  await soon(async () => expect((await shop.ask(host, at, { token })).body['access']).toBe('whole'));
  const pix = await shop.ask(host, `${at}/pix`, { json: {}, token });
  expect(pix.status).toBe(200);
  shop.control.approve(String(pix.body['paymentId']));
  await soon(() => expect(shop.orderNow(customer.id).paymentStatus).toBe('approved'));
  return { ...customer, payment: PixPayment.parse(pix.body) };
}

type Owner = Awaited<ReturnType<WholeShop['asOwner']>>;

async function atCounter(shop: WholeShop, owner: Owner): Promise<Customer> {
  const phone = newPhone();
  const observations = `recado do balcão: mesa ${randomBytes(4).toString('hex')}`;
  const json = { ...sampleRequest(), id: v7(), customerPhone: phone, observations };
  const placed = await owner('/api/staff/orders', { json });
  expect(placed.status).toBe(201);
  const { order, trackingToken } = placed.body;
  return {
    ...{ name: 'counter', phone, observations, id: order.id, claim: newClaim(), code: order.code },
    ...{ orderNumber: order.orderNumber, panelNumber: order.panelNumber, token: trackingToken ?? null },
    ...{ payment: null, address: null, taxId: null },
  };
}

async function resell(shop: WholeShop, owner: Owner, name: string, host: string): Promise<Customer> {
  const phone = newPhone();
  const mark = randomBytes(4).toString('hex');
  const person = {
    customerName: `Zuleica Quixabeira ${mark}`,
    customerPhone: phone,
    customerCpfCnpj: '529.982.247-25',
    customerAddress: `Ladeira do Marmeleiro ${mark}`,
    observations: `recado de revenda ${mark}`,
  };
  const claim = newClaim();
  const id = v7();
  const placed = await shop.ask(host, '/api/wholesale/orders', {
    json: { ...samplePlacement(), ...person, id, claim },
  });
  expect(placed.status).toBe(201);
  const held = await owner('/api/staff/wholesale/orders?state=open');
  expect(held.text).toContain(person.customerAddress);
  return {
    ...{ name, phone, observations: person.observations, id, claim, code: null, token: null },
    ...{ orderNumber: Number(placed.body['order'].orderNumber), panelNumber: null, payment: null },
    ...{ address: person.customerAddress, taxId: person.customerCpfCnpj },
  };
}
