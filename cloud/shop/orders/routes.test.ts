// Whether an order can be passed on to the store now, and how long a browser's request waits for the store's answer.
import { expect, it } from 'vitest';
import type { StoreRow } from '../stores/known-stores.ts';
import { answerMsFor, unreachableNow } from './routes.ts';

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

it.each([
  ['takes orders while it is followed and has room', 'following', 'linked', true, null],
  [
    'is not asked while its log is not the one that was followed',
    'quarantined',
    'linked',
    true,
    'store-away',
  ],
  ['is not asked while another device stands in its place', 'fenced', 'linked', true, 'store-away'],
  ['is not asked once it is away', 'following', 'away', true, 'store-away'],
  ['is given no more than there is room for', 'following', 'grace', false, 'store-busy'],
] as const)('a store %s', async (_what, condition, presence, hasRoom, code) => {
  const answer = await unreachableNow(
    {
      stores: { byId: () => Promise.resolve({ condition } as StoreRow) },
      gateway: { presence: () => Promise.resolve(presence) },
      commands: { hasRoom: () => Promise.resolve(hasRoom) },
    },
    'store',
  );
  expect(answer && ((await answer.json()) as { code: string }).code).toBe(code);
});
