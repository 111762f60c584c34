// Price per volume, as a buyer reads it.
import { formatCents } from '@balcao/shared/money.ts';
import type { OfferedProduct } from '@balcao/shared/wholesale/catalogue.ts';
import { realTiers } from '@balcao/shared/wholesale/price.ts';

export function Tiers({ product }: { product: OfferedProduct }) {
  const tiers = realTiers(product);
  if (tiers.length === 0) return null;
  return (
    <ul aria-label={`Preço por volume de ${product.name}`} className="text-sm">
      {tiers.map(({ from, priceCents }) => (
        <li key={from}>
          a partir de {from} un.: <span className="numbers font-semibold">{formatCents(priceCents)}</span>
        </li>
      ))}
    </ul>
  );
}
