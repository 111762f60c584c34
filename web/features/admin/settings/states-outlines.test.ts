// What the settings say of each state that a part of the shop can be in, as approved texts beside them.
import type { ApiReply } from '@balcao/shared/http/api.ts';
import { createElement, type FunctionComponent } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ago, NOW } from '../../../testing/evening.ts';
import { BACKUPS, UPDATE } from '../../../testing/machine.ts';
import { HELD, HELP, LINK, officeAnswers, RESYNC } from '../../../testing/office.ts';
import { refusal, type Answers } from '../../../testing/screen.ts';
import { beginEvening, openStaff } from '../../../testing/staff-screen.ts';
import { createVisits, UNHURRIED } from '../../../testing/visit.ts';
import { AlertsPanel } from './alerts-panel.tsx';
import { AuditPanel } from './audit-panel.tsx';
import { BackupsPanel } from './backups-panel.tsx';
import { DiagnosticsPanel } from './diagnostics-panel.tsx';
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

const open = (panel: FunctionComponent, answers: Answers = {}) =>
  openStaff(createElement(panel), { answers: { ...officeAnswers(), ...answers } });
/** How each of these stands beside the panel as it is when all is there. */
async function states(name: string, panel: FunctionComponent, all: readonly (readonly [string, Answers])[]) {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const visits = createVisits();
  const usual = visits.look(await open(panel));
  for (const [title, answers] of all) visits.compare(title, usual, await open(panel, answers));
  await expect(visits.text()).toMatchFileSnapshot(`./outlines/states/${name}.txt`);
}
const away = refusal(503, 'away', 'A loja reinicia.');

it('what is empty, or cannot be read', UNHURRIED, async () => {
  const visits = createVisits();
  const EMPTY: readonly (readonly [string, FunctionComponent, string, unknown])[] = [
    ['people', UsersPanel, 'GET /api/staff/users', { users: [] }],
    ['printers', PrintersPanel, 'GET /api/staff/printers', { printers: [] }],
    ['screens', TvPanel, 'GET /api/staff/tv/screens', { screens: [] }],
    [
      'alarms',
      AlertsPanel,
      'GET /api/staff/push',
      { publicKey: '', webhook: false, devices: [], alarms: [] },
    ],
    ['changes', AuditPanel, 'GET /api/staff/audit', { rows: [], more: false }],
  ];
  for (const [name, panel, route, value] of EMPTY) {
    visits.show(`No ${name}`, await open(panel, { [route]: value }));
    visits.show(`The ${name} cannot be read`, await open(panel, { [route]: away }));
  }
  await expect(visits.text()).toMatchFileSnapshot('./outlines/states/empty.txt');
});

it('releases', UNHURRIED, async () => {
  const STATE = 'GET /api/staff/update';
  const run = (state: NonNullable<(typeof UPDATE)['run']>['state']) => ({
    [STATE]: { ...UPDATE, run: { state, message: 'Como foi dito.', version: '1.3.0', atMs: ago(3) } },
  });
  const source = (changes: Partial<NonNullable<(typeof UPDATE)['source']>>) => ({
    [STATE]: { ...UPDATE, source: { ...UPDATE.source, ...changes } },
  });
  await states('update', UpdatePanel, [
    ...(['asked', 'running', 'done', 'failed', 'rolled-back', 'stuck'] as const).map(
      (state) => [`run ${state}`, run(state)] as const,
    ),
    ...(['none', 'newest', 'tried'] as const).map((state) => [`source ${state}`, source({ state })] as const),
    ...(['offline', 'refused'] as const).map(
      (trouble) => [`trouble ${trouble}`, source({ trouble, message: 'O endereço mudou.' })] as const,
    ),
    ...(['orders', 'clock', null] as const).map(
      (waitsFor) => [`waits for ${waitsFor}`, { [STATE]: { ...UPDATE, waitsFor } }] as const,
    ),
    ['a quiet source', source({ state: 'newest', indexAtMs: ago(100 * 1_440) })],
    ['a source that is quiet for long', source({ state: 'newest', indexAtMs: ago(130 * 1_440) })],
    ['without a source', { [STATE]: { ...UPDATE, updateUrl: null, source: null } }],
    ['by hand', { [STATE]: { ...UPDATE, auto: false, channel: 'early' } }],
    ['looking', { [STATE]: { ...UPDATE, looking: true } }],
    ['from afar', { [STATE]: { ...UPDATE, allowed: false } }],
    ['without an updater', { [STATE]: { ...UPDATE, available: false } }],
  ]);
});

