// No function is longer than a screen: what one lets in grows again.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FUNCTION_LINES_MAX, functionsIn } from '../../scripts/function-lines.ts';
import { root } from '../../scripts/root.ts';

it('has no function of more than 70 lines of its own', () => {
  expect(FUNCTION_LINES_MAX).toBe(70);
  const files = globSync('{edge,cloud,shared,web}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.(test|bench)\.tsx?$|(^|\/)(migrations|dist|node_modules)\//.test(file),
  );
  expect(files.length).toBeGreaterThan(1_000);
  const functions = files.flatMap((file) => functionsIn(file, readFileSync(join(root, file), 'utf8')));
  const long = functions.filter(({ lines }) => lines > FUNCTION_LINES_MAX);
  expect(long.map(({ file, name, lines }) => `${file} ${name} ${lines}`)).toEqual([]);
});

it('counts the lines of a function within another one as its own alone', () => {
  const inner = `  const inner = () => {\n${'    work();\n'.repeat(80)}  };\n`;
  const found = functionsIn('of-tests.ts', `function outer() {\n${inner}  inner();\n}\n`);
  expect(found.map(({ name, lines }) => [name, lines])).toEqual([
    ['inner', 82],
    ['outer', 3],
  ]);
});
