// Builds one açaí or cup with few taps: each choice leads to the next, and any can be gone back to. It is a line of the ticket as soon as
// it can be sold, and every further tap changes that line.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { ToppingLayer } from '@balcao/shared/order/order.ts';
import { ArrowLeft, Check } from 'lucide-react';
import { useState } from 'react';
import { newId } from '../../data/new-id.ts';
import type { CartItem } from '../../cart/cart.ts';
import { itemPriceCents } from '../../cart/price.ts';
import { hasTopping, toppingsMax } from '../../cart/toppings.ts';
import { LAYERS } from '../../text/menu.ts';
import { limitReached } from '../../text/order.ts';
import { toppingLook } from '../../ui/cup-look.ts';
import { CUP_COLORS } from '../../ui/cup.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { Choice, Choices } from './choices.tsx';
import { EMPTY_ITEM } from './empty-item.ts';
import { keepLastAcai, loadLastAcai } from './last-acai.ts';
import {
  flavoursOf,
  lineOf,
  nextPart,
  withFlavour,
  withSize,
  withTopping,
  type Draft,
  type Part,
} from './line.ts';

type Props = {
  menu: Menu;
  product: Menu['products'][number] | null;
  /** The line of the ticket that is changed; null: a new one. */
  line: CartItem | null;
  /** It can be sold like this: on the ticket under its id, or in the place of what was there. */
  onLine: (item: CartItem) => void;
  onDone: () => void;
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

export function AcaiBuilder({ menu, product, line, onLine, onDone, onBack }: Props) {
  const [id, setId] = useState<string>(() => line?.id ?? newId());
  const [draft, setDraft] = useState<Draft>(() => line ?? begunWith(menu, product));
  const [part, setPart] = useState<Part>(() => nextPart(draft));
  const [layer, setLayer] = useState<ToppingLayer>('TOP');
  const failure = useFailureToast();
  const parts = product ? CUP : ACAI;
  const priceCents = itemPriceCents(draft, menu);
  const isWhole = lineOf(draft, id, menu) !== null;

  const put = (next: Draft, then?: Part) => {
    failure.clear();
    setDraft(next);
    if (then !== undefined) setPart(then);
    const item = lineOf(next, id, menu);
    if (item === null) return;
    keepLastAcai(next);
    onLine(item);
  };
  /** On to what is missing; from the flavours to the toppings once they are whole. */
  const goOn = (next: Draft) => put(next, nextPart(next));
  const pickTopping = (toppingId: string) => {
    const next = withTopping(draft, toppingId, layer, menu);
    if (next === null) failure.tell(limitReached(toppingsMax(draft, menu)));
    else put(next);
  };
  const done = () => {
    const next = begunWith(menu, product);
    setId(newId());
    setDraft(next);
    setPart(nextPart(next));
    onDone();
  };

  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      <div role="group" aria-label="Partes" className="flex shrink-0 gap-2 max-sm:gap-1">
        {onBack && (
          <button
            type="button"
            className="btn h-16 w-16 bg-base-100 p-0"
            aria-label={line === null ? 'Voltar às taças' : 'Voltar ao cardápio'}
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
            className={`btn h-16 min-w-0 flex-1 flex-col gap-0 px-0.5 max-sm:last:flex-[1.25] max-lg:text-xs! 2xl:text-xl! ${part === one ? 'btn-primary' : 'bg-base-100'}`}
          >
            {label}
            <span className="max-w-full truncate text-xs font-normal 2xl:text-base">
              {chosenOf(draft, one, menu) ?? '–'}
            </span>
          </button>
        ))}
      </div>
      {part === 'iceCream' && (
        <button
          type="button"
          aria-pressed={draft.meioAMeio}
          onClick={() => put({ ...draft, meioAMeio: !draft.meioAMeio, secondaryIceCreamId: null })}
          className={`btn h-14 shrink-0 text-lg! ${draft.meioAMeio ? 'btn-accent' : 'bg-base-100'}`}
        >
          {draft.meioAMeio ? '✓ Meio a meio: escolha dois sabores' : 'Meio a meio'}
        </button>
      )}
      {part === 'toppings' && <Layers draft={draft} layer={layer} onLayer={setLayer} />}
      <Choices label={parts.find(([one]) => one === part)?.[1] ?? ''}>
        {part === 'size' &&
          menu.sizes.map((size) => (
            <Choice
              key={size.id}
              entry={size}
              on={draft.sizeId === size.id}
              note={formatCents(size.priceCents)}
              onPick={() => goOn(withSize(draft, size))}
            />
          ))}
        {part === 'base' &&
          menu.bases.map((base) => (
            <Choice
              key={base.id}
              entry={base}
              color={base.color ?? CUP_COLORS.base}
              on={draft.baseId === base.id}
              onPick={() => goOn({ ...draft, baseId: base.id })}
            />
          ))}
        {part === 'iceCream' &&
          menu.iceCreams.map((flavour) => (
            <Choice
              key={flavour.id}
              entry={flavour}
              color={flavour.color ?? CUP_COLORS.iceCream}
              on={flavoursOf(draft).includes(flavour.id)}
              onPick={() => goOn(withFlavour(draft, flavour.id))}
            />
          ))}
        {part === 'toppings' &&
          menu.toppings.map((topping) => (
            <Choice
              key={topping.id}
              entry={topping}
              color={toppingLook(topping).color}
              on={hasTopping(draft.toppings, topping.id, layer)}
              {...(topping.priceCents > 0 ? { note: `+ ${formatCents(topping.priceCents)}` } : {})}
              onPick={() => pickTopping(topping.id)}
            />
          ))}
      </Choices>
      <button
        type="button"
        className="btn btn-primary h-14 shrink-0 text-xl!"
        disabled={!isWhole}
        onClick={done}
      >
        <Check aria-hidden className="size-6" />
        {product ? product.name : line === null ? 'Próximo açaí' : 'Pronto'}
        {priceCents !== null && <span className="numbers">· {formatCents(priceCents)}</span>}
      </button>
    </div>
  );
}

