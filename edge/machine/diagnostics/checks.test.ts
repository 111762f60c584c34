import { expect, it } from 'vitest';
import { HOUR, MB, NOW, REHEARSED, report, WELL } from '../../testing/well-machine.ts';
import { checksOf } from './checks.ts';
import type { Facts } from './facts.ts';

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
  ['outside', { store: { ...WELL.store, copyOutsideAtMs: null } }, 'bad', 'as cópias morrem com ele'],
  ['outside', { store: { ...WELL.store, copyOutsideAtMs: NOW - 73 * HOUR } }, 'warn', 'Conecte o pen drive'],
  ['outside', { store: { ...WELL.store, copyOutsideAtMs: NOW - 169 * HOUR } }, 'bad', '7 dias'],
  ['rehearsal', {}, 'ok', 'Cópia do site: trazida de volta e aberta há 2 dias, com 120 pedidos.'],
  ['rehearsal', { store: { ...WELL.store, rehearsals: [] } }, 'off', 'uma vez por mês'],
  [
    'rehearsal',
    { store: { ...WELL.store, rehearsals: [], copyOutsideAtMs: null } },
    'off',
    'Só com uma cópia fora',
  ],
  [
    'rehearsal',
    {
      store: {
        ...WELL.store,
        rehearsals: [
          {
            ...REHEARSED,
            place: 'usb',
            atMs: NOW - 3 * HOUR,
            orders: null,
            failure: 'A cópia não pôde ser lida.',
          },
          REHEARSED,
        ],
      },
    },
    'bad',
    'Cópia do pen drive: o ensaio falhou há 3 horas. A cópia não pôde ser lida.',
  ],
  [
    'rehearsal',
    { store: { ...WELL.store, rehearsals: [{ ...REHEARSED, atMs: NOW - 41 * 24 * HOUR }] } },
    'warn',
    'O deste mês não foi feito.',
  ],
  // The site is away, and what it kept was brought back all the same.
  ['rehearsal', { linkState: 'waiting' }, 'ok', 'Cópia do site: trazida de volta'],
  ['rehearsal', { linkState: 'none' }, 'off', 'uma vez por mês'],
  ['database', { databaseWritable: false }, 'bad', 'Não grava'],
  ['database', { databaseDamaged: true }, 'bad', 'Danificado'],
  [
    'clock',
    { clockStep: { atMs: NOW, byMs: 3 * 86_400_000, inDoubt: true } },
    'warn',
    'pulou 3 dias para a frente',
  ],
  ['database', { databaseUnreadable: true }, 'bad', 'Uma parte não é lida'],
  ['mdns', { mdns: false }, 'off', 'endereço de números'],
  ['errors', { errors: [{ atMs: NOW - HOUR / 2, level: 'error', text: 'x broke' }] }, 'warn', 'x broke'],
  ['errors', { errors: [{ atMs: NOW - 5 * HOUR, level: 'error', text: 'x broke' }] }, 'ok', 'Há 5 horas'],
])('says of %s %j: %s, %s', (id, change, state, text) => {
  expect(check(id, change)).toMatchObject({ state, text: expect.stringContaining(text) });
});

const DAY = 24 * HOUR;
const stored = (change: Partial<Facts['store']>): Partial<Facts> => ({ store: { ...WELL.store, ...change } });
const rehearsed = (...ages: number[]): Partial<Facts> =>
  stored({ rehearsals: ages.map((ageMs) => ({ ...REHEARSED, place: 'usb', atMs: NOW - ageMs })) });

