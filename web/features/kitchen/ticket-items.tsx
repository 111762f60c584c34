// What is to be made, as it is read from two metres: size and base, the ice cream by name, one topping a line under its layer.
import type { OrderItem } from '@balcao/shared/order/order.ts';
import { Ban, Plus } from 'lucide-react';
import { hasToppings, itemFlavours, itemLayers, itemTitle } from '../../ui/staff/order-text.ts';
import type { LineNews } from './line-news.ts';

const NO_TOPPINGS = 'Sem toppings';

type Props = {
  items: readonly OrderItem[];
  /** What came and went since the ticket was read. */
  news?: LineNews;
};

export function TicketItems({ items, news }: Props) {
  return (
    <>
      {items.length > 0 && <Items items={items} added={news?.added ?? NONE} />}
      {news && news.takenOff.length > 0 && (
        <div className="mt-1 rounded-lg border-[3px] border-error px-2 py-0.5">
          <p className="flex items-center gap-1 text-[15px] font-extrabold text-error">
            <Ban aria-hidden className="size-5 shrink-0" /> CANCELADO
          </p>
          <del className="block opacity-80">
            <Items items={news.takenOff} added={NONE} />
          </del>
        </div>
      )}
    </>
  );
}

const NONE: ReadonlySet<string> = new Set();

function Items({ items, added }: { items: readonly OrderItem[]; added: ReadonlySet<string> }) {
  return (
    <ol className="divide-y-2 divide-base-content/20">
      {items.map((item) => (
        <li key={item.id} className="py-1 first:pt-0 last:pb-0">
          {added.has(item.id) && (
            <p className="flex w-fit items-center gap-1 rounded bg-success px-1.5 text-[15px] leading-snug font-extrabold text-success-content">
              <Plus aria-hidden className="size-4 shrink-0" /> ACRÉSCIMO
            </p>
          )}
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
