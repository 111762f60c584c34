// Tamanhos/Sabores: the names that products choose from. Only active ones are listed.
import { useNavigate } from 'react-router-dom';
import { useCatalog } from '../../../data/staff/menu/catalog.ts';
import { CatalogEditor } from '../../../data/staff/menu/editor/catalog-editor.tsx';
import { Tabs } from '../../../ui/staff/tabs.tsx';
import { FLAVORS, SIZES } from './kinds.tsx';

export function OptionsTab({ sub }: { sub: string }) {
  const navigate = useNavigate();
  const catalog = useCatalog();
  const current = sub === 'sabores' ? 'sabores' : 'tamanhos';
  return (
    <Tabs
      small
      label="Tamanhos e sabores"
      tabs={[
        { id: 'tamanhos', label: SIZES.title },
        { id: 'sabores', label: FLAVORS.title },
      ]}
      current={current}
      onChange={(id) => void navigate(`/atacado/admin/opcoes/${id}`)}
    >
      <CatalogEditor key={current} spec={current === 'sabores' ? FLAVORS : SIZES} catalog={catalog} />
    </Tabs>
  );
}
