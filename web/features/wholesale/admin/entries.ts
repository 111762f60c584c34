// Saving and switching off what the operator keeps, with the words for each. 'Excluir' only makes it inactive.
import type { Catalog, Entry } from '@balcao/shared/menu/menu.ts';
import { useAction, type Action } from '../../../data/staff/action.ts';
import { patchEntry } from '../../../data/staff/menu/catalog.ts';
import type { Resource } from '../../../data/staff/resource.ts';
import {
  deleteFailedText,
  deleteQuestion,
  doneText,
  OPERATOR,
  saveFailedText,
  type WholesaleKind,
} from '../../../text/wholesale.ts';
import { useToast } from '../../../ui/toast.tsx';

export const MAPS = {
  category: 'wholesaleCategories',
  product: 'wholesaleProducts',
  size: 'wholesaleSizes',
  flavor: 'wholesaleFlavors',
} as const;
export type EntryOf<K extends WholesaleKind> = Entry<(typeof MAPS)[K]>;

type Saving = {
  action: Action;
  /** `work` writes; true when it worked, and then that was said. */
  save: (isNew: boolean, work: () => Promise<unknown>) => Promise<boolean>;
  /** Asks first, as the specification wants it: with the browser's own question. */
  remove: (entry: { id: string; name: string }) => void;
};

export function useSaving(kind: WholesaleKind, catalog: Resource<Catalog>): Saving {
  const action = useAction();
  const toast = useToast();
  return {
    action,
    async save(isNew, work) {
      const done = await action.run({ lead: saveFailedText(kind) }, work);
      if (done)
        toast({ title: OPERATOR.success, text: doneText(kind, isNew ? 'cri' : 'atualiz'), tone: 'success' });
      return done;
    },
    remove({ id, name }) {
      if (!window.confirm(deleteQuestion(kind, name))) return;
      void action
        .run({ lead: deleteFailedText(kind) }, () => patchEntry(catalog, MAPS[kind], id, { active: false }))
        .then((done) => {
          if (done) toast({ title: OPERATOR.success, text: doneText(kind, 'exclu'), tone: 'success' });
        });
    },
  };
}
