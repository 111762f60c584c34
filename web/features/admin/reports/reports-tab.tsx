// Reports: the day at a glance, and any span of days in full.
import { TabRoutes } from '../../../ui/staff/tab-routes.tsx';
import { DashboardPanel } from './dashboard-panel.tsx';
import { MatchingPanel } from './matching-panel.tsx';
import { SalesPanel } from './sales-panel.tsx';

const TABS = [
  { id: 'avancados', label: 'Relatórios Avançados', element: <SalesPanel /> },
  { id: 'painel', label: 'Painel de vendas', element: <DashboardPanel /> },
  { id: 'conferencia', label: 'Conferência de pagamentos', element: <MatchingPanel /> },
];

export default function ReportsTab() {
  return <TabRoutes small base="/admin/relatorios" label="Relatórios" tabs={TABS} />;
}
