// Tabs that are addresses: each a route below `base`, the first one also at `base` itself. Any other address is no page.
import { Fragment, type ReactNode } from 'react';
import { Route, Routes, useNavigate, useParams } from 'react-router-dom';
import { NotFoundPage } from '../not-found-page.tsx';
import { Tabs, type Tab } from './tabs.tsx';

type Props = {
  /** The address below which the tabs stand; the route that leads here ends in `/*`. */
  base: string;
  label: string;
  tabs: readonly (Tab & { element: ReactNode })[];
  small?: boolean;
  rail?: boolean;
  above?: ReactNode;
};

export function TabRoutes({ base, label, tabs, small = false, rail = false, above }: Props) {
  const navigate = useNavigate();
  const shown = ({ id, element }: Props['tabs'][number]) => (
    <Tabs
      small={small}
      rail={rail}
      above={above}
      label={label}
      tabs={tabs}
      current={id}
      onChange={(chosen) => void navigate(`${base}/${chosen}`)}
    >
      {/* What a tab held goes with it, also where the next one is made of the same parts. */}
      <Fragment key={id}>{small || rail ? element : <div className="mt-4">{element}</div>}</Fragment>
    </Tabs>
  );
  return (
    <Routes>
      {tabs.map((tab) => (
        <Route key={tab.id} path={`${tab.id}/*`} element={shown(tab)} />
      ))}
      {tabs[0] && <Route path="*" element={<AtBase>{shown(tabs[0])}</AtBase>} />}
    </Routes>
  );
}

/** Not an index route: the tab may have routes of its own. */
const AtBase = ({ children }: { children: ReactNode }) =>
  useParams()['*'] === '' ? children : <NotFoundPage />;
