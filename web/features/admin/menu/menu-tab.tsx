// The menu: six catalogues, each a table that is edited where it stands.
import { useNavigate } from 'react-router-dom';
import { useCatalog } from '../../../data/staff/menu/catalog.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { Tabs } from '../../../ui/staff/tabs.tsx';
import { EntryTable } from './entry-table.tsx';
import { entriesOf, KINDS } from './kinds.ts';

export function MenuTab({ sub }: { sub: string }) {
  const navigate = useNavigate();
  const catalog = useCatalog();
  const spec = KINDS.find((kind) => kind.slug === sub) ?? KINDS[0];
  if (!spec) return null;
  if (catalog.value === null) return <Loaded of={catalog} rows={8} />;
  const { value } = catalog;
  return (
    <Tabs
      small
      label="Catálogos"
      tabs={KINDS.map(({ kind, slug, title }) => ({
        id: slug,
        label: `${title} (${entriesOf(value, kind).length})`,
      }))}
      current={spec.slug}
      onChange={(id) => void navigate(`/admin/cardapio/${id}`)}
    >
      <EntryTable key={spec.kind} spec={spec} catalog={catalog} entries={entriesOf(value, spec.kind)} />
    </Tabs>
  );
}
