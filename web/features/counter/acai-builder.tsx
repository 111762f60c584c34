// Builds one açaí or cup with few taps: each choice leads to the next, and any can be gone back to.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { ToppingLayer } from '@balcao/shared/order/order.ts';
import { ArrowLeft, Plus } from 'lucide-react';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { CartItem } from '../../cart/cart.ts';
import { itemPriceCents } from '../../cart/price.ts';
import { hasTopping, toggleTopping, toppingsMax } from '../../cart/toppings.ts';
import { LAYERS } from '../../text/menu.ts';
import { limitReached } from '../../text/order.ts';
import { useToast } from '../../ui/toast.tsx';
import { EMPTY_ITEM } from './empty-item.ts';

type Part = 'size' | 'base' | 'iceCream' | 'toppings';
type Draft = Omit<CartItem, 'id' | 'priceCents'>;
type Props = {
  menu: Menu;
  product: Menu['products'][number] | null;
  onAdd: (item: CartItem) => void;
  onBack?: () => void;
};

const ACAI: readonly (readonly [Part, string])[] = [
  ['size', 'Tamanho'],
  ['base', 'Base'],
  ['iceCream', 'Sorvete'],
  ['toppings', 'Complementos'],
];
/** A cup has one price, and so no size. */
const CUP = ACAI.filter(([part]) => part !== 'size');

