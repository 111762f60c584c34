// A database that is away: told from a fault of ours, and named to the operator without its password.
import { addressesOf } from './postgres-addresses.ts';

/**
 * SQLSTATE classes and codes of a server that cannot answer now: connection lost, no disk, memory or connection left, shutting down or
 * starting up, a standby since a moment ago, a lock or an answer that did not come in time, a disk that fails.
 */
const AWAY_STATES = /^(08|25006|53|55P03|57014|57P0[1-3]|58030)/;
const AWAY_ERRNOS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
]);
const SOCKET_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);
/** Messages of the driver itself, which come without a code. */
const AWAY_WORDS =
  /^(Connection terminated|Client has encountered a connection error|timeout (exceeded when trying to connect|expired))/;

/** Whether a query failed because nobody was there to answer it; `pg` says so directly, drizzle as a cause. */
export function isDatabaseAway(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { code, syscall } = at as NodeJS.ErrnoException;
    if (AWAY_WORDS.test(at.message)) return true;
    if (code === undefined) continue;
    // An errno counts only from a socket: a missing file says ENOENT too.
    if (AWAY_STATES.test(code) || (AWAY_ERRNOS.has(code) && SOCKET_CALLS.has(syscall ?? ''))) return true;
    if (at instanceof AggregateError && at.errors.some(isDatabaseAway)) return true;
  }
  return false;
}

function placeOf(address: string): string {
  const { hostname, port, pathname, searchParams } = new URL(address);
  const host = hostname === '' ? (searchParams.get('host') ?? 'localhost') : hostname;
  return `${host}${port === '' ? '' : `:${port}`}${pathname}`;
}

/** For whoever starts the relay: which setting to look at, where it leads, and what came of it. */
export function describeUnreachable(databaseUrl: string, error: unknown, named = 'DATABASE_URL'): Error {
  const place = addressesOf(databaseUrl).map(placeOf).join(', ');
  const { code, message } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { code: undefined, message: String(error) };
  const why = message === '' ? (code ?? 'no answer') : message;
  return new Error(`${named}: no database at ${place}: ${why}`, { cause: error });
}
