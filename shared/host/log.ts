// What a server writes about itself: never a phone, an observation, a token or a secret, so never the values that an error carries.
import type { LoggerOptions } from 'pino';
import { requestIdOfLine } from './request-id.ts';
import { describeError } from './written-error.ts';

/** Pino's options on both servers: `level` as pino names it, errors without what a customer typed. */
export const logOptions = (level: string, hooks?: LoggerOptions['hooks']): LoggerOptions => ({
  level,
  base: null,
  mixin: requestIdOfLine,
  serializers: { err: describeError },
  ...(hooks === undefined ? {} : { hooks }),
});
