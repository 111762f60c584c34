// Independent commands side by side, with the time of each and the whole output of those that fail.
import { availableParallelism } from 'node:os';
import { seconds, type RunResult } from './run.ts';

export type Step = { name: string; run: () => Promise<RunResult> };
export type StepResult = RunResult & { name: string };

/** Runs all steps, as many at once as there are cores; never stops at the first that fails. */
export async function runSteps(steps: readonly Step[]): Promise<StepResult[]> {
  const waiting = [...steps];
  const results: StepResult[] = [];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const result = { name: step.name, ...(await step.run()) };
      results.push(result);
      console.log(`${result.ok ? '✓' : '✗'} ${step.name} (${seconds(result.tookMs)})`);
      if (!result.ok) console.log(`${result.output.trim()}\n`);
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
  return results;
}
