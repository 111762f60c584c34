// Changes the toppings of an item where it stands; for the rest it leads to the wizard.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { CartItem } from '../../cart/cart.ts';
import { itemPriceCents } from '../../cart/price.ts';
import { scrollToGone, ToppingPicker } from '../../cart/topping-picker.tsx';
import { toppingsMax } from '../../cart/toppings.ts';
import { cupLabel, describeItem } from '../../cart/describe.ts';
import { Cup } from '../../ui/cup.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type Props = {
  item: CartItem;
  menu: Menu;
  onClose: () => void;
  onSave: (edited: Pick<CartItem, 'toppings' | 'priceCents'>) => void;
};

export default function EditDialog({ item, menu, onClose, onSave }: Props) {
  const [toppings, setToppings] = useState(item.toppings);
  useEffect(scrollToGone, []);
  const edited = { ...item, toppings };
  const priceCents = itemPriceCents(edited, menu) ?? item.priceCents;
  const described = describeItem(edited, menu);
  const built = item.baseId !== null;

  return (
    <Dialog
      title={`Editar ${described.title}`}
      onClose={onClose}
      wide
      actions={
        built && (
          <button
            type="button"
            className="btn btn-primary btn-lg sm:flex-1"
            onClick={() => onSave({ toppings, priceCents })}
          >
            Salvar <span className="numbers whitespace-nowrap">{formatCents(priceCents)}</span>
          </button>
        )
      }
    >
      <Link
        to={`/pedido?editar=${encodeURIComponent(item.id)}`}
        className="btn btn-outline btn-primary mb-3 w-full"
      >
        {!built
          ? 'Trocar de taça'
          : item.productId === null
            ? 'Mudar tamanho, base ou sorvete'
            : 'Mudar base ou sorvete'}
      </Link>
      {built && (
        <ToppingPicker
          menu={menu}
          toppings={toppings}
          max={toppingsMax(item, menu)}
          atLimit="disable"
          cup={
            <Cup
              content={described.cup}
              label={cupLabel(described)}
              className="h-22 w-18 shrink-0 short:h-12"
            />
          }
          onChange={setToppings}
        />
      )}
    </Dialog>
  );
}
