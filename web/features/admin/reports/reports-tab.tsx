// Reports: the day at a glance, and any span of days in full.
import { useNavigate } from 'react-router-dom';
import { Tabs } from '../../../ui/staff/tabs.tsx';
import { DashboardPanel } from './dashboard-panel.tsx';
import { MatchingPanel } from './matching-panel.tsx';
import { SalesPanel } from './sales-panel.tsx';

const TABS = [
  { id: 'avancados', label: 'Relatórios Avançados' },
  { id: 'painel', label: 'Painel de vendas' },
  { id: 'conferencia', label: 'Conferência de pagamentos' },
] as const;

export default function ReportsTab({ sub }: { sub: string }) {
  const navigate = useNavigate();
  const current = TABS.find((tab) => tab.id === sub)?.id ?? 'avancados';
  return (
    <Tabs
      small
      label="Relatórios"
      tabs={TABS}
      current={current}
      onChange={(id) => void navigate(`/admin/relatorios/${id}`)}
    >
      {current === 'avancados' && <SalesPanel />}
      {current === 'painel' && <DashboardPanel />}
      {current === 'conferencia' && <MatchingPanel />}
    </Tabs>
  );
}
