// Every sentence of the diagnostics: what a fact below, at and above its bound comes to, and each way in which a store cannot be opened. As
// approved texts that a person reads; the bounds of the spec are tested beside.
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { VERSION } from '@balcao/shared/version.ts';
import { NewerDatabase } from '../../storage/open.ts';
import { WrongSettings } from '../../config.ts';
import { HOUR, MB, NOW, REHEARSED, report, WELL } from '../../testing/well-machine.ts';
import { answerTrouble } from '../start/trouble-page.ts';
import { troubleOf } from '../start/trouble.ts';
import { checksOf } from './checks.ts';
import type { Facts } from './facts.ts';

const MINUTE = 60_000;
const DAY = 24 * HOUR;
const WELL_CHECKS = checksOf(WELL).map((check) => JSON.stringify(check));

const machine = (change: Partial<Facts['machine']>): Partial<Facts> => ({
  machine: { ...WELL.machine, ...change },
});
const stored = (change: Partial<Facts['store']>): Partial<Facts> => ({ store: { ...WELL.store, ...change } });
const waiting = (rowsWaiting: number, ms: number | null): Partial<Facts> =>
  stored({ rowsWaiting, oldestWaitingAtMs: ms === null ? null : NOW - ms });
const printers = (...all: object[]): Partial<Facts> => ({
  printers: all.flatMap((one) => (WELL.printers ?? []).map((well) => ({ ...well, ...one }))),
});
const error = (level: 'warn' | 'error', ms: number) => ({ level, atMs: NOW - ms, text: `${level}: x` });
const backup = (ms: number | null, failure: string | null = null): Partial<Facts> => ({
  backup: {
    lastAtMs: ms === null ? null : NOW - ms,
    failure: failure === null ? null : { atMs: NOW, text: failure },
  },
});
const stepped = (byMs: number, inDoubt: boolean): Partial<Facts> => ({
  clockStep: { atMs: NOW - 20 * MINUTE, byMs, inDoubt },
});
const OFF = { state: 'off', stateText: 'desligada' } as const;
const around = (bound: number, step = 1): number[] => [bound - step, bound, bound + step];

type Row = [title: string, change: Partial<Facts>];
const each = <T>(
  values: readonly T[],
  title: (value: T) => string,
  of: (value: T) => Partial<Facts>,
): Row[] => values.map((value) => [title(value), of(value)]);
const ROWS: Row[] = [
  ['all is well', {}],
  ...each(
    ['none', 'unknown', 'linked', 'waiting', 'connecting'],
    (state) => `link ${state}, two rows wait`,
    (linkState) => ({ ...waiting(2, 30_000), linkState }),
  ),
  ...each(
    around(2 * MINUTE),
    (ms) => `a row waits ${ms} ms`,
    (ms) => waiting(1, ms),
  ),
  ['rows wait since nobody knows', waiting(5, null)],
  ['safe mode', { safeMode: true, workers: [report({ failures: 2 })] }],
  ['printers not known', { printers: null }],
  ['printers off', printers({ enabled: false, ...OFF })],
  [
    'one printer off, one without paper',
    printers(OFF, { state: 'paper-out', stateText: 'sem papel', name: 'Bar' }),
  ],
  ['one ticket held', printers({ held: 1 })],
  ['tickets held and failed', printers({ held: 1, failed: 2 }, { name: 'Bar', family: 'STAR' })],
  ...each(
    [...around(200 * MB), ...around(1024 * MB)],
    (bytes) => `disk ${bytes} free`,
    (diskFreeBytes) => machine({ diskFreeBytes }),
  ),
  ['disk not told', machine({ diskTotalBytes: null })],
  ...each(
    [1, 7, 8, 11, null],
    (tenths) => `card ${tenths} tenths`,
    (cardLifeTenths) => machine({ cardLifeTenths }),
  ),
  ['card tells nothing', machine({ writtenBytes: null })],
  ['card tells its life alone', machine({ writtenBytes: null, cardLifeTenths: 3 })],
  ...each(
    around(100 * MB),
    (bytes) => `memory ${bytes}`,
    (memoryAvailableBytes) => machine({ memoryAvailableBytes }),
  ),
  ...each(
    [74.9, 75, 81.9, 82, null],
    (degrees) => `${degrees} degrees`,
    (temperatureC) => machine({ temperatureC }),
  ),
  ...each(
    [...around(MINUTE), ...around(5 * MINUTE), -MINUTE, -10 * MINUTE, null],
    (ms) => `clock ${ms} ms before the site`,
    (clockDifferenceMs) => ({ clockDifferenceMs }),
  ),
  ...each(
    [true, false, null],
    (synced) => `no site, clock fetched: ${synced}`,
    (clockSynced) => ({ ...machine({ clockSynced }), clockDifferenceMs: null }),
  ),
  ['clock set forward, in doubt', stepped(DAY, true)],
  ['clock set back, not in doubt', stepped(-2 * HOUR, false)],
  ['clock set, in doubt and wrong', { ...stepped(-DAY, true), clockDifferenceMs: -DAY }],
  ...each(
    [...around(30 * HOUR), ...around(72 * HOUR), null],
    (ms) => `copy of ${ms} ms ago`,
    (ms) => backup(ms),
  ),
  ['copy failed', backup(HOUR, 'Sem espaço.')],
  ...each(
    [...around(3 * DAY), ...around(7 * DAY), null],
    (ms) => `copy outside of ${ms} ms ago`,
    (ms) => stored({ copyOutsideAtMs: ms === null ? null : NOW - ms }),
  ),
  ...each(
    around(40 * DAY),
    (ms) => `rehearsed ${ms} ms ago`,
    (ms) => stored({ rehearsals: [{ ...REHEARSED, atMs: NOW - ms, orders: 1 }] }),
  ),
  ['never rehearsed', stored({ rehearsals: [] })],
  ['nothing to rehearse', stored({ rehearsals: [], copyOutsideAtMs: null })],
  ['rehearsed at the site of a store without one', { linkState: 'none' }],
  [
    'one rehearsal failed',
    stored({ rehearsals: [REHEARSED, { ...REHEARSED, place: 'usb', failure: 'A cópia não abriu.' }] }),
  ],
  ['database damaged', { databaseDamaged: true }],
  ['database not read', { databaseUnreadable: true }],
  ['database not written', { databaseWritable: false }],
  ['database wrong', stored({ scrubbed: { atMs: NOW, tookMs: 1, wrong: 'Pedidos diferentes: nº 7.' } })],
  ['database never read through', stored({ scrubbed: null })],
  ...each(
    around(54 * HOUR),
    (ms) => `database read through ${ms} ms ago`,
    (ms) => stored({ scrubbed: { atMs: NOW - ms, tookMs: 1, wrong: null } }),
  ),
  ['no name in the network', { mdns: false }],
  ['no certificate', { certificate: null }],
  ['certificate wrong', { certificate: { trouble: 'O arquivo não existe.', validToMs: null } }],
  ['certificate without an end', { certificate: { trouble: null, validToMs: null } }],
  ...each(
    around(14 * DAY),
    (ms) => `certificate for ${ms} ms`,
    (ms) => ({ certificate: { trouble: null, validToMs: NOW + ms } }),
  ),
  ['jobs not known', { workers: null }],
  [
    'jobs fail',
    {
      workers: [
        report({ failures: 1, lastError: 'x' }),
        report({ name: 'new-job', failures: 3 }),
        report({}),
      ],
    },
  ],
  ['an error lately', { errors: [error('error', 2 * HOUR), error('warn', HOUR), error('error', HOUR - 1)] }],
  ['an error an hour ago', { errors: [error('warn', 10), error('error', HOUR)] }],
];

