// Proves that the import arrows and the purity of shared/ are rules that can fail: small offending files are
// linted with the project's own configuration, each in the folder that it pretends to live in.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../scripts/root.ts';

type Case = [file: string, code: string];

const FOLDERS = ['shared', 'edge', 'cloud', 'web', 'tests', 'scripts'];
const IMPORTS = 'no-restricted-imports';

const forbidden: Record<string, Case[]> = {
  'shared imports nobody': [
    ['shared/order/a.ts', "import { x } from '../../edge/orders/x.ts';"],
    ['shared/order/b.ts', "import { x } from '@balcao/cloud/orders/x.ts';"],
    ['shared/c.ts', "import { x } from '../web/x.ts';"],
    ['shared/d.ts', "import { x } from '../tests/support/x.ts';"],
    ['shared/host/e.ts', "import { x } from '../../edge/x.ts';"],
  ],
  'shared uses zod and yjs with its lib0 only': [
    ['shared/e.ts', "import { x } from 'hono';"],
    ['shared/f.ts', "import { x } from 'node:crypto';"],
    ['shared/g.ts', "import { x } from 'zodiac';"],
    ['shared/h.ts', "import { x } from 'yargs';"],
    ['shared/i.ts', "import { x } from 'react';"],
    ['shared/j.ts', "import { x } from '@hono/zod-openapi';"],
    ['shared/k.ts', "import { x } from 'fs';"],
    ['shared/l.ts', "import { x } from 'yj';"],
    ['shared/lib.ts', "import { x } from 'lib1/decoding';"],
    ['shared/lo.ts', "import { x } from 'lodash';"],
  ],
  'the rest of shared imports nothing of shared/host': [
    ['shared/m.ts', "import { x } from './host/x.ts';"],
    ['shared/http/n.ts', "import type { X } from '../host/x.ts';"],
  ],
  'edge never imports cloud': [
    ['edge/shop/orders/a.ts', "import { x } from '../../../cloud/shop/orders/x.ts';"],
    ['edge/b.ts', "import type { X } from '../cloud/x.ts';"],
    ['edge/c.ts', "export { x } from '@balcao/cloud/x.ts';"],
    ['edge/d.ts', "export const x = () => import('../cloud/x.ts');"],
    ['edge/shop/orders/e-routes.ts', "import { x } from '../../../cloud/x.ts';"],
    ['edge/f.test.ts', "import { x } from '../cloud/x.ts';"],
  ],
  'cloud never imports edge': [
    ['cloud/shop/orders/a.ts', "import { x } from '../../../edge/shop/orders/x.ts';"],
    ['cloud/b.ts', "import type { X } from '../edge/x.ts';"],
    ['cloud/c.ts', "export * from '@balcao/edge/x.ts';"],
    ['cloud/shop/orders/d-routes.ts', "import { x } from '../../../edge/x.ts';"],
  ],
  'a server never imports the web app': [
    ['edge/g.ts', "import { x } from '../web/ui/x.tsx';"],
    ['cloud/e.ts', "import { x } from '@balcao/web/x.ts';"],
    ['cloud/shop/orders/f-routes.ts', "import { x } from '../../../web/x.ts';"],
  ],
  'web never imports a server': [
    ['web/app/a.ts', "import { x } from '../../edge/x.ts';"],
    ['web/b.tsx', "import type { X } from '../cloud/x.ts';"],
    ['web/ui/c.tsx', "import { x } from '@balcao/edge/x.ts';"],
    ['web/ui/f.tsx', "import { x } from '@balcao/shared/host/worker.ts';"],
    ['web/features/order/d.tsx', "import { x } from '../../../edge/x.ts';"],
    ['web/features/order/steps/e.tsx', "import { x } from '../../../../cloud/x.ts';"],
  ],
  'features do not import each other': [
    ['web/features/order/f.tsx', "import { x } from '../checkout/x.tsx';"],
    ['web/features/order/g.tsx', "import { x } from '../../features/checkout/x.tsx';"],
    ['web/features/order/steps/h.tsx', "import { x } from '../../checkout/x.tsx';"],
    ['web/features/order/steps/deep/i.tsx', "import { x } from '../../../checkout/x.tsx';"],
  ],
  'a feature never imports the app, and what features share knows no feature': [
    ['web/features/order/j.tsx', "import { x } from '../../app/x.tsx';"],
    ['web/ui/k.tsx', "import { x } from '../features/order/x.tsx';"],
    ['web/cart/l.ts', "import { x } from '../app/x.tsx';"],
    ['web/data/staff/board/l.ts', "import { x } from '../../../features/kitchen/x.tsx';"],
  ],
  'the parts of the web know none above them: text <- ui <- data <- cart <- features': [
    ['web/text/m.ts', "import { x } from '../ui/x.tsx';"],
    ['web/ui/n.tsx', "import { x } from '../data/x.ts';"],
    ['web/ui/staff/n.tsx', "import type { X } from '../../data/staff/x.ts';"],
    ['web/data/o.ts', "import { x } from '../cart/x.ts';"],
    ['web/data/staff/o.ts', "import { x } from '../../cart/x.ts';"],
  ],
  'what customers download knows no screen of the staff': [
    ['web/ui/p.tsx', "import { x } from './staff/x.tsx';"],
    ['web/data/q.ts', "import { x } from './staff/x.ts';"],
    ['web/data/q2.ts', "import { x } from '../ui/staff/x.ts';"],
    ['web/cart/r.ts', "import { x } from '../data/staff/x.ts';"],
    ['web/app/s.tsx', "import { x } from '../ui/staff/x.tsx';"],
    ['web/features/order/t.tsx', "import { x } from '../../data/staff/x.ts';"],
    ['web/features/checkout/payment/u.tsx', "import { x } from '../../../ui/staff/x.tsx';"],
  ],
  'a route never speaks to the link or the printer': [
    ['edge/shop/orders/routes.ts', "import { x } from '../../replication/link/dial.ts';"],
    ['edge/shop/orders/staff-routes.ts', "import { x } from '../../printing/spooler.ts';"],
    ['edge/http/h.ts', "import { x } from '../replication/link/dial.ts';"],
    ['cloud/shop/orders/routes.ts', "import { x } from '../../replication/link/gateway.ts';"],
    ['cloud/notifications/routes.ts', "import { x } from '../replication/link/gateway.ts';"],
    ['cloud/http/g.ts', "import { x } from '../replication/link/gateway.ts';"],
  ],
  'a wing of the store never imports a higher one': [
    ['edge/storage/n.ts', "import { x } from '../shop/orders/place-order.ts';"],
    ['edge/storage/clock/o.ts', "import type { X } from '../../replication/link/link.ts';"],
    ['edge/shop/orders/p.ts', "import { x } from '../../printing/queue.ts';"],
    ['edge/shop/menu/q.ts', "import type { X } from '../../http/context.ts';"],
    ['edge/shop/first-run/r.ts', "export const x = () => import('../../demo/seed.ts');"],
    ['edge/printing/s.ts', "import { x } from '../replication/link/link.ts';"],
    ['edge/printing/receipt/s.ts', "import type { X } from '../../machine/discovery/mdns.ts';"],
    ['edge/replication/recovery/t.ts', "import { x } from '../../machine/backup/backups.ts';"],
    ['edge/machine/backup/u.ts', "import { x } from '../../http/problems.ts';"],
    ['edge/machine/start/v.ts', "import type { X } from '../../store.ts';"],
  ],
  'a wing of the relay never imports a higher one': [
    ['cloud/storage/n.ts', "import { x } from '../shop/stores/stores.ts';"],
    ['cloud/cluster/o.ts', "import { x } from '../replication/link/gateway.ts';"],
    ['cloud/shop/orders/p.ts', "import type { X } from '../../replication/link/session.ts';"],
    ['cloud/shop/menu/q.ts', "import type { X } from '../../payments/payments.ts';"],
    ['cloud/payments/r.ts', "import { x } from '../notifications/push.ts';"],
    ['cloud/notifications/s.ts', "import { x } from '../replication/link/gateway.ts';"],
    ['cloud/replication/link/t.ts', "import type { X } from '../../http/context.ts';"],
    ['cloud/replication/link/u.ts', "import type { X } from '../../relay.ts';"],
  ],
  'the judge shares no code with what it judges': [
    ['tests/auditor/a.ts', "import { x } from '@balcao/shared/order/order.ts';"],
    ['tests/auditor/b.ts', "import type { X } from '../../edge/x.ts';"],
    ['tests/auditor/c.ts', "export { x } from '../../cloud/x.ts';"],
    ['tests/auditor/d.test.ts', "import { x } from '../simulation/x.ts';"],
    ['tests/auditor/e.ts', "import { x } from 'zod';"],
  ],
  'only tests and scripts import tests': [
    ['edge/j.ts', "import { x } from '../tests/support/x.ts';"],
    ['cloud/payments/h.ts', "import { x } from '../../tests/simulators/x.ts';"],
    ['web/features/order/m.tsx', "import { x } from '../../../tests/x.ts';"],
    ['cloud/shop/orders/i-routes.ts', "import { x } from '../../../scripts/x.ts';"],
  ],
};

