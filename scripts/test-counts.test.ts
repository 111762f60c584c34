import { describe, expect, test } from 'vitest';
import {
  failedInPlaywright,
  failedInVitest,
  readPlaywrightReport,
  readVitestReport,
  sum,
} from './test-counts.ts';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
});

describe('counting tests', () => {
  test('a runner that left no report counts as a failure', () => {
    expect(readVitestReport(undefined, true).failed).toBe(1);
    expect(readPlaywrightReport(undefined, true).failed).toBe(1);
  });

  test('passed, failed and skipped tests are told apart', () => {
    const report = {
      testResults: [file('failed', 'passed', 'failed', 'skipped'), file('passed', 'passed', 'todo')],
    };
    expect(readVitestReport(report, false)).toEqual({ passed: 2, failed: 1, skipped: 2 });
  });

  test('a test file that cannot be imported counts as a failure', () => {
    expect(readVitestReport({ testResults: [file('failed')] }, false)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
    });
  });

  test('a runner that ended badly although every test passed counts as a failure', () => {
    expect(readVitestReport({ testResults: [file('passed', 'passed')] }, false).failed).toBe(1);
    const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 };
    expect(readPlaywrightReport({ stats, errors: [] }, false)).toEqual({ passed: 3, failed: 1, skipped: 0 });
  });

  test('an error outside of the browser tests counts as a failure', () => {
    const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 2 };
    expect(readPlaywrightReport({ stats, errors: [{}] }, false)).toEqual({
      passed: 1,
      failed: 2,
      skipped: 2,
    });
  });

  test('what failed is named, a file that could not be imported too', () => {
    const tests = [
      { status: 'passed', fullName: 'a cup is full' },
      { status: 'failed', fullName: 'a cup is empty' },
    ];
    const testResults = [
      { name: 'cup.test.ts', status: 'failed', assertionResults: tests },
      { name: 'broken.test.ts', status: 'failed', assertionResults: [] },
    ];
    expect(failedInVitest({ testResults })).toEqual(['a cup is empty', 'broken.test.ts']);
    const specs = [
      { ok: true, title: 'sells', file: 'shop.spec.ts', tests: [{ projectName: 'phone' }] },
      { ok: false, title: 'pays', file: 'shop.spec.ts', tests: [{ projectName: 'phone' }] },
    ];
    expect(failedInPlaywright({ suites: [{ suites: [{ specs }] }] })).toEqual([
      '[phone] shop.spec.ts › pays',
    ]);
    expect([...failedInVitest(undefined), ...failedInPlaywright(undefined)]).toEqual([]);
  });

  test('the end of a run says why each test failed, in its first lines and without colours', () => {
    const message = `\u001b[31mAssertionError\u001b[39m: expected 1 to be 2\n\n${'  at a line\n'.repeat(40)}`;
    const assertionResults = [
      { status: 'failed', fullName: 'a cup is empty', failureMessages: [message, 'a second reason'] },
    ];
    const testResults = [
      { status: 'failed', assertionResults },
      { status: 'failed', name: 'broken.test.ts', message: 'no such module', assertionResults: [] },
    ];
    const [cup = '', broken] = failedInVitest({ testResults });
    expect(cup.split('\n').slice(0, 3)).toEqual([
      'a cup is empty',
      '      AssertionError: expected 1 to be 2',
      '        at a line',
    ]);
    expect(cup.split('\n')).toHaveLength(12);
    expect(broken).toBe('broken.test.ts\n      no such module');

    const results = [{}, { error: { message: 'the button is not there' } }];
    const tests = [{ projectName: 'phone', results }];
    const specs = [{ ok: false, title: 'pays', file: 'shop.spec.ts', tests }];
    expect(failedInPlaywright({ specs })).toEqual([
      '[phone] shop.spec.ts › pays\n      the button is not there',
    ]);
  });

  test('the sum of nothing is nothing', () => {
    expect(sum([])).toEqual({ passed: 0, failed: 0, skipped: 0 });
  });
});
