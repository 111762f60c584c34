// The wholesale catalogue as buyers see it, made anew only when the document changed.
import { createHash } from 'node:crypto';
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { rulesOf } from '@balcao/shared/wholesale/rules.ts';
import { wholesaleCatalogue, type WholesaleCatalogue } from '@balcao/shared/wholesale/catalogue.ts';

type Shown = { of: Catalog; value: WholesaleCatalogue; json: string; etag: string };

/** `catalog` answers the same object until something changed. */
export function createShownCatalogue(catalog: () => Catalog): () => Omit<Shown, 'of'> {
  let shown: Shown | null = null;
  return () => {
    const of = catalog();
    if (shown?.of !== of) {
      const value = wholesaleCatalogue(of, rulesOf(of.settings));
      const json = JSON.stringify(value);
      const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`;
      shown = { of, value, json, etag };
    }
    return shown;
  };
}
