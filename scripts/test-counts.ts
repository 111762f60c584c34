// Reads how many tests passed from the runners' own reports. A runner that crashed, or failed outside of any
// test, counts as one failure: it must never look like success.

import { stripVTControlCharacters } from 'node:util';

export type Counts = { passed: number; failed: number; skipped: number };

type VitestReport = {
  testResults: {
    name?: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName?: string; failureMessages?: string[] }[];
  }[];
};
type PlaywrightTest = { projectName: string; results?: { error?: { message?: string } }[] };
type PlaywrightSuite = {
  specs?: { ok: boolean; title: string; file: string; tests?: PlaywrightTest[] }[];
  suites?: PlaywrightSuite[];
};
type PlaywrightReport = PlaywrightSuite & {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
};

export function sum(counts: readonly Counts[]): Counts {
  return counts.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

export function readVitestReport(report: unknown, endedWell: boolean): Counts {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of (report as VitestReport).testResults) {
    let failedInside = false;
    for (const { status } of file.assertionResults) {
      if (status === 'passed') counts.passed += 1;
      else if (status === 'failed') {
        counts.failed += 1;
        failedInside = true;
      } else counts.skipped += 1;
    }
    // A file that cannot be imported has no tests, and yet has failed.
    if (file.status === 'failed' && !failedInside) counts.failed += 1;
  }
  return admitFailure(counts, endedWell);
}

export function readPlaywrightReport(report: unknown, endedWell: boolean): Counts {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const { stats, errors } = report as PlaywrightReport;
  const failed = stats.unexpected + errors.length;
  return admitFailure({ passed: stats.expected + stats.flaky, failed, skipped: stats.skipped }, endedWell);
}

const REASON_LINES_MAX = 12;
/** A title with the first lines of why it failed: of a run on another machine its end is often all that is to be had. */
function withReason(title: string, reason: string | undefined): string {
  const lines = stripVTControlCharacters(reason ?? '')
    .trim()
    .split('\n')
    .slice(0, REASON_LINES_MAX);
  return [title, ...lines.filter((line) => line !== '').map((line) => `      ${line}`)].join('\n');
}

/** What failed, by title and reason, so that the end of a long run says it. */
export function failedInVitest(report: unknown): string[] {
  return ((report as VitestReport | undefined)?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.flatMap(({ status, fullName = '', failureMessages }) =>
      status === 'failed' ? [withReason(fullName, failureMessages?.[0])] : [],
    );
    return file.status === 'failed' && failed.length === 0
      ? [withReason(file.name ?? '', file.message)]
      : failed;
  });
}

export function failedInPlaywright(report: unknown): string[] {
  const reasonOf = (tests: readonly PlaywrightTest[]): string | undefined =>
    tests.flatMap(({ results = [] }) => results).find(({ error }) => error !== undefined)?.error?.message;
  const walk = ({ specs = [], suites = [] }: PlaywrightSuite): string[] => [
    ...specs.flatMap(({ ok, title, file, tests = [] }) =>
      ok ? [] : [withReason(`[${tests[0]?.projectName ?? ''}] ${file} › ${title}`, reasonOf(tests))],
    ),
    ...suites.flatMap(walk),
  ];
  return report === undefined ? [] : walk(report as PlaywrightReport);
}

function admitFailure(counts: Counts, endedWell: boolean): Counts {
  return endedWell || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}
