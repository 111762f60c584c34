// The menu: six catalogues, each a table that is edited where it stands.
import { useCatalog } from '../../../data/staff/menu/catalog.ts';
import { CatalogEditor } from '../../../data/staff/menu/editor/catalog-editor.tsx';
import { entriesOf } from '../../../data/staff/menu/editor/kind.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { TabRoutes } from '../../../ui/staff/tab-routes.tsx';
import { MENU } from './kinds.ts';

export function MenuTab() {
  const catalog = useCatalog();
  if (catalog.value === null) return <Loaded of={catalog} rows={8} />;
  const { value } = catalog;
  return (
    <TabRoutes
      small
      base="/admin/cardapio"
      label="Catálogos"
      tabs={MENU.map(({ slug, spec }) => ({
        id: slug,
        label: `${spec.title} (${entriesOf(spec, value).length})`,
        element: <CatalogEditor spec={spec} catalog={catalog} />,
      }))}
    />
  );
}
