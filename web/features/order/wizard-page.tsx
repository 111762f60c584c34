// /pedido: the wizard, once the menu is there. `?editar=` edits an item of the cart, `?taca=` begins with a cup, `?tipo=acai` with an açaí.
import { isCup } from '@balcao/shared/menu/cup.ts';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { sentenceOf } from '../../data/request.ts';
import { loadMenuAtom, menuLoadAtom } from '../../data/shop.ts';
import { loadCart } from '../../cart/cart-state.ts';
import { useTitle } from '../../ui/title.ts';
import { chooseCup, chooseType, draftOf, EMPTY_DRAFT, isReadyCup } from './draft.ts';
import { keepVanished } from './kept-menu.ts';
import { stepsOf } from './steps.ts';
import { readDraft, type StoredDraft } from './stored-draft.ts';
import { Wizard } from './wizard.tsx';
import { WizardSkeleton } from './wizard-skeleton.tsx';

export default function WizardPage() {
  useTitle('Fazer Pedido');
  const menu = useAtomValue(menuLoadAtom);
  const load = useSetAtom(loadMenuAtom);
  const [params] = useSearchParams();
  const editing = params.get('editar');
  const cup = params.get('taca');
  const acai = params.get('tipo') === 'acai';

  if (menu.state === 'loading') return <WizardSkeleton />;
  if (menu.state === 'failed') {
    return (
      <section className="mx-auto flex max-w-md flex-1 flex-col items-center justify-center gap-4 px-6 py-16 text-center">
        <h1 className="text-3xl">O cardápio não chegou</h1>
        <p role="alert">{sentenceOf(menu.error)}</p>
        <button type="button" className="btn btn-primary" onClick={() => void load()}>
          Tentar de novo
        </button>
      </section>
    );
  }
  return (
    <Start key={`${editing}/${cup}/${acai}`} menu={menu.value} editing={editing} cup={cup} acai={acai} />
  );
}

type Begun = { editing: string | null; cup: string | null; acai: boolean };

function Start({ menu: newest, ...begun }: Begun & { menu: Menu }) {
  const [shown, setShown] = useState({ newest, menu: newest });
  const menu = shown.newest === newest ? shown.menu : keepVanished(shown.menu, newest);
  if (shown.newest !== newest) setShown({ newest, menu });
  const [start] = useState(() => startOf(menu, begun));
  // The item was removed in another tab: what follows is a new one.
  return <Wizard start={start.stored} menu={menu} editing={start.editing} />;
}

function startOf(menu: Menu, { editing, cup, acai }: Begun): { stored: StoredDraft; editing: string | null } {
  const edited = editing === null ? undefined : loadCart().cart.find((item) => item.id === editing);
  if (edited) {
    const kept = readDraft(edited.id);
    if (kept) return { stored: kept, editing: edited.id };
    const draft = draftOf(edited, menu);
    // To Complementos, or to Resumo for a cup that comes as it is: the last step of both.
    return { stored: { draft, step: stepsOf(draft, menu).length - 1 }, editing: edited.id };
  }
  const product = menu.products.find((one) => one.id === cup && isCup(one));
  const kept = readDraft(null);
  if (product && menu.cupsEnabled && kept?.draft.productId !== product.id) {
    const draft = chooseCup(chooseType(EMPTY_DRAFT, 'TACA_MONTADA'), product, menu);
    return { stored: { draft, step: isReadyCup(draft) ? 3 : 2 }, editing: null };
  }
  if (acai && menu.cupsEnabled && kept?.draft.type !== 'ACAI_MONTADO')
    return { stored: { draft: chooseType(EMPTY_DRAFT, 'ACAI_MONTADO'), step: 1 }, editing: null };
  return { stored: kept ?? { draft: EMPTY_DRAFT, step: 0 }, editing: null };
}
