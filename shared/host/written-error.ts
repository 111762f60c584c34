// An error as both hosts write it to their logs: what failed and where, never what it was about.

const CAUSES_MAX = 4;

/** An error as JSON; `stack` without the message, `cause` to a bounded depth. */
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
    message:
      typeof query === 'string'
        ? `failed query: ${query}`
        : // A parser repeats what it could not read.
          error instanceof SyntaxError
          ? 'unreadable text'
          : error.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(frames && frames.length > 0 ? { stack: frames.join('\n') } : {}),
    ...(error.cause !== undefined && depth < CAUSES_MAX
      ? { cause: describeError(error.cause, depth + 1) }
      : {}),
  };
}
