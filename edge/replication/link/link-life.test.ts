// What comes over the link and what an administrator does about it, told as an approved text: each command in each of its outcomes, edits from
// afar, verdicts, checkpoints, pairing and its refusals, and what came back and waits. What must be by the spec is tested beside.
import { createHash } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { START_OVER_WORD } from '@balcao/shared/http/held.ts';
import { KEEP_SELLING_WORD, type Resync } from '@balcao/shared/http/resync.ts';
import { HELD_CONDITIONS } from '@balcao/shared/link/recovery.ts';
import { sampleCatalog, sampleRequest } from '@balcao/shared/order/sample.ts';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import { asRole } from '../../testing/sign-in.ts';
import { openWitness, type Witness } from '../../testing/witness.ts';

let witness: Witness;
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const idOf = (n: number): string => `01890a5d-ac96-774b-8000-${n.toString().padStart(12, '0')}`;
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const send = (path: string, json: unknown, method = 'POST'): Promise<Response> =>
  witness.store.askLink(path, { method, json });
let commands = 100;
const command = (heading: string, kind: string, payload: object, more: object = {}): Promise<void> =>
  witness.asks(`${kind}: ${heading}`, () =>
    send('/link/commands', { id: idOf((commands += 1)), kind, payload, ...more }),
  );
const placed = (n: number, changes: object = {}) => ({
  order: { ...sampleRequest(), id: idOf(n), claimHash: hashOf('claim'), ...changes },
});
const wholesale = (n: number, changes: object = {}) => ({
  wholesale: {
    ...{ id: idOf(n), customerName: 'Maria', customerPhone: '(11) 98765-4321', customerCpfCnpj: '' },
    ...{ customerAddress: '', observations: '', claimHash: hashOf('claim') },
    items: [{ id: 'one', productId: 'casquinha', selectedSize: null, selectedFlavor: null, quantity: 2 }],
    ...changes,
  },
});
const fact = (n: number, changes: object = {}) => ({
  ...{ attemptId: idOf(50 + n), orderId: idOf(n), provider: 'mercadopago', providerPaymentId: '77' },
  ...{ method: 'pix', status: 'approved', statusDetail: 'accredited', amountCents: 2565, refundedCents: 0 },
  ...{ mismatch: null, observedAtMs: witness.store.clock.nowMs, ...changes },
});
const approved = async (name: string): Promise<void> =>
  expect(await witness.end()).toMatchFileSnapshot(`./approved/${name}.txt`);

