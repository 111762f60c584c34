// What a page names of this tree is there, so that nobody is led to a file that has moved: whole paths, and the ends of paths that pages
// shorten to.
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const pages = globSync(['*.md', 'docs/**/*.md', 'deploy/**/*.md', 'shared/**/*.md']);
const isElsewhere = (name: string): boolean =>
  name === 'node_modules' || name === 'dist' || name.startsWith('.');
const tree = globSync('**/*', { exclude: isElsewhere });
const rooms = readdirSync('.').filter((name) => !isElsewhere(name));
/** Made by the build, or the release as it lies unpacked. */
const BUILT = /^(edge|cloud)\/[\w-]+\.js$|^balcao-store-/;
const SOURCE = /\.(tsx?|mjs|sh|service|md)$/;

/** The words in backticks that look like a place: letters, dots and slashes, with `*` and `{a,b}` as a shell takes them. */
function placesIn(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, code = '']) => code.split(/[\s:;()"']+/))
    .filter((word) => /^[\w.-][\w.@*{},/-]*$/.test(word));
}

function isThere(place: string, page: string): boolean {
  const beside = join(dirname(page), place);
  if (globSync([place, beside]).length > 0) return true;
  return SOURCE.test(place) && tree.some((path) => path.endsWith(`/${place}`));
}

it.each(pages)('%s names what is there', (page) => {
  const named = placesIn(readFileSync(page, 'utf8')).filter(
    (place) => SOURCE.test(place) || (place.includes('/') && rooms.includes(place.split('/')[0] ?? '')),
  );
  expect(named.filter((place) => !BUILT.test(place) && !isThere(place, page))).toEqual([]);
});

it.each(pages)('%s links to what is there', (page) => {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s]+)/g)].map(([, link = '']) => link);
  expect(
    links.filter((link) => !/^(https?|mailto):/.test(link) && !existsSync(join(dirname(page), link))),
  ).toEqual([]);
});
