import { describe, expect, it } from 'vitest';
import { describeError } from './written-error.ts';

describe('an error in a log', () => {
  it('says what failed, by which name, and where', () => {
    const error = Object.assign(new RangeError('too far'), { code: 'E_FAR' });
    error.stack =
      'RangeError: too far for 11 98765-4321\n    at go (/a.ts:1:2)\n\tat run (/b.ts:3:4)\nat the end';
    expect(describeError(error)).toEqual({
      type: 'RangeError',
      message: 'too far',
      code: 'E_FAR',
      stack: '    at go (/a.ts:1:2)\n\tat run (/b.ts:3:4)',
    });
  });

  it('says nothing of a place or code that it does not know', () => {
    const error = Object.assign(new Error('no'), { code: 7 });
    error.stack = 'Error: no';
    expect(describeError(error)).toEqual({ type: 'Error', message: 'no' });
    delete (error as { stack?: string }).stack;
    expect(describeError(error)).toEqual({ type: 'Error', message: 'no' });
  });

  it('tells a query without its values, and of a parser nothing that it read', () => {
    const failed = Object.assign(new Error('insert … 11 98765-4321'), {
      query: 'insert into orders values (?)',
    });
    expect(describeError(failed).message).toBe('failed query: insert into orders values (?)');
    expect(describeError(Object.assign(new Error('plain'), { query: 7 })).message).toBe('plain');
    expect(describeError(new SyntaxError('Unexpected token in "11 98765-4321"')).message).toBe(
      'unreadable text',
    );
  });

  it.each([
    ['a text', 'string'],
    [undefined, 'undefined'],
    [null, 'object'],
    [{ message: 'x' }, 'object'],
  ])('tells of %j thrown only what kind of thing it was', (thrown, type) => {
    expect(describeError(thrown)).toEqual({ type, message: 'not an error' });
  });

  it('tells four causes and not a fifth', () => {
    let error = new Error('cause 6');
    for (let number = 5; number >= 0; number -= 1) error = new Error(`cause ${number}`, { cause: error });
    const told: string[] = [];
    for (let one: ReturnType<typeof describeError> | undefined = describeError(error); one; one = one.cause)
      told.push(one.message);
    expect(told).toEqual(['cause 0', 'cause 1', 'cause 2', 'cause 3', 'cause 4']);
    expect(describeError(new Error('alone'))).not.toHaveProperty('cause');
    expect(describeError(new Error('with', { cause: 'a text' })).cause).toEqual({
      type: 'string',
      message: 'not an error',
    });
  });
});
