// One product of the wholesale catalogue.
import { formatCents } from '@balcao/shared/money.ts';
import type { OfferedProduct } from '@balcao/shared/wholesale/catalogue.ts';
import { countText } from '../../text/menu.ts';
import { Icon } from '../../ui/icon.tsx';
import { ProductPicture } from '../../ui/product-picture.tsx';
import { PACK } from './pack.ts';
import { Tiers } from './tiers.tsx';

type Props = { product: OfferedProduct; inCart: number; onAdd: () => void };

export function ProductCard({ product, inCart, onAdd }: Props) {
  const { name, description, sizes, flavors } = product;
  const unavailable = sizes?.length === 0 || flavors?.length === 0;
  return (
    <li className="flex flex-wrap overflow-hidden rounded-3xl bg-base-100 sm:not-short:flex-col sm:not-short:flex-nowrap">
      <ProductPicture
        image={product.image}
        cup={PACK}
        width={960}
        className={`m-3 mr-0 size-24 shrink-0 self-start rounded-2xl sm:not-short:m-0 sm:not-short:aspect-4/3 sm:not-short:h-auto sm:not-short:w-full sm:not-short:rounded-none ${unavailable ? 'grayscale' : ''}`}
      />
      <div className="flex min-w-0 flex-1 basis-[10rem] flex-col gap-1 p-3 sm:not-short:basis-auto sm:not-short:p-4">
        <h2 className="text-lg leading-tight sm:text-xl">{name}</h2>
        {description !== null && (
          <p className="line-clamp-2 text-sm text-base-content/80 sm:line-clamp-3">{description}</p>
        )}
        {(sizes !== null || flavors !== null) && !unavailable && (
          <p className="flex flex-wrap gap-1.5">
            {sizes !== null && (
              <span className="badge badge-ghost bg-base-200 text-sm">
                {countText(sizes.length, 'tamanho', 'tamanhos')}
              </span>
            )}
            {flavors !== null && (
              <span className="badge badge-ghost bg-base-200 text-sm">
                {countText(flavors.length, 'sabor', 'sabores')}
              </span>
            )}
          </p>
        )}
        <Tiers product={product} />
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-1 pt-1">
          <p className="numbers text-xl font-bold whitespace-nowrap">{formatCents(product.priceCents)}</p>
          {inCart > 0 && (
            <p className="flex items-center gap-1 text-sm font-semibold text-success">
              <Icon name="check" className="size-4" /> {inCart} no carrinho
            </p>
          )}
        </div>
        <button
          type="button"
          className="btn btn-primary mt-1 w-full"
          aria-label={unavailable ? `${name} está indisponível` : `Adicionar ${name}`}
          disabled={unavailable}
          onClick={onAdd}
        >
          {unavailable ? (
            'Indisponível'
          ) : (
            <>
              <Icon name="plus" className="size-5" /> Adicionar
            </>
          )}
        </button>
      </div>
    </li>
  );
}