/** Two files each, that import each other. */
const round: Record<string, [Case, Case]> = {
  values: [
    ['edge/round/a.ts', "import { b } from './b.ts';\nexport const a = (): unknown => b;"],
    ['edge/round/b.ts', "import { a } from './a.ts';\nexport const b = (): unknown => a;"],
  ],
  'types alone': [
    ['cloud/round/a.ts', "import type { B } from './b.ts';\nexport type A = B | 1;"],
    ['cloud/round/b.ts', "import type { A } from './a.ts';\nexport type B = { a: A };"],
  ],
  'a type one way and a value the other': [
    ['web/round/a.ts', "import type { B } from './b.ts';\nexport const a = (b: B): unknown => b;"],
    ['web/round/b.ts', "import { a } from './a.ts';\nexport type B = { b: typeof a | 1 };"],
  ],
};

const impure: Record<string, [...Case, rule: string]> = {
  'the clock': ['shared/p.ts', 'export const now = () => new Date();', 'no-restricted-globals'],
  'the time as a number': ['shared/q.ts', 'export const now = () => Date.now();', 'no-restricted-globals'],
  timers: [
    'shared/r.ts',
    'export const wait = (f: () => void) => setTimeout(f, 1);',
    'no-restricted-globals',
  ],
  chance: ['shared/s.ts', 'export const dice = () => Math.random();', 'no-restricted-properties'],
  'the environment': ['shared/t.ts', 'export const port = process.env.PORT;', 'no-process-env'],
  'the network': ['shared/u.ts', "export const get = () => fetch('/');", 'no-restricted-globals'],
};

