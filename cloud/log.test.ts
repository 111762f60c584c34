import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describe, expect, it } from 'vitest';
import { describeError } from '@balcao/shared/host/written-error.ts';

describe('what is written of an error', () => {
  const failed = new DrizzleQueryError(
    'insert into "orders" values ($1)',
    ['11987654321'],
    Object.assign(new Error('duplicate key'), { code: '23505' }),
  );

  it('has the query and its cause', () => {
    expect(describeError(failed)).toMatchObject({
      message: 'failed query: insert into "orders" values ($1)',
      cause: { message: 'duplicate key', code: '23505' },
    });
  });

  it('never has the values that were sent along', () => {
    expect(failed.message).toContain('11987654321');
    expect(JSON.stringify(describeError(failed))).not.toContain('11987654321');
  });

  it('never has the text that a parser could not read', () => {
    let failed: unknown;
    try {
      JSON.parse('{"customerPhone": 11987654321x}');
    } catch (error) {
      failed = error;
    }
    expect(String(failed)).toContain('1');
    expect(JSON.stringify(describeError(failed))).not.toMatch(/11987|customerPhone/);
  });

  it('names the place', () => {
    expect(describeError(new Error('no')).stack).toMatch(/log\.test/);
  });
});
