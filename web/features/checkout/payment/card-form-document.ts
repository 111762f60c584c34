// Whether the provider's scripts are let into this document: that was decided when it was loaded, not when the app moved on in it.
import { isCardPage } from '@balcao/shared/http/card-pages.ts';

export function isCardDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  // A browser that does not tell must not be sent round and round.
  if (loaded === undefined) return true;
  const { pathname, searchParams } = new URL(loaded.name);
  return isCardPage(pathname, searchParams.get('passo'));
}
