// What was typed into a form that goes with its tab, while another tab is in sight: on this page only, and for who typed it.
import { atom, useAtomValue, useSetAtom } from 'jotai';
import { sessionAtom } from './session/session.ts';

/** By the name of the form, as JSON, with whose it is. */
const keptDraftsAtom = atom<ReadonlyMap<string, string>>(new Map());
const keepDraftAtom = atom(null, (get, set, name: string, draft: string | null) => {
  const before = get(keptDraftsAtom);
  if ((before.get(name) ?? null) === draft) return;
  const kept = new Map(before);
  if (draft === null) kept.delete(name);
  else kept.set(name, draft);
  set(keptDraftsAtom, kept);
});

/** `kept`: what this person left in the form of that name. A form without a name keeps nothing. */
export function useKeptDraft<Held>(name: string | undefined): {
  kept: Held | null;
  keep: (held: Held | null) => void;
} {
  const session = useAtomValue(sessionAtom);
  const by = 'me' in session ? session.me.id : '';
  const draft = useAtomValue(keptDraftsAtom).get(name ?? '');
  const keepDraft = useSetAtom(keepDraftAtom);
  return {
    kept: draft === undefined ? null : read<Held>(draft, by),
    keep: (held) => {
      if (name !== undefined) keepDraft(name, held && JSON.stringify({ by, held }));
    },
  };
}

function read<Held>(draft: string, by: string): Held | null {
  const kept = JSON.parse(draft) as { by: string; held: Held };
  return kept.by === by ? kept.held : null;
}

/** Whether something typed waits out of sight: the page is guarded as if it were in sight. */
export const hasKeptDraftsAtom = atom((get) => get(keptDraftsAtom).size > 0);