type LayersProps = { draft: Draft; layer: ToppingLayer; onLayer: (layer: ToppingLayer) => void };

function Layers({ draft, layer, onLayer }: LayersProps) {
  return (
    <div role="group" aria-label="Camada" className="grid shrink-0 grid-cols-3 gap-2">
      {LAYERS.map((one) => (
        <button
          key={one.layer}
          type="button"
          aria-pressed={layer === one.layer}
          onClick={() => onLayer(one.layer)}
          className={`btn h-14 px-1 text-lg! ${layer === one.layer ? 'btn-accent' : 'bg-base-100'}`}
        >
          {one.name} ({draft.toppings.filter((topping) => topping.layer === one.layer).length})
        </button>
      ))}
    </div>
  );
}

/** A new one, with the size and the base of the last. */
function begunWith(menu: Menu, product: Menu['products'][number] | null): Draft {
  const { sizeId, baseId } = loadLastAcai(menu);
  return { ...EMPTY_ITEM, productId: product?.id ?? null, sizeId: product ? null : sizeId, baseId };
}

/** What is chosen of a part, in words. */
function chosenOf(draft: Draft, part: Part, menu: Menu): string | undefined {
  const nameOf = (entries: readonly { id: string; name: string }[], id: string | null) =>
    entries.find((entry) => entry.id === id)?.name;
  switch (part) {
    case 'size':
      return nameOf(menu.sizes, draft.sizeId);
    case 'base':
      return nameOf(menu.bases, draft.baseId);
    case 'iceCream': {
      const names = flavoursOf(draft).map((id) => nameOf(menu.iceCreams, id));
      return names.length === 0 ? undefined : names.join(' + ');
    }
    case 'toppings':
      return draft.productId === null && draft.sizeId === null
        ? undefined
        : `${draft.toppings.length} de ${toppingsMax(draft, menu)}`;
  }
}
