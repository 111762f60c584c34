// The choices of each step.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { ReactNode } from 'react';
import { Extras } from '../../cart/extras.tsx';
import { shareOf } from '../../cart/describe.ts';
import { ToppingPicker } from '../../cart/topping-picker.tsx';
import { toppingsMax } from '../../cart/toppings.ts';
import { countText } from '../../text/menu.ts';
import { CUP_COLORS, Cup } from '../../ui/cup.tsx';
import { Choice, ChoiceGroup, Swatch } from './choice.tsx';
import { CupList, CupStart, CupSummary } from './cup-steps.tsx';
import { chooseType, type OrderType } from './draft.ts';
import { IceCreamStep } from './ice-cream-step.tsx';
import type { Wizard } from './use-wizard.ts';

export type StepProps = { wizard: Wizard; menu: Menu };
/** `cup` is what is being put together. */
type StepViewProps = StepProps & { cup: ReactNode };

export function StepView({ wizard, menu, cup }: StepViewProps) {
  const { draft, setDraft, step, index } = wizard;
  switch (step) {
    case 'tipo':
      return (
        <>
          <TypeStep wizard={wizard} menu={menu} />
          <Extras menu={menu} />
        </>
      );
    case 'categoria':
      return <CupStart wizard={wizard} menu={menu} />;
    case 'taca':
      return index === 1 ? <CupStart wizard={wizard} menu={menu} /> : <CupList wizard={wizard} menu={menu} />;
    case 'tamanho':
      return (
        <>
          <SizeStep wizard={wizard} menu={menu} />
          {!menu.cupsEnabled && <Extras menu={menu} />}
        </>
      );
    case 'base':
      return (
        <ChoiceGroup legend="Base">
          {menu.bases.map((base) => (
            <Choice
              key={base.id}
              group="base"
              value={base.id}
              name={base.name}
              detail={base.description}
              checked={draft.baseId === base.id}
              soldOut={base.soldOut}
              allergens={base.allergens}
              onChoose={(baseId) => setDraft({ ...draft, baseId })}
              picture={<Swatch color={base.color ?? CUP_COLORS.base} />}
            />
          ))}
        </ChoiceGroup>
      );
    case 'sorvete':
      return <IceCreamStep wizard={wizard} menu={menu} />;
    case 'complementos':
      return (
        <ToppingPicker
          menu={menu}
          toppings={draft.toppings}
          max={toppingsMax(draft, menu)}
          atLimit="toast"
          cup={cup}
          onChange={(toppings) => setDraft({ ...draft, toppings })}
        />
      );
    case 'resumo':
      return <CupSummary wizard={wizard} menu={menu} />;
  }
}

const TYPES = [
  {
    type: 'ACAI_MONTADO',
    name: 'Açaí Montado',
    detail: 'Do copo ao topo, tudo escolhido por você.',
    cup: {
      shape: 'copo',
      base: CUP_COLORS.base,
      iceCreams: ['#f6e3c5', '#f3a9bd'],
      toppings: [
        { key: 'a', color: '#d7263d', form: 'strawberry', layer: 'TOP' },
        { key: 'b', color: '#c98a3a', form: 'crumbs', layer: 'MIDDLE' },
      ],
    },
  },
  {
    type: 'TACA_MONTADA',
    name: 'Taça Montada',
    detail: 'As favoritas da casa, no capricho.',
    cup: {
      shape: 'taca',
      base: '#f4d9b0',
      iceCreams: ['#6b4226'],
      toppings: [
        { key: 'a', color: '#7a3b12', form: 'sauce', layer: 'TOP' },
        { key: 'b', color: '#c8102e', form: 'cherry', layer: 'TOP' },
      ],
    },
  },
] as const;

function TypeStep({ wizard: { draft, setDraft } }: StepProps) {
  return (
    <ChoiceGroup legend="Tipo">
      {TYPES.map(({ type, name, detail, cup }) => (
        <Choice
          key={type}
          group="tipo"
          value={type}
          name={name}
          detail={detail}
          checked={draft.type === type}
          onChoose={(value) => setDraft(chooseType(draft, value as OrderType))}
          picture={<Cup content={cup} label="" className="h-28 w-22" />}
        />
      ))}
    </ChoiceGroup>
  );
}

function SizeStep({ wizard: { draft, setDraft }, menu }: StepProps) {
  return (
    <ChoiceGroup legend="Tamanho">
      {menu.sizes.map((size) => (
        <Choice
          key={size.id}
          group="tamanho"
          value={size.id}
          name={size.name}
          detail={
            size.maxToppings === 0
              ? 'sem complementos'
              : `até ${countText(size.maxToppings, 'complemento', 'complementos')}`
          }
          price={formatCents(size.priceCents)}
          checked={draft.sizeId === size.id}
          soldOut={size.soldOut}
          onChoose={(sizeId) =>
            setDraft({ ...draft, sizeId, toppings: draft.toppings.slice(0, size.maxToppings) })
          }
          picture={
            <Cup
              content={{ ...TYPES[0].cup, size: shareOf(size, menu.sizes) }}
              label=""
              className="h-20 w-16 shrink-0"
            />
          }
        />
      ))}
    </ChoiceGroup>
  );
}
