import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDeaths, type Deaths } from './deaths.ts';

const MINUTE = 60_000;

let folder: string;
let machine: { id: string; uptimeMs: number };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-deaths-'));
  machine = { id: 'a', uptimeMs: 20 * MINUTE };
});

const fileOf = (): string => join(folder, 'deaths.json');
const start = (after = 3): Deaths =>
  openDeaths({
    file: fileOf(),
    lastWordsFile: join(folder, 'last-words.json'),
    after,
    boot: () => ({ ...machine }),
    log: { warn: () => expect.fail('nothing goes wrong here') },
  });
const pass = (ms: number): void => void (machine.uptimeMs += ms);

describe('[38] deaths of the store', () => {
  it('are too many when three came within ten minutes, and the one that ends in order is none', () => {
    expect(start()).toMatchObject({ lately: 0, tooMany: false, last: null });
    pass(MINUTE);
    expect(start()).toMatchObject({ lately: 1, tooMany: false, last: { lastWords: null } });
    start().endInOrder();
    expect(start()).toMatchObject({ lately: 2, tooMany: false, last: null });
    pass(MINUTE);
    expect(start()).toMatchObject({ lately: 3, tooMany: true });
  });

  it('are told apart from a run that lasts: how long it has, of whichever run it is', () => {
    start();
    pass(5 * MINUTE);
    const second = start();
    expect(second.quietMs()).toBe(0);
    pass(7 * MINUTE);
    expect(second.quietMs()).toBe(7 * MINUTE);
  });

  it('longer than ten minutes ago do not count', () => {
    start();
    start();
    pass(9 * MINUTE);
    expect(start()).toMatchObject({ lately: 2 });
    pass(2 * MINUTE);
    expect(start()).toMatchObject({ lately: 2, tooMany: false });
  });

  it('ten minutes ago do not count any more, a moment less they do', () => {
    start();
    start();
    pass(10 * MINUTE - 1);
    expect(start()).toMatchObject({ lately: 2 });
    pass(1);
    // The one ten minutes ago went, this one came.
    expect(start()).toMatchObject({ lately: 2 });
  });

  it('are kept in a place of one size, however many come', () => {
    for (let deaths = 0; deaths < 200; deaths += 1) {
      pass(1);
      start();
    }
    expect(readFileSync(fileOf())).toHaveLength(512);
    expect(start()).toMatchObject({ lately: 17, tooMany: true });
  });

  it('by a power cut do not count, however often it comes', () => {
    for (let cuts = 0; cuts < 9; cuts += 1) {
      machine = { id: `boot ${cuts}`, uptimeMs: 30_000 };
      expect(start()).toMatchObject({ lately: 0, tooMany: false, last: null });
    }
  });

  it('before the machine was switched on do not count, where its boots are told apart by its uptime alone', () => {
    for (let n = 0; n < 3; n += 1) start();
    machine.uptimeMs = MINUTE;
    expect(start()).toMatchObject({ lately: 1, tooMany: false });
  });

  it('once forgiven are too many again with the next one, and forgotten without', () => {
    for (let n = 0; n < 3; n += 1) start();
    const safe = start();
    expect(safe.tooMany).toBe(true);
    safe.forgive();
    pass(MINUTE);
    const again = start();
    expect(again.tooMany).toBe(true);
    again.forgive();
    pass(11 * MINUTE);
    expect(start()).toMatchObject({ lately: 1, tooMany: false });
  });

  it('count from when they were forgiven on', () => {
    for (let n = 0; n < 3; n += 1) start();
    const safe = start();
    pass(9 * MINUTE);
    safe.forgive();
    pass(2 * MINUTE);
    expect(start()).toMatchObject({ lately: 3, tooMany: true });
  });

  it('of which there were more than are kept are the newest ones', () => {
    for (let n = 0; n < 20; n += 1) start();
    pass(9 * MINUTE);
    for (let n = 0; n < 5; n += 1) start();
    pass(2 * MINUTE);
    expect(start()).toMatchObject({ lately: 6, tooMany: true });
  });

  it('once forgiven are not too many after an end in order', () => {
    for (let n = 0; n < 3; n += 1) start();
    const safe = start();
    safe.forgive();
    safe.endInOrder();
    expect(start()).toMatchObject({ lately: 2, tooMany: false, last: null });
  });

  it('are not counted where a test wants to kill it', () => {
    for (let n = 0; n < 9; n += 1) expect(start(0)).toMatchObject({ tooMany: false, last: null });
  });

  it.each(['', 'half a {', '{"bootId":1}'])('are forgotten when the memory is spoilt: %j', (text) => {
    for (let n = 0; n < 4; n += 1) start();
    writeFileSync(fileOf(), text);
    expect(start()).toMatchObject({ lately: 0, tooMany: false });
    // A longer text from before must not stand behind the new one.
    expect(() => JSON.parse(readFileSync(fileOf(), 'utf8')) as unknown).not.toThrow();
  });

  it('carry what the last one said, once', () => {
    start();
    writeFileSync(join(folder, 'last-words.json'), '{"atMs":7,"kind":"TypeError","place":"panel.ts:12"}');
    expect(start().last).toEqual({ lastWords: { atMs: 7, kind: 'TypeError', place: 'panel.ts:12' } });
    expect(start().last).toEqual({ lastWords: null });
  });

  it('are told by what the last one said also where the machine was started anew, and still are none of this boot', () => {
    start();
    writeFileSync(join(folder, 'last-words.json'), '{"atMs":7,"kind":"TypeError","place":null}');
    machine = { id: 'b', uptimeMs: 30_000 };
    expect(start()).toMatchObject({
      lately: 0,
      tooMany: false,
      last: { lastWords: { atMs: 7, kind: 'TypeError', place: null } },
    });
  });

  it('that cannot be kept stop no start', () => {
    const said: string[] = [];
    writeFileSync(fileOf(), '');
    const deaths = openDeaths({
      file: join(fileOf(), 'below'),
      lastWordsFile: join(folder, 'last-words.json'),
      after: 3,
      boot: () => machine,
      log: { warn: (_, message) => void said.push(message) },
    });
    deaths.endInOrder();
    const trouble = 'how often the store dies cannot be kept';
    expect([deaths.tooMany, said]).toEqual([false, [trouble, trouble]]);
  });
});
