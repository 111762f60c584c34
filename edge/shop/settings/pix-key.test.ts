import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AuditPage } from '@balcao/shared/http/audit.ts';
import { outbox } from '../../storage/schema/replication.ts';
import { Wake } from '../../storage/wake.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import { sell } from '../../testing/sell.ts';

let store: TestStore;
let admin: Asking;
beforeEach(async () => {
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

const put = async (json: Record<string, unknown>) => {
  const response = await admin('/api/staff/pix-key', {
    method: 'PUT',
    json: { holder: 'Açaí da Lúcia', city: 'São Paulo', ...json },
  });
  return { status: response.status, body: (await response.json()) as Record<string, any> };
};

describe('the PIX key of the store', () => {
  it.each([
    ['a CPF', '123.456.789-09', '12345678909'],
    ['an e-mail', 'Lucia@Loja.com', 'lucia@loja.com'],
    ['a phone', '(11) 98765-4321', '+5511987654321'],
    ['a random key', '71C7D9BE-4B85-4E43-9F1C-1F3B8B4E9A2D', '71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d'],
  ])('may be %s, kept as banks write it', async (_kind, key, stored) => {
    expect(await put({ key })).toMatchObject({ status: 200, body: { key: stored } });
    expect(await (await admin('/api/staff/pix-key')).json()).toMatchObject({ key: stored });
  });

  it.each([
    ['a CPF with a wrong digit', '123.456.789-00', /^Este CPF/],
    ['a broken e-mail', 'lucia@', /^Este e-mail/],
    ['a phone without area code', '+55 98765', /^Este telefone/],
    ['a phone that is too short', '(11) 9876', /^Este telefone/],
    ['half a random key', '71c7d9be-4b85', /^Esta chave aleatória/],
    ['half a random key in capitals', '71C7D9BE-4B85', /^Esta chave aleatória/],
    ['a CNPJ with a wrong digit', '11.222.333/0001-00', /^Este CNPJ/],
    ['something else', 'minha chave', /Use um CPF/],
  ])('is refused when it is %s, by its kind', async (_kind, key, message) => {
    const refused = await put({ key });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'key' }] } });
    expect(refused.body['detail']).toMatch(message);
  });

  it('needs holder and city', async () => {
    expect(
      (await put({ key: 'a@b.com', holder: '', city: '' })).body['errors'].map(
        (error: { field: string }) => error.field,
      ),
    ).toEqual(['holder', 'city']);
  });

  it('leaves holder and city as they are when it is taken away, for the next one', async () => {
    await put({ key: 'lucia@loja.com' });
    await put({ key: '' });
    expect(await (await admin('/api/staff/pix-key')).json()).toEqual({
      key: '',
      holder: 'Açaí da Lúcia',
      city: 'São Paulo',
    });
  });

  it('stays out of the menu document and leaves only sealed', async () => {
    await put({ key: 'lucia@loja.com' });
    expect(JSON.stringify(store.menu.doc.toJSON())).not.toContain('lucia');
    expect(JSON.stringify(store.db.select().from(outbox).all())).not.toContain('lucia');
    expect(
      store.db
        .select()
        .from(outbox)
        .all()
        .some((row) => row.kind === 'setting' && row.sealed),
    ).toBe(true);
  });

  it('goes to the relay at once, and is no news where it is what it was', async () => {
    const audited = async () =>
      ((await (await admin('/api/staff/audit?subject=settings')).json()) as AuditPage).rows.length;
    const before = await audited();
    const notify = vi.spyOn(Wake.prototype, 'notify');
    onTestFinished(() => notify.mockRestore());
    await put({ key: 'lucia@loja.com' });
    expect(notify).toHaveBeenCalledWith('log');
    expect(await audited()).toBe(before + 1);
    await put({ key: 'Lucia@Loja.com' });
    expect(await audited()).toBe(before + 1);
  });

  it.each([
    ['holder', { holder: 'Lúcia Ramos', city: 'São Paulo' }],
    ['city', { holder: 'Açaí da Lúcia', city: 'Santos' }],
  ])('keeps another %s of the same key, tells the relay and has it audited', async (_field, changed) => {
    const audited = async () =>
      ((await (await admin('/api/staff/audit?subject=settings')).json()) as AuditPage).rows.length;
    await put({ key: 'lucia@loja.com' });
    const before = await audited();
    const notify = vi.spyOn(Wake.prototype, 'notify');
    onTestFinished(() => notify.mockRestore());
    await put({ key: 'lucia@loja.com', ...changed });
    expect(await (await admin('/api/staff/pix-key')).json()).toEqual({ key: 'lucia@loja.com', ...changed });
    expect(notify).toHaveBeenCalledWith('log');
    expect(await audited()).toBe(before + 1);
  });

  it('is audited by its kind when it is set, and as switched off when it is taken away', async () => {
    for (const key of [
      '123.456.789-09',
      '11.222.333/0001-81',
      'lucia@loja.com',
      '(11) 98765-4321',
      '71C7D9BE-4B85-4E43-9F1C-1F3B8B4E9A2D',
      '',
    ])
      expect((await put({ key })).status).toBe(200);
    const { rows } = (await (await admin('/api/staff/audit?subject=settings')).json()) as AuditPage;
    expect(rows.map(({ text }) => text).filter((text) => text.includes('PIX'))).toEqual([
      'desligou o PIX da loja',
      'mudou a chave PIX da loja (chave aleatória)',
      'mudou a chave PIX da loja (telefone)',
      'mudou a chave PIX da loja (e-mail)',
      'mudou a chave PIX da loja (CNPJ)',
      'mudou a chave PIX da loja (CPF)',
    ]);
  });
});

