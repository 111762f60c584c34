// The search itself, on a register that everybody knows.
import { describe, expect, it } from 'vitest';
import { findOrder, type Call, type Model } from './linearizable.ts';

type Op = { write: number } | { read: number };
const REGISTER: Model<number, Op> = {
  initial: 0,
  keyOf: String,
  step: (value, op) => ('write' in op ? [op.write] : op.read === value ? [value] : []),
};
const call = (op: Op, from: number, to = Infinity): Call<Op> => ({ op, from, to });

describe('the search for an order of operations', () => {
  it.each<[string, Call<Op>[]]>([
    ['one after another', [call({ write: 1 }, 0, 1), call({ read: 1 }, 2, 3)]],
    ['a read beside a write sees the old value', [call({ write: 1 }, 0, 3), call({ read: 0 }, 1, 2)]],
    ['… or the new one', [call({ write: 1 }, 0, 3), call({ read: 1 }, 1, 2)]],
    [
      'an unanswered write took effect late',
      [call({ write: 1 }, 0), call({ read: 0 }, 1, 2), call({ read: 1 }, 3, 4)],
    ],
    ['an unanswered write never took effect', [call({ write: 1 }, 0), call({ read: 0 }, 9, 10)]],
    [
      'the order of the calls is not the order of the effects',
      [call({ write: 1 }, 0, 9), call({ write: 2 }, 1, 8), call({ read: 2 }, 2, 3), call({ read: 1 }, 4, 10)],
    ],
  ])('takes %s', (_, calls) => {
    expect(findOrder(REGISTER, calls)).toEqual({ ok: true });
  });

  it.each<[string, Call<Op>[]]>([
    ['a read of what was never written', [call({ read: 7 }, 0, 1)]],
    [
      'a read of the old value after the write was answered',
      [call({ write: 1 }, 0, 1), call({ read: 0 }, 2, 3)],
    ],
    [
      'a value that was seen and is gone',
      [call({ write: 1 }, 0), call({ read: 1 }, 1, 2), call({ read: 0 }, 3, 4)],
    ],
    [
      'an unanswered write that took effect before it was called',
      [call({ read: 1 }, 0, 1), call({ write: 1 }, 2)],
    ],
  ])('refuses %s', (_, calls) => {
    expect(findOrder(REGISTER, calls)).toMatchObject({ ok: false });
  });

  it('remembers where it was: many unanswered writes of one value are no more work than few', () => {
    let steps = 0;
    const counted: Model<number, Op> = {
      ...REGISTER,
      step: (value, op) => {
        steps += 1;
        return REGISTER.step(value, op);
      },
    };
    const writes = Array.from({ length: 10 }, (_, at) => call({ write: 1 }, at, 100 + at));
    expect(findOrder(counted, [...writes, call({ read: 2 }, 200, 201)])).toMatchObject({ ok: false });
    expect(steps).toBeLessThan(20_000);
  });
});