it('the site', UNHURRIED, async () => {
  const STATE = 'GET /api/staff/relay';
  await states('site', SitePanel, [
    ...(['none', 'unpaired', 'dialling', 'waiting', 'stopped'] as const).map(
      (state) => [`link ${state}`, { [STATE]: { ...LINK, state } }] as const,
    ),
    ['of another version', { [STATE]: { ...LINK, trouble: 'O site é de outra versão.' } }],
    ...(['following', 'quarantined', 'fenced', 'incompatible'] as const).map(
      (condition) => [`copy ${condition}`, { 'GET /api/staff/relay/held': { ...HELD, condition } }] as const,
    ),
    ['nothing is held', { 'GET /api/staff/relay/held': { condition: 'following', rows: 1, commands: [] } }],
    ...(['unconfirmed', 'fenced', null] as const).map(
      (held) => [`resync ${held}`, { 'GET /api/staff/relay/resync': { ...RESYNC, held } }] as const,
    ),
    ['nothing waits', { 'GET /api/staff/relay/resync': { held: null, waiting: [] } }],
  ]);
});

it('help from afar', UNHURRIED, async () => {
  const STATE = 'GET /api/staff/help';
  const opened = { by: 'Ana', sinceMs: ago(10), untilMs: NOW + 3_000_000, looks: 1, lastLookAtMs: ago(2) };
  await states('help', DiagnosticsPanel, [
    ...(['owner', 'again', 'codes', 'clock'] as const).map(
      (why) => [`ended ${why}`, { [STATE]: { ...HELP, ended: { ...HELP.ended, why } } }] as const,
    ),
    ['never open', { [STATE]: { ...HELP, ended: null } }],
    ['open, looked at once', { [STATE]: { ...HELP, open: opened } }],
    ['open, never looked at', { [STATE]: { ...HELP, open: { ...opened, looks: 0, lastLookAtMs: null } } }],
    ['from afar', { [STATE]: { ...HELP, allowed: false } }],
    ['without a site', { [STATE]: { ...HELP, pageUrl: null } }],
  ]);
});

it('copies', UNHURRIED, async () => {
  const STATE = 'GET /api/staff/backups';
  const none = { backups: [], lastAtMs: null, failure: null, sticks: [], site: null, rehearsals: [] };
  const copies = (changes: Partial<ApiReply<typeof STATE>>) => ({ [STATE]: { ...BACKUPS, ...changes } });
  const SHEET = 'GET /api/staff/recovery-sheet';
  await states('copies', BackupsPanel, [
    ['none', copies(none)],
    ['being made', copies({ running: true, failure: null })],
    ['rehearsed now', copies({ rehearsing: true })],
    ['from afar', copies({ downloadable: false })],
    ['the site’s failed', copies({ site: { atMs: null, failure: 'O site não respondeu.' } })],
    ['the sheet was never seen', { [SHEET]: { seenAtMs: null, showable: true } }],
    ['the sheet from afar', { [SHEET]: { seenAtMs: ago(1), showable: false } }],
  ]);
});

it('the account at the provider', UNHURRIED, async () => {
  const STATE = 'GET /api/staff/payments/credentials';
  const none = {
    configured: false,
    source: null,
    publicKey: null,
    payeeId: null,
    cards: false,
    notices: false,
    updatedAtMs: null,
    api: null,
  };
  await states('account', PaymentsPanel, [
    ['none', { [STATE]: none }],
    ['of the machine', { [STATE]: { ...none, configured: true, source: 'environment', notices: true } }],
    ['of the older kind', { [STATE]: { ...none, configured: true, source: 'store', api: 'payments' } }],
    ['cannot be read', { [STATE]: away }],
    ['without a PIX key', { 'GET /api/staff/pix-key': { key: '', holder: '', city: '' } }],
    ['without terminals', { 'GET /api/staff/payments/terminals': { terminals: [] } }],
  ]);
});

it('one person’s data', UNHURRIED, async () => {
  const visits = createVisits();
  const PERSON = 'POST /api/staff/privacy/person';
  const none = { count: 0, firstAtMs: null, lastAtMs: null };
  const nobody = {
    orders: { ...none, withObservations: 0 },
    wholesale: { ...none, withName: 0, withTaxId: 0, withAddress: 0, withObservations: 0 },
    onlinePayments: 0,
    handPayments: 0,
    slips: 0,
    months: 0,
  };
  const screen = await open(PrivacyPanel, { [PERSON]: nobody });
  await visits.type(screen, { Telefone: '11987654321' });
  await visits.tap(screen, 'Ver o que a loja tem');
  for (const [left, relay] of [
    [2, 'waits'],
    [null, 'none'],
  ] as const) {
    const erased = {
      atMs: NOW,
      phoneEnd: '4321',
      before: { ...nobody, orders: { count: 1, firstAtMs: ago(9), lastAtMs: ago(9), withObservations: 0 } },
      left,
      copies: { lastUntilMs: NOW, sticks: 0, relay },
    };
    const page = await open(PrivacyPanel, {
      [PERSON]: erased.before,
      'POST /api/staff/privacy/erase': erased,
    });
    await visits.type(page, { Telefone: '11987654321' });
    await visits.tap(page, 'Ver o que a loja tem', 'Apagar os dados desta pessoa', 'Apagar');
    await visits.tap(page, 'Baixar comprovante');
  }
  await expect(visits.text()).toMatchFileSnapshot('./outlines/states/person.txt');
});
