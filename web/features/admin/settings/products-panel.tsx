// Products that are not cups: drinks and what is sold as it comes. Cups live in the Taça tab.
import { useCatalog } from '../../../data/staff/menu/catalog.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { EntryTable } from '../menu/entry-table.tsx';
import { KINDS } from '../menu/kinds.ts';

const PRODUCTS = KINDS.find(({ kind }) => kind === 'products');

export function ProductsPanel() {
  const catalog = useCatalog();
  if (catalog.value === null || !PRODUCTS) return <Loaded of={catalog} />;
  return (
    <EntryTable
      spec={PRODUCTS}
      catalog={catalog}
      entries={catalog.value.products.filter((product) => product.productType !== 'TACA_MONTADA')}
      standard={{ productType: 'ACAI_MONTADO' }}
    />
  );
}
