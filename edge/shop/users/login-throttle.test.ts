import { beforeEach, describe, expect, it } from 'vitest';
import { createLoginThrottle, type LoginThrottle, type Place } from './login-throttle.ts';

let nowMs: number;
let throttle: LoginThrottle;
beforeEach(() => {
  nowMs = 1_800_000_000_000;
  throttle = createLoginThrottle(() => nowMs);
});

const at = (from: string, trust: Place['trust'] = 'stranger'): Place => ({
  account: 'dona@loja.com',
  from,
  trust,
});
/** Tries so often, each one wrong; the answers. */
const tries = (place: Place, times: number): number[] =>
  Array.from({ length: times }, () => throttle.admitTry(place));
const pass = (seconds: number): void => void (nowMs += seconds * 1000);

describe('at one place', () => {
  it('[26] ten tries are judged at once, the next after a minute, then each after twice as long, an hour at most', () => {
    const place = at('device a', 'known');
    expect(tries(place, 11)).toEqual([...Array<number>(10).fill(0), 60]);
    for (const seconds of [60, 120, 240, 480, 960, 1920, 3600, 3600]) {
      pass(seconds - 1);
      expect(throttle.admitTry(place)).toBe(1);
      pass(1);
      expect(throttle.admitTry(place)).toBe(0);
    }
  });

  it('[26] what is left of a second is waited for as well: nothing is judged before it is over', () => {
    const place = at('device a', 'known');
    tries(place, 10);
    pass(59.5);
    expect(throttle.admitTry(place)).toBe(1);
    pass(0.5);
    expect(throttle.admitTry(place)).toBe(0);
  });

  it('[26] in the shop it is never more than a minute', () => {
    const place = at('192.168.0.7', 'lan');
    tries(place, 10);
    for (let times = 0; times < 20; times += 1) {
      expect(throttle.admitTry(place)).toBe(60);
      pass(60);
      expect(throttle.admitTry(place)).toBe(0);
    }
  });

  it('the right password begins anew, and so does a day', () => {
    const place = at('device a', 'known');
    tries(place, 9);
    throttle.forgiveTries(place);
    expect(tries(place, 11).at(-1)).toBe(60);
    pass(24 * 3600);
    expect(tries(place, 11)).toEqual([...Array<number>(10).fill(0), 60]);
  });

  it('a clock that is set back makes nobody wait longer', () => {
    const place = at('device a', 'known');
    tries(place, 10);
    pass(-365 * 24 * 3600);
    expect(throttle.admitTry(place)).toBe(0);
  });
});

describe('while strangers guess at an account', () => {
  /** Each from an address of its own. */
  const strangers = (count: number, network = '203.0.113'): void => {
    for (let one = 0; one < count; one += 1) throttle.admitTry(at(`${network}.${one}`));
  };

  it('[26] nine of them change nothing; after ten, a place nobody knows waits half a minute, and is then judged', () => {
    strangers(9);
    expect(throttle.admitTry(at('198.51.100.1'))).toBe(0);
    const owner = at('198.51.100.2');
    expect(throttle.admitTry(owner)).toBe(30);
    pass(29);
    expect(throttle.admitTry(owner)).toBe(1);
    pass(1);
    expect(throttle.admitTry(owner)).toBe(0);
  });

  it('[26] however many there are, a place nobody knows is judged after ten minutes: nobody is locked out', () => {
    // Each one from an address of its own, with all the patience there is.
    for (let round = 0; round < 3; round += 1) {
      strangers(200, `10.${round}.0`);
      pass(600);
      strangers(200, `10.${round}.0`);
    }
    const owner = at('198.51.100.2');
    const wait = throttle.admitTry(owner);
    expect(wait).toBe(600);
    pass(wait);
    strangers(200, '10.250.0');
    expect(throttle.admitTry(owner)).toBe(0);
  });

  it('[26] a place that tried before it began waits as well', () => {
    const place = at('198.51.100.2');
    expect(throttle.admitTry(place)).toBe(0);
    strangers(9);
    expect(throttle.admitTry(place)).toBe(30);
  });

  it('[26] a place that has longer to wait by its own tries waits no less for it', () => {
    const place = at('198.51.100.2');
    tries(place, 9);
    // What strangers guessed is over by then; what this place did is remembered for a day.
    pass(3600);
    expect(throttle.admitTry(place)).toBe(0);
    strangers(9);
    expect(throttle.admitTry(place)).toBe(60);
  });

  it('[26] a place that guesses on waits twice as long each time', () => {
    strangers(10);
    const place = at('198.51.100.2');
    const waits: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const wait = throttle.admitTry(place);
      waits.push(wait);
      pass(wait);
      expect(throttle.admitTry(place)).toBe(0);
    }
    expect(waits).toEqual([30, 30, 60, 120, 240, 480, 960, 1920]);
  });

  it('[26] waits before its first try: later ones are judged when their time is over, whether somebody asked meanwhile or not', () => {
    strangers(10);
    const place = at('198.51.100.2');
    expect(throttle.admitTry(place)).toBe(30);
    for (const seconds of [30, 30, 60, 120]) {
      pass(seconds);
      expect(throttle.admitTry(place)).toBe(0);
    }
  });

  it('[26] known devices and the shop wait for nothing, and other accounts neither', () => {
    strangers(100);
    expect(throttle.admitTry(at('device a', 'known'))).toBe(0);
    expect(throttle.admitTry(at('192.168.0.7', 'lan'))).toBe(0);
    expect(throttle.admitTry({ ...at('198.51.100.3'), account: 'beto@loja.com' })).toBe(0);
  });

  it('[26] ten wrong tries count within one hour: one in each half hour never begins it', () => {
    for (let one = 0; one < 10; one += 1) {
      throttle.admitTry(at(`203.0.113.${one}`));
      pass(1800);
    }
    expect(throttle.admitTry(at('198.51.100.2'))).toBe(0);
  });

  it('an hour later it is over; right passwords never begin it', () => {
    strangers(10);
    pass(3600);
    expect(throttle.admitTry(at('198.51.100.2'))).toBe(0);
    for (let one = 0; one < 30; one += 1) {
      const place = { ...at(`198.51.100.${one}`), account: 'beto@loja.com' };
      expect(throttle.admitTry(place)).toBe(0);
      throttle.forgiveTries(place);
    }
  });
});

it('a right password takes back its own try alone: strangers wait as before', () => {
  for (let index = 0; index < 10; index += 1) expect(throttle.admitTry(at(`stranger ${index}`))).toBe(0);
  const owner = at('a new address of the owner');
  expect(throttle.admitTry(owner)).toBe(30);
  pass(30);
  expect(throttle.admitTry(owner)).toBe(0);
  throttle.forgiveTries(owner);
  expect(throttle.admitTry(at('one more stranger'))).toBe(30);
});

it('of more than twenty thousand places those are remembered that tried last', () => {
  const [first, second] = [at('device 1', 'known'), at('device 2', 'known')];
  tries(first, 10);
  tries(second, 10);
  for (let index = 1; index < 20_000; index += 1) throttle.admitTry(at(`another ${index}`, 'lan'));
  expect([throttle.admitTry(second), throttle.admitTry(first)]).toEqual([60, 0]);
});
