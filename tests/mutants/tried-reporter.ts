// Stryker's reporter for a run that may be ended early: how many slips are planned, and what became of each, a line of JSON at a time.
import { appendFileSync } from 'node:fs';
import type { Tried } from '../../scripts/changed-slips.ts';

type Plans = { mutantPlans: readonly { plan: string }[] };
type Result = {
  status: string;
  fileName: string;
  location: { start: { line: number } };
  replacement?: string;
};

class TriedReporter {
  #say(row: Tried | { planned: number }): void {
    const file = process.env['TRIED_FILE'];
    if (file === undefined) throw new Error('TRIED_FILE says where to');
    appendFileSync(file, `${JSON.stringify(row)}\n`);
  }

  onMutationTestingPlanReady({ mutantPlans }: Plans): void {
    this.#say({ planned: mutantPlans.length });
  }

  onMutantTested({ status, fileName, location, replacement = '' }: Result): void {
    this.#say({ status, fileName, line: location.start.line, slip: replacement });
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'tried', injectableClass: TriedReporter }];
