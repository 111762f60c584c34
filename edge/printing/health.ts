// What screens say of one printer: the last that was learnt of it, since when, and why.
import type { Logger } from 'pino';
import type { Trouble } from './conversation.ts';

export type PrintLog = Pick<Logger, 'info' | 'warn' | 'error'>;

export type PrinterState = 'unknown' | 'ok' | 'paper-out' | 'off' | 'unconfirmed';

export type PrinterHealth = {
  state: PrinterState;
  /** The trouble in words. */
  detail: string | null;
  paperLow: boolean;
  sinceMs: number;
};

export function createHealth(deps: {
  printerId: string;
  clock: () => number;
  log: PrintLog;
  onChange: () => void;
}) {
  const { printerId, clock, log, onChange } = deps;
  let health: PrinterHealth = { state: 'unknown', detail: null, paperLow: false, sinceMs: clock() };
  let learntAt = Number.NEGATIVE_INFINITY;

  function set(state: PrinterState, detail: string | null, paperLow: boolean): void {
    learntAt = performance.now();
    if (state === health.state && detail === health.detail && paperLow === health.paperLow) return;
    const sinceMs = state === health.state ? health.sinceMs : clock();
    health = { state, detail, paperLow, sinceMs };
    const facts = { printer: printerId, state, detail };
    if (state === 'off' || state === 'paper-out') log.warn(facts, 'printer in trouble');
    else log.info(facts, 'printer state');
    onChange();
  }

  return {
    now: (): PrinterHealth => health,
    /** How long ago anything was heard of it. */
    ageMs: (): number => performance.now() - learntAt,
    inTrouble: (): boolean => health.state === 'off' || health.state === 'paper-out',
    trouble: ({ kind, message }: Trouble): void =>
      set(kind === 'paper-out' ? 'paper-out' : kind === 'unproven' ? 'unconfirmed' : 'off', message, false),
    well: (talks: boolean, paperLow: boolean): void => set(talks ? 'ok' : 'unconfirmed', null, paperLow),
    /** Another address, or switched off in the settings: nothing is known, and it is time to look. */
    reset(): void {
      set('unknown', null, false);
      learntAt = Number.NEGATIVE_INFINITY;
    },
  };
}
