// Which unit tests `npm run check` runs: those nearest to what changed, as many as fit into its minute. `npm test` runs all of them.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Seconds of one core, beside all else that a check does. */
const TESTS_S_MAX = 45;
/** A file of the store opens a database, and signs people in, for most of its tests; others take next to nothing. */
const SECONDS_OF = { edge: 1.5, other: 0.15 };

const UNIT_TEST =
  /^(?:(?:shared|edge|cloud|web|scripts)\/|tests\/(?:auditor|simulators|support|bench)\/).*\.test\.tsx?$/;
/** What tests read without importing it: a change there may break any of them. */
const READ_BY_ALL = /^package-lock\.json$|^vitest\.config\.ts$|\/storage\/migrations\/|^tests\/support\//;
const IMPORT = /\b(?:from|import)\s*\(?\s*'([^'\n]+)'/g;

/** Each file, its text. */
export type Sources = ReadonlyMap<string, string>;
/** `tests` to be run, of the `reached` that the change can break; paths from the root. */
export type Nearest = { tests: string[]; reached: number };

/** The project's file that an import of `path` in `file` means; it need not be there. */
function importedBy(file: string, path: string): string | null {
  if (path.startsWith('@balcao/')) return path.slice('@balcao/'.length);
  return path.startsWith('.') ? join(dirname(file), path) : null;
}

function readImporters(sources: Sources): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, text] of sources)
    for (const [, path = ''] of text.matchAll(IMPORT)) {
      const imported = importedBy(file, path);
      if (imported === null) continue;
      const known = importers.get(imported);
      if (known === undefined) importers.set(imported, [file]);
      else known.push(file);
    }
  return importers;
}

/** The tests that a change reaches, by how many imports lie between; a test in the same folder is as near as one that imports it. */
function ringsAround(changed: readonly string[], sources: Sources): string[][] {
  const importers = readImporters(sources);
  const all = [...sources.keys()].filter((file) => UNIT_TEST.test(file));
  const folders = new Set(changed.map((file) => dirname(file)));
  const seen = new Set(changed);
  const rings: string[][] = [];
  let ring = [...changed];
  for (let distance = 0; distance < 2 || ring.length > 0; distance += 1) {
    rings.push(ring.filter((file) => UNIT_TEST.test(file) && sources.has(file)).toSorted());
    const next = ring.flatMap((file) => importers.get(file) ?? []);
    if (distance === 0) next.push(...all.filter((file) => folders.has(dirname(file))));
    if (distance === 1 && changed.some((file) => READ_BY_ALL.test(file))) next.push(...all);
    ring = [...new Set(next)].filter((file) => !seen.has(file));
    for (const file of ring) seen.add(file);
  }
  return rings;
}

/** The tests nearest to `changed`: those that changed always, then those beside it or importing it, then those farther off, while there is time. */
export function nearestTests(
  changed: readonly string[],
  sources: Sources,
  secondsMax = TESTS_S_MAX,
): Nearest {
  const rings = ringsAround(changed, sources);
  const tests: string[] = [];
  let seconds = 0;
  for (const [distance, ring] of rings.entries())
    for (const test of ring) {
      const takes = test.startsWith('edge/') ? SECONDS_OF.edge : SECONDS_OF.other;
      if (distance > 0 && seconds + takes > secondsMax) continue;
      seconds += takes;
      tests.push(test);
    }
  return { tests, reached: rings.flat().length };
}

/** The code of the project in `root`, what is not committed too. */
export function readSources(root: string): Sources {
  const files = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'];
  return new Map(
    execFileSync('git', files, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
      .trim()
      .split('\n')
      .filter((file) => existsSync(join(root, file)))
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );
}
