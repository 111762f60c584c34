// Reports: the day at a glance, and any span of days in full.
import { Link } from 'react-router-dom';
import { TabRoutes } from '../../../ui/staff/tab-routes.tsx';
import { DashboardPanel } from './dashboard-panel.tsx';
import { MatchingPanel } from './matching-panel.tsx';
import { SalesPanel } from './sales-panel.tsx';

const TABS = [
  { id: 'avancados', label: 'Relatórios Avançados', element: <SalesPanel /> },
  { id: 'painel', label: 'Painel de vendas', element: <DashboardPanel /> },
  { id: 'conferencia', label: 'Conferência de pagamentos', element: <MatchingPanel /> },
];

/** Wholesale has a panel of its own. */
const WHOLESALE = [
  ['/atacado/admin', 'Pedidos'],
  ['/atacado/admin/clientes', 'Clientes'],
  ['/atacado/admin/relatorios', 'Relatórios'],
  ['/atacado/admin/configuracoes', 'Pedido mínimo e entrega'],
] as const;

export default function ReportsTab() {
  return (
    <>
      <TabRoutes small base="/admin/relatorios" label="Relatórios" tabs={TABS} />
      <nav
        aria-label="Atacado"
        className="mt-4 flex flex-wrap items-center gap-2 rounded-2xl bg-base-100 p-4"
      >
        <p className="mr-2 font-semibold">Atacado</p>
        {WHOLESALE.map(([to, name]) => (
          <Link key={to} to={to} className="btn btn-sm min-h-9">
            {name}
          </Link>
        ))}
      </nav>
    </>
  );
}
