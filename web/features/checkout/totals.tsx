// Subtotal, the special discount, total.
import { formatCents } from '@balcao/shared/money.ts';
import type { CartPrice } from '../../cart/price.ts';

export function Totals({
  price: { subtotalCents, discountPercent, discountCents, totalCents },
}: {
  price: CartPrice;
}) {
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-0.5">
      {discountCents > 0 && (
        <>
          <dt>Subtotal</dt>
          <dd className="numbers text-right">{formatCents(subtotalCents)}</dd>
          <dt className="font-semibold text-success">Desconto Especial ({percentText(discountPercent)}%)</dt>
          <dd className="numbers text-right font-semibold text-success">{formatCents(-discountCents)}</dd>
        </>
      )}
      <dt className="self-center font-display text-xl font-bold">Total</dt>
      <dd className="numbers text-right text-2xl font-extrabold">{formatCents(totalCents)}</dd>
    </dl>
  );
}

const percentText = (percent: number): string => String(percent).replace('.', ',');
