import { describe, expect, it } from 'vitest';
import { createSafeMode, type SafeMode } from './safe-mode.ts';
import type { Deaths } from './deaths.ts';

const MINUTE = 60_000;

function inSafeMode(last: Deaths['last'] = { lastWords: null }, lately = 3) {
  const seen = { raised: 0, ended: 0, wentOn: 0, changed: 0, forgiven: 0 };
  let quietMs = 0;
  let isWritable = true;
  const safeMode: SafeMode = createSafeMode({
    deaths: {
      lately,
      tooMany: true,
      last,
      quietMs: () => quietMs,
      forgive: () => void (seen.forgiven += 1),
    },
    alarms: { raise: () => void (seen.raised += 1), end: () => void (seen.ended += 1) },
    mayWrite: () => isWritable,
    goOn: () => void (seen.wentOn += 1),
    onChange: () => void (seen.changed += 1),
    log: { warn: () => undefined, info: () => undefined },
  });
  return {
    safeMode,
    seen,
    lock: (): void => void (isWritable = false),
    look(afterMs: number): void {
      quietMs = afterMs;
      safeMode.job.run();
    },
  };
}

describe('[38] the safe mode', () => {
  it('is left by itself after half an hour of peace, once, and not a minute before', () => {
    const { safeMode, seen, look } = inSafeMode();
    look(0);
    look(29 * MINUTE);
    expect([safeMode.isOn(), seen]).toEqual([
      true,
      { raised: 1, ended: 0, wentOn: 0, changed: 0, forgiven: 0 },
    ]);
    look(30 * MINUTE);
    look(31 * MINUTE);
    // The alarm of the death ends once the whole work goes on in peace.
    expect([safeMode.isOn(), seen]).toEqual([
      false,
      { raised: 1, ended: 1, wentOn: 1, changed: 1, forgiven: 1 },
    ]);
  });

  it('left by a person is not left a second time', () => {
    const { safeMode, seen, look } = inSafeMode();
    safeMode.leave();
    look(30 * MINUTE);
    expect(seen).toMatchObject({ wentOn: 1, changed: 1, forgiven: 1 });
  });

  it('says how often and of what the store died, as far as that is known', () => {
    const text = (last: Deaths['last'], lately: number) => inSafeMode(last, lately).safeMode.text();
    const words = { atMs: 0, kind: 'TypeError', place: 'orders.ts:7' };
    expect(text({ lastWords: words }, 3)).toContain(
      'A loja parou sozinha 3 vezes em 10 minutos e ligou só com o essencial: pedidos no Wi-Fi da loja, telas e impressão. Motivo: erro TypeError em orders.ts:7.',
    );
    expect(text({ lastWords: { ...words, place: null } }, 1)).toContain(
      'parou sozinha uma vez em 10 minutos e ligou só com o essencial: pedidos no Wi-Fi da loja, telas e impressão. Motivo: erro TypeError. Em meia hora',
    );
    expect(text({ lastWords: null }, 2)).toContain(
      'Motivo: o programa foi encerrado de fora (falta de memória, travamento ou alguém o encerrou). Em meia hora',
    );
  });

  it('says nothing to a log that may not be written to', () => {
    const { safeMode, lock } = inSafeMode();
    expect(safeMode.job.mayRun?.()).toBe(true);
    lock();
    expect(safeMode.job.mayRun?.()).toBe(false);
  });
});

it.each([
  [1, 'uma vez'],
  [3, '3 vezes'],
])('[38] says to every screen that the store stopped %i times, why, and what comes next', (lately, times) => {
  const { safeMode } = inSafeMode(
    { lastWords: { atMs: 1, kind: 'TypeError', place: 'panel.ts:12' } },
    lately,
  );
  expect(safeMode.text()).toBe(
    `A loja parou sozinha ${times} em 10 minutos e ligou só com o essencial: pedidos no Wi-Fi da loja, telas e impressão. Motivo: erro TypeError em panel.ts:12. Em meia hora ela tenta sozinha voltar ao normal. Se parar de novo, chame o suporte.`,
  );
});
