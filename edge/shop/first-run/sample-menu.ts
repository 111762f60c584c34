// The drawn sample menu for a shop that begins: what the demo sells, without its name, its hours and its wholesale. Only into an
// empty menu, whole or not at all.
import type { Catalog, EntryKind } from '@balcao/shared/menu/menu.ts';
import { setEntry, setSettings } from '@balcao/shared/menu/document.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import type { MenuStore } from '../menu/menu-store.ts';

const KINDS = [
  'sizes',
  'bases',
  'iceCreams',
  'toppings',
  'categories',
  'products',
] as const satisfies EntryKind[];

export type SampleMenu = ReturnType<typeof createSampleMenu>;

export function createSampleMenu(deps: {
  menu: MenuStore;
  audit: Audit;
  /** Stores the pictures of the sample menu and makes the catalogue that shows them. */
  draw: () => Promise<Catalog>;
}) {
  const { menu, audit, draw } = deps;
  let drawing: Promise<Result<{ entries: number }, 'not-empty'>> | null = null;
  const isEmpty = (): boolean => KINDS.every((kind) => menu.doc.getMap(kind).size === 0);

  async function install(actor: Actor): Promise<Result<{ entries: number }, 'not-empty'>> {
    if (!isEmpty()) return refused('not-empty');
    const catalog = await draw();
    // The pictures took their time: somebody may have begun a menu meanwhile.
    if (!isEmpty()) return refused('not-empty');
    let entries = 0;
    menu.edit(
      (doc) => {
        for (const kind of KINDS)
          for (const entry of catalog[kind]) {
            setEntry(doc, kind, entry.id, entry);
            entries += 1;
          }
        setSettings(doc, { enableTacaMontada: true });
      },
      () => audit.record(actor, 'menu', 'sample', `começou com o cardápio de exemplo (${entries} itens)`),
    );
    return accepted({ entries });
  }

  return {
    /** Asked twice at once, it is done once. */
    install: (actor: Actor) => (drawing ??= install(actor).finally(() => (drawing = null))),
  };
}
