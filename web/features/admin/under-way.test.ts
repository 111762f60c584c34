// What an administrator has asked of the store and is not answered yet: whatever belongs to it is off meanwhile, and nothing else is.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { createElement, type ReactElement } from 'react';
import { afterEach, beforeEach, it, vi } from 'vitest';
import { NOW } from '../../testing/evening.ts';
import { firstRunOf, progressOf } from '../../testing/first-run.ts';
import { BACKUPS } from '../../testing/machine.ts';
import { officeAnswers } from '../../testing/office.ts';
import type { Answers } from '../../testing/screen.ts';
import { beginEvening } from '../../testing/staff-screen.ts';
import { expectOffMeanwhile, slowStore, type Taps } from '../../testing/under-way.ts';
import { CashCard } from './cash/cash-tab.tsx';
import { AccountStep } from './first-run/account-step.tsx';
import { ChecklistCard } from './first-run/checklist-card.tsx';
import { HelpNotice } from './help-notice.tsx';
import { ClosedToday } from './orders/closed-today.tsx';
import { OrderActions } from './orders/order-actions.tsx';
import { OrderSlips } from './orders/order-slips.tsx';
import { PayFirst } from './orders/pay-first.tsx';
import { RefundForm } from './orders/refund-form.tsx';
import { Resolve } from './orders/resolve.tsx';
import { StatusSelect } from './orders/status-select.tsx';
import { AlertsPanel } from './settings/alerts-panel.tsx';
import { BackupsPanel } from './settings/backups-panel.tsx';
import { DiagnosticsPanel } from './settings/diagnostics-panel.tsx';
import { GeneralPanel } from './settings/general-panel.tsx';
import { PaymentsPanel } from './settings/payments-panel.tsx';
import { PrintersPanel } from './settings/printers-panel.tsx';
import { PrivacyPanel } from './settings/privacy-panel.tsx';
import { RecoverySheetCard } from './settings/recovery-sheet.tsx';
import { RehearsalCard } from './settings/rehearsal-card.tsx';
import { SitePanel } from './settings/site-panel.tsx';
import { TvPanel } from './settings/tv-panel.tsx';
import { UpdatePanel } from './settings/update-panel.tsx';
import { UsbDrivesCard } from './settings/usb-drives-card.tsx';
import { UsersPanel } from './settings/users-panel.tsx';

beforeEach(beginEvening);
afterEach(() => void vi.useRealTimers());

const nothing = (): void => {};
const order = (changes: Partial<Order> = {}): Order =>
  sampleOrder({ id: 'one', simpleId: 41, totalCents: 2_365, status: 'RECEBIDO', ...changes });
const UNRESOLVED = {
  payments: ['p', 'q'].map((id) => ({
    id,
    amountCents: 2_365,
    reason: 'Pago depois do prazo.',
    atMs: 0,
    simpleId: 41,
    code: null,
    action: 'accept',
    actionText: `Aceitar ${id}`,
    other: null,
  })),
};

const STICKS = { usbDrives: BACKUPS.sticks, here: true, onChange: nothing };
const REHEARSALS = { state: BACKUPS, nowMs: NOW, onChange: async () => {} };

