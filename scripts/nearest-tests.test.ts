import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nearestTests, readSources } from './nearest-tests.ts';

const sources = new Map([
  ['shared/money.ts', ''],
  ['shared/money.test.ts', "import { formatMoney } from './money.ts';"],
  ['shared/phone.test.ts', "import { formatPhone } from './phone.ts';"],
  ['edge/price.ts', "import { formatMoney } from '@balcao/shared/money.ts';"],
  ['edge/price.test.ts', "import { priceOf } from './price.ts';"],
  ['web/cart/cart.tsx', "const load = () => import('../../edge/price.ts');"],
  ['web/cart/cart.test.tsx', "import { Cart } from './cart.tsx';"],
  ['cloud/mail.test.ts', "import { sendMail } from './mail.ts';"],
  ['tests/e2e/cart.spec.ts', "import { Cart } from '../../web/cart/cart.tsx';"],
  ['tests/contract/money.test.ts', "import { formatMoney } from '@balcao/shared/money.ts';"],
]);

it('runs the tests beside a changed file, those that import it, and those that import these in turn', () => {
  expect(nearestTests(['shared/money.ts'], sources)).toEqual({
    tests: ['shared/money.test.ts', 'shared/phone.test.ts', 'edge/price.test.ts', 'web/cart/cart.test.tsx'],
    reached: 4,
  });
  expect(nearestTests(['edge/price.ts'], sources).tests).toEqual([
    'edge/price.test.ts',
    'web/cart/cart.test.tsx',
  ]);
  expect(nearestTests(['docs/faults.md'], sources)).toEqual({ tests: [], reached: 0 });
});

it('leaves out what is farthest off when the time is over, never a test that changed', () => {
  expect(nearestTests(['shared/money.ts'], sources, 0.3)).toEqual({
    tests: ['shared/money.test.ts', 'shared/phone.test.ts'],
    reached: 4,
  });
  // One of the store takes ten times as long as the one of the browser that comes after it.
  expect(nearestTests(['shared/money.ts'], sources, 0.45).tests.at(-1)).toBe('web/cart/cart.test.tsx');
  expect(nearestTests(['edge/price.test.ts'], sources, 0).tests).toEqual(['edge/price.test.ts']);
});

it('runs a test once that a change reaches in several ways, also round a circle of imports', () => {
  const circle = new Map([
    ['shared/a.ts', "import './b.ts';"],
    ['shared/b.ts', "import './a.ts';"],
    ['web/both.test.ts', "import '@balcao/shared/a.ts';\nimport '@balcao/shared/b.ts';"],
  ]);
  expect(nearestTests(['shared/a.ts'], circle)).toEqual({ tests: ['web/both.test.ts'], reached: 1 });
});

it('counts every unit test among those that what all of them read can break', () => {
  for (const file of ['package-lock.json', 'edge/storage/migrations/0001_one.sql', 'tests/support/quiet.ts'])
    expect(nearestTests([file], sources).tests).toEqual([
      'cloud/mail.test.ts',
      'edge/price.test.ts',
      'shared/money.test.ts',
      'shared/phone.test.ts',
      'web/cart/cart.test.tsx',
    ]);
});

it('reads the code that is there, committed or not', () => {
  const root = mkdtempSync(join(tmpdir(), 'balcao-nearest-'));
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root });
    git('init', '-q');
    mkdirSync(join(root, 'edge'));
    for (const file of ['edge/one.ts', 'edge/gone.ts', 'edge/page.tsx', 'edge/read.md'])
      writeFileSync(join(root, file), file);
    git('add', '.');
    rmSync(join(root, 'edge/gone.ts'));
    writeFileSync(join(root, 'edge/added.ts'), 'added');
    expect(Object.fromEntries(readSources(root))).toEqual({
      'edge/one.ts': 'edge/one.ts',
      'edge/page.tsx': 'edge/page.tsx',
      'edge/added.ts': 'added',
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
