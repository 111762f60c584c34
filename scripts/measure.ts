// How the house stands: files, their lines, long functions, casts, exports without a comment, of this tree or of another one.
// `node scripts/with-node.mjs scripts/measure.ts [FOLDER]`; the figures of docs/house.md are from here.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FUNCTION_LINES_MAX, functionsIn } from './function-lines.ts';
import { root } from './root.ts';

const FOLDERS = ['edge', 'cloud', 'shared', 'web', 'tests', 'scripts'];

const isTest = (file: string): boolean =>
  /\.(test|bench|spec|soak)\.tsx?$|\/testing\//.test(file) || file.startsWith('tests/');

/** All lines of code that git tracks, without what a tool wrote. */
function filesOf(folder: string): { file: string; text: string }[] {
  return execFileSync('git', ['ls-files', '--', ...FOLDERS], { cwd: folder, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(migrations|dist)\//.test(file))
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
}

const linesOf = (text: string): number => text.split('\n').length - 1;

/** `part` of the sorted numbers are at most the answer. */
function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
}

/** What the compiler is told in place of being shown. */
const CASTS = [/\bas never\b/g, /\bas unknown as\b/g, /\bas any\b/g];
/** Without comments, whose words may be the same. */
const codeOf = (text: string): string => text.replaceAll(/^\s*(\/\/|\*|\/\*\*).*$/gm, '');
const castsIn = (text: string): number =>
  CASTS.reduce((sum, cast) => sum + (codeOf(text).match(cast) ?? []).length, 0);

const EXPORT = /^export (?:abstract )?(?:async )?(?:const|let|function\*?|class|type|interface|enum) (\w+)/;
const SAYS_ITSELF = /^export const \w+ = define(Contract|Refusals)\b/;
/** Exported names without a doc comment before any of their declarations. */
function bareExports(text: string): number {
  const lines = text.split('\n');
  const bare = new Map<string, boolean>();
  for (const [at, line] of lines.entries()) {
    const name = EXPORT.exec(line)?.[1];
    if (name === undefined || SAYS_ITSELF.test(line)) continue;
    const isBare = !(lines[at - 1] ?? '').trimEnd().endsWith('*/');
    bare.set(name, isBare && bare.get(name) !== false);
  }
  return [...bare.values()].filter(Boolean).length;
}

/** The files of each tour, when the tree says which they are. */
function tripsOf(folder: string): string {
  try {
    const tours = readFileSync(join(folder, 'docs', 'tours.md'), 'utf8')
      .split(/^## /m)
      .slice(1);
    return tours.map((tour) => (tour.match(/^\| \d+ \|/gm) ?? []).length).join(' / ');
  } catch {
    return 'not said';
  }
}

const sources = filesOf(process.argv[2] ?? root);
console.log('| folder | files | lines | median | p90 | max |\n|---|---|---|---|---|---|');
for (const folder of FOLDERS) {
  for (const tests of [false, true]) {
    const own = sources.filter(({ file }) => file.startsWith(`${folder}/`) && isTest(file) === tests);
    if (own.length === 0) continue;
    const lines = own.map(({ text }) => linesOf(text));
    const sum = lines.reduce((all, one) => all + one, 0);
    const figures = [own.length, sum, quantile(lines, 0.5), quantile(lines, 0.9), Math.max(...lines)];
    const name = tests && folder !== 'tests' ? `${folder}, its tests` : folder;
    console.log(`| ${[name, ...figures].join(' | ')} |`);
  }
}
const app = sources.filter(({ file }) => !isTest(file) && !file.startsWith('scripts/'));
const casts = (part: typeof sources): number => part.reduce((sum, { text }) => sum + castsIn(text), 0);
const inServers = app.filter(({ file }) => !file.startsWith('web/'));
console.log(
  `\nfiles over 300 lines: ${app
    .filter(({ text }) => linesOf(text) > 300)
    .map(({ file, text }) => `${file} ${linesOf(text)}`)
    .join(', ')}`,
);
console.log(
  `casts: ${casts(inServers)} in servers and shared, ${casts(app) - casts(inServers)} in web, ${casts(sources) - casts(app)} in tests and scripts`,
);
const answers = sources.filter(
  ({ file, text }) => file.startsWith('web/') && !isTest(file) && /\bas T\b/.test(text),
);
console.log(`answers taken for T in web: ${answers.length}`);
const shared = app.filter(({ file }) => file.startsWith('shared/'));
console.log(
  `exports of shared/ without a doc comment: ${shared.reduce((sum, { text }) => sum + bareExports(text), 0)}`,
);
console.log(`files of the tours: ${tripsOf(process.argv[2] ?? root)}`);
const functions = app
  .flatMap(({ file, text }) => functionsIn(file, text))
  .toSorted((a, b) => b.lines - a.lines);
const long = functions.filter(({ lines }) => lines > FUNCTION_LINES_MAX);
console.log(`functions over ${FUNCTION_LINES_MAX} lines of their own: ${long.length} of ${functions.length}`);
for (const { file, name, lines } of long.length > 5 ? long : functions.slice(0, 5))
  console.log(`  ${lines} ${file} ${name}`);
