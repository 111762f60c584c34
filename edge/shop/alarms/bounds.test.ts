// When the owner's phone rings and when it falls silent: each bound below, at and above, each state of a printer, each device.
import { describe, expect, it } from 'vitest';
import type { PrinterStatus } from '../../printing/printing.ts';
import { createOutsideAlarm } from '../../machine/backup/outside-alarm.ts';
import { endDeviceAlarm, raiseDeviceAlarm } from './device-alarms.ts';
import { createPrinterAlarms, troubleOf } from '../../printing/printer-alarms.ts';
import { troubleOfUnpaid } from './unpaid-alarm.ts';

const NOW_MS = Date.parse('2026-11-21T15:00:00-03:00');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** What is told, in its order, and what is open by then. */
function createTold(open: readonly string[] = []) {
  const calls: string[] = [];
  const ids = new Set(open);
  return {
    calls,
    raise(id: string, title: string, text: string): void {
      calls.push(`raise ${id}: ${title}. ${text}`);
      ids.add(id);
    },
    end(id: string): void {
      calls.push(`end ${id}`);
      ids.delete(id);
    },
    open: () => [...ids].map((id) => ({ id, title: '', text: '', sinceMs: 0 })),
  };
}
const printer = (changes: Partial<PrinterStatus>): PrinterStatus & { isOnCable: boolean } => ({
  isOnCable: false,
  id: '1',
  name: 'Cozinha',
  enabled: true,
  state: 'off',
  stateText: '',
  detail: null,
  paperLow: false,
  sinceMs: NOW_MS,
  waiting: 0,
  held: 0,
  failed: 0,
  ...changes,
});

describe('a printer that is dead', () => {
  const THREE_MINUTES_MS = 3 * MINUTE_MS;
  const TITLES = { off: 'Impressora parada', 'paper-out': 'Impressora sem papel' } as const;

  it.each(
    (['off', 'paper-out'] as const).flatMap((state) =>
      [THREE_MINUTES_MS - 1, THREE_MINUTES_MS, THREE_MINUTES_MS + 1].flatMap((ageMs) =>
        [true, false].flatMap((shopOpen) => [0, 1].map((waiting) => ({ state, ageMs, shopOpen, waiting }))),
      ),
    ),
  )(
    'rings after three minutes, in an open shop or while tickets wait: %j',
    ({ state, ageMs, shopOpen, waiting }) => {
      const trouble = troubleOf(printer({ state, waiting, sinceMs: NOW_MS - ageMs }), shopOpen, NOW_MS);
      if (ageMs < THREE_MINUTES_MS || (!shopOpen && waiting === 0)) expect(trouble).toBe('unknown');
      else expect(trouble).toMatchObject({ title: TITLES[state], text: expect.stringContaining('Cozinha') });
    },
  );

  it.each([
    ['ok', null],
    ['unconfirmed', null],
    ['disabled', null],
    ['unknown', 'unknown'],
  ] as const)('that is %s by now rings no more', (state, trouble) => {
    const old = { sinceMs: NOW_MS - DAY_MS, waiting: 3 };
    for (const shopOpen of [true, false])
      expect(troubleOf(printer({ state, ...old }), shopOpen, NOW_MS)).toBe(trouble);
  });

  const HOURS = {
    weekly: Array.from({ length: 7 }, () => [{ opens: '10:00', closes: '22:00' }]),
    holidays: [],
  };
  const look = (printers: PrinterStatus[], pausedUntilMs: number | null, open: readonly string[] = []) => {
    const alarms = createTold(open);
    createPrinterAlarms({
      status: () => printers,
      isOnCable: (id) => id === 'usb',
      settings: () => ({ openingHours: HOURS, pausedUntilMs }),
      alarms,
      clock: () => NOW_MS,
      timeZone: 'America/Sao_Paulo',
    }).checkPrinters();
    return alarms.calls;
  };

  it('rings also while the shop takes a pause: somebody is there', () => {
    const dead = printer({ sinceMs: NOW_MS - DAY_MS });
    expect(look([dead], NOW_MS + MINUTE_MS)).toEqual([
      expect.stringMatching(/^raise printer\.1: Impressora parada\./),
    ]);
  });

  it.each([
    ['usb', 'com o cabo'],
    ['1', 'na rede'],
  ])('%s is looked for where it is: %s', (id, where) => {
    expect(look([printer({ id, sinceMs: NOW_MS - DAY_MS })], null)).toEqual([
      `raise printer.${id}: Impressora parada. A impressora Cozinha não responde. Veja se está ligada e ${where}.`,
    ]);
  });

  it('that cannot be asked just now ends no alarm, of whichever of several it is', () => {
    const both = ['1', '2'].map((id) => printer({ id, state: 'unknown' }));
    expect(look(both, null, ['printer.1', 'printer.2'])).toEqual([]);
  });

  it('that works ends its own alarm, and is named with as much of its name as there is room for', () => {
    expect(look([printer({ state: 'ok' })], null, ['printer.1'])).toEqual(['end printer.1']);
    const { text } = troubleOf(printer({ name: 'x'.repeat(61), sinceMs: 0 }), true, NOW_MS) as {
      text: string;
    };
    expect(text).toContain(` ${'x'.repeat(60)} não`);
  });

  it('whose trouble began this very moment, or just now, is left alone', () => {
    for (const ageMs of [0, 1])
      expect(troubleOf(printer({ sinceMs: NOW_MS - ageMs }), true, NOW_MS)).toBe('unknown');
    expect(troubleOf(printer({ sinceMs: NOW_MS + 1 }), true, NOW_MS)).toMatchObject({ title: TITLES.off });
  });

  it('that is no longer in the settings rings no more, and every other trouble goes on', () => {
    expect(look([printer({ state: 'unknown' })], null, ['backup', 'printer.1', 'printer.2'])).toEqual([
      'end printer.2',
    ]);
  });
});

