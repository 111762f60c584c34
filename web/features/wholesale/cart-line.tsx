// One line of the wholesale cart.
import { formatCents } from '@balcao/shared/money.ts';
import { Icon } from '../../ui/icon.tsx';
import { ProductPicture } from '../../ui/product-picture.tsx';
import type { PricedLine } from './cart.ts';
import { PACK } from './pack.ts';
import { QuantityStepper } from './quantity-stepper.tsx';

type Props = { line: PricedLine; onQuantity: (quantity: number) => void; onRemove: () => void };

export function CartLineRow({ line, onQuantity, onRemove }: Props) {
  const choice = [line.selectedSize, line.selectedFlavor].filter((part) => part !== null).join(' · ');
  const name = choice === '' ? line.name : `${line.name} ${choice}`;
  return (
    <li
      className={`flex flex-wrap gap-3 rounded-2xl bg-base-100 p-3 ${line.gone === null ? '' : 'outline-2 outline-error outline-dashed'}`}
    >
      <ProductPicture image={line.image} cup={PACK} width={320} className="size-20 shrink-0 rounded-xl" />
      <div className="min-w-0 flex-1 basis-[10rem]">
        <div className="flex flex-wrap items-start justify-between gap-x-2">
          <h2 className="min-w-0 flex-1 basis-[5rem] text-lg leading-tight">{line.name}</h2>
          <p className="numbers text-lg leading-tight font-bold whitespace-nowrap">
            {formatCents(line.nowCents * line.quantity)}
          </p>
        </div>
        {choice !== '' && <p className="text-sm">{choice}</p>}
        <p className="numbers text-sm text-base-content/80">
          {formatCents(line.nowCents)} cada
          {line.nowCents < line.listCents && (
            <>
              {' '}
              <span className="sr-only">em vez de </span>
              <s>{formatCents(line.listCents)}</s>
            </>
          )}
        </p>
        {line.gone === null && line.next !== null && (
          <p className="text-sm font-semibold text-success">
            Mais {line.next.more} un. e cada sai por{' '}
            <span className="numbers">{formatCents(line.next.priceCents)}</span>
          </p>
        )}
        {line.gone === null && line.listCents !== line.priceCents && (
          <p className="mt-1 text-sm font-semibold">
            Preço mudou: era <s className="numbers">{formatCents(line.priceCents)}</s>, agora{' '}
            {formatCents(line.listCents)}
          </p>
        )}
        {line.gone !== null && (
          <p className="mt-1 text-sm font-semibold text-error">{line.gone} Remova para continuar.</p>
        )}
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
          <QuantityStepper quantity={line.quantity} name={name} onQuantity={onQuantity} />
          <button
            type="button"
            className="btn btn-ghost btn-sm min-h-11"
            aria-label={`Remover ${name}`}
            onClick={onRemove}
          >
            <Icon name="trash-2" className="size-4" /> Remover
          </button>
        </div>
      </div>
    </li>
  );
}
