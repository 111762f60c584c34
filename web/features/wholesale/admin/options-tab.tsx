// Tamanhos/Sabores: the names that products choose from. Only active ones are listed.
import { useCatalog } from '../../../data/staff/menu/catalog.ts';
import { CatalogEditor } from '../../../data/staff/menu/editor/catalog-editor.tsx';
import { TabRoutes } from '../../../ui/staff/tab-routes.tsx';
import { FLAVORS, SIZES } from './kinds.tsx';

export function OptionsTab() {
  const catalog = useCatalog();
  return (
    <TabRoutes
      small
      base="/atacado/admin/opcoes"
      label="Tamanhos e sabores"
      tabs={[
        {
          id: 'tamanhos',
          label: SIZES.title,
          element: <CatalogEditor spec={SIZES} catalog={catalog} />,
        },
        {
          id: 'sabores',
          label: FLAVORS.title,
          element: <CatalogEditor spec={FLAVORS} catalog={catalog} />,
        },
      ]}
    />
  );
}
