// All that the settings say and send, as approved texts beside them: whoever changes what stands there reads the difference.
import { createElement, type FunctionComponent } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { officeAnswers } from '../../../testing/office.ts';
import { refusing } from '../../../testing/staff-answers.ts';
import { beginEvening, openStaff } from '../../../testing/staff-screen.ts';
import { createVisits, UNHURRIED } from '../../../testing/visit.ts';
import { AlertsPanel } from './alerts-panel.tsx';
import { AuditPanel } from './audit-panel.tsx';
import { BackupsPanel } from './backups-panel.tsx';
import { DiagnosticsPanel } from './diagnostics-panel.tsx';
import { GeneralPanel } from './general-panel.tsx';
import { PaymentsPanel } from './payments-panel.tsx';
import { PrintersPanel } from './printers-panel.tsx';
import { PrivacyPanel } from './privacy-panel.tsx';
import { SitePanel } from './site-panel.tsx';
import { TvPanel } from './tv-panel.tsx';
import { UpdatePanel } from './update-panel.tsx';
import { UsersPanel } from './users-panel.tsx';

beforeEach(beginEvening);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Each day of the week is as the first, and so is each way to pay, which is called otherwise once it is saved. */
const ALIKE =
  /^(?:Terça|Quarta|Quinta|Sexta|Sábado|Domingo)[:,] |^(?:Nome no site|Descrição): (?!PIX$)|^Salvar: (?!PIX$|t1$)/;

const PANELS: readonly (readonly [name: string, panel: FunctionComponent])[] = [
  ['general', GeneralPanel],
  ['payments', PaymentsPanel],
  ['people', UsersPanel],
  ['printers', PrintersPanel],
  ['tv', TvPanel],
  ['site', SitePanel],
  ['alerts', AlertsPanel],
  ['diagnostics', DiagnosticsPanel],
  ['update', UpdatePanel],
  ['copies', BackupsPanel],
  ['audit', AuditPanel],
  ['privacy', PrivacyPanel],
];

it.each(PANELS)('%s', UNHURRIED, async (name, Panel) => {
  const visits = createVisits();
  const open =
    (answers = officeAnswers()) =>
    () =>
      openStaff(createElement(Panel), { answers });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const some = {
    times: 1,
    skip: ALIKE,
    texts: { 'Cozinha: vermelho ‼ a partir de (min)': '9', CNPJ: '11.222.333/0001-81', PIN: '246813' },
  };
  await visits.visit('Filled', open(), some);
  await visits.visit('Emptied', open(), { ...some, fields: 'emptied' });
  await visits.visit('Refused', open(refusing(officeAnswers())), { ...some, fields: 'left' });
  await expect(visits.text()).toMatchFileSnapshot(`./outlines/${name}.txt`);
});