const others: Record<string, [...Case, rule: string]> = {
  'the environment outside of config.ts': [
    'edge/k.ts',
    'export const port = process.env.PORT;',
    'no-process-env',
  ],
  any: ['cloud/j.ts', 'export const f = (x: any): unknown => x;', 'no-explicit-any'],
  'a floating promise': [
    'edge/l.ts',
    'const save = async () => "saved";\nexport const f = () => {\n  save();\n};',
    'no-floating-promises',
  ],
  'a focused test': [
    'edge/m.test.ts',
    "import { test } from 'vitest';\ntest.only('x', () => {});",
    'no-focused-tests',
  ],
};

const allowed: Case[] = [
  ['shared/host/ok.ts', 'export const wait = (work: () => void) => setTimeout(work, 1);'],
  [
    'shared/order/ok.ts',
    "import { z } from 'zod';\nimport * as mini from 'zod/mini';\nimport * as Y from 'yjs';\nimport { x } from '../money.ts';\nimport { y } from './order.ts';\nexport const all = [z, mini, Y, x, y];",
  ],
  [
    'edge/shop/orders/ok.ts',
    "import { x } from '@balcao/shared/order/order.ts';\nimport { y } from '../../storage/outbox.ts';\nimport { Hono } from 'hono';\nexport const all = [x, y, Hono];",
  ],
  [
    'edge/shop/orders/ok-routes.ts',
    "import type { X } from '@balcao/shared/link/commands.ts';\nimport { y } from './place.ts';\nexport const all: X[] = [y];",
  ],
  [
    'cloud/shop/orders/ok.ts',
    "import { x } from '@balcao/shared/order/order.ts';\nimport { y } from '../../storage/open.ts';\nexport const all = [x, y];",
  ],
  ['edge/config.ts', 'export const port = process.env.PORT;'],
  [
    'edge/machine/backup/ok.ts',
    "import { x } from '../../replication/recovery/x.ts';\nimport { y } from '../../shop/copies/y.ts';\nimport { z } from '../../storage/open.ts';\nexport const all = [x, y, z];",
  ],
  [
    'edge/replication/link/ok-routes.ts',
    "import { x } from '../../http/guards.ts';\nimport { y } from './link.ts';\nexport const all = [x, y];",
  ],
  [
    'web/app/ok.tsx',
    "import { x } from '../features/order/x.tsx';\nimport { y } from '../ui/y.tsx';\nexport const all = [x, y];",
  ],
  [
    'web/features/order/ok.tsx',
    "import { x } from '../../ui/x.tsx';\nimport { y } from '../../cart/y.ts';\nimport { z } from './z.tsx';\nimport { w } from './steps/w.tsx';\nimport type { V } from '@balcao/shared/order/order.ts';\nexport const all: V[] = [x, y, z, w];",
  ],
  [
    'web/features/kitchen/ok.tsx',
    "import { x } from '../../data/staff/x.ts';\nimport { y } from '../../ui/staff/y.tsx';\nexport const all = [x, y];",
  ],
  [
    'web/data/staff/board/ok.tsx',
    "import { x } from '../session/x.ts';\nimport { y } from '../../../ui/staff/y.tsx';\nimport { z } from '../../z.ts';\nexport const all = [x, y, z];",
  ],
  [
    'web/features/order/steps/ok.tsx',
    "import { x } from '../x.tsx';\nimport { y } from '../../../ui/y.tsx';\nimport { z } from './z.tsx';\nexport const all = [x, y, z];",
  ],
  [
    'tests/support/ok.ts',
    "import { x } from '../../edge/x.ts';\nimport { y } from '../../cloud/y.ts';\nexport const all = [x, y, process.env.CI];",
  ],
  [
    'tests/auditor/ok.test.ts',
    "import { expect } from 'vitest';\nimport { x } from './x.ts';\nexport const all = [x, expect];",
  ],
  ['scripts/ok.ts', "import { x } from '../tests/support/x.ts';\nexport const all = [x];"],
];

