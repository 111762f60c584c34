// Attacks every regular expression of the servers and of what both sides share: recheck looks for a text that makes it slow.
import { checkSync } from 'recheck';
import type { Soak } from '../support/soak.ts';
import { expressionsIn, productFiles } from '../support/expressions.ts';

/** An expression of a hundred states takes so long on a small machine. */
const JUDGED_MS_MAX = 120_000;

export const soak: Soak = {
  name: 'expressions',
  title: 'every regular expression attacked for time',
  run(seed) {
    const all = productFiles()
      .filter((file) => !file.startsWith('web/'))
      .flatMap((file) => expressionsIn(file).literals);
    const judged = new Map(all.map((one) => [`/${one.source}/${one.flags}`, one]));
    const slow: string[] = [];
    let unknown = 0;
    for (const [text, { file, source, flags }] of judged) {
      const verdict = checkSync(source, flags, { timeout: JUDGED_MS_MAX, randomSeed: seed });
      if (verdict.status === 'vulnerable') slow.push(`${file}: ${text} (${verdict.complexity.summary})`);
      if (verdict.status === 'unknown') unknown += 1;
    }
    if (slow.length > 0) throw new Error(`slow expressions:\n${slow.join('\n')}`);
    return Promise.resolve(`${judged.size} expressions, none slow, ${unknown} too large to judge`);
  },
};
