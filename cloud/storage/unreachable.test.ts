// Whether a database is away, told from a fault of ours, and how the operator reads it. States: PostgreSQL, appendix A.
import { describe, expect, it } from 'vitest';
import { describeUnreachable, isDatabaseAway } from './unreachable.ts';

const failed = (fields: object, message = 'failed', cause?: unknown): Error =>
  Object.assign(new Error(message, cause === undefined ? {} : { cause }), fields);

describe('a database is away', () => {
  it.each([
    ['when its connection is lost', '08006'],
    ['when it has become a standby', '25006'],
    ['when its disk is full', '53100'],
    ['when a lock does not come in time', '55P03'],
    ['when an answer was called off', '57014'],
    ['when it has no connection left', '53300'],
    ['when it is shutting down', '57P01'],
    ['when it broke down', '57P02'],
    ['when it is starting up', '57P03'],
    ['when its disk fails', '58030'],
  ])('%s: %s', (_what, code) => {
    expect(isDatabaseAway(failed({ code }))).toBe(true);
    expect(isDatabaseAway(failed({}, 'Failed query', failed({ code })))).toBe(true);
  });

  it.each(['23505', '42P01', '57P04', '22P02'])('never by a fault of ours: %s', (code) => {
    expect(isDatabaseAway(failed({ code }))).toBe(false);
  });

  it.each([
    ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE'],
    ...['ETIMEDOUT', 'ENOENT'],
  ])('when a socket says %s, and not when a file does', (code) => {
    for (const syscall of ['connect', 'read', 'write', 'getaddrinfo'])
      expect([syscall, isDatabaseAway(failed({ code, syscall }))]).toEqual([syscall, true]);
    expect(isDatabaseAway(failed({ code, syscall: 'open' }))).toBe(false);
    expect(isDatabaseAway(failed({ code }))).toBe(false);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'timeout exceeded when trying to connect',
    'timeout expired',
  ])('when the driver says so without a code: %s', (message) => {
    expect(isDatabaseAway(failed({}, message))).toBe(true);
    expect(isDatabaseAway(failed({}, 'Failed query', failed({}, message)))).toBe(true);
  });

  it('when one of several machines was, whatever the others said', () => {
    const refused = failed({ code: 'ECONNREFUSED', syscall: 'connect' });
    const all = Object.assign(new AggregateError([failed({ code: '42P01' }), refused]), { code: 'X' });
    expect(isDatabaseAway(all)).toBe(true);
    expect(isDatabaseAway(Object.assign(new AggregateError([failed({})]), { code: 'X' }))).toBe(false);
  });

  it('never by what is no error', () => {
    expect(isDatabaseAway('ECONNREFUSED')).toBe(false);
    expect(isDatabaseAway(failed({}, 'TypeError'))).toBe(false);
  });
});

describe('whoever starts the relay reads', () => {
  it.each([
    [
      'postgres://balcao:segredo@db.example:5433/balcao?sslmode=require',
      failed({ code: 'ECONNREFUSED' }, 'connect ECONNREFUSED'),
      'DATABASE_URL: no database at db.example:5433/balcao: connect ECONNREFUSED',
    ],
    [
      'postgres://balcao:segredo@a.example,b.example:5433/balcao',
      'gone',
      'DATABASE_URL: no database at a.example/balcao, b.example:5433/balcao: gone',
    ],
    [
      'postgres:///balcao?host=/run/postgresql',
      failed({ code: 'ENOENT' }, ''),
      'DATABASE_URL: no database at /run/postgresql/balcao: ENOENT',
    ],
    ['postgres:///balcao', failed({}, ''), 'DATABASE_URL: no database at localhost/balcao: no answer'],
  ])('where it is and what came of it, and no password: %s', (url, error, message) => {
    expect(describeUnreachable(url, error).message).toBe(message);
  });

  it('which setting it was', () => {
    expect(describeUnreachable('postgres://db/b', 'gone', 'DATABASE_DIRECT_URL').message).toBe(
      'DATABASE_DIRECT_URL: no database at db/b: gone',
    );
  });
});
