// Each text and each number of the specification, taken out of a copy of the sources: a test that docs/spec-coverage.md names has to notice.
// `ROWS=40` takes so many, drawn by SEED; `BROWSER=1` runs the browser tests instead; `ONLY=checkout` those whose name holds it;
// `SKIP=earlier.log` goes on where an earlier run was ended, without those that its log says were noticed.
import { readFileSync } from 'node:fs';
import { breaks, breakSpec, specRows, testsOf } from '../../scripts/break-spec.ts';
import { noticedIn } from '../../scripts/break-spec-copy.ts';
import { seeded } from '../faults/seeded.ts';
import type { Soak } from '../support/soak.ts';

export const soak: Soak = {
  name: 'spec',
  title: 'each text and each number of the specification is missed when it is gone',
  async run(seed) {
    const random = seeded(seed);
    const all = breaks(specRows()).filter(({ what }) => what.includes(process.env['ONLY'] ?? ''));
    const untouched = all.filter(({ edits }) => edits.length === 0);
    if (untouched.length > 0) throw new Error(`not found: ${untouched.map(({ what }) => what).join(', ')}`);
    const skip = process.env['SKIP'];
    const log = skip === undefined ? '' : readFileSync(skip, 'utf8');
    const order = all
      .filter((broken) => !noticedIn(log, broken))
      // First those that more than the words themselves have to notice.
      .map((broken) => ({ broken, alone: testsOf(broken).length === 1, at: random.int(2 ** 31) }))
      .sort((a, b) => Number(a.alone) - Number(b.alone) || a.at - b.at)
      .map(({ broken }) => broken);
    const verdicts = await breakSpec(
      order.slice(0, Number(process.env['ROWS'] ?? order.length)),
      process.env['BROWSER'] === '1',
    );
    const green = verdicts.filter((verdict) => verdict.red.length === 0 || verdict.green.length > 0);
    const tests = verdicts.reduce((sum, { red, green: stayed }) => sum + red.length + stayed.length, 0);
    const said = `${verdicts.length} of ${all.length} taken away, ${tests} cited tests run, ${green.length} not noticed by all of theirs`;
    if (green.length > 0) throw new Error(`${said}: ${green.map(({ broken }) => broken.what).join('; ')}`);
    return said;
  },
};
