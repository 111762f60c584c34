// The last warnings and errors that were logged, without what they were about: the sentence and the kind of error only.
import type { LoggerOptions } from 'pino';
import type { ErrorFact } from './facts.ts';

const KEPT_MAX = 20;
const WARN = 40;
const ERROR = 50;

export function createErrorMemory(clock: () => number) {
  const kept: ErrorFact[] = [];
  const logMethod: NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> = function (
    given,
    method,
    level,
  ) {
    if (level >= WARN) {
      const text = given.find((one): one is string => typeof one === 'string') ?? '';
      const { err } = (typeof given[0] === 'object' ? given[0] : {}) as { err?: unknown };
      kept.push({
        atMs: clock(),
        level: level >= ERROR ? 'error' : 'warn',
        text: err instanceof Error ? `${text} (${kindOf(err)})` : text,
      });
      if (kept.length > KEPT_MAX) kept.shift();
    }
    method.apply(this, given);
  };
  return {
    /** For pino. */
    hooks: { logMethod },
    /** Oldest first. */
    recent: (): ErrorFact[] => [...kept],
  };
}

// Never the message: drivers put values into it.
function kindOf(error: Error): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
