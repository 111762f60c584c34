// Finds what the specification quotes in the sources of the project.
import { globSync, readFileSync } from 'node:fs';

export type Source = { file: string; text: string };

const read = new Map<string, Source[]>();

/** The sources of a room, without their tests; read once. */
export function sourcesOf(room: string, root = '.'): Source[] {
  const key = `${root}\n${room}`;
  const known = read.get(key);
  if (known !== undefined) return known;
  const sources = globSync(/\.tsx?$/.test(room) ? room : `${room}/**/*.{ts,tsx}`, { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .sort()
    .map((file) => ({ file, text: readFileSync(`${root}/${file}`, 'utf8') }));
  read.set(key, sources);
  return sources;
}

const blank = (comment: string): string => comment.replaceAll(/[^\n]/g, ' ');
/** The same length, so that a place in it is a place in the source. */
export const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, blank).replaceAll(/(^|\s)\/\/.*$/gm, blank);

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`);
const PUT = String.raw`\$?\{(?:[^{}]|\{[^{}]*\})*\}`;

/** Finds a text as a whole: a literal, or what stands between two tags. The first group is what a person wrote of it. */
export function wordPattern(text: string): RegExp {
  const open = text.startsWith('…');
  const more = text.endsWith('…');
  const words = text
    .slice(open ? 1 : 0, more ? -1 : undefined)
    .split('…')
    .map((part) => escaped(part).replaceAll(/\s+/g, String.raw`\s+`))
    .join(PUT);
  return new RegExp(
    `${open ? '' : String.raw`(?<=['"\x60>]\s*)`}(${words})${more ? '' : String.raw`(?=\s*(?:['"\x60<]|\\'))`}`,
    'g',
  );
}
