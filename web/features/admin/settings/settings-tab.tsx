// Everything about the shop itself, by subject.
import { useNavigate } from 'react-router-dom';
import { AtTheStore, useStoreAway } from '../../../data/staff/session/shell.tsx';
import { Tabs } from '../../../ui/staff/tabs.tsx';
import { AlertsPanel } from './alerts-panel.tsx';
import { AuditPanel } from './audit-panel.tsx';
import { BackupsPanel } from './backups-panel.tsx';
import { DiagnosticsPanel } from './diagnostics-panel.tsx';
import { GeneralPanel } from './general-panel.tsx';
import { PaymentsPanel } from './payments-panel.tsx';
import { PrintersPanel } from './printers-panel.tsx';
import { PrivacyPanel } from './privacy-panel.tsx';
import { ProductsPanel } from './products-panel.tsx';
import { SitePanel } from './site-panel.tsx';
import { UpdatePanel } from './update-panel.tsx';
import { UsersPanel } from './users-panel.tsx';

const TABS = [
  { id: 'geral', label: 'Geral' },
  { id: 'pagamentos', label: 'Pagamentos' },
  { id: 'produtos', label: 'Produtos' },
  { id: 'usuarios', label: 'Usuários' },
  { id: 'impressoras', label: 'Impressoras' },
  { id: 'site', label: 'Site' },
  { id: 'avisos', label: 'Avisos' },
  { id: 'diagnostico', label: 'Diagnóstico' },
  { id: 'atualizacao', label: 'Atualização' },
  { id: 'copias', label: 'Cópias de segurança' },
  { id: 'auditoria', label: 'Auditoria' },
  { id: 'privacidade', label: 'Privacidade' },
] as const;

export default function SettingsTab({ sub }: { sub: string }) {
  const navigate = useNavigate();
  const current = TABS.find((tab) => tab.id === sub)?.id ?? 'geral';
  return (
    <Tabs
      small
      label="Configurações"
      tabs={TABS}
      current={current}
      onChange={(id) => void navigate(`/admin/configuracoes/${id}`)}
    >
      <Panel tab={current} />
    </Tabs>
  );
}

/** What stands in the shared document; the rest is the store's alone. */
const SHARED = new Set(['geral', 'pagamentos', 'produtos']);

function Panel({ tab }: { tab: (typeof TABS)[number]['id'] }) {
  const away = useStoreAway();
  if (away && !SHARED.has(tab)) return <AtTheStore what="Esta parte" />;
  switch (tab) {
    case 'geral':
      return <GeneralPanel />;
    case 'pagamentos':
      return <PaymentsPanel />;
    case 'produtos':
      return <ProductsPanel />;
    case 'usuarios':
      return <UsersPanel />;
    case 'impressoras':
      return <PrintersPanel />;
    case 'site':
      return <SitePanel />;
    case 'avisos':
      return <AlertsPanel />;
    case 'diagnostico':
      return <DiagnosticsPanel />;
    case 'atualizacao':
      return <UpdatePanel />;
    case 'copias':
      return <BackupsPanel />;
    case 'auditoria':
      return <AuditPanel />;
    case 'privacidade':
      return <PrivacyPanel />;
  }
}
