// Many entries changed in one request, and the one undoing of it: kept until something else is done, or until it is put away.
import type { Batch } from '@balcao/shared/http/staff.ts';
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { useState } from 'react';
import { useAction, type Heading } from '../../action.ts';
import type { Resource } from '../../resource.ts';
import { isPriceDiffers, patchEntries } from '../catalog.ts';
import { undoPatches, type Patches } from './batch.ts';

/** What was done, as it is told; `undo` is null once it was taken back. */
type Done = { text: string; undo: Patches | null };
/** `theirs`: a price is another one by now; nothing was written, and the copy on screen has what is there. */
export type Outcome = 'done' | 'theirs' | 'failed';

export type BatchWork = {
  busy: boolean;
  failed: string | null;
  /** The failure is no longer said: a dialog of its own begins. */
  forgive: () => void;
  done: Done | null;
  apply: (batch: Exclude<Batch, 'undo'>, patches: Patches, text: string) => Promise<Outcome>;
  undo: () => Promise<void>;
  dismiss: () => void;
};

export function useMenuBatch(catalog: Resource<Catalog>, heading: Heading): BatchWork {
  const action = useAction();
  const [done, setDone] = useState<Done | null>(null);

  const send = async (patches: Patches, batch: Batch): Promise<Outcome> => {
    let outcome: Outcome = 'failed';
    await action.run(heading, async () => {
      try {
        await patchEntries(catalog, patches, batch);
        outcome = 'done';
      } catch (error) {
        if (isPriceDiffers(error)) {
          outcome = 'theirs';
          await catalog.reload();
        }
        throw error;
      }
    });
    return outcome;
  };

  return {
    busy: action.busy,
    failed: action.failed,
    forgive: action.forgive,
    done,
    async apply(batch, patches, text) {
      const before = catalog.value;
      if (before === null) return 'failed';
      const undo = undoPatches(before, patches);
      const outcome = await send(patches, batch);
      if (outcome === 'done') setDone({ text, undo });
      return outcome;
    },
    async undo() {
      if (done === null || done.undo === null) return;
      if ((await send(done.undo, 'undo')) === 'done') setDone({ text: `Desfeito: ${done.text}`, undo: null });
    },
    dismiss: () => setDone(null),
  };
}
