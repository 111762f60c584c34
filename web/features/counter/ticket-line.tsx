// One line of the ticket: what it is and costs, and what can be done with it.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { CopyPlus, MessageSquareText, Pencil, Trash2, type LucideIcon } from 'lucide-react';
import type { CartItem } from '../../cart/cart.ts';
import { describeItem, toppingsLine } from '../../cart/describe.ts';
import { itemPriceCents } from '../../cart/price.ts';

type Props = {
  item: CartItem;
  menu: Menu;
  onEdit: () => void;
  onAgain: () => void;
  onNote: () => void;
  onRemove: () => void;
};

export function TicketLine({ item, menu, onEdit, onAgain, onNote, onRemove }: Props) {
  const described = describeItem(item, menu);
  const { title } = described;
  const isBuilt = item.baseId !== null;
  return (
    <li className="border-b border-base-300 py-1 leading-tight">
      <p className="flex justify-between gap-2 font-bold 2xl:text-xl">
        <span>{title}</span>
        <span className="numbers shrink-0">{formatCents(itemPriceCents(item, menu) ?? item.priceCents)}</span>
      </p>
      {described.details.length > 0 && (
        <p className="line-clamp-1 text-sm 2xl:text-base">{described.details.join(', ')}</p>
      )}
      {item.toppings.length > 0 && (
        <p className="line-clamp-2 text-sm 2xl:text-base">{toppingsLine(described)}</p>
      )}
      {described.unavailable.length > 0 && (
        <p className="text-sm font-semibold text-error">Acabou: {described.unavailable.join(', ')}</p>
      )}
      <div className="flex justify-end gap-1">
        {isBuilt && <LineButton label={`Mudar ${title}`} icon={Pencil} onPress={onEdit} />}
        <LineButton label={`Mais um de ${title}`} icon={CopyPlus} onPress={onAgain} />
        <LineButton label={`Observação para ${title}`} icon={MessageSquareText} onPress={onNote} />
        <LineButton label={`Tirar ${title}`} icon={Trash2} onPress={onRemove} />
      </div>
    </li>
  );
}

type LineButtonProps = { label: string; icon: LucideIcon; onPress: () => void };

function LineButton({ label, icon: Icon, onPress }: LineButtonProps) {
  return (
    <button
      type="button"
      className="btn btn-ghost h-11 w-12 p-0"
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
