// Every door by which something is written: how it is asked, and what must be there before.
import sharp from 'sharp';
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { PASSWORD } from '../../edge/testing/sign-in.ts';

export type Ask = (path: string, method?: string, body?: unknown) => Promise<Response>;
/** Makes what the door needs, with room; then it is asked, any number of times, as long as it was refused. */
type Door = (ask: Ask) => Promise<() => Promise<Response>>;
type Placed = { order: { id: string; code: string }; trackingToken: string };

export const read = async <Body>(answer: Promise<Response>): Promise<Body> => {
  const told = await answer;
  if (!told.ok) throw new Error(`${told.status} ${await told.text()}`);
  return (await told.json()) as Body;
};
const place = (ask: Ask): Promise<Placed> =>
  read(ask('/api/orders', 'POST', { ...sampleRequest(), id: v7() }));
const move = (ask: Ask, id: string, json: object): Promise<Response> =>
  ask(`/api/staff/orders/${id}/moves`, 'POST', json);
const PAID = { kind: 'confirm-payment', method: 'cash' };
const paid = async (ask: Ask): Promise<string> => {
  const { order } = await place(ask);
  await read(move(ask, order.id, PAID));
  return order.id;
};
const openDrawer = async (ask: Ask): Promise<void> => {
  const { session } = await read<{ session: object | null }>(ask('/api/staff/cash-session'));
  if (session === null) await read(ask('/api/staff/cash-session', 'POST', { id: v7(), floatCents: 1000 }));
};
const closeDrawer = async (ask: Ask): Promise<void> => {
  await openDrawer(ask);
  await read(ask('/api/staff/cash-session/close', 'POST', { countedCents: 0 }));
};
const user = async (ask: Ask): Promise<string> =>
  (
    await read<{ id: string }>(
      ask('/api/staff/users', 'POST', {
        name: 'Rui',
        email: `${v7()}@loja.com`,
        password: PASSWORD,
        role: 'KITCHEN',
      }),
    )
  ).id;
export const PRINTER = {
  name: 'Cozinha',
  enabled: true,
  transport: { kind: 'tcp', host: '192.168.0.50', port: 9100 },
  columns: 48,
  codePage: 'PC850',
  purposes: ['kitchen', 'wholesale', 'close'],
};
const wholesale = (): object => ({
  id: v7(),
  customerName: 'Maria de Souza',
  customerPhone: '(11) 98765-4321',
  items: [{ id: 'one', productId: 'balde', selectedSize: '10 L', selectedFlavor: 'Banana', quantity: 3 }],
});

/** One that needs nothing but a body, made anew each time that something else would be an earlier one said again. */
const simple =
  (path: string, method: string, body: () => unknown): Door =>
  (ask) => {
    const once = body();
    return Promise.resolve(() => ask(path, method, once));
  };
let different = 0;
const next = (): number => (different += 1);

