// What rehearsals with the real provider left behind, and what in it the simulator answers otherwise.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { REHEARSED_APIS } from './mercado-pago-apis.ts';
import type { Recorded } from './mercado-pago.ts';

export type Fixture = { baseUrl: string; api: keyof typeof REHEARSED_APIS; recorded: Recorded[] };

export const RECORDED_FOLDER = join(import.meta.dirname, 'recorded');

/** Every recording of a folder, by file name; none where nobody has rehearsed yet. */
export const readFixtures = (folder: string): Fixture[] =>
  globSync('*.json', { cwd: folder })
    .toSorted()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Fixture);

/** While it is looked whether somebody has paid, the two need not be equally far. */
const IS_LOOK = /, look \d+$/;

/** Whether there is one is the person's to say, each time. */
const IS_OF_CHOICE = /^(card|terminal)/;

/**
 * Where the simulator answers otherwise than the real provider did: another status, a field that is not there, a value of another
 * kind, a step that was never come to. What the real one says beyond the simulator is no difference, nor a step that the person left out.
 */
export function differencesOf(real: readonly Recorded[], simulated: readonly Recorded[]): string[] {
  return real.flatMap(({ step, answer }) => {
    const own = simulated.find((one) => one.step === step);
    if (IS_LOOK.test(step)) return [];
    if (own === undefined) return IS_OF_CHOICE.test(step) ? [] : [`${step}: not simulated`];
    return own.answer.status === answer.status
      ? shapesApart(answer.body, own.answer.body, step)
      : [`${step}: answered ${answer.status}, simulated ${own.answer.status}`];
  });
}

function shapesApart(real: unknown, simulated: unknown, at: string): string[] {
  if (simulated === null || simulated === undefined || real === null) return [];
  if (real === undefined) return [`${at}: simulated alone`];
  if (kindOf(real) !== kindOf(simulated))
    return [`${at}: ${kindOf(real)}, simulated as ${kindOf(simulated)}`];
  // Of a list the first stands for all.
  if (Array.isArray(real) && Array.isArray(simulated))
    return real.length > 0 && simulated.length > 0 ? shapesApart(real[0], simulated[0], `${at}[0]`) : [];
  if (typeof simulated !== 'object') return [];
  const seen = real as Record<string, unknown>;
  return Object.entries(simulated).flatMap(([key, inner]) => shapesApart(seen[key], inner, `${at}.${key}`));
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value);
