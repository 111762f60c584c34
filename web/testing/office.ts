// What the store answers in the administrator's settings, for approved texts of them: everything is filled, and what is sent is taken.
import type { ApiReply } from '@balcao/shared/http/api.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { ago, NOW } from './evening.ts';
import { BACKUPS, PRINTERS, UPDATE } from './machine.ts';
import { menuAnswers, PRINTING, quietAnswers } from './staff-answers.ts';
import type { Answers, Sent } from './stub-page.ts';

const user = (
  id: string,
  name: string,
  changes: Partial<ApiReply<'GET /api/staff/users'>['users'][number]>,
) => ({
  id,
  name,
  email: `${id}@loja.example`,
  role: 'KITCHEN' as const,
  createdAtMs: ago(90_000),
  asksPassword: false,
  disabled: false,
  hasPin: false,
  ...changes,
});
const USERS: ApiReply<'GET /api/staff/users'> = {
  users: [
    user('rui', 'Rui', { role: 'ADMIN', hasPin: true }),
    user('bia', 'Bia', { role: 'ATTENDANT', asksPassword: true }),
    user('caio', 'Caio', { role: null }),
    user('davi', 'Davi', { disabled: true }),
  ],
};
const CHECKS: [
  ApiReply<'GET /api/staff/diagnostics'>['checks'][number]['id'],
  'ok' | 'warn' | 'bad' | 'off',
][] = [
  ['link', 'ok'],
  ['disk', 'warn'],
  ['clock', 'bad'],
  ['temperature', 'off'],
];
export const HELD: ApiReply<'GET /api/staff/relay/held'> = {
  condition: 'rolled-back',
  rows: 1_234,
  commands: [
    ['order.place', 'set-aside', true, true],
    ['payment.fact', 'deferred', true, false],
    ['order.cancel', 'set-aside', false, true],
  ].map(([kind, state, canRetry, canDiscard], at) => ({
    id: `01890a5d-ac96-774b-bcce-b302099a805${at}`,
    kind: String(kind),
    orderId: `pedido-${at}`,
    orderCode: at === 2 ? null : '7K2MQ9XWTB',
    state: state === 'deferred' ? 'deferred' : 'set-aside',
    createdAtMs: ago(40 + at),
    canRetry: canRetry === true,
    canDiscard: canDiscard === true,
  })),
};
export const RESYNC: ApiReply<'GET /api/staff/relay/resync'> = {
  held: 'behind',
  waiting: [
    { seq: 7, what: 'Conta de Nina', now: null, offered: 'Nina, administradora', secretDiffers: true },
    { seq: 9, what: 'Nome da loja', now: 'Açaí da Praça', offered: 'Açaí do Largo', secretDiffers: false },
  ],
};
export const LINK: ApiReply<'GET /api/staff/relay'> = {
  state: 'linked',
  relayUrl: 'https://site.example',
  publicUrl: 'https://praca.example',
  trouble: null,
  version: '1.2.3',
};
const ALARMS: ApiReply<'GET /api/staff/push'> = {
  publicKey: 'chave',
  webhook: true,
  devices: [{ id: 'd1', label: 'Celular da Ana', createdAtMs: ago(5_000) }],
  alarms: [
    { id: 'a1', title: 'A loja está sem conexão', text: 'Há 10 minutos.', sinceMs: ago(40), endedAtMs: null },
    { id: 'a2', title: 'O disco está cheio', text: 'Apague cópias.', sinceMs: ago(900), endedAtMs: ago(800) },
  ],
};
const SUMMARY = {
  orders: { count: 3, firstAtMs: ago(90_000), lastAtMs: ago(5), withObservations: 1 },
  wholesale: {
    count: 2,
    firstAtMs: ago(80_000),
    lastAtMs: ago(900),
    withName: 2,
    withTaxId: 1,
    withAddress: 1,
    withObservations: 0,
  },
  onlinePayments: 1,
  handPayments: 2,
  slips: 4,
  months: 2,
};
export const HELP: ApiReply<'GET /api/staff/help'> = {
  open: null,
  ended: { atMs: ago(200), why: 'time', looks: 2, lastLookAtMs: ago(220) },
  allowed: true,
  pageUrl: 'https://praca.example/ajuda',
};
const SHEET: ApiReply<'POST /api/staff/recovery-sheet/show'> = {
  storeName: 'Açaí da Praça',
  storeId: 'praca',
  siteUrl: 'https://praca.example',
  code: 'ABCD EFGH JKMN PQRS',
  atMs: NOW,
};
const CATALOG = sampleCatalog();
const [pix, ...others] = CATALOG.paymentMethods;
if (pix !== undefined) CATALOG.paymentMethods = [{ ...pix, description: 'Na hora' }, ...others];