describe('the code of an order', () => {
  it('is none where there is nothing to pay', async () => {
    await put({ key: 'lucia@loja.com' });
    const front = await asRole(store, 'ATTENDANT');
    const codeFor = async (totalCents: number): Promise<number> => {
      const { id } = sell(store, store.clock.nowMs, {
        totalCents,
        status: 'PENDING',
        paymentStatus: 'pending',
      });
      return (await front(`/api/staff/orders/${id}/pix-code`)).status;
    };
    expect([await codeFor(1), await codeFor(0)]).toEqual([200, 409]);
  });

  it('is none of an order that is paid or called off: nobody pays twice, or for nothing', async () => {
    await put({ key: 'lucia@loja.com' });
    const front = await asRole(store, 'ATTENDANT');
    const answerFor = async (as: Parameters<typeof sell>[2]) => {
      const { id } = sell(store, store.clock.nowMs, as);
      return (await front(`/api/staff/orders/${id}/pix-code`)).json();
    };
    expect(await answerFor({ status: 'RECEBIDO', paymentStatus: 'approved' })).toMatchObject({
      status: 409,
      code: 'already-paid',
      detail: 'Este pedido já foi pago.',
    });
    expect(await answerFor({ status: 'CANCELLED', paymentStatus: 'pending' })).toMatchObject({
      status: 409,
      code: 'order-over',
      detail: 'Este pedido já está cancelado.',
    });
  });

  it('is for what a paid order owes, and none without a key', async () => {
    const front = await asRole(store, 'ATTENDANT');
    const { id } = sell(store, store.clock.nowMs, {
      status: 'RECEBIDO',
      totalCents: 2565,
      balanceCents: 700,
    });
    const code = async () => (await front(`/api/staff/orders/${id}/pix-code`)).json();
    expect(await code()).toMatchObject({ status: 409, code: 'no-pix-key' });
    await put({ key: 'lucia@loja.com' });
    expect(await code()).toMatchObject({ totalCents: 700 });
  });

  it('names key, amount and order, and any bank reads it', async () => {
    const front = await asRole(store, 'ATTENDANT');
    const order = sell(store, store.clock.nowMs, {
      totalCents: 2565,
      status: 'PENDING',
      paymentStatus: 'pending',
    });
    const code = async () =>
      (await front(`/api/staff/orders/${order.id}/pix-code`)).json() as Promise<Record<string, any>>;
    expect(await code()).toMatchObject({ status: 409, code: 'no-pix-key' });
    await put({ key: 'lucia@loja.com' });
    const made = await code();
    expect(made).toMatchObject({ totalCents: 2565, holder: 'Açaí da Lúcia' });
    expect(getPixPayloadInfo(made['brCode'] as string)).toMatchObject({
      key: 'lucia@loja.com',
      amount: 25.65,
      merchantCity: 'Sao Paulo',
      txid: order.code,
    });
    await put({ key: '' });
    expect(await code()).toMatchObject({ code: 'no-pix-key' });
  });
});
