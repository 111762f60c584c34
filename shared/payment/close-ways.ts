// What a close of the drawer says of each way of payment: what came in its session, what went back in it, what the provider keeps, what stays. Pure.
import { feeCents, type FeeRates } from './fees.ts';

/** Money of one way in one session. `way`: as fees are set for; cash among them. What went back came in this session or in an earlier one. */
export type WayMoved = { way: string; name: string; receivedCents: number; returnedCents: number };
/** One way of a close; `netCents` is received less returned less fee. */
type CloseWay = {
  name: string;
  receivedCents: number;
  returnedCents: number;
  feeCents: number;
  netCents: number;
};

/** One row a way, in the order in which they first come; none of a way in which nothing moved. The fee is of what stayed, as in the reports. */
export function closeWaysOf(moved: readonly WayMoved[], rates: FeeRates): CloseWay[] {
  const rateByWay: ReadonlyMap<string, number> = new Map(Object.entries(rates));
  const sums = new Map<string, WayMoved>();
  for (const movement of moved) {
    const sumSoFar = sums.get(movement.way) ?? { ...movement, receivedCents: 0, returnedCents: 0 };
    sums.set(movement.way, {
      ...sumSoFar,
      receivedCents: sumSoFar.receivedCents + movement.receivedCents,
      returnedCents: sumSoFar.returnedCents + movement.returnedCents,
    });
  }
  return [...sums.values()]
    .filter(({ receivedCents, returnedCents }) => receivedCents !== 0 || returnedCents !== 0)
    .map(({ way, name, receivedCents, returnedCents }) => {
      const keptCents = receivedCents - returnedCents;
      // Of what went back of an earlier session its fee comes back as well.
      const fee = Math.sign(keptCents) * feeCents(Math.abs(keptCents), rateByWay.get(way) ?? 0);
      // No minus zero, which a comparison tells from nothing.
      return { name, receivedCents, returnedCents, feeCents: fee === 0 ? 0 : fee, netCents: keptCents - fee };
    });
}