it('each command in each of its outcomes, and what else the relay says', async () => {
  commands = 100;
  witness = await openWitness('over the link', { seed: false });
  const { store } = witness;
  store.menu.seed({ ...sampleCatalog(), ...sampleWholesale() });
  await witness.asks('hello', () => store.askLink('/link/hello'));
  await witness.asks('hello, in the shop', () => store.ask('/link/hello'));

  await command('an order', 'order.place', placed(1), { caller: 'a-digest-of-a-caller' });
  await command('the same order', 'order.place', placed(1));
  await command('another one under its id', 'order.place', placed(1, { consumptionType: 'local' }));
  await command('of what is not sold', 'order.place', placed(2, { items: [{ id: 'x', sizeId: 'none' }] }));
  await command('of a wrong form', 'order.place', { order: {} });
  commands -= 1;
  await command('a known command with other words', 'order.place', placed(3));
  await command('a kind of a newer relay', 'order.praise', { orderId: idOf(1) });

  await command('with change', 'order.choose-cash', { orderId: idOf(1), changeForCents: 5000 });
  await command('with too little', 'order.choose-cash', { orderId: idOf(1), changeForCents: 100 });
  await command('without', 'order.choose-cash', { orderId: idOf(1), changeForCents: null });
  await command('of no order', 'order.choose-cash', { orderId: idOf(9), changeForCents: null });
  await command('with another’s claim', 'order.withdraw', { orderId: idOf(1), claimHash: hashOf('other') });
  await command('without a claim', 'order.withdraw', { orderId: idOf(1) });
  await command('with its claim', 'order.withdraw', { orderId: idOf(1), claimHash: hashOf('claim') });
  await command('of no order', 'order.withdraw', { orderId: idOf(9) });

  await command('a second order', 'order.place', placed(4));
  await command('paid', 'payment.fact', fact(4));
  await command('paid, told again', 'payment.fact', fact(4));
  await command('by its customer, who paid', 'order.cancel', { orderId: idOf(4) });
  await command('with cash, which is paid', 'order.choose-cash', { orderId: idOf(4), changeForCents: null });
  await command('refunded', 'payment.fact', fact(4, { status: 'refunded', refundedCents: 2565 }));
  await command('of no order', 'payment.fact', fact(9));
  await command('a third order', 'order.place', placed(5));
  await command(
    'rejected',
    'payment.fact',
    fact(5, { status: 'rejected', statusDetail: 'cc_rejected_other' }),
  );
  await command('of another amount', 'payment.fact', fact(5, { amountCents: 1, mismatch: 'amount' }));
  await command('by its customer', 'order.cancel', { orderId: idOf(5) });
  await command('of no order', 'order.cancel', { orderId: idOf(9) });

  await command('an order', 'wholesale.place', wholesale(20));
  await command('the same order', 'wholesale.place', wholesale(20));
  await command('of another total', 'wholesale.place', wholesale(21, { expectedTotalCents: 1 }));
  await command('with another’s claim', 'wholesale.withdraw', { orderId: idOf(20), claimHash: hashOf('x') });
  await command('with its claim', 'wholesale.withdraw', { orderId: idOf(20), claimHash: hashOf('claim') });
  await command('of no order', 'wholesale.withdraw', { orderId: idOf(29) });

  await witness.asks('states', () => store.askLink('/link/states'));
  await witness.asks('a checkpoint', () => send('/link/checkpoint', { seq: 3, hash: hashOf('x') }, 'PUT'));
  await witness.asks('a wrong one', () => send('/link/checkpoint', { seq: -1, hash: '' }, 'PUT'));
  const edit = (n: number, changes: object) => ({
    ...{ id: idOf(60 + n), atMs: store.clock.nowMs - n, assertion: 'forged', kind: 'sizes', entryId: 'g' },
    ...{ before: { name: 'Grande', priceCents: 2500 }, after: { priceCents: 2900 }, ...changes },
  });
  const edits = [
    edit(1, {}),
    edit(2, { before: null, after: { name: 'Copo', priceCents: 100 } }),
    edit(3, { kind: 'settings', entryId: 'settings', before: { storeName: 'A' }, after: { storeName: 'B' } }),
    edit(4, { held: true, after: { priceCents: 3100 } }),
    edit(5, { after: { name: 'Grande' } }),
  ];
  await witness.asks('edits from afar', () => send('/link/edits', { edits }));
  await witness.asks('the same edits', () => send('/link/edits', { edits }));
  for (const condition of HELD_CONDITIONS) {
    const verdict = { condition, seq: 5, hash: hashOf('x') };
    await witness.asks(`a verdict: ${condition}`, () => send('/link/restore', verdict));
    await witness.asks('hello', () => store.askLink('/link/hello'));
    await witness.does('a person ends it', () => store.writeGate.release());
  }
  await witness.asks('a log from beyond its end', () => store.askLink('/link/changes?after=999'));
  await approved('over-the-link');
});