it('every fact about the machine comes to the sentence that was approved', async () => {
  const text = ROWS.map(([title, change], index) => {
    const checks = checksOf({ ...WELL, ...change });
    const isOther = (check: (typeof checks)[number]): boolean =>
      index === 0 || !WELL_CHECKS.includes(JSON.stringify(check));
    const ids = new Set(checks.map(({ id }) => id));
    const gone = checksOf(WELL).filter(({ id }) => !ids.has(id));
    return [
      `## ${title}`,
      ...checks
        .filter(isOther)
        .map(({ id, name, state, text: said }) => `${state}  ${id} (${name}): ${said}`),
      ...gone.map(({ id }) => `nothing is said of ${id}`),
    ].join('\n');
  });
  await expect(`${text.join('\n')}\n`).toMatchFileSnapshot('./approved/checks.txt');
});

const coded = (code: string): Error => Object.assign(new Error('x'), { code });
const TROUBLES: [string, unknown, number | null][] = [
  ['wrong settings', new WrongSettings(['EDGE_PORT: use a port', 'DATA_DIR: set the folder']), null],
  ['a newer database', new NewerDatabase(), null],
  ['half a row', new SyntaxError('x'), null],
  ...['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_CANTOPEN'].map(
    (code): [string, unknown, number | null] => [`${code}, no room left`, coded(code), 1024 * 1024 - 1],
  ),
  ...[
    ...['SQLITE_IOERR_READ', 'EIO', 'SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_BUSY', 'SQLITE_LOCKED'],
    ...['SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_PERM', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'],
    ...['EISDIR', 'EWHATEVER'],
  ].map((code): [string, unknown, number | null] => [code, coded(code), 1024 * 1024]),
  ['SQLITE_IOERR, and nobody knows what is free', coded('SQLITE_IOERR'), null],
  ['an error that another one brought', new Error('y', { cause: coded('SQLITE_CORRUPT') }), null],
  ['a bug', new TypeError('x'), null],
  ['what is no error', 'x', null],
];

it('every way in which a store cannot be opened is told to people and programs as was approved', async () => {
  const lines = TROUBLES.map(([title, thrown, free]) => {
    const { kind, detail } = troubleOf(thrown, free);
    return `${title}: ${kind}, ${JSON.stringify(detail)}`;
  });
  const kinds = new Map(
    TROUBLES.map(([, thrown, free]) => [troubleOf(thrown, free).kind, troubleOf(thrown, free)]),
  );
  for (const trouble of [...kinds.values()].toSorted((a, b) => (a.kind < b.kind ? -1 : 1))) {
    const server = createServer(answerTrouble(trouble));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (const path of ['/', '/healthz', '/readyz', '/api/orders?x']) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      const said = (await answer.text())
        .replaceAll(VERSION, '<version>')
        .replace(/<style>.*<\/style>/s, '')
        .replaceAll(/<[^>]+>\s*/g, '\n');
      lines.push(
        `## ${trouble.kind} ${path}: ${answer.status} ${answer.headers.get('content-type')}, again in ${answer.headers.get('retry-after')} s`,
        ...said.split('\n').filter((line) => line.trim() !== ''),
      );
    }
    server.closeAllConnections();
    server.close();
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./approved/troubles.txt');
});
