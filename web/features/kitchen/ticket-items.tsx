// What is to be made, as it is read from two metres: size and base, the ice cream by name, one topping a line under its layer.
import type { OrderItem } from '@balcao/shared/order/order.ts';
import { hasToppings, itemFlavours, itemLayers, itemTitle } from '../../ui/staff/order-text.ts';

const NO_TOPPINGS = 'Sem toppings';

export function TicketItems({ items }: { items: readonly OrderItem[] }) {
  return (
    <ol className="divide-y-2 divide-base-content/20">
      {items.map((item) => (
        <li key={item.id} className="py-1 first:pt-0 last:pb-0">
          <p className="kitchen-flavour font-bold">{itemTitle(item)}</p>
          {itemFlavours(item) && (
            <p className="kitchen-flavour">
              <span className="text-[0.75em] opacity-85">Sorvete:</span> <strong>{itemFlavours(item)}</strong>
            </p>
          )}
          {itemLayers(item).map((layer) => (
            <p key={layer.name} className="kitchen-topping grid grid-cols-[2.2em_1fr]">
              <span className="text-[0.66em] leading-[1.65] opacity-85">
                {layer.name}
                <span className="sr-only">: </span>
              </span>
              <span>
                {layer.toppings.map((name, at) => (
                  <span key={`${at}-${name}`} className="block">
                    {name}
                    {at < layer.toppings.length - 1 && <span className="sr-only">, </span>}
                  </span>
                ))}
              </span>
            </p>
          ))}
          {hasToppings(item) && item.toppings.length === 0 && (
            <p className="kitchen-topping opacity-85">{NO_TOPPINGS}</p>
          )}
        </li>
      ))}
    </ol>
  );
}
