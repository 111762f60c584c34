import { expect, it } from 'vitest';
import { root } from './root.ts';
import { linesIn, linesOf, summaryOf, type Tried } from './changed-slips.ts';

const DIFF = `diff --git a/shared/money.ts b/shared/money.ts
--- a/shared/money.ts
+++ b/shared/money.ts
@@ -5 +5 @@ export function formatCents
-old
+new
@@ -10,0 +11,3 @@
+one
+two
+three
@@ -20,2 +23,0 @@
-gone
-gone too
diff --git a/shared/money.test.ts b/shared/money.test.ts
--- a/shared/money.test.ts
+++ b/shared/money.test.ts
@@ -1 +1,2 @@
+x
diff --git a/shared/order/SPEC.md b/shared/order/SPEC.md
--- a/shared/order/SPEC.md
+++ b/shared/order/SPEC.md
@@ -1 +1 @@
+x
diff --git a/shared/gone.ts b/shared/gone.ts
--- a/shared/gone.ts
+++ /dev/null
@@ -1,4 +0,0 @@
-x
diff --git a/shared/order/decide.ts b/shared/order/decide.ts
--- /dev/null
+++ b/shared/order/decide.ts
@@ -0,0 +1,40 @@
+x
`;

it('tries the lines of the rules that a diff added or changed, and no others', () => {
  expect(linesIn(DIFF)).toEqual([
    'shared/money.ts:5-5',
    'shared/money.ts:11-13',
    'shared/order/decide.ts:1-40',
  ]);
  expect(linesIn('')).toEqual([]);
});

const tried = (status: string, line = 1): Tried => ({
  status,
  fileName: `${root}/shared/money.ts`,
  line,
  slip: 'cents >\n  0',
});

it('says how many of those that could be noticed were, and which lived', () => {
  const slips = summaryOf(
    [tried('Killed'), tried('Timeout'), tried('Survived', 7), tried('NoCoverage', 9), tried('Ignored')],
    5,
  );
  expect(linesOf(slips)).toEqual([
    '2 of 4 slips in the changed lines noticed',
    '  lives: shared/money.ts:7 → cents > 0',
    '  lives: shared/money.ts:9 → cents > 0',
  ]);
  expect(slips.counted).toBe(true);
});

it('says when there was no time for all of them, or for any', () => {
  expect(summaryOf([tried('Killed')], 3)).toEqual({
    counted: true,
    words: '1 of 1 slips in the changed lines noticed; no time was left for 2',
    alive: [],
  });
  expect(summaryOf([], 3)).toMatchObject({
    counted: false,
    words: expect.stringContaining('no time was left for 3'),
  });
  expect(summaryOf([], 0)).toMatchObject({ counted: false });
});
