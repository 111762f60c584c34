// What is in an order, item by item, in the words of the kitchen.
import type { OrderItem } from '@balcao/shared/order/order.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { hasToppings, itemFlavours, itemLayers, itemTitle } from './order-text.ts';

const NO_TOPPINGS = 'Sem toppings';

export function OrderItems({ items, prices = false }: { items: readonly OrderItem[]; prices?: boolean }) {
  return (
    <ol className="flex flex-col divide-y divide-base-content/15">
      {items.map((item) => (
        <li key={item.id} className="py-2 first:pt-0 last:pb-0">
          <p className="flex items-baseline justify-between gap-2 text-[1.05em] leading-tight font-bold">
            <span>{itemTitle(item)}</span>
            {prices && <span className="numbers shrink-0">{formatCents(item.priceCents)}</span>}
          </p>
          {itemFlavours(item) && <p className="leading-snug">{itemFlavours(item)}</p>}
          {itemLayers(item).map((layer) => (
            <p key={layer.name} className="leading-snug">
              <span className="font-semibold opacity-80">{layer.name}:</span> {layer.toppings.join(', ')}
            </p>
          ))}
          {hasToppings(item) && item.toppings.length === 0 && (
            <p className="leading-snug opacity-80">{NO_TOPPINGS}</p>
          )}
        </li>
      ))}
    </ol>
  );
}
