// Everything about the shop itself, by subject.
import type { ReactNode } from 'react';
import { AtTheStore, useStoreAway } from '../../../data/staff/session/shell.tsx';
import { TabRoutes } from '../../../ui/staff/tab-routes.tsx';
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
import { TvPanel } from './tv-panel.tsx';
import { UpdatePanel } from './update-panel.tsx';
import { UsersPanel } from './users-panel.tsx';

/** What stands in the shared document can be changed from afar; the rest is the store's alone. */
function AtHome({ children }: { children: ReactNode }) {
  return useStoreAway() ? <AtTheStore what="Esta parte" /> : children;
}

const TABS = [
  { id: 'geral', label: 'Geral', element: <GeneralPanel /> },
  { id: 'pagamentos', label: 'Pagamentos', element: <PaymentsPanel /> },
  { id: 'produtos', label: 'Produtos', element: <ProductsPanel /> },
  ...[
    { id: 'usuarios', label: 'Usuários', element: <UsersPanel /> },
    { id: 'impressoras', label: 'Impressoras', element: <PrintersPanel /> },
    { id: 'tv', label: 'TV', element: <TvPanel /> },
    { id: 'site', label: 'Site', element: <SitePanel /> },
    { id: 'avisos', label: 'Avisos', element: <AlertsPanel /> },
    { id: 'diagnostico', label: 'Diagnóstico', element: <DiagnosticsPanel /> },
    { id: 'atualizacao', label: 'Atualização', element: <UpdatePanel /> },
    { id: 'copias', label: 'Cópias de segurança', element: <BackupsPanel /> },
    { id: 'auditoria', label: 'Auditoria', element: <AuditPanel /> },
    { id: 'privacidade', label: 'Privacidade', element: <PrivacyPanel /> },
  ].map(({ element, ...tab }) => ({ ...tab, element: <AtHome>{element}</AtHome> })),
];

export default function SettingsTab() {
  return <TabRoutes small base="/admin/configuracoes" label="Configurações" tabs={TABS} />;
}
