// What the relay writes about itself: never a phone, an observation or a token, so never the values of a failed query.
import type { LoggerOptions } from 'pino';

const CAUSES_MAX = 4;

/** Options for pino. Errors are written by `describeError` alone. */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  base: null,
  serializers: { err: describeError },
});

export type WrittenError = {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: WrittenError;
};

/** An error without what it was about: drivers put a query's values into the message, and with it into the stack. */
export function describeError(error: unknown, depth = 0): WrittenError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  const { query, code } = error as { query?: unknown; code?: unknown };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: typeof query === 'string' ? `failed query: ${query}` : error.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(frames && frames.length > 0 ? { stack: frames.join('\n') } : {}),
    ...(error.cause !== undefined && depth < CAUSES_MAX
      ? { cause: describeError(error.cause, depth + 1) }
      : {}),
  };
}
