// What is about to be ordered, in short: read once more before it is sent, also by who came without passing the cart.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { alikeLines, type Cart } from '../../cart/cart.ts';
import { describeItem, toppingsLine } from '../../cart/describe.ts';
import { itemPriceCents } from '../../cart/price.ts';
import { timesText } from '../../text/menu.ts';

export function CartSummary({ cart, menu }: { cart: Cart; menu: Menu }) {
  return (
    <ul className="mb-3 border-b border-base-300 pb-2">
      {alikeLines(cart).map((items) => {
        const [item] = items;
        if (!item) return null;
        const described = describeItem(item, menu);
        const parts =
          item.baseId === null ? described.details : [...described.details, toppingsLine(described)];
        return (
          <li key={item.id} className="flex flex-wrap justify-between gap-x-3 py-1">
            <span className="min-w-0 flex-1 basis-[8rem]">
              <span className="block leading-tight font-semibold">
                {timesText(items.length)}
                {described.title}
              </span>
              <span className="block text-sm leading-snug text-base-content/75">{parts.join(' · ')}</span>
            </span>
            <span className="numbers whitespace-nowrap">
              {formatCents(items.length * (itemPriceCents(item, menu) ?? item.priceCents))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