it('what an administrator does about the link, and how each is refused', async () => {
  let pairing: () => Promise<Response> = () => Promise.reject(new TypeError('fetch failed'));
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => pairing());
  let answer: Response | null = null;
  witness = await openWitness('about the link', { answers: () => answer?.clone() ?? null });
  const { store } = witness;
  const admin = await asRole(store, 'ADMIN');
  const post = (heading: string, path: string, json?: unknown): Promise<void> =>
    witness.asks(heading, () => admin(path, { method: 'POST', ...(json === undefined ? {} : { json }) }));
  const link = (): Promise<void> => witness.asks('the link', () => admin('/api/staff/relay'));

  await link();
  const pair = (heading: string): Promise<void> =>
    post(heading, '/api/staff/relay/pair', { relayUrl: 'https://acai.example/x', code: 'ABCDE-12345' });
  await pair('paired with nobody there');
  pairing = () => Promise.resolve(new Response('<h1>hello</h1>'));
  await pair('paired with something else');
  pairing = () =>
    Promise.resolve(
      Response.json(
        { status: 403, code: 'wrong-code', title: 'Código inválido', detail: 'Peça outro.' },
        { status: 403 },
      ),
    );
  await pair('paired with a wrong code');
  await post('paired over plain http', '/api/staff/relay/pair', {
    relayUrl: 'http://a.example',
    code: 'ABCDE-12345',
  });

  await witness.asks('held work, the site away', () => admin('/api/staff/relay/held'));
  answer = Response.json({ condition: 'following', rows: 3, commands: [] });
  await witness.asks('held work', () => admin('/api/staff/relay/held'));
  answer = Response.json(
    { type: 'about:blank', status: 404, title: 'x', detail: 'y', code: 'gone' },
    { status: 404 },
  );
  await post('a held command again, which is gone', `/api/staff/relay/held/${idOf(1)}/retry`);
  answer = Response.json(null);
  await post('a held command again', `/api/staff/relay/held/${idOf(1)}/retry`);
  await post('a held command discarded', `/api/staff/relay/held/${idOf(1)}/discard`);
  await post('start over, with a wrong word', '/api/staff/relay/start-over', { confirm: 'x' });
  await post('start over', '/api/staff/relay/start-over', { confirm: START_OVER_WORD });
  await post('sells on', '/api/staff/relay/keep-selling', { confirm: KEEP_SELLING_WORD });
  await witness.does('the store is held', () => store.writeGate.hold('fenced'));
  await witness.asks('what waits', () => admin('/api/staff/relay/resync'));
  await post('sells on all the same', '/api/staff/relay/keep-selling', { confirm: KEEP_SELLING_WORD });

  for (const decision of ['accept', 'refuse'] as const) {
    const from = store.outbox.head().seq;
    await witness.does('things come back', async () => {
      await store.users.create({
        name: `Bia ${decision}`,
        email: `${decision}@loja.com`,
        password: 'segredo-da-loja',
        role: 'KITCHEN',
      });
      const put = (path: string, json: object): Promise<Response> => admin(path, { method: 'PUT', json });
      await put('/api/staff/backups', { maxAgeDays: decision === 'accept' ? 10 : 20 });
      store.printing.printers.save(null, {
        ...{
          name: 'Bar',
          enabled: decision === 'accept',
          columns: 48,
          codePage: 'PC850',
          purposes: ['kitchen'],
        },
        transport: { kind: 'tcp', host: '10.0.0.9', port: 9100 },
      });
      store.parked.recordSpan({ from, to: store.outbox.head().seq });
      store.parked.raiseAlarm();
    });
    await witness.asks('what waits', () => admin('/api/staff/relay/resync'));
    await post('another code meanwhile', '/api/staff/recovery-sheet/replace', {});
    const { waiting } = (await (await admin('/api/staff/relay/resync')).json()) as Resync;
    await post('decided of what was not seen', '/api/staff/relay/resync', { decision, seen: [] });
    await post(decision, '/api/staff/relay/resync', { decision, seen: waiting.map(({ seq }) => seq) });
    await witness.asks('what waits', () => admin('/api/staff/relay/resync'));
  }

  await witness.asks('the sheet', () => admin('/api/staff/recovery-sheet'));
  await post('the sheet is shown', '/api/staff/recovery-sheet/show');
  await post('the sheet is printed', '/api/staff/recovery-sheet/print');
  await witness.asks('the sheet', () => admin('/api/staff/recovery-sheet'));
  await post('the store leaves the site', '/api/staff/relay/unpair');
  await link();
  await approved('about-the-link');
});
