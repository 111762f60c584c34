// How long a browser's request waits for the store's answer.
import { expect, it } from 'vitest';
import { answerMsFor } from './routes.ts';

const waited = (presence: 'linked' | 'grace' | 'away', boundMs: number): Promise<number> =>
  answerMsFor(
    { gateway: { presence: () => Promise.resolve(presence) }, answerMsMax: () => boundMs },
    'store',
  );

it.each([
  ['as long as any request while the link is there', 'linked', 8000, 8000],
  ['a moment alone while it is just gone: the customer is soon told what one waits for', 'grace', 8000, 1500],
  ['no longer than that bound where it is shorter still', 'grace', 500, 500],
] as const)('waits %s', async (_what, presence, boundMs, ms) => {
  expect(await waited(presence, boundMs)).toBe(ms);
});
