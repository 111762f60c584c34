// One item of the cart.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { CartItem } from '../../cart/cart.ts';
import { cupLabel, describeItem, toppingsLine } from '../../cart/describe.ts';
import { itemPriceCents } from '../../cart/price.ts';
import { listOf } from '../../text/menu.ts';
import { Cup } from '../../ui/cup.tsx';
import { ProductPicture } from '../../ui/product-picture.tsx';
import { Icon } from '../../ui/icon.tsx';

type Props = {
  item: CartItem;
  /** ' (2º)' in the names of its controls, where another line has the same title. */
  nth: string;
  /** As many alike. */
  count: number;
  /** The order takes no more. */
  full: boolean;
  menu: Menu | null;
  onToppings: () => void;
  onEdit: () => void;
  onMore: () => void;
  onLess: () => void;
  onRemove: (name: string) => void;
};

export function CartLine({ item, nth, menu, onToppings, ...line }: Props) {
  const { count } = line;
  // Without the menu there are only ids: the price seen, and the way to remove it.
  const described = menu && describeItem(item, menu);
  const title = described?.title ?? 'Item';
  const name = title + nth;
  const nowCents = (menu && itemPriceCents(item, menu)) ?? item.priceCents;
  const unavailable = described?.unavailable ?? [];
  const built = item.baseId !== null;
  const cup = menu?.products.find((product) => product.id === item.productId)?.productType === 'TACA_MONTADA';

  // Where there is more to do than beside the picture has room for, all of it stands below, each at its place whatever the quantity.
  const edited = menu !== null && (built || cup);
  const actions = (
    <LineActions
      {...line}
      title={title}
      name={name}
      edited={edited}
      counted={menu !== null}
      full={line.full || unavailable.length > 0}
    />
  );

  return (
    <li
      className={`flex flex-wrap gap-3 rounded-2xl bg-base-100 p-3 ${unavailable.length > 0 ? 'outline-2 outline-error outline-dashed' : ''}`}
    >
      <LinePicture described={described} />
      <div className="min-w-0 flex-1 basis-[11rem]">
        <div className="flex flex-wrap items-start justify-between gap-x-2">
          <h2 className="text-lg leading-tight">{title}</h2>
          <p className="numbers text-lg leading-tight font-bold whitespace-nowrap">
            {formatCents(count * nowCents)}
          </p>
        </div>
        {count > 1 && <p className="numbers text-sm">{formatCents(nowCents)} cada</p>}
        {described?.details.map((detail) => (
          <p key={detail} className="text-sm leading-snug">
            {detail}
          </p>
        ))}
        {described && built && (
          <button
            type="button"
            onClick={onToppings}
            className="mt-0.5 min-h-7 text-left text-sm leading-snug text-base-content/80 underline decoration-dotted underline-offset-4"
            aria-label={`Ver complementos de ${name}: ${toppingsLine(described)}`}
          >
            {toppingsLine(described)}
          </button>
        )}
        {nowCents !== item.priceCents && (
          <p className="mt-1 text-sm font-semibold">
            Preço mudou: era <s className="numbers">{formatCents(item.priceCents)}</s>, agora{' '}
            {formatCents(nowCents)}
          </p>
        )}
        {unavailable.length > 0 && (
          <p className="mt-1 text-sm font-semibold text-error">
            Acabou: {listOf(unavailable)}.{' '}
            {edited ? 'Edite ou remova este item.' : 'Remova este item para continuar.'}
          </p>
        )}
        {!edited && actions}
      </div>
      {edited && actions}
    </li>
  );
}

function LinePicture({ described }: { described: ReturnType<typeof describeItem> | null }) {
  return described?.image ? (
    <ProductPicture
      image={described.image}
      cup={described.cup}
      width={320}
      className="size-20 shrink-0 rounded-xl"
    />
  ) : described ? (
    <Cup content={described.cup} label={cupLabel(described)} className="h-24 w-20 shrink-0" />
  ) : (
    <span className="skeleton h-24 w-20 shrink-0" />
  );
}

type ActionsProps = Omit<Props, 'item' | 'nth' | 'menu' | 'onToppings'> & {
  title: string;
  name: string;
  edited: boolean;
  counted: boolean;
};

function LineActions({
  title,
  name,
  edited,
  counted,
  count,
  full,
  onEdit,
  onMore,
  onLess,
  onRemove,
}: ActionsProps) {
  return (
    <div className="-my-1 -mr-3 -ml-2 flex grow basis-full flex-wrap items-center">
      {edited && (
        <button
          type="button"
          className="btn btn-ghost btn-sm min-h-11 px-2"
          onClick={onEdit}
          aria-label={`Editar ${name}`}
        >
          <Icon name="pencil" className="size-4" /> Editar
        </button>
      )}
      <button
        type="button"
        className="btn btn-ghost btn-sm min-h-11 px-2"
        onClick={() => onRemove(title)}
        aria-label={`Remover ${name}`}
      >
        <Icon name="trash-2" className="size-4" /> Remover
      </button>
      {counted && (
        <div role="group" aria-label={`Quantidade de ${name}`} className="ml-auto flex items-center">
          {count > 1 && (
            <>
              <button
                type="button"
                className="btn btn-circle btn-ghost"
                aria-label={`Um a menos de ${name}`}
                onClick={onLess}
              >
                <Icon name="minus" className="size-5" />
              </button>
              <output className="numbers font-bold">{count}×</output>
            </>
          )}
          <button
            type="button"
            className="btn btn-circle btn-ghost"
            aria-label={`Mais um de ${name}`}
            disabled={full}
            onClick={onMore}
          >
            <Icon name="plus" className="size-5" />
          </button>
        </div>
      )}
    </div>
  );
}
