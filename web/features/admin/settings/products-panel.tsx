// Products that are not cups: drinks and what is sold as it comes. Cups live in the Taça tab.
import { useCatalog } from '../../../data/staff/menu/catalog.ts';
import { CatalogEditor } from '../../../data/staff/menu/editor/catalog-editor.tsx';
import { READY_PRODUCTS } from '../menu/kinds.ts';

export const ProductsPanel = () => <CatalogEditor spec={READY_PRODUCTS} catalog={useCatalog()} />;
