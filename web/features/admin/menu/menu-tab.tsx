// The menu: six catalogues, each a table that is edited where it stands.
import { useNavigate } from 'react-router-dom';
import { useCatalog } from '../../../data/staff/menu/catalog.ts';
import { CatalogEditor } from '../../../data/staff/menu/editor/catalog-editor.tsx';
import { entriesOf } from '../../../data/staff/menu/editor/kind.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { Tabs } from '../../../ui/staff/tabs.tsx';
import { MENU } from './kinds.ts';

export function MenuTab({ sub }: { sub: string }) {
  const navigate = useNavigate();
  const catalog = useCatalog();
  const current = MENU.find(({ slug }) => slug === sub) ?? MENU[0];
  if (!current) return null;
  if (catalog.value === null) return <Loaded of={catalog} rows={8} />;
  const { value } = catalog;
  return (
    <Tabs
      small
      label="Catálogos"
      tabs={MENU.map(({ slug, spec }) => ({
        id: slug,
        label: `${spec.title} (${entriesOf(spec, value).length})`,
      }))}
      current={current.slug}
      onChange={(id) => void navigate(`/admin/cardapio/${id}`)}
    >
      <CatalogEditor key={current.slug} spec={current.spec} catalog={catalog} />
    </Tabs>
  );
}