export const RESEALING = 'recovery sheet replaced';
export const DOORS: Record<string, Door> = {
  order: simple('/api/orders', 'POST', () => ({ ...sampleRequest(), id: v7() })),
  'order at the counter': simple('/api/staff/orders', 'POST', () => ({ ...sampleRequest(), id: v7() })),
  async payment(ask) {
    const { order } = await place(ask);
    return () => move(ask, order.id, PAID);
  },
  async start(ask) {
    const id = await paid(ask);
    return () => move(ask, id, { kind: 'start' });
  },
  async cancellation(ask) {
    const { order } = await place(ask);
    return () => move(ask, order.id, { kind: 'cancel', reason: 'loja' });
  },
  async 'order deleted'(ask) {
    const { order } = await place(ask);
    await read(move(ask, order.id, { kind: 'cancel', reason: 'loja' }));
    return () => ask(`/api/staff/orders/${order.id}`, 'DELETE');
  },
  async 'unpaid cancelled'(ask) {
    const { order } = await place(ask);
    return () =>
      ask('/api/staff/orders/cancel-unpaid', 'POST', {
        ids: [order.id],
        reason: 'loja',
      });
  },
  async reprint(ask) {
    const id = await paid(ask);
    return () => ask(`/api/staff/orders/${id}/reprint`, 'POST', {});
  },
  'panel reset': simple('/api/staff/panel/reset', 'POST', () => ({})),
  async 'drawer opened'(ask) {
    await closeDrawer(ask);
    const body = { id: v7(), floatCents: 1000 };
    return () => ask('/api/staff/cash-session', 'POST', body);
  },
  async 'drawer movement'(ask) {
    await openDrawer(ask);
    const body = { id: v7(), kind: 'suprimento', amountCents: 500, note: 'troco' };
    return () => ask('/api/staff/cash-session/movements', 'POST', body);
  },
  async 'drawer closed'(ask) {
    await openDrawer(ask);
    return () => ask('/api/staff/cash-session/close', 'POST', { countedCents: 1000 });
  },
  async 'close printed'(ask) {
    await openDrawer(ask);
    const { number } = await read<{ number: number }>(
      ask('/api/staff/cash-session/close', 'POST', { countedCents: 0 }),
    );
    return () => ask(`/api/staff/cash-closes/${number}/print`, 'POST', {});
  },
  'entry of the menu': simple('/api/staff/catalog/sizes/g', 'PATCH', () => ({ priceCents: 2700 + next() })),
  settings: simple('/api/staff/settings', 'PATCH', () => ({ storeName: `Açaí ${next()}` })),
  'PIX key': simple('/api/staff/pix-key', 'PUT', () => ({
    key: `loja${next()}@example.com`,
    holder: 'Loja',
    city: 'Natal',
  })),
  privacy: simple('/api/staff/privacy', 'PUT', () => ({ retentionMonths: 6 + (next() % 12) })),
  async 'person erased'(ask) {
    const phone = `219${String(10_000_000 + next())}`;
    await read(ask('/api/orders', 'POST', { ...sampleRequest(), id: v7(), customerPhone: phone }));
    return () => ask('/api/staff/privacy/erase', 'POST', { phone });
  },
  'sign-up': simple('/api/staff/sign-up', 'PUT', () => ({ open: next() % 2 === 0 })),
  user: simple('/api/staff/users', 'POST', () => ({
    name: 'Rui',
    email: `${v7()}@loja.com`,
    password: PASSWORD,
    role: 'KITCHEN',
  })),
  async 'role of a user'(ask) {
    const id = await user(ask);
    return () => ask(`/api/staff/users/${id}`, 'PATCH', { role: 'ATTENDANT' });
  },
  async 'user deleted'(ask) {
    const id = await user(ask);
    return () => ask(`/api/staff/users/${id}`, 'DELETE');
  },
  'own name': simple('/api/staff/me', 'PATCH', () => ({ name: `Ana ${next()}`, email: 'admin@loja.com' })),
  'printer made': simple('/api/staff/printers/new', 'PUT', () => ({ ...PRINTER, name: `Cozinha ${next()}` })),
  async 'printer deleted'(ask) {
    const { id } = await read<{ id: string }>(
      ask('/api/staff/printers/new', 'PUT', { ...PRINTER, name: `Cozinha ${next()}` }),
    );
    return () => ask(`/api/staff/printers/${id}`, 'DELETE');
  },
  'rule of backups': simple('/api/staff/backups', 'PUT', () => ({ maxAgeDays: 1 + (next() % 300) })),
  backup: simple('/api/staff/backups', 'POST', () => ({})),
  'recovery sheet printed': simple('/api/staff/recovery-sheet/print', 'POST', () => ({})),
  'wholesale order': simple('/api/wholesale/orders', 'POST', wholesale),
  async picture(ask) {
    const create = { width: 40, height: 30 + (next() % 60), channels: 3, background: '#4a1259' } as const;
    const bytes = new Uint8Array(await sharp({ create }).png().toBuffer());
    return () => {
      const form = new FormData();
      form.set('file', new File([bytes], 'foto.png', { type: 'image/png' }));
      return ask('/api/staff/images', 'POST', form);
    };
  },
  // The last two: nobody orders while it lasts, and what the log holds sealed is said again afterwards.
  pause: simple('/api/staff/pause', 'POST', () => ({ minutes: 5 + (next() % 20) })),
  [RESEALING]: simple('/api/staff/recovery-sheet/replace', 'POST', () => ({})),
};