const OFFICE: Answers = {
  'GET /api/staff/users': USERS,
  'GET /api/auth/sign-up': { open: true },
  'PUT /api/staff/sign-up': ({ body }: Sent) => body,
  'GET /api/staff/backups': BACKUPS,
  'GET /api/staff/recovery-sheet': { seenAtMs: ago(9_000), showable: true },
  'POST /api/staff/recovery-sheet/show': SHEET,
  'POST /api/staff/recovery-sheet/replace': SHEET,
  'POST /api/staff/recovery-sheet/print': { printer: 'Cozinha' },
  'GET /api/staff/update': UPDATE,
  'POST /api/staff/update/look': UPDATE,
  'PUT /api/staff/update/choice': UPDATE,
  'GET /api/staff/printers': { printers: PRINTERS },
  'GET /api/staff/printing': PRINTING,
  'GET /api/staff/found-printers': {
    network: [{ name: 'EPSON TM-T20', host: '192.168.0.77', port: 9100 }],
    devices: ['/dev/usb/lp1'],
  },
  'GET /api/staff/diagnostics': {
    version: '1.2.3',
    upSinceMs: ago(600),
    addresses: ['http://balcao.local', 'http://192.168.0.10'],
    publicUrl: 'https://praca.example',
    checks: CHECKS.map(([id, state]) => ({ id, name: `Parte ${id}`, state, text: `Está ${state}.` })),
  },
  'GET /api/staff/help': HELP,
  'POST /api/staff/help': {
    code: 'AB12 CD34',
    state: {
      ...HELP,
      open: { by: 'Rui', sinceMs: NOW, untilMs: NOW + 3_600_000, looks: 0, lastLookAtMs: null },
    },
  },
  'DELETE /api/staff/help': HELP,
  'GET /api/staff/relay': LINK,
  'POST /api/staff/relay/pair': LINK,
  'POST /api/staff/relay/unpair': { ...LINK, state: 'none', relayUrl: null, publicUrl: null },
  'GET /api/staff/relay/held': HELD,
  'GET /api/staff/relay/resync': RESYNC,
  'POST /api/staff/relay/resync': { held: null, waiting: [] },
  'POST /api/staff/relay/keep-selling': { held: null, waiting: [] },
  'GET /api/staff/push': ALARMS,
  'POST /api/staff/push/test': { sent: 2 },
  'GET /api/staff/privacy': { retentionMonths: 24 },
  'PUT /api/staff/privacy': ({ body }: Sent) => body,
  'POST /api/staff/privacy/person': SUMMARY,
  'POST /api/staff/privacy/export': { pedidos: [1, 2] },
  'POST /api/staff/privacy/erase': {
    atMs: NOW,
    phoneEnd: '4321',
    before: SUMMARY,
    left: 0,
    copies: { lastUntilMs: NOW + 86_400_000, sticks: 1, relay: 'told' },
  },
  'GET /api/staff/tv/screens': {
    screens: [
      {
        id: 't1',
        name: 'Salão',
        device: 'Chrome no Linux',
        pairedBy: 'Rui',
        sinceMs: ago(9_000),
        lastSeenMs: ago(1),
      },
      { id: 't2', name: '', device: 'Samsung', pairedBy: 'Ana', sinceMs: ago(900), lastSeenMs: ago(700) },
    ],
  },
  'GET /api/staff/pix-key': { key: 'loja@pix.example', holder: 'ACAI DA PRACA', city: 'SAO PAULO' },
  'GET /api/staff/payments/credentials': {
    configured: true,
    source: 'store',
    publicKey: 'APP_USR-publica',
    payeeId: '123456',
    cards: true,
    notices: false,
    updatedAtMs: ago(7_000),
    api: 'orders',
  },
  'POST /api/staff/payments/credentials/test': {
    ok: true,
    message: 'Conta certa.',
    payeeId: '123456',
    sandbox: false,
    steps: [
      { step: 'account', state: 'ok', text: 'A conta é da Praça.' },
      { step: 'pix', state: 'failed', text: 'A conta não tem chave PIX.' },
      { step: 'terminals', state: 'skipped', text: 'Sem maquininhas.' },
    ],
  },
  'GET /api/staff/payments/terminals': {
    terminals: [
      { id: 't1', name: 'Balcão', isReady: true, isThere: true },
      { id: 't2', name: null, isReady: false, isThere: true },
      { id: 't3', name: 'Antiga', isReady: true, isThere: false },
    ],
  },
  'GET /api/staff/audit': {
    more: true,
    rows: (['order', 'menu', 'settings', 'user', 'cash', 'printer', 'privacy', 'access'] as const).map(
      (subject, at) => ({
        id: 100 - at,
        atMs: ago(at * 700),
        userName: at === 7 ? null : 'Ana',
        from: (['lan', 'relay', 'store'] as const)[at % 3] ?? 'lan',
        subject,
        text: `mudou ${subject}`,
      }),
    ),
  },
  'GET *': { rows: [], more: false },
  'POST *': ({ route }: Sent) => {
    if (route.endsWith('/password')) return { password: 'tres-palavras-novas' };
    if (route.endsWith('/test'))
      return { confirmed: false, unproven: true, message: 'A página foi mandada.' };
    return null;
  },
};

/** All settings of a shop that has everything. */
export const officeAnswers = (): Answers => ({ ...quietAnswers(), ...menuAnswers(CATALOG), ...OFFICE });
