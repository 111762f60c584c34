// 'De novo': what this device ordered last, one tap away from Seus Dados. Nothing where nothing was ordered.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { useState } from 'react';
import { Cup } from '../ui/cup.tsx';
import { Icon } from '../ui/icon.tsx';
import { lastOrder, nameOf } from './again.ts';
import { describeItem } from './describe.ts';
import { useOrderNow } from './order-now.ts';
import { cartPrice } from './price.ts';

export default function OrderAgain({ menu, className = '' }: { menu: Menu; className?: string }) {
  const [items] = useState(() => lastOrder(menu));
  const orderNow = useOrderNow();
  const [first] = items;
  if (!first) return null;
  return (
    <button
      type="button"
      onClick={() => orderNow(items)}
      className={`flex w-full items-center gap-3 rounded-2xl bg-accent px-3 py-2 text-left text-accent-content ${className}`}
    >
      <Cup content={describeItem(first, menu).cup} label="" className="h-14 shrink-0" />
      <span className="min-w-0 flex-1 leading-tight">
        <span className="flex items-center gap-1 text-sm font-semibold">
          <Icon name="rotate-ccw" className="size-4" /> De novo
        </span>
        <span className="block font-display text-lg leading-tight font-bold">{nameOf(items, menu)}</span>
      </span>
      <span className="numbers font-bold whitespace-nowrap">
        {formatCents(cartPrice(items, menu, menu.discountPercent).totalCents)}
      </span>
    </button>
  );
}
