// What the relay writes about itself: never a phone, an observation or a token, so never the values of a failed query.
import type { LoggerOptions } from 'pino';
import { describeError } from '@balcao/shared/host/written-error.ts';

/** Options for pino. Errors are written by `describeError` alone. */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  base: null,
  serializers: { err: describeError },
});
