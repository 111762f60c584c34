import { expect, it } from 'vitest';
import { checksOf } from './checks.ts';
import type { Facts } from './facts.ts';

const NOW = Date.parse('2026-11-21T15:00:00-03:00');
const MB = 1024 * 1024;
const HOUR = 3_600_000;

const WELL: Facts = {
  atMs: NOW,
  machine: {
    diskFreeBytes: 20_000 * MB,
    diskTotalBytes: 30_000 * MB,
    memoryAvailableBytes: 1500 * MB,
    memoryTotalBytes: 4000 * MB,
    processBytes: 120 * MB,
    temperatureC: 51.2,
    writtenBytes: 3000 * MB,
    cardLifeTenths: null,
    bootedAtMs: NOW - 50 * HOUR,
    clockSynced: true,
  },
  store: { rowsWaiting: 0, oldestWaitingAtMs: null, databaseBytes: 40 * MB },
  linkState: 'linked',
  printers: [
    {
      id: '1',
      name: 'Cozinha',
      enabled: true,
      state: 'ok',
      stateText: 'ok',
      detail: null,
      paperLow: false,
      sinceMs: NOW,
      waiting: 0,
      held: 0,
      failed: 0,
    },
  ],
  clockDifferenceMs: 400,
  backup: { lastAtMs: NOW - 10 * HOUR, failure: null },
  databaseWritable: true,
  databaseDamaged: false,
  mdns: true,
  certificate: { trouble: null, validToMs: NOW + 60 * 24 * HOUR },
  errors: [],
};
const machine = (change: Partial<Facts['machine']>): Partial<Facts> => ({
  machine: { ...WELL.machine, ...change },
});
const printer = (change: object): Partial<Facts> => ({
  printers: WELL.printers?.map((one) => ({ ...one, ...change })) ?? [],
});
const check = (id: string, change: Partial<Facts> = {}) =>
  checksOf({ ...WELL, ...change }).find((one) => one.id === id);

it('finds nothing wrong where nothing is', () => {
  expect(checksOf(WELL).filter(({ state }) => state !== 'ok')).toEqual([]);
});

it.each<[string, Partial<Facts>, string, string]>([
  ['link', { linkState: 'none' }, 'off', 'sem site'],
  ['link', { linkState: 'waiting' }, 'bad', 'Confira a internet da loja'],
  ['link', { linkState: 'unknown' }, 'bad', 'não está no ar'],
  [
    'link',
    { store: { ...WELL.store, rowsWaiting: 3, oldestWaitingAtMs: NOW - 30_000 } },
    'ok',
    '3 registros esperam para ser enviados, o mais antigo há menos de um minuto',
  ],
  [
    'link',
    { store: { ...WELL.store, rowsWaiting: 1, oldestWaitingAtMs: NOW - 3 * HOUR } },
    'warn',
    '1 registro espera para ser enviado, o mais antigo há 3 horas',
  ],
  ['printers', printer({ enabled: false }), 'off', 'Nenhuma impressora ativa'],
  ['printers', printer({ state: 'paper-out', stateText: 'sem papel' }), 'bad', 'Cozinha: sem papel'],
  ['printers', printer({ failed: 1, held: 1 }), 'warn', '2 comandas esperam'],
  ['disk', machine({ diskFreeBytes: 900 * MB }), 'warn', '900 MB livres'],
  ['disk', machine({ diskFreeBytes: 90 * MB }), 'bad', 'apague cópias antigas'],
  ['disk', machine({ diskFreeBytes: null }), 'warn', 'não disse'],
  ['card', machine({ cardLifeTenths: 9 }), 'warn', 'Compre outro'],
  ['card', machine({ cardLifeTenths: 2 }), 'ok', '20% da vida'],
  ['card', machine({ writtenBytes: null }), 'off', 'não diz'],
  ['card', {}, 'ok', 'Gravou 2,9 GB em 2 dias'],
  ['memory', machine({ memoryAvailableBytes: 50 * MB }), 'warn', 'Feche outros programas'],
  ['temperature', machine({ temperatureC: null }), 'off', 'não diz'],
  ['temperature', machine({ temperatureC: 78 }), 'warn', '78 °C'],
  ['temperature', machine({ temperatureC: 84 }), 'bad', 'ventilador'],
  ['clock', { clockDifferenceMs: -120_000 }, 'warn', '2 minutos atrasado'],
  ['clock', { clockDifferenceMs: 365 * 24 * HOUR }, 'bad', '365 dias adiantado'],
  ['clock', { clockDifferenceMs: null, ...machine({ clockSynced: false }) }, 'warn', 'não foi conferida'],
  ['backup', { backup: { lastAtMs: null, failure: null } }, 'warn', 'Ainda não há cópia'],
  ['backup', { backup: { lastAtMs: NOW - 31 * HOUR, failure: null } }, 'warn', '31 horas'],
  ['backup', { backup: { lastAtMs: NOW - 80 * HOUR, failure: null } }, 'bad', '3 dias'],
  [
    'backup',
    { backup: { lastAtMs: NOW, failure: { atMs: NOW, text: 'Sem espaço.' } } },
    'bad',
    'Sem espaço.',
  ],
  ['database', { databaseWritable: false }, 'bad', 'Não grava'],
  ['database', { databaseDamaged: true }, 'bad', 'Danificado'],
  ['mdns', { mdns: false }, 'off', 'endereço de números'],
  ['errors', { errors: [{ atMs: NOW - HOUR / 2, level: 'error', text: 'x broke' }] }, 'warn', 'x broke'],
  ['errors', { errors: [{ atMs: NOW - 5 * HOUR, level: 'error', text: 'x broke' }] }, 'ok', 'Há 5 horas'],
])('says of %s %j: %s, %s', (id, change, state, text) => {
  expect(check(id, change)).toMatchObject({ state, text: expect.stringContaining(text) });
});
