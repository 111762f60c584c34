// Chargebacks and claims of the simulated provider: who opens one has the shop told, and the shop reads its deadline here.
import { Hono } from 'hono';
import { apiDate, type Payment } from './payment.ts';

const TYPES = {
  chargeback: 'topic_chargebacks_wh',
  claim: 'topic_claims_integration_wh',
  'stop-delivery': 'stop_delivery_op_wh',
} as const;
export type DisputeKind = keyof typeof TYPES;

export function createDisputes(send: (payment: Payment, type: string, id: string) => void) {
  const open = new Map<string, { paymentId: number; dueAtMs: number; kind: DisputeKind }>();
  const claimJson = (id: string, { paymentId, dueAtMs }: { paymentId: number; dueAtMs: number }) => ({
    id,
    resource: 'payment',
    resource_id: paymentId,
    status: 'opened',
    players: [
      { role: 'complainant', available_actions: [{ due_date: apiDate(dueAtMs - 1000) }] },
      { role: 'respondent', available_actions: [{ due_date: apiDate(dueAtMs) }] },
    ],
  });
  const app = new Hono();
  app.get('/v1/chargebacks/:id', (c) => {
    const found = open.get(c.req.param('id'));
    if (found === undefined) return c.json({ message: 'not found', error: 'not_found', status: 404 }, 404);
    return c.json({
      id: c.req.param('id'),
      payments: [found.paymentId],
      documentation_required: true,
      date_documentation_deadline: apiDate(found.dueAtMs),
    });
  });
  // None of these is ever closed.
  app.get('/post-purchase/v1/claims/search', (c) => {
    const { status = 'opened', resource = 'payment', limit = '30', offset = '0' } = c.req.query();
    const found = [...open].filter(
      ([, { kind }]) => kind === 'claim' && status === 'opened' && resource === 'payment',
    );
    const from = Number(offset);
    const data = found.slice(from, from + Number(limit)).map(([id, claim]) => claimJson(id, claim));
    return c.json({ paging: { offset: from, limit: Number(limit), total: found.length }, data });
  });
  app.get('/post-purchase/v1/claims/:id', (c) => {
    const found = open.get(c.req.param('id'));
    if (found === undefined) return c.json({ message: 'not found', error: 'not_found', status: 404 }, 404);
    return c.json(claimJson(c.req.param('id'), found));
  });
  return {
    app,
    open(payment: Payment, kind: DisputeKind, dueAtMs: number): void {
      const id = kind === 'stop-delivery' ? String(payment.id) : String(7_000_000 + open.size);
      if (kind !== 'stop-delivery') open.set(id, { paymentId: payment.id, dueAtMs, kind });
      send(payment, TYPES[kind], id);
    },
  };
}
