// What is shared by the two ways in which the specification is broken on purpose (break-spec.ts): a copy of the sources, and a break in it.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Citation } from '../tests/contract/cited-tests.ts';
import { root } from './root.ts';

/** A piece of a source and what stands there instead. */
export type Edit = { file: string; at: number; end: number; put: string };
/** One thing taken away, the sources without it, and the tests that have to notice. `text` is what a person wrote of it. */
export type Break = { what: string; text: string; rows: string[]; edits: Edit[]; tests: Citation[] };
/** Which of the cited tests were red, and which stayed green. */
export type Verdict = { broken: Break; red: Citation[]; green: Citation[] };

export const isBrowser = ({ file }: Citation): boolean => file.startsWith('tests/e2e/');

/** The tests given, each once. */
export const eachOnce = (tests: readonly Citation[]): Citation[] =>
  tests.filter(
    ({ file, title }, at) => tests.findIndex((one) => one.file === file && one.title === title) === at,
  );

/** The sources as they are, over the packages that are here. */
export function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-spec-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync(root, folder, {
    recursive: true,
    filter: (from) =>
      !/^(?:.*\/)?(?:node_modules|\.git|dist|data|\.cache|test-results)$/.test(relative(root, from)) ||
      from === join(root, 'web/data'),
  });
  mkdirSync(join(folder, 'node_modules', '@balcao'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@balcao') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  for (const name of readdirSync(join(root, 'node_modules', '@balcao')))
    symlinkSync(join(folder, name), join(folder, 'node_modules', '@balcao', name));
  symlinkSync(join(root, 'scripts/runtime/node_modules'), join(folder, 'scripts/runtime/node_modules'));
  return folder;
}

/** A title as a pattern: what the test puts into it may be anything. */
export const titlePattern = (title: string): string =>
  title
    .split(/%[a-z]|\$\{[^}]*\}|\$[\w.]+/)
    .map((piece) => piece.replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`))
    .join('.*');

/** A source with several pieces changed at once. */
export const withEdits = (text: string, edits: readonly Edit[]): string =>
  [...edits]
    .sort((a, b) => b.at - a.at)
    .reduce((so, { at, end, put }) => so.slice(0, at) + put + so.slice(end), text);

/** Does something while these breaks stand in the copy, and puts back what stood there. */
export async function whileBroken<T>(
  folder: string,
  broken: readonly Break[],
  act: () => Promise<T>,
): Promise<T> {
  const edits = broken.flatMap((one) => one.edits);
  const before = [...new Set(edits.map(({ file }) => file))].map((file) => ({
    file,
    text: readFileSync(join(folder, file), 'utf8'),
  }));
  for (const { file, text } of before) {
    const here = edits.filter((edit) => edit.file === file);
    writeFileSync(join(folder, file), withEdits(text, here));
  }
  try {
    return await act();
  } finally {
    for (const { file, text } of before) writeFileSync(join(folder, file), text);
  }
}

/** Whether the log of an earlier run, as `shown` wrote it, says of this break that all its tests noticed it. */
export const noticedIn = (log: string, { what }: Break): boolean =>
  log.split('\n').some((line) => line === `✓ ${what}` || line.startsWith(`✓ ${what} (`));

/** A verdict as a person reads it. */
export const shown = ({ broken, red, green }: Verdict): string =>
  [
    `${red.length === 0 || green.length > 0 ? '✗' : '✓'} ${broken.what}${broken.rows.length > 0 ? ` (${broken.rows.join(', ')})` : ''}`,
    `  red: ${red.length === 0 ? 'nothing' : red.map(({ file, title }) => `${file} › ${title}`).join('; ')}`,
    ...green.map(({ file, title }) => `  GREEN: ${file} › ${title}`),
  ].join('\n');
