// Reads how many tests passed from the runners' own reports. A runner that crashed, or failed outside of any
// test, counts as one failure: it must never look like success.

export type Counts = { passed: number; failed: number; skipped: number };

type VitestReport = {
  testResults: { name?: string; status: string; assertionResults: { status: string; fullName?: string }[] }[];
};
type PlaywrightSuite = {
  specs?: { ok: boolean; title: string; file: string; tests?: { projectName: string }[] }[];
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

/** The titles of what failed, so that the end of a long run says them. */
export function failedInVitest(report: unknown): string[] {
  return ((report as VitestReport | undefined)?.testResults ?? []).flatMap((file) => {
    const titles = file.assertionResults.flatMap(({ status, fullName = '' }) =>
      status === 'failed' ? [fullName] : [],
    );
    return file.status === 'failed' && titles.length === 0 ? [file.name ?? ''] : titles;
  });
}

export function failedInPlaywright(report: unknown): string[] {
  const walk = ({ specs = [], suites = [] }: PlaywrightSuite): string[] => [
    ...specs.flatMap(({ ok, title, file, tests = [] }) =>
      ok ? [] : [`[${tests[0]?.projectName ?? ''}] ${file} › ${title}`],
    ),
    ...suites.flatMap(walk),
  ];
  return report === undefined ? [] : walk(report as PlaywrightReport);
}

function admitFailure(counts: Counts, endedWell: boolean): Counts {
  return endedWell || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}