type Case = [what: string, element: ReactElement, touches: Taps, off: readonly string[], more?: Answers];
const CASES: Case[] = [
  [
    'a role',
    createElement(UsersPanel),
    [['Função de Bia', 'KITCHEN']],
    ['Função de Bia', 'Desativar Bia', 'Senha nova para Bia', 'Excluir Bia'],
  ],
  [
    'accounts of one’s own',
    createElement(UsersPanel),
    ['Pessoas podem criar a própria conta'],
    ['Pessoas podem criar a própria conta'],
  ],
  [
    'a copy',
    createElement(BackupsPanel),
    ['Fazer cópia agora'],
    ['Fazendo a cópia…'],
    { 'GET /api/staff/backups': { ...BACKUPS, backups: [], sticks: [], rehearsals: [] } },
  ],
  [
    'a stick that is left',
    createElement(UsbDrivesCard, STICKS),
    ['Parar de usar KINGSTON'],
    ['Parar de usar KINGSTON'],
  ],
  [
    'a stick that is taken',
    createElement(UsbDrivesCard, STICKS),
    ['Usar este pen drive para cópias: NOVO'],
    ['Usar este pen drive para cópias: NOVO'],
  ],
  ['a rehearsal', createElement(RehearsalCard, REHEARSALS), ['Ensaiar agora'], ['Ensaiar agora']],
  [
    'the recovery sheet',
    createElement(RecoverySheetCard),
    ['Imprimir a folha'],
    ['Mostrar', 'Imprimir a folha', 'Perdi a folha'],
  ],
  [
    'a look for releases',
    createElement(UpdatePanel),
    ['Procurar agora'],
    ['Procurar agora', 'Instalar a versão 1.3.0'],
  ],
  [
    'whether releases come by themselves',
    createElement(UpdatePanel),
    ['Atualizar sozinha'],
    ['Atualizar sozinha', 'Canal'],
  ],
  ['help', createElement(DiagnosticsPanel), ['Abrir por uma hora'], ['Abrir por uma hora']],
  [
    'a phone that rings no more',
    createElement(AlertsPanel),
    ['Não avisar mais Celular da Ana'],
    ['Não avisar mais Celular da Ana', 'Enviar aviso de teste'],
  ],
  [
    'what came back from the site',
    createElement(SitePanel),
    ['Aceitar tudo'],
    ['Aceitar tudo', 'Recusar tudo'],
  ],
  ['pairing', createElement(SitePanel), ['Ligar ao site'], ['Ligando…']],
  ['how long data is kept', createElement(PrivacyPanel), ['Salvar prazo'], ['Salvar prazo']],
  ['a TV', createElement(TvPanel), [['Código da TV', 'ABC 123'], 'Ligar a TV'], ['Ligando…']],
  [
    'names on TVs',
    createElement(TvPanel),
    ['Chamar também pelo primeiro nome'],
    ['Chamar também pelo primeiro nome'],
  ],
  ['the PIX key', createElement(PaymentsPanel), ['Salvar chave PIX'], ['Salvar chave PIX']],
  ['a way to pay', createElement(PaymentsPanel), ['Oferecer PIX'], ['Oferecer PIX']],
  [
    'the account',
    createElement(PaymentsPanel),
    ['Testar a conta guardada'],
    ['Jeito de cobrar', 'Remover a conta', 'Testar a conta guardada'],
  ],
  ['the shop’s data', createElement(GeneralPanel), [['Telefone', '1'], 'Salvar tudo'], ['Salvar tudo']],
  ['a printer', createElement(PrintersPanel), ['Salvar'], ['Remover', 'Salvar']],
  [
    'a way to pay of the first run',
    createElement(AccountStep, { progress: progressOf({}) }),
    ['Oferecer PIX'],
    ['Oferecer PIX', 'Oferecer Dinheiro'],
  ],
  [
    'the list of first steps',
    createElement(ChecklistCard),
    ['Não mostrar mais'],
    ['Não mostrar mais'],
    { 'GET /api/staff/first-run': firstRunOf({}) },
  ],
  [
    'the end of help',
    createElement(HelpNotice),
    ['Encerrar'],
    ['Encerrar'],
    {
      'GET /api/staff/help': {
        open: { by: 'Rui', sinceMs: 0, untilMs: 1, looks: 0, lastLookAtMs: null },
        ended: null,
        allowed: true,
        pageUrl: null,
      },
    },
  ],
  [
    'a payment that is taken',
    createElement(CashCard, {
      order: order({ status: 'PENDING' }),
      now: 0,
      onDone: nothing,
      onStale: nothing,
    }),
    ['Confirmar pagamento'],
    ['Confirmar pagamento'],
  ],
  [
    'a payment that is taken first',
    createElement(PayFirst, { order: order({ status: 'PENDING' }), onClose: nothing, onPaid: nothing }),
    ['Recebi em Dinheiro'],
    ['Recebi em Dinheiro', 'Recebi em Maquininha', 'Recebi em PIX (manual)'],
  ],
  [
    'a slip',
    createElement(OrderActions, { order: order(), onOpen: nothing, onChanged: nothing, onGone: nothing }),
    ['Imprimir pedido 41'],
    ['Imprimir pedido 41'],
  ],
  [
    'an order that is called off',
    createElement(OrderActions, { order: order(), onOpen: nothing, onChanged: nothing, onGone: nothing }),
    ['Cancelar pedido 41', 'Cancelar pedido'],
    ['Cancelar pedido'],
  ],
  [
    'a status',
    createElement(StatusSelect, { order: order(), onChanged: nothing, onRefused: nothing }),
    [['Status do pedido 41', 'READY']],
    ['Status do pedido 41'],
  ],
  [
    'a slip as it is seen',
    createElement(OrderSlips, { order: order() }),
    ['Ver no papel', 'Imprimir na loja'],
    ['Imprimir na loja'],
  ],
  [
    'a refund',
    createElement(RefundForm, { order: order({ paymentMethod: 'pix', paymentStatus: 'approved' }) }),
    [['Devolver (R$)', '5'], 'Devolver pelo Mercado Pago'],
    ['Devolver pelo Mercado Pago'],
  ],
  [
    'a payment that waited for a person',
    createElement(Resolve),
    ['Aceitar p'],
    ['Aceitar p', 'Aceitar q'],
    { 'GET /api/staff/payments/unresolved': UNRESOLVED },
  ],
  ['a closed day', createElement(ClosedToday, { nowMs: 0 }), ['Fechado hoje'], ['Fechado hoje']],
];

it.each(CASES)('%s', (_what, element, touches, off, more = {}) =>
  expectOffMeanwhile(element, touches, off, { answers: slowStore({ ...officeAnswers(), ...more }) }),
);