type Finding = { file: string; rule: string; message: string };

let folder: string;
let findings: Finding[];

/** One run of the linter over all cases: a start of it costs more than a file. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-arrows-'));
  for (const name of ['.oxlintrc.json', 'tsconfig.base.json', 'tsconfig.json'])
    cpSync(join(root, name), join(folder, name));
  // All of them, for each refers to others: without one the linter refuses the settings and looks at no file.
  const { references } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as {
    references: { path: string }[];
  };
  for (const { path } of references) {
    mkdirSync(join(folder, path), { recursive: true });
    cpSync(join(root, path, 'tsconfig.json'), join(folder, path, 'tsconfig.json'));
  }
  // Rules that know types are found beside the packages.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const bad = [
    ...Object.values(forbidden).flat(),
    ...Object.values(round).flat(),
    ...Object.values(impure),
    ...Object.values(others),
  ];
  for (const [file, code] of [...bad, ...allowed]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${code}\n`);
  }
  const oxlint = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const { stdout } = spawnSync(process.execPath, [oxlint, '--type-aware', '--format=json', ...FOLDERS], {
    cwd: folder,
    encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; message: string; filename: string }[];
  };
  findings = diagnostics.map(({ code, message, filename }) => ({ file: filename, rule: code, message }));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rulesFor = (file: string) =>
  findings.filter((finding) => finding.file === file).map(({ rule }) => rule);

describe.each(Object.entries(forbidden))('%s', (_, cases) => {
  test.each(cases)('%s: %s', (file) => {
    expect(rulesFor(file)).toContainEqual(expect.stringContaining(`(${IMPORTS})`));
  });
});

describe('no file imports itself by way of another:', () => {
  test.each(Object.entries(round))('%s', (_, files) => {
    for (const [file] of files) expect(rulesFor(file)).toContainEqual(expect.stringContaining('(no-cycle)'));
  });
});

describe('shared is pure, so the linter refuses', () => {
  test.each(Object.entries(impure))('%s', (_, [file, , rule]) => {
    expect(rulesFor(file)).toContainEqual(expect.stringContaining(`(${rule})`));
  });
});

describe('everywhere the linter refuses', () => {
  test.each(Object.entries(others))('%s', (_, [file, , rule]) => {
    expect(rulesFor(file)).toContainEqual(expect.stringContaining(`(${rule})`));
  });
});

describe('what the arrows allow passes', () => {
  test.each(allowed)('%s', (file) => {
    const rules = rulesFor(file).filter((rule) => /restricted|process-env/.test(rule));
    expect(rules).toEqual([]);
  });
});
