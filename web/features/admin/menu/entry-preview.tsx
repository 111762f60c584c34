// What is being edited, as customers will see it.
import { formatCents, parseCents } from '@balcao/shared/money.ts';
import type { ToppingCategory } from '@balcao/shared/menu/menu.ts';
import type { ReactNode } from 'react';
import { houseCup } from '../../../cart/house-cup.ts';
import { countText, listOf } from '../../../text/menu.ts';
import { linesOf } from '../../../data/staff/menu/editor/form.ts';
import type { Values } from '../../../data/staff/menu/editor/kind.ts';
import { toppingLook } from '../../../ui/cup-look.ts';
import { Cup, CUP_COLORS, type CupContent } from '../../../ui/cup.tsx';
import { ProductPicture } from '../../../ui/product-picture.tsx';

export type MenuKind = 'sizes' | 'bases' | 'iceCreams' | 'toppings' | 'categories' | 'products';

const SORTS: readonly ToppingCategory[] = ['frutas', 'caldas', 'crocantes'];

export function previewOf(kind: MenuKind, values: Values): ReactNode {
  const name = values['name']?.trim() || 'Sem nome ainda';
  const description = values['description']?.trim() || null;
  const cents = parseCents(values['priceCents'] ?? '');
  const price = cents === null ? null : formatCents(cents);
  const color = values['color'] || null;
  switch (kind) {
    case 'sizes': {
      const most = Number(values['maxToppings'] || 0);
      return (
        <Option
          name={name}
          detail={most > 0 ? `até ${countText(most, 'complemento', 'complementos')}` : 'sem complementos'}
          price={price}
        />
      );
    }
    case 'bases':
      return (
        <Drawn cup={{ base: color ?? CUP_COLORS.base }}>
          <Option name={name} detail={description} />
        </Drawn>
      );
    case 'iceCreams':
      return (
        <Drawn cup={{ iceCreams: [color ?? CUP_COLORS.iceCream] }}>
          <Option name={name} detail={description} />
        </Drawn>
      );
    case 'toppings': {
      const category = SORTS.find((one) => one === values['category']) ?? '';
      return (
        <Drawn cup={{ toppings: [{ key: 'a', layer: 'TOP', ...toppingLook({ name, category, color }) }] }}>
          <Option name={name} detail={cents === null || cents === 0 ? null : `+ ${formatCents(cents)}`} />
        </Drawn>
      );
    }
    case 'categories':
      return <Option name={name} detail={description} />;
    case 'products': {
      const listed = listOf(linesOf(values['accompaniments'] ?? ''));
      const isCup = values['productKind'] === 'ready-cup' || values['productKind'] === 'built-cup';
      const productType = isCup ? 'TACA_MONTADA' : 'PRONTO';
      return (
        <div className="flex max-w-72 flex-col overflow-hidden rounded-3xl bg-base-100">
          <ProductPicture
            key={values['image']}
            image={values['image'] || null}
            cup={houseCup({ name, productType, accompaniments: linesOf(values['accompaniments'] ?? '') })}
            width={960}
            className="aspect-4/3 w-full"
          />
          <div className="p-4">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-display text-xl leading-tight font-bold">{name}</span>
              {price && <span className="numbers text-xl font-bold whitespace-nowrap">{price}</span>}
            </p>
            <p className="mt-1 line-clamp-3">{description ?? listed}</p>
          </div>
        </div>
      );
    }
  }
}

function Option({
  name,
  detail,
  price = null,
}: {
  name: string;
  detail: string | null;
  price?: string | null;
}) {
  return (
    <p className="flex min-h-16 max-w-md flex-1 items-center gap-3 rounded-2xl border-2 border-base-300 bg-base-100 p-3">
      <span className="min-w-0 flex-1">
        <span className="block leading-snug font-semibold">{name}</span>
        {detail && <span className="block text-sm leading-snug">{detail}</span>}
      </span>
      {price && <span className="numbers text-lg font-bold whitespace-nowrap">{price}</span>}
    </p>
  );
}

const PLAIN: CupContent = {
  shape: 'copo',
  base: CUP_COLORS.base,
  iceCreams: [CUP_COLORS.iceCream],
  toppings: [],
};

function Drawn({ cup, children }: { cup: Partial<CupContent>; children: ReactNode }) {
  return (
    <div className="flex items-center gap-4">
      <Cup content={{ ...PLAIN, ...cup }} label="" className="h-28 w-22 shrink-0" />
      {children}
    </div>
  );
}
