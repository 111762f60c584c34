// Real processes: what ends one cannot be tried on the one that tests.
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { keepLastWords, removeLastWords, readLastWords } from './last-words.ts';

const source = pathToFileURL('shared/host/last-words.ts').href;

/** Runs `code` in a process that keeps its last words, and answers how that ended. */
function run(code: string, end = "async () => { console.log('closed'); }") {
  const file = join(mkdtempSync(join(tmpdir(), 'balcao-words-')), 'last-words.json');
  const script = `
    const { keepLastWords } = await import(${JSON.stringify(source)});
    const log = { fatal: (details, message) => console.log('fatal', message, details.from ?? '') };
    keepLastWords({ file: ${JSON.stringify(file)}, clock: () => 7, log, end: ${end} });
    setTimeout(() => console.log('went on'), 60_000);
    ${code}`;
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--no-warnings', '--input-type=module', '--eval', script],
    { encoding: 'utf8' },
  );
  return { status, said: stdout.trim().split('\n'), file };
}

describe('[38] an error that reaches nobody', () => {
  it.each([
    ['thrown in a timer', "setTimeout(() => { throw new RangeError('Rua das Flores 7'); }, 0);", 'exception'],
    [
      'of a promise that nobody waits for',
      "Promise.reject(new RangeError('Rua das Flores 7'));",
      'rejection',
    ],
  ])('%s is logged, the process ends in order with a code, and the next one reads why', (_, code, from) => {
    const { status, said, file } = run(code);
    expect([status, said]).toEqual([
      1,
      [`fatal an error reached nobody; the process ends ${from}`, 'closed'],
    ]);
    expect(readLastWords(file)).toEqual({
      atMs: 7,
      kind: 'RangeError',
      place: expect.toSatisfy((place) => place === null || typeof place === 'string') as unknown,
    });
    // What it was about is nobody's.
    expect(readFileSync(file, 'utf8')).not.toContain('Flores');
    removeLastWords(file);
    expect(readLastWords(file)).toBeNull();
  });

  it('ends the process also when the end fails, and when what is thrown is no error', () => {
    const { status, said, file } = run("throw 'text';", "async () => { throw new Error('again'); }");
    expect([status, said.at(-1)]).toEqual([1, 'fatal the end was not orderly']);
    expect(readLastWords(file)).toMatchObject({ kind: 'string' });
  });

  it('is kept by its code and by where in our own program it was thrown, for nobody else on the machine', () => {
    const { file } = run(`
      const error = Object.assign(new RangeError('Rua das Flores 7'), { code: 'SQLITE_FULL' });
      error.stack = [
        'RangeError: Rua das Flores 7',
        '    at run (node:internal/timers:1:2)',
        '    at lib (file:///srv/balcao/node_modules/lib/index.js:3:4)',
        '    at takeNumber (file:///srv/balcao/edge/shop/orders/panel.ts:12:5)',
        '    at place (file:///srv/balcao/edge/shop/orders/place.ts:7:9)',
      ].join('\\n');
      throw error;`);
    expect(readLastWords(file)).toEqual({ atMs: 7, kind: 'SQLITE_FULL', place: 'panel.ts:12' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('ends the process once: another one meanwhile is logged, and the first is what is kept', () => {
    const { status, said, file } = run(
      "throw new RangeError('one');",
      `() => {
        console.log('closing');
        return new Promise((resolve) => process.nextTick(() => {
          setImmediate(resolve);
          if (globalThis.isSecond) return;
          globalThis.isSecond = true;
          throw new TypeError('two');
        }));
      }`,
    );
    const fatal = 'fatal an error reached nobody; the process ends exception';
    expect([status, said]).toEqual([1, [fatal, 'closing', fatal]]);
    expect(readLastWords(file)).toMatchObject({ kind: 'RangeError' });
  });

  it('ends the process after five seconds when the end does not come', () => {
    const { status, said } = run(
      `const wait = setTimeout;
       globalThis.setTimeout = (work, ms) => wait(work, ms === 5000 ? 0 : ms);
       throw new RangeError('one');`,
      '() => new Promise(() => undefined)',
    );
    expect([status, said]).toEqual([1, ['fatal an error reached nobody; the process ends exception']]);
  });
});

describe('last words', () => {
  it('are kept no more when that is taken back', () => {
    const heard = (): number[] =>
      (['uncaughtException', 'unhandledRejection'] as const).map((event) => process.listenerCount(event));
    const before = heard();
    const stop = keepLastWords({
      file: null,
      clock: () => 7,
      log: { fatal: () => undefined },
      end: () => Promise.resolve(),
      exit: () => undefined,
    });
    expect(heard()).toEqual(before.map((listeners) => listeners + 1));
    stop();
    expect(heard()).toEqual(before);
  });

  it('that were never said are none, and nothing to remove', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'balcao-words-')), 'none.json');
    expect(readLastWords(file)).toBeNull();
    expect(() => removeLastWords(file)).not.toThrow();
  });
});