export function AcaiBuilder({ menu, product, onAdd, onBack }: Props) {
  const empty: Draft = { ...EMPTY_ITEM, productId: product?.id ?? null };
  const [draft, setDraft] = useState(empty);
  const parts = product ? CUP : ACAI;
  const first = product ? 'base' : 'size';
  const [part, setPart] = useState<Part>(first);
  const [layer, setLayer] = useState<ToppingLayer>('TOP');
  const toast = useToast();
  const max = toppingsMax(draft, menu);
  const flavours = [draft.iceCreamId, draft.secondaryIceCreamId].filter((id) => id !== null);
  const complete =
    (product !== null || draft.sizeId !== null) &&
    draft.baseId !== null &&
    draft.iceCreamId !== null &&
    (!draft.meioAMeio || draft.secondaryIceCreamId !== null);
  const priceCents = itemPriceCents(draft, menu);

  const nameOf = (entries: readonly { id: string; name: string }[], id: string | null) =>
    entries.find((entry) => entry.id === id)?.name;
  const chosen: Record<Part, string | undefined> = {
    size: nameOf(menu.sizes, draft.sizeId),
    base: nameOf(menu.bases, draft.baseId),
    iceCream:
      flavours.length === 0 ? undefined : flavours.map((id) => nameOf(menu.iceCreams, id)).join(' + '),
    toppings: product === null && draft.sizeId === null ? undefined : `${draft.toppings.length} de ${max}`,
  };

  const pickFlavour = (id: string) => {
    if (!draft.meioAMeio) {
      setDraft({ ...draft, iceCreamId: id, secondaryIceCreamId: null });
      setPart('toppings');
      return;
    }
    if (flavours.includes(id)) {
      const [left = null] = flavours.filter((one) => one !== id);
      setDraft({ ...draft, iceCreamId: left, secondaryIceCreamId: null });
    } else if (draft.iceCreamId === null) setDraft({ ...draft, iceCreamId: id });
    else {
      setDraft({ ...draft, secondaryIceCreamId: id });
      setPart('toppings');
    }
  };
  const pickTopping = (id: string) => {
    const toppings = toggleTopping(draft.toppings, id, layer, max);
    if (toppings === null) toast({ ...limitReached(max), tone: 'error' });
    else setDraft({ ...draft, toppings });
  };
  const add = () => {
    if (!complete || priceCents === null) return;
    onAdd({ ...draft, id: uuidv7(), priceCents });
    setDraft(empty);
    setPart(first);
  };

  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      <div role="group" aria-label="Partes" className="flex shrink-0 gap-2">
        {onBack && (
          <button
            type="button"
            className="btn h-16 w-16 bg-base-100 p-0"
            aria-label="Voltar às taças"
            onClick={onBack}
          >
            <ArrowLeft aria-hidden className="size-6" />
          </button>
        )}
        {parts.map(([one, label]) => (
          <button
            key={one}
            type="button"
            aria-pressed={part === one}
            onClick={() => setPart(one)}
            className={`btn h-16 min-w-0 flex-1 flex-col gap-0 px-1 ${part === one ? 'btn-primary' : 'bg-base-100'}`}
          >
            {label}
            <span className="max-w-full truncate text-xs font-normal">{chosen[one] ?? '–'}</span>
          </button>
        ))}
      </div>
      {part === 'iceCream' && (
        <button
          type="button"
          aria-pressed={draft.meioAMeio}
          onClick={() => setDraft({ ...draft, meioAMeio: !draft.meioAMeio, secondaryIceCreamId: null })}
          className={`btn h-16 shrink-0 text-lg! ${draft.meioAMeio ? 'btn-accent' : 'bg-base-100'}`}
        >
          {draft.meioAMeio ? '✓ Meio a meio: escolha dois sabores' : 'Meio a meio'}
        </button>
      )}
      {part === 'toppings' && (
        <div role="group" aria-label="Camada" className="grid shrink-0 grid-cols-3 gap-2">
          {LAYERS.map((one) => (
            <button
              key={one.layer}
              type="button"
              aria-pressed={layer === one.layer}
              onClick={() => setLayer(one.layer)}
              className={`btn h-16 px-1 text-lg! ${layer === one.layer ? 'btn-accent' : 'bg-base-100'}`}
            >
              {one.name} ({draft.toppings.filter((topping) => topping.layer === one.layer).length})
            </button>
          ))}
        </div>
      )}
      <ul
        className="grid min-h-0 flex-1 auto-rows-min grid-cols-2 gap-2 sm:grid-cols-3 overflow-y-auto"
        aria-label={parts.find(([one]) => one === part)?.[1]}
      >
        {part === 'size' &&
          menu.sizes.map((size) => (
            <Choice
              key={size.id}
              entry={size}
              on={draft.sizeId === size.id}
              note={formatCents(size.priceCents)}
              onPick={() => {
                setDraft({ ...draft, sizeId: size.id, toppings: draft.toppings.slice(0, size.maxToppings) });
                setPart('base');
              }}
            />
          ))}
        {part === 'base' &&
          menu.bases.map((base) => (
            <Choice
              key={base.id}
              entry={base}
              on={draft.baseId === base.id}
              onPick={() => {
                setDraft({ ...draft, baseId: base.id });
                setPart('iceCream');
              }}
            />
          ))}
        {part === 'iceCream' &&
          menu.iceCreams.map((flavour) => (
            <Choice
              key={flavour.id}
              entry={flavour}
              on={flavours.includes(flavour.id)}
              onPick={() => pickFlavour(flavour.id)}
            />
          ))}
        {part === 'toppings' &&
          menu.toppings.map((topping) => (
            <Choice
              key={topping.id}
              entry={topping}
              on={hasTopping(draft.toppings, topping.id, layer)}
              {...(topping.priceCents > 0 ? { note: `+ ${formatCents(topping.priceCents)}` } : {})}
              onPick={() => pickTopping(topping.id)}
            />
          ))}
      </ul>
      <button
        type="button"
        className="btn btn-primary h-16 shrink-0 text-xl!"
        disabled={!complete}
        onClick={add}
      >
        <Plus aria-hidden className="size-6" />
        {product ? product.name : 'Adicionar açaí'}
        {priceCents !== null && <span className="numbers">· {formatCents(priceCents)}</span>}
      </button>
    </div>
  );
}

type ChoiceProps = {
  entry: { name: string; soldOut: boolean };
  on: boolean;
  note?: string;
  onPick: () => void;
};

function Choice({ entry, on, note, onPick }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={on}
        disabled={entry.soldOut && !on}
        onClick={onPick}
        className={`btn h-auto min-h-16 w-full flex-col gap-0 px-2 py-1.5 text-base! leading-tight ${on ? 'btn-secondary' : 'bg-base-100'}`}
      >
        {on && <span className="sr-only">Escolhido: </span>}
        {entry.name}
        {(entry.soldOut || note) && (
          <span className="numbers text-sm font-normal">{entry.soldOut ? 'Acabou' : note}</span>
        )}
      </button>
    </li>
  );
}
