// Facts of a machine with which all is well, for the tests of what facts mean.
import type { Rehearsal } from '@balcao/shared/http/backups.ts';
import type { WorkerReport } from '@balcao/shared/host/worker.ts';
import type { Facts } from '../machine/diagnostics/facts.ts';

export const NOW = Date.parse('2026-11-21T15:00:00-03:00');
export const MB = 1024 * 1024;
export const HOUR = 3_600_000;

export const report = (change: Partial<WorkerReport>): WorkerReport => ({
  name: 'expiry',
  everyMs: 60_000,
  running: false,
  lastRunAtMs: NOW - 1000,
  lastDurationMs: 2,
  lastError: null,
  failures: 0,
  ...change,
});
export const REHEARSED: Rehearsal = {
  place: 'site',
  atMs: NOW - 50 * HOUR,
  copyAtMs: NOW - 60 * HOUR,
  orders: 120,
  failure: null,
};
export const WELL: Facts = {
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
  store: {
    rowsWaiting: 0,
    oldestWaitingAtMs: null,
    databaseBytes: 40 * MB,
    copyOutsideAtMs: NOW - 10 * HOUR,
    rehearsals: [REHEARSED],
    scrubbed: { atMs: NOW - 11 * HOUR, tookMs: 40_000, wrong: null },
  },
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
  databaseUnreadable: false,
  clockStep: null,
  safeMode: false,
  mdns: true,
  certificate: { trouble: null, validToMs: NOW + 60 * 24 * HOUR },
  errors: [],
  workers: [report({})],
};
