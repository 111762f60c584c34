// The steps of a cup (taça): categories and cups to be built, the cups of a category, and the summary of one that comes as it is.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { Contains } from '../../cart/allergens.tsx';
import { houseCup } from '../../cart/house-cup.ts';
import { countText, listOf } from '../../text/menu.ts';
import { ProductPicture } from '../../ui/product-picture.tsx';
import { Choice, ChoiceGroup } from './choice.tsx';
import { chooseCategory, chooseCup } from './draft.ts';
import { builtCups, cupGroups } from './cup-groups.ts';
import type { Wizard } from './use-wizard.ts';

type Props = { wizard: Wizard; menu: Menu };
type Cup = Menu['products'][number];

export function CupStart({ wizard: { draft, setDraft }, menu }: Props) {
  const groups = cupGroups(menu);
  const built = builtCups(menu);
  if (groups.length === 0 && built.length === 0) {
    return (
      <p className="rounded-2xl bg-base-100 p-5">
        Nenhuma taça no cardápio agora. Volte uma etapa e monte um açaí.
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      {groups.length > 0 && (
        <ChoiceGroup legend="Taças da casa" showLegend={built.length > 0}>
          {groups.map(({ id, name, description, cups }) => (
            <Choice
              key={id}
              group="categoria"
              value={id}
              name={name}
              detail={description ?? countText(cups.length, 'taça', 'taças')}
              checked={draft.categoryId === id}
              onChoose={(chosen) => setDraft(chooseCategory(draft, chosen))}
              picture={cups[0] && <CupPicture cup={cups[0]} />}
            />
          ))}
        </ChoiceGroup>
      )}
      {built.length > 0 && (
        <ChoiceGroup legend="Monte a sua" showLegend={groups.length > 0}>
          {built.map((cup) => (
            <CupChoice
              key={cup.id}
              cup={cup}
              checked={draft.productId === cup.id}
              onChoose={() => setDraft(chooseCup(draft, cup, menu))}
            />
          ))}
        </ChoiceGroup>
      )}
    </div>
  );
}

export function CupList({ wizard: { draft, setDraft }, menu }: Props) {
  return (
    <ChoiceGroup legend="Taça" columns="pair-columns short:grid-cols-1">
      {cupGroups(menu)
        .find(({ id }) => id === draft.categoryId)
        ?.cups.map((cup) => (
          <CupChoice
            key={cup.id}
            cup={cup}
            checked={draft.productId === cup.id}
            onChoose={() => setDraft(chooseCup(draft, cup, menu))}
          />
        ))}
    </ChoiceGroup>
  );
}

function CupChoice({ cup, checked, onChoose }: { cup: Cup; checked: boolean; onChoose: () => void }) {
  return (
    <Choice
      group="taca"
      value={cup.id}
      name={cup.name}
      detail={cup.description ?? listOf(cup.accompaniments)}
      price={formatCents(cup.priceCents)}
      checked={checked}
      soldOut={cup.soldOut}
      allergens={cup.allergens}
      onChoose={onChoose}
      picture={<CupPicture cup={cup} />}
    />
  );
}

function CupPicture({ cup }: { cup: Cup }) {
  return (
    <ProductPicture
      image={cup.image}
      cup={houseCup(cup)}
      width={320}
      className="size-20 shrink-0 rounded-xl"
    />
  );
}

export function CupSummary({ wizard: { draft }, menu }: Props) {
  const cup = menu.products.find((one) => one.id === draft.productId);
  if (!cup) return null;
  return (
    // Beside its words where there is room: across a wide screen a picture would be cut at head and foot.
    <div className="overflow-hidden rounded-3xl bg-base-100 sm:flex sm:flex-wrap">
      <ProductPicture
        image={cup.image}
        cup={houseCup(cup)}
        width={960}
        className="aspect-4/3 w-full sm:w-[min(100%,20rem)] sm:self-start"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-2 p-5 sm:basis-[16rem]">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 className="text-2xl">{cup.name}</h2>
          <p className="numbers text-2xl font-bold whitespace-nowrap">{formatCents(cup.priceCents)}</p>
        </div>
        {cup.description && <p>{cup.description}</p>}
        <Contains allergens={cup.allergens} />
        {cup.accompaniments.length > 0 && (
          <>
            <h3 className="mt-1 text-lg">Acompanha</h3>
            <ul className="flex flex-wrap gap-2">
              {cup.accompaniments.map((name) => (
                <li key={name} className="rounded-full bg-base-300 px-3 py-1 text-sm">
                  {name}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}
