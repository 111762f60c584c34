// Subtotal, the special discount, total.
import { formatCents } from '@balcao/shared/money.ts';
import type { CartPrice } from '../../cart/price.ts';
import { percentText } from './percent-text.ts';

export function Totals({
  price: { subtotalCents, discountPercent, discountCents, totalCents },
}: {
  price: CartPrice;
}) {
  return (
    <dl className="flex flex-col gap-y-0.5">
      <div className="flex flex-wrap justify-between gap-x-3">
        <dt>Subtotal</dt>
        <dd className="numbers ml-auto">{formatCents(subtotalCents)}</dd>
      </div>
      {discountCents > 0 && (
        <div className="flex flex-wrap justify-between gap-x-3 font-semibold text-success">
          <dt className="min-w-0 flex-1 basis-[7rem]">Desconto Especial ({percentText(discountPercent)}%)</dt>
          <dd className="numbers ml-auto whitespace-nowrap">−{formatCents(discountCents)}</dd>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <dt className="font-display text-xl font-bold">Total</dt>
        <dd className="numbers ml-auto text-2xl font-extrabold">{formatCents(totalCents)}</dd>
      </div>
    </dl>
  );
}
