// Money on its way back while store or relay is killed: one order stands at each step of its refund when they die.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openRefundShop, POLL, type RefundShop } from './refund-shop.ts';
import { findings } from './shop-findings.ts';
import { heal } from './shop-kills.ts';

const PART_CENTS = 100;

let rig: RefundShop;
beforeAll(async () => {
  rig = await openRefundShop(20261126);
});
afterEach(() => rig?.openUp());
afterAll(() => rig?.end());

/** Orders that were paid, and whose money a person gives back. */
async function askedFor(round: number) {
  const { paid } = rig;
  const cents = (at: number) => ((at + round) % 2 === 0 ? null : PART_CENTS);
  return {
    intent: await paid('written at the store, not sent', cents(0)),
    planned: await paid('at the relay, not sent to the provider', cents(1)),
    sent: await paid('carried out, not answered', cents(2)),
    answered: await paid('answered, not written', cents(3)),
    written: await paid('written, the payment not looked at', cents(4)),
    told: await paid('news written, not sent', cents(5)),
    heard: await paid('heard by the store, not acknowledged', cents(6)),
  };
}

/** Orders whose PIX is paid in the moment in which they are called off: their refund is born at the relay. */
async function bornAtRelay() {
  const { placed } = rig;
  return {
    first: await placed('one before them'),
    sent: await placed('carried out, not answered'),
    answered: await placed('answered, not written'),
    written: await placed('written, the payment not looked at'),
    heard: await placed('heard by the store, not acknowledged'),
    planned: await placed('planned, not sent'),
  };
}

/** Each order of a person's refunds stands at its step; the last ones need a line that is stalled. */
async function standAsked(asked: Awaited<ReturnType<typeof askedFor>>): Promise<void> {
  const { gates, atProvider, refund, givenBack } = rig;
  await gates.close('planned>sent', asked.planned.attemptId);
  await atProvider(asked.sent, 'hold-refunds');
  await gates.close('sent>done', asked.answered.attemptId);
  for (const paid of [asked.written, asked.told, asked.heard]) await gates.close('back', paid.attemptId);
  for (const [name, paid] of Object.entries(asked)) if (name !== 'intent') refund(paid);
  await gates.reached('planned>sent', asked.planned.attemptId);
  await expect.poll(() => givenBack(asked.sent), POLL).toHaveLength(1);
  await gates.reached('sent>done', asked.answered.attemptId);
  for (const paid of [asked.written, asked.told, asked.heard]) await gates.reached('back', paid.attemptId);
}

/** The same of the relay's own; four of them are carried out at once, so one waits behind them. */
async function standBorn(born: Awaited<ReturnType<typeof bornAtRelay>>): Promise<void> {
  const { gates, atProvider, callOff, relaysState, givenBack } = rig;
  await gates.close('planned>sent', born.first.attemptId);
  await atProvider(born.sent, 'hold-refunds');
  await gates.close('sent>done', born.answered.attemptId);
  for (const paid of [born.written, born.heard]) await gates.close('back', paid.attemptId);
  // On a slow machine one before it is given up meanwhile, and it would be its turn.
  await gates.close('planned>sent', born.planned.attemptId);
  for (const paid of Object.values(born)) {
    await atProvider(paid, 'approve');
    await callOff(paid);
    await expect.poll(() => relaysState(paid), POLL).toBe('planned');
  }
  await gates.reached('planned>sent', born.first.attemptId);
  await gates.open('planned>sent', born.first.attemptId);
  await expect.poll(() => givenBack(born.sent), POLL).toHaveLength(1);
  await gates.reached('sent>done', born.answered.attemptId);
  for (const paid of [born.written, born.heard]) await gates.reached('back', paid.attemptId);
  expect([await relaysState(born.planned), await givenBack(born.planned)]).toEqual(['planned', []]);
}

describe('a refund at each of its steps', () => {
  // What goes back whole in one round goes back in part in the other.
  it.each<['relay' | 'store', number]>([
    ['relay', 0],
    ['store', 1],
  ])(
    '[133] goes back exactly once when the %s is killed then, and is said as it is',
    async (victim, round) => {
      const { shop, relay, gates, setFaults, atProvider, refund, relaysState, givenBack } = rig;
      const { factOf, newsOf, intentOf, killAndStart, expectBack, expectNewsDone, unresolvedOf } = rig;
      await setFaults({ loseWebhooks: 0 });
      const asked = await askedFor(round);
      const born = await bornAtRelay();
      await setFaults({ loseWebhooks: 1000 });
      // First the relay's own: its round carries out whatever is planned, and stands with them then.
      await standBorn(born);
      await standAsked(asked);

      shop.cable.stall('answers');
      for (const paid of [asked.heard, born.heard]) {
        await gates.open('back', paid.attemptId);
        await expect.poll(() => factOf(paid).refundedCents, POLL).toBe(paid.cents ?? paid.order.totalCents);
        expect(await newsOf(paid)).toBe('queued');
      }
      shop.cable.stall();
      await gates.open('back', asked.told.attemptId);
      await expect.poll(() => newsOf(asked.told), POLL).toBe('queued');
      refund(asked.intent);
      await expect.poll(() => intentOf(asked.intent), POLL).toBe('sent');
      expect(await relaysState(asked.intent)).toBe(undefined);

      expect([await relaysState(born.planned), await givenBack(born.planned)]).toEqual(['planned', []]);
      await killAndStart(victim, async () => {
        for (const paid of [asked.sent, born.sent]) await atProvider(paid, 'release-refunds');
      });

      for (const paid of Object.values(asked)) await expectBack(paid, 'estornado');
      for (const paid of Object.values(born)) await expectBack(paid, 'cliente');
      for (const paid of [...Object.values(asked), ...Object.values(born)]) await expectNewsDone(paid);
      await expect.poll(() => unresolvedOf(Object.values(asked)), POLL).toEqual([]);
      // Money that came for what was called off is a person's to know of.
      for (const paid of Object.values(born))
        await expect
          .poll(async () => ({ step: paid.step, listed: await unresolvedOf([paid]) }), POLL)
          .toEqual({
            step: paid.step,
            listed: [
              expect.stringContaining('pago depois de vencido ou cancelado') as string,
              expect.stringContaining('não pode mais ser feito') as string,
            ],
          });
      expect(await heal(shop, relay)).toEqual([]);
      expect(await findings(shop.dataDir, relay, new Map(), { printing: false })).toEqual([]);
    },
  );
});
