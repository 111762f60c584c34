import { expect, it } from 'vitest';
import { offeredMethods } from './offers.ts';

type From = Parameters<typeof offeredMethods>[0];

async function offered(enabled: readonly string[], online: { pix: boolean; card: boolean }) {
  const paymentMethods = ['pix', 'credit_card', 'cash'].map((id) => ({ id, enabled: enabled.includes(id) }));
  const from = {
    documents: { catalog: () => Promise.resolve({ paymentMethods }) },
    payments: { methodsOnOffer: () => Promise.resolve(online) },
  } as unknown as From;
  return [...(await offeredMethods(from, 'store-1'))];
}

const ALL = ['pix', 'credit_card', 'cash'];

it.each([
  ['all that is switched on and possible', ALL, { pix: true, card: true }, ALL],
  ['nothing that is switched off', ['credit_card'], { pix: true, card: true }, ['credit_card']],
  ['no PIX of a shop that cannot take one', ALL, { pix: false, card: true }, ['credit_card', 'cash']],
  ['no card of a shop that cannot take one', ALL, { pix: true, card: false }, ['pix', 'cash']],
  ['cash of a shop without an account', ALL, { pix: false, card: false }, ['cash']],
])('the site offers %s', async (_what, enabled, online, methods) => {
  expect(await offered(enabled, online)).toEqual(methods);
});
