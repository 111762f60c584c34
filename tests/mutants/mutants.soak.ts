// Slips by the hundred in the rules that both sides share: each is made in a copy, and a test beside the rules has to notice it.
// What lives although it is a slip is listed in docs/mutations.md with its reason.
import type { Soak } from '../support/soak.ts';

const SCORE_MIN = 90;

export const soak: Soak = {
  name: 'mutants',
  title: `of the slips in shared, ${SCORE_MIN} % noticed`,
  async run() {
    // Not before: whoever runs another soak need not wait for it to be read.
    const { Stryker } = await import('@stryker-mutator/core');
    const mutants = await new Stryker({
      configFile: 'tests/mutants/stryker.config.json',
    }).runMutationTest();
    const count = (...of: string[]) => mutants.filter(({ status }) => of.includes(status)).length;
    const noticed = count('Killed', 'Timeout');
    const score = (100 * noticed) / Math.max(1, noticed + count('Survived', 'NoCoverage'));
    const seen = `${score.toFixed(1)} % of ${mutants.length} slips noticed`;
    if (score < SCORE_MIN) throw new Error(`only ${seen}`);
    return seen;
  },
};
