// Safe mode: a store that died again and again serves the shop's network, the board and paper, and runs nothing in the background that
// nobody asked for. Every staff screen says so. An administrator ends safe mode, or half an hour without a death does.
import type { WorkerSpec } from '@balcao/shared/host/worker.ts';
import type { Alarms } from '../../shop/alarms/alarms.ts';
import { LATELY_MS, type Deaths } from './deaths.ts';

const TRY_AGAIN_AFTER_MS = 30 * 60_000;
const CHECK_EVERY_MS = 60_000;
const ALARM = 'death';

export type SafeMode = ReturnType<typeof createSafeMode>;

export function createSafeMode(deps: {
  deaths: Pick<Deaths, 'lately' | 'tooMany' | 'last' | 'quietMs' | 'forgive'>;
  alarms: Pick<Alarms, 'raise' | 'end'>;
  /** Whether the log may be written to. */
  mayWrite: () => boolean;
  /** Starts the background jobs and the link, which safe mode leaves out. */
  goOn: () => void;
  /** Called when the safe mode has ended. */
  onChange: () => void;
  log: { warn(details: object, message: string): void; info(details: object, message: string): void };
}) {
  const { deaths, alarms, log } = deps;
  let on = deaths.tooMany;
  let hasRaisedAlarm = false;

  /** How the last run ended, for a screen or a phone. */
  function reason(): string {
    const lastWords = deaths.last?.lastWords ?? null;
    if (lastWords === null)
      return 'Motivo: o programa foi encerrado de fora (falta de memória, travamento ou alguém o encerrou).';
    return `Motivo: erro ${lastWords.kind}${lastWords.place === null ? '' : ` em ${lastWords.place}`}.`;
  }

  function leave(): void {
    if (!on) return;
    on = false;
    deaths.forgive();
    log.info({}, 'the store leaves its safe mode');
    deps.goOn();
    deps.onChange();
  }

  if (on) log.warn({ deaths: deaths.lately }, 'the store died too often and starts in its safe mode');

  const job: WorkerSpec = {
    name: 'last-death',
    everyMs: CHECK_EVERY_MS,
    mayRun: deps.mayWrite,
    run() {
      if (deaths.last !== null && !hasRaisedAlarm) {
        alarms.raise(
          ALARM,
          'A loja parou sozinha e voltou',
          `${reason()} Nada do que foi confirmado se perdeu. Se acontecer de novo, mande ao suporte o arquivo de Configurações, Diagnóstico.`,
        );
        hasRaisedAlarm = true;
      }
      if (deaths.quietMs() >= LATELY_MS && !on) alarms.end(ALARM);
      if (deaths.quietMs() >= TRY_AGAIN_AFTER_MS) leave();
    },
  };

  return {
    job,
    isOn: (): boolean => on,
    /** Ends the safe mode at once, when an administrator asks for it. */
    leave,
    text: (): string =>
      `A loja parou sozinha ${deaths.lately === 1 ? 'uma vez' : `${deaths.lately} vezes`} em 10 minutos e ligou só com o essencial: pedidos no Wi-Fi da loja, telas e impressão. ${reason()} Em meia hora ela tenta sozinha voltar ao normal. Se parar de novo, chame o suporte.`,
  };
}

/** The deaths of a store that nobody watches: one in a test, or one opened by the check of a release. */
export const NO_DEATHS: Pick<Deaths, 'lately' | 'tooMany' | 'last' | 'quietMs' | 'forgive'> = {
  lately: 0,
  tooMany: false,
  last: null,
  quietMs: () => 0,
  forgive: () => undefined,
};
