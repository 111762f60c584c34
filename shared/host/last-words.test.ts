// Real processes: what ends one cannot be tried on the one that tests.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { removeLastWords, readLastWords } from './last-words.ts';

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
});