it.each<[string, [Partial<Facts>, string], [Partial<Facts>, string]]>([
  [
    'database',
    [stored({ scrubbed: { atMs: NOW - 54 * HOUR, tookMs: 1, wrong: null } }), 'ok'],
    [stored({ scrubbed: { atMs: NOW - 54 * HOUR - 1, tookMs: 1, wrong: null } }), 'warn'],
  ],
  [
    'backup',
    [{ backup: { lastAtMs: NOW - 30 * HOUR, failure: null } }, 'ok'],
    [{ backup: { lastAtMs: NOW - 30 * HOUR - 1, failure: null } }, 'warn'],
  ],
  [
    'backup',
    [{ backup: { lastAtMs: NOW - 3 * DAY, failure: null } }, 'warn'],
    [{ backup: { lastAtMs: NOW - 3 * DAY - 1, failure: null } }, 'bad'],
  ],
  [
    'outside',
    [stored({ copyOutsideAtMs: NOW - 3 * DAY }), 'ok'],
    [stored({ copyOutsideAtMs: NOW - 3 * DAY - 1 }), 'warn'],
  ],
  [
    'outside',
    [stored({ copyOutsideAtMs: NOW - 7 * DAY }), 'warn'],
    [stored({ copyOutsideAtMs: NOW - 7 * DAY - 1 }), 'bad'],
  ],
  // The newest of them counts.
  ['rehearsal', [rehearsed(40 * DAY, 90 * DAY), 'ok'], [rehearsed(40 * DAY + 1, 90 * DAY), 'warn']],
  [
    'disk',
    [machine({ diskFreeBytes: 1024 * MB }), 'ok'],
    [machine({ diskFreeBytes: 1024 * MB - 1 }), 'warn'],
  ],
  ['disk', [machine({ diskFreeBytes: 200 * MB }), 'warn'], [machine({ diskFreeBytes: 200 * MB - 1 }), 'bad']],
  [
    'memory',
    [machine({ memoryAvailableBytes: 100 * MB }), 'ok'],
    [machine({ memoryAvailableBytes: 100 * MB - 1 }), 'warn'],
  ],
  ['card', [machine({ cardLifeTenths: 7 }), 'ok'], [machine({ cardLifeTenths: 8 }), 'warn']],
  ['temperature', [machine({ temperatureC: 74.9 }), 'ok'], [machine({ temperatureC: 75 }), 'warn']],
  ['temperature', [machine({ temperatureC: 81.9 }), 'warn'], [machine({ temperatureC: 82 }), 'bad']],
  ['clock', [{ clockDifferenceMs: -59_999 }, 'ok'], [{ clockDifferenceMs: -60_000 }, 'warn']],
  ['clock', [{ clockDifferenceMs: 299_999 }, 'warn'], [{ clockDifferenceMs: 300_000 }, 'bad']],
  [
    'certificate',
    [{ certificate: { trouble: null, validToMs: NOW + 14 * DAY } }, 'ok'],
    [{ certificate: { trouble: null, validToMs: NOW + 14 * DAY - 1 } }, 'warn'],
  ],
])('changes its mind about %s at the bound: %j, %j', (id, [near, stateNear], [beyond, stateBeyond]) => {
  expect([check(id, near)?.state, check(id, beyond)?.state]).toEqual([stateNear, stateBeyond]);
});

it('says of no card that it used up more than its life, and of no clock that it was not compared where nobody can say', () => {
  expect(check('card', machine({ cardLifeTenths: 11 }))?.text).toContain('100% da vida');
  const unheard = (clockSynced: boolean | null) =>
    check('clock', { clockDifferenceMs: null, ...machine({ clockSynced }) })?.state;
  expect([unheard(true), unheard(null), unheard(false)]).toEqual(['ok', 'ok', 'warn']);
});

it('[36] names each background job that fails, how often and why', () => {
  expect(check('workers')).toMatchObject({ state: 'ok', text: 'Todas em dia.' });
  const failing = [
    report({}),
    report({ name: 'backup', failures: 1, lastError: 'sem espaço' }),
    report({ failures: 3, lastError: 'database or disk is full' }),
    report({ name: 'scrub', failures: 2, lastError: null }),
  ];
  expect(check('workers', { workers: failing })).toMatchObject({
    state: 'warn',
    text: 'Cópia da noite falhou uma vez: sem espaço; Pedidos sem pagamento falhou 3 vezes seguidas: database or disk is full; Conferência da noite falhou 2 vezes seguidas. Tenta de novo sozinha.',
  });
  expect(check('workers', { workers: null })).toBeUndefined();
});
