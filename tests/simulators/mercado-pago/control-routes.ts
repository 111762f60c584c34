// What the page and tests of other processes use to steer the simulator. The real provider has none of this.

import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { isObject } from './create-request.ts';
import { faultsPatchSchema } from './faults.ts';
import type { FaultBox } from './faults.ts';
import type { Ledger } from './ledger.ts';
import type { RefundHolds } from './refund-holds.ts';
import { listsFragment, mainPage, ticketPage } from './page.ts';
import { paymentJson } from './payment.ts';
import type { ApiPayment, Payment } from './payment.ts';
import type { Outcome } from './refusal.ts';
import type { ApiRequest } from './api.ts';
import type { Webhooks } from './webhooks.ts';

export type ControlDeps = {
  ledger: Ledger;
  faults: FaultBox;
  holds: RefundHolds;
  webhooks: Webhooks;
  requests: () => readonly ApiRequest[];
  host: () => { collectorId: number; publicUrl: string };
  refundByHand: (id: number) => Outcome<Payment>;
  setPanelUrl: (url: string | null) => void;
};

export function createControlRoutes(deps: ControlDeps): Hono {
  const { ledger, faults, webhooks } = deps;
  const app = new Hono();
  const show = (payment: Payment): ApiPayment => paymentJson(payment, deps.host());

  const actions: Record<string, (id: number, detail: string | undefined) => Outcome<Payment>> = {
    approve: (id, detail) => ledger.approve(id, detail),
    'show-at-terminal': (id) => ledger.atTerminal(id, 'shows'),
    'cancel-at-terminal': (id) => ledger.atTerminal(id, 'cancels'),
    'unsure-at-terminal': (id) => ledger.atTerminal(id, 'is-unsure'),
    reject: (id, detail) => ledger.reject(id, detail),
    expire: (id) => ledger.expire(id),
    chargeback: (id) => ledger.chargeback(id),
    'win-chargeback': (id) => ledger.winChargeback(id),
    refund: (id) => deps.refundByHand(id),
    'settle-refunds': (id) => ledger.settleRefunds(id),
    'reject-refunds': (id) => ledger.rejectRefunds(id),
    'hold-refunds': (id) => {
      deps.holds.hold(id);
      return ledger.find(id);
    },
    'release-refunds': (id) => {
      deps.holds.release(id);
      return ledger.find(id);
    },
  };

  app.get('/', (c) => c.html(mainPage(ledger.list(), webhooks.deliveries(), faults.current())));

  app.get('/simulator/lists', async (c) => {
    const fragment = String(await listsFragment(ledger.list(), webhooks.deliveries()));
    const etag = `"${createHash('sha256').update(fragment).digest('hex').slice(0, 24)}"`;
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, { etag });
    return c.html(fragment, 200, { etag, 'cache-control': 'no-cache' });
  });

  app.get('/payments/:id/ticket', (c) => {
    const found = ledger.find(Number(c.req.param('id')));
    if (!found.ok || found.value.pix === null) return c.text('Pagamento não encontrado.', 404);
    return c.html(ticketPage(found.value));
  });

  app.post('/simulator/payments/:id/:action', (c) => {
    const act = actions[c.req.param('action')];
    if (act === undefined) return c.json({ error: 'unknown action' }, 404);
    const acted = act(ledger.numberOf(c.req.param('id')), c.req.query('detail'));
    if (wantsPage(c)) {
      return c.redirect(
        c.req.query('back') === 'ticket' ? `/payments/${c.req.param('id')}/ticket` : '/',
        303,
      );
    }
    if (!acted.ok) return c.json(acted.refusal, acted.refusal.status);
    return c.json(show(acted.value));
  });

  app.get('/simulator/payments', (c) => c.json(ledger.list().map(show)));
  app.get('/simulator/requests', (c) => c.json(deps.requests()));
  app.get('/simulator/deliveries', (c) => c.json(webhooks.deliveries()));
  app.post('/simulator/webhooks/release', (c) => {
    webhooks.releaseHeld();
    return c.json({ ok: true });
  });

  /** What a shop does in its account's panel: the address for the notices of orders. */
  app.post('/simulator/panel', async (c) => {
    const body: unknown = await c.req.json().catch(() => null);
    const url = isObject(body) && typeof body['webhookUrl'] === 'string' ? body['webhookUrl'] : null;
    deps.setPanelUrl(url);
    return c.json({ webhookUrl: url });
  });

  app.get('/simulator/faults', (c) => c.json(faults.current()));
  app.post('/simulator/faults', async (c) => {
    const patch = faultsPatchSchema.safeParse(await c.req.json().catch(() => null));
    if (!patch.success) return c.json({ error: 'invalid faults', issues: patch.error.issues }, 400);
    faults.set(patch.data);
    return c.json(faults.current());
  });
  app.delete('/simulator/faults', (c) => {
    faults.clear();
    return c.json(faults.current());
  });
  return app;
}

const wantsPage = (c: Context): boolean => (c.req.header('accept') ?? '').includes('text/html');
