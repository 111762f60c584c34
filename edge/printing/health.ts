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

  function update(state: PrinterState, detail: string | null, paperLow: boolean): void {
    learntAt = performance.now();
    if (state === health.state && detail === health.detail && paperLow === health.paperLow) return;
    const sinceMs = state === health.state ? health.sinceMs : clock();
    health = { state, detail, paperLow, sinceMs };
    const fields = { printer: printerId, state, detail };
    if (state === 'off' || state === 'paper-out') log.warn(fields, 'printer in trouble');
    else log.info(fields, 'printer state');
    onChange();
  }

  return {
    now: (): PrinterHealth => health,
    /** How long ago anything was heard of it. */
    ageMs: (): number => performance.now() - learntAt,
    inTrouble: (): boolean => health.state === 'off' || health.state === 'paper-out',
    trouble: ({ kind, message }: Trouble): void =>
      update(
        kind === 'paper-out' ? 'paper-out' : kind === 'unproven' ? 'unconfirmed' : 'off',
        message,
        false,
      ),
    well: (talks: boolean, paperLow: boolean): void => update(talks ? 'ok' : 'unconfirmed', null, paperLow),
    /** Another address, or switched off in the settings: nothing is known, and it is time to look. */
    reset(): void {
      update('unknown', null, false);
      learntAt = Number.NEGATIVE_INFINITY;
    },
  };
}