describe('unpaid orders', () => {
  // Ten may wait for cash, four times as many may be open, and forty within ten minutes are a burst.
  const BOUNDS = {
    unpaidPerPhoneMax: 3,
    unpaidPerAddressMax: 6,
    unpaidPerLanAddressMax: 12,
    remoteCashOrdersMax: 10,
    burst: 40,
  };
  const FULL = 'O site chegou ao limite de pedidos esperando pagamento.';
  const BURST = 'Chegaram muitos pedidos não pagos em poucos minutos.';

  it.each([
    [{ remoteCash: 9, remote: 39, recent: 39 }, 'lasting'],
    [{ remoteCash: 10, remote: 10, recent: 0 }, FULL],
    [{ remoteCash: 11, remote: 11, recent: 0 }, FULL],
    [{ remoteCash: 0, remote: 40, recent: 0 }, FULL],
    [{ remoteCash: 0, remote: 41, recent: 0 }, FULL],
    [{ remoteCash: 0, remote: 0, recent: 40 }, BURST],
    [{ remoteCash: 0, remote: 0, recent: 41 }, BURST],
    [{ remoteCash: 10, remote: 40, recent: 40 }, FULL],
    // One of them at its half: what rings goes on, what is silent stays so.
    [{ remoteCash: 5, remote: 19, recent: 19 }, 'lasting'],
    [{ remoteCash: 4, remote: 20, recent: 19 }, 'lasting'],
    [{ remoteCash: 4, remote: 19, recent: 20 }, 'lasting'],
    [{ remoteCash: 4, remote: 19, recent: 19 }, null],
    [{ remoteCash: 0, remote: 0, recent: 0 }, null],
  ])('%j', ({ recent, ...open }, said) => {
    const trouble = troubleOfUnpaid({ ofPhone: 0, ofCaller: 0, ...open }, recent, BOUNDS);
    if (said === null || said === 'lasting') expect(trouble).toBe(said);
    else
      expect(trouble).toMatchObject({
        title: 'Muitos pedidos não pagos',
        // Those that wait for no cash are not in the list of 'Cancelar vários'. Of more than 200 characters an alarm loses the end.
        text: expect.stringMatching(
          new RegExp(
            `^(?=.{1,200}$)${said}.*em Dinheiro, Pendentes.*os outros estão em Pedidos.*em duas horas\\.$`,
          ),
        ),
      });
  });
});

describe('copies', () => {
  const look = (missingMs: number, hasOwner = true) => {
    const alarms = createTold();
    createOutsideAlarm({
      outside: { missingMs: () => missingMs },
      alarms,
      hasOwner: () => hasOwner,
    }).checkOutsideCopy();
    return alarms.calls;
  };

  it('that did not leave the machine for more than a week ring; a week to the moment does not', () => {
    expect(look(7 * DAY_MS)).toEqual(['end backup-outside']);
    expect(look(7 * DAY_MS + 1)).toEqual([
      expect.stringMatching(
        /^raise backup-outside: Nenhuma cópia fora da máquina\. Há mais de 7 dias .*pen drive/,
      ),
    ]);
  });

  it('of a machine without an owner are nobody’s trouble', () => {
    expect(look(30 * DAY_MS, false)).toEqual([]);
  });
});

describe('a new device', () => {
  const news = { userId: 'u1', userName: 'Ana', device: 'Chrome no Android', transport: 'lan' as const };

  it.each([
    ['lan', 'Ana entrou em Chrome no Android, na loja.'],
    ['link', 'Ana entrou em Chrome no Android, pelo site.'],
  ] as const)('over %s rings anew, also while the one before waits to be confirmed', (transport, said) => {
    const alarms = createTold(['device.u1']);
    raiseDeviceAlarm(alarms, { ...news, transport });
    expect(alarms.calls).toEqual([
      'end device.u1',
      expect.stringContaining(`Entrada num aparelho novo. ${said}`),
    ]);
  });

  it('is named with as much of its user’s name as there is room for, and ends by itself', () => {
    const alarms = createTold();
    raiseDeviceAlarm(alarms, { ...news, userName: 'x'.repeat(41) });
    expect(alarms.calls[1]).toContain(` ${'x'.repeat(40)} entrou`);
    endDeviceAlarm(alarms, 'u1');
    expect(alarms.calls.at(-1)).toBe('end device.u1');
  });
});
