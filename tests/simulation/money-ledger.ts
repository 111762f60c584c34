// The books beside the shop's own by double entry: every movement takes from one account what it puts into another. Each way's money is kept gross as
// well: what came by it and what went back, as a close has to tell them.
import type { Hand, Online } from '../../edge/testing/trading.ts';

export type Money = Hand | Online;
/** `deposits`: parts of orders that are not paid whole. */
type Account = Money | 'sales' | 'deposits' | 'safe';
/** `in-all`: a close tells all such of its session as one sum, that came or went. */
export type Told = 'each' | 'in-all';
/** As they stand, to be held against later. */
export type Books = { balances: ReadonlyMap<Account, number>; moved: ReadonlyMap<Account, Moved> };
type Moved = { cameCents: number; wentCents: number; inAllCents: number };
const NOTHING: Moved = { cameCents: 0, wentCents: 0, inAllCents: 0 };

export function createLedger() {
  const balances = new Map<Account, number>();
  const moved = new Map<Account, Moved>();
  let entries = 0;
  const of = (account: Account): number => balances.get(account) ?? 0;
  const movedBy = (account: Account): Moved => moved.get(account) ?? NOTHING;
  function move(account: Account, cents: number, told: Told): void {
    const { cameCents, wentCents, inAllCents } = movedBy(account);
    moved.set(account, {
      cameCents: cameCents + (told === 'each' ? Math.max(0, cents) : 0),
      wentCents: wentCents + (told === 'each' ? Math.max(0, -cents) : 0),
      inAllCents: inAllCents + (told === 'in-all' ? cents : 0),
    });
  }
  return {
    of,
    entries: () => entries,
    post(from: Account, to: Account, cents: number, told: Told = 'each'): void {
      balances.set(from, of(from) - cents);
      balances.set(to, of(to) + cents);
      // What is put into the drawer was paid by nobody.
      if (from !== 'safe') move(to, cents, told);
      entries += 1;
    },
    /** Zero, always. */
    sum: (): number => [...balances.values()].reduce((all, cents) => all + cents, 0),
    seen: (): Books => ({ balances: new Map(balances), moved: new Map(moved) }),
    changeOf: (account: Account, since: Books): number => of(account) - (since.balances.get(account) ?? 0),
    /** What came by it and what went back since then. */
    grossOf(account: Account, since: Books): { cameCents: number; wentCents: number } {
      const [now, before] = [movedBy(account), since.moved.get(account) ?? NOTHING];
      const inAllCents = now.inAllCents - before.inAllCents;
      return {
        cameCents: now.cameCents - before.cameCents + Math.max(0, inAllCents),
        wentCents: now.wentCents - before.wentCents + Math.max(0, -inAllCents),
      };
    },
  };
}
