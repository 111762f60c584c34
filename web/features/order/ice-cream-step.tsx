// One flavour, or two halves that differ.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { CUP_COLORS } from '../../ui/cup.tsx';
import { Choice, ChoiceGroup, Swatch } from './choice.tsx';
import { chooseIceCream, setHalves } from './draft.ts';
import type { Wizard } from './use-wizard.ts';

export function IceCreamStep({ wizard: { draft, setDraft }, menu }: { wizard: Wizard; menu: Menu }) {
  const flavours = (
    group: string,
    chosen: string | null,
    without: string | null,
    choose: (id: string) => void,
  ) =>
    menu.iceCreams
      .filter((one) => one.id !== without)
      .map((one) => (
        <Choice
          key={one.id}
          compact
          group={group}
          value={one.id}
          name={one.name}
          detail={one.description}
          checked={chosen === one.id}
          soldOut={one.soldOut}
          allergens={one.allergens}
          onChoose={choose}
          picture={<Swatch color={one.color ?? CUP_COLORS.iceCream} />}
        />
      ));

  return (
    <div className="flex flex-col gap-6">
      <label className="flex min-h-14 cursor-pointer items-center gap-3 rounded-2xl bg-accent px-4 py-2 text-accent-content">
        <input
          type="checkbox"
          role="switch"
          className="toggle border-current bg-base-100 text-accent-content"
          checked={draft.meioAMeio}
          onChange={(event) => setDraft(setHalves(draft, event.target.checked))}
        />
        <span className="leading-tight font-bold">
          Meio a meio
          <small className="block text-sm font-normal">Dois sabores no mesmo copo</small>
        </span>
      </label>
      <ChoiceGroup
        columns="grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] sm:pair-columns"
        legend={draft.meioAMeio ? 'Primeiro sabor' : 'Sabor do sorvete'}
        showLegend={draft.meioAMeio}
      >
        {flavours('sorvete', draft.iceCreamId, null, (id) => setDraft(chooseIceCream(draft, id)))}
      </ChoiceGroup>
      {draft.meioAMeio && (
        <ChoiceGroup
          columns="grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] sm:pair-columns"
          legend="Segundo sabor"
          showLegend
        >
          {flavours('segundo', draft.secondaryIceCreamId, draft.iceCreamId, (id) =>
            setDraft({ ...draft, secondaryIceCreamId: id }),
          )}
        </ChoiceGroup>
      )}
    </div>
  );
}
