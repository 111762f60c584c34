// The shop's machine as the administrator's settings have it, for approved texts: its copies, releases and printers.
import type { ApiReply } from '@balcao/shared/http/api.ts';
import type { PrinterConfig } from '@balcao/shared/http/printing.ts';
import { ago } from './evening.ts';

export const BACKUPS: ApiReply<'GET /api/staff/backups'> = {
  maxAgeDays: 30,
  backups: (
    ['noturna', 'manual', 'antes-de-limpar', 'antes-de-restaurar', 'antes-de-atualizar'] as const
  ).map((reason, at) => ({
    name: `${reason}-2026-11-2${at}-0300-abcd.db`,
    reason,
    atMs: ago(1_000 * (at + 1)),
    bytes: 3_400_000 + at,
    place: at === 1 ? 'usb' : 'store',
    sealed: at !== 3,
  })),
  lastAtMs: ago(1_000),
  failure: { atMs: ago(500), text: 'O disco está cheio.' },
  sticks: [
    ['KINGSTON', true, true, true, false],
    ['SANDISK', true, false, true, true],
    ['VELHO', false, true, false, false],
    ['NOVO', false, true, true, false],
  ].map(([label, enrolled, here, writable, holdsErased], at) => ({
    id: `s${at}`,
    label: String(label),
    bytes: 32e9,
    enrolled: enrolled === true,
    here: here === true,
    writable: writable === true,
    seenAtMs: ago(3_000),
    holdsErased: holdsErased === true,
  })),
  site: { atMs: ago(2_000), failure: null },
  running: false,
  rehearsals: [
    { place: 'site', atMs: ago(700), copyAtMs: ago(2_000), orders: 1_234, failure: null },
    { place: 'usb', atMs: ago(20_000), copyAtMs: null, orders: null, failure: 'Não há cópia no pendrive.' },
  ],
  rehearsing: false,
  downloadable: true,
};
export const UPDATE: ApiReply<'GET /api/staff/update'> = {
  version: '1.2.3',
  available: true,
  allowed: true,
  updateUrl: 'https://versoes.example',
  auto: true,
  channel: 'stable',
  source: {
    channel: 'stable',
    state: 'available',
    version: '1.3.0',
    heardAtMs: ago(60),
    indexAtMs: ago(100),
    trouble: 'none',
    message: '',
    askedAtMs: ago(60),
  },
  looking: false,
  waitsFor: 'closing',
  run: null,
};
export const PRINTERS: PrinterConfig[] = [
  {
    id: 'p0',
    name: 'Cozinha',
    enabled: true,
    transport: { kind: 'tcp', host: '192.168.0.50', port: 9100 },
    columns: 48,
    codePage: 'PC850',
    family: 'EPSON',
    pictures: true,
    purposes: ['kitchen'],
  },
  {
    id: 'p1',
    name: 'Balcão',
    enabled: false,
    transport: { kind: 'file', devicePath: '/dev/usb/lp0' },
    columns: 32,
    codePage: 'WPC1252',
    family: 'STAR',
    pictures: false,
    purposes: ['counter', 'close'],
  },
];
