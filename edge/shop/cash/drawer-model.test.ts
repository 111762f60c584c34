// The drawer against a model that counts notes: what was put in, taken out, sold for cash and called off, closed by a count.
import { afterEach, expect, it } from 'vitest';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole } from '../../testing/sign-in.ts';
import { sell } from '../../testing/sell.ts';

let store: TestStore | null = null;
afterEach(() => store?.close());

const cents = fc.integer({ min: 1, max: 40_000 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('sale' as const), cents, isCash: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('suprimento', 'sangria'), cents }),
  // All that is in it, or a centavo more.
  fc.record({ kind: fc.constant('sangria' as const), more: fc.integer({ min: 0, max: 1 }) }),
);

it('holds at its close what a person would have counted, and says by how much the count is off', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 50_000 }),
      fc.array(step, { maxLength: 8 }),
      fc.integer({ min: -300, max: 300 }),
      async (floatCents, steps, offCents) => {
        // Of its own, for a try that fails leaves its drawer open.
        await store?.close();
        const opened = (store = await openTestStore());
        const front = await asRole(opened, 'ATTENDANT');
        const post = async (path: string, json: unknown) => {
          opened.clock.nowMs += 1_000;
          const response = await front(`/api/staff/${path}`, { json });
          return { status: response.status, body: (await response.json()) as unknown };
        };
        expect((await post('cash-session', { id: v7(), floatCents })).status).toBe(200);
        let inside = floatCents;
        const came = { suprimento: 0, sangria: 0, sales: 0 };
        for (const one of steps)
          if (one.kind === 'sale') {
            const order = sell(opened, opened.clock.nowMs, {
              status: 'PENDING',
              paymentStatus: 'pending',
              paymentMethod: null,
              receivedAtMs: null,
              deliveredAtMs: null,
              totalCents: one.cents,
            });
            const method = one.isCash ? 'cash' : 'pix_manual';
            expect((await post(`orders/${order.id}/moves`, { kind: 'confirm-payment', method })).status).toBe(
              200,
            );
            if (one.isCash) [inside, came.sales] = [inside + one.cents, came.sales + one.cents];
          } else {
            const amountCents = 'more' in one ? Math.max(1, inside + one.more) : one.cents;
            const isPossible = one.kind === 'suprimento' || amountCents <= inside;
            const { status } = await post('cash-session/movements', {
              id: v7(),
              kind: one.kind,
              amountCents,
              note: 'modelo',
            });
            expect(status).toBe(isPossible ? 200 : 422);
            if (!isPossible) continue;
            came[one.kind] += amountCents;
            inside += one.kind === 'suprimento' ? amountCents : -amountCents;
          }
        const countedCents = Math.max(0, inside + offCents);
        expect(await post('cash-session/close', { countedCents })).toMatchObject({
          status: 201,
          body: {
            number: 1,
            floatCents,
            cashSalesCents: came.sales,
            suprimentoCents: came.suprimento,
            sangriaCents: came.sangria,
            expectedCents: inside,
            countedCents,
            differenceCents: countedCents - inside,
          },
        });
      },
    ),
    { numRuns: 12 },
  );
});
