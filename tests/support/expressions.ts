// Every regular expression of the product's own code, out of its syntax trees.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { root } from '../../scripts/root.ts';

export type Expression = { file: string; source: string; flags: string };

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** The files whose expressions meet bytes that others wrote, or may one day. */
export const productFiles = (): string[] =>
  globSync('{shared,edge,cloud,web}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  })
    .filter((file) => !/\.(test|spec|d)\.tsx?$/.test(file))
    .sort();

/** Those that are written as literals, and where an expression is put together from a text at run time. */
export function expressionsIn(
  file: string,
  code = readFileSync(join(root, file), 'utf8'),
): { literals: Expression[]; made: string[] } {
  const literals: Expression[] = [];
  const made: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!isNode(node)) return;
    const regex = node['regex'];
    if (node['type'] === 'Literal' && isNode(regex))
      literals.push({ file, source: String(regex['pattern']), flags: String(regex['flags']) });
    const callee = node['callee'];
    if (isNode(callee) && callee['name'] === 'RegExp')
      made.push(code.slice(Number(node['start']), Number(node['end'])));
    Object.values(node).forEach(visit);
  };
  visit(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }));
  return { literals, made };
}
