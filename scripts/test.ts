// `npm test`: what each change runs, to the end, whatever fails on the way: the static gate, all vitest projects, the
// build, browser tests in Chromium; of faults and browser tests those of the smoke test (tests/support/smoke.ts).
// The last line counts what ran; a run in which nothing ran has failed.
//
//   npm test -- whole               every test, as `npm run soak -- every-test` does
//   npm test -- unit                only this phase, all of it (static, unit, rules, contract, simulation, slips, build, faults, e2e)
//   npm test -- browsers            the main ways in Firefox and WebKit, which no other run includes
//   npm test -- e2e tracking        only files whose path holds the word
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { provideBrowser } from './browser.ts';
import { SMOKE_VARIABLE } from '../tests/support/smoke.ts';
import { buildServers, buildWeb } from './build.ts';
import { changedSlips, linesOf } from './changed-slips.ts';
import { STATIC_STEPS } from './check.ts';
import { hydratePostgres } from './hydrate-postgres.ts';
import { provideOtherBrowsers } from './other-browsers.ts';
import { root } from './root.ts';
import { endWithCommands, runNode, seconds } from './run.ts';
import { BUILT_VARIABLE } from './shop.ts';
import { runSteps } from './steps.ts';
import {
  failedInPlaywright,
  failedInVitest,
  readPlaywrightReport,
  readVitestReport,
  sum,
  type Counts,
} from './test-counts.ts';

const PHASES = [
  'static',
  'unit',
  'rules',
  'contract',
  'simulation',
  'slips',
  'build',
  'faults',
  'e2e',
  'browsers',
] as const;
type PhaseName = (typeof PHASES)[number];
/** Only when it is named: other browsers are 110 MB to install, and a store is not tried in them at every change. */
const ASKED_FOR: PhaseName = 'browsers';
/** All of every phase that needs not be asked for. */
const WHOLE = 'whole';

const reports = join(root, '.cache', 'test-reports');
const failure: Counts = { passed: 0, failed: 1, skipped: 0 };

async function runStatic(): Promise<Counts> {
  const results = await runSteps(STATIC_STEPS);
  failures.push(...results.filter((result) => !result.ok).map((result) => result.name));
  const passed = results.filter((result) => result.ok).length;
  return { passed, failed: results.length - passed, skipped: 0 };
}

async function runVitest(projects: string[], filters: string[]): Promise<Counts> {
  hydratePostgres();
  const report = join(reports, `${projects.join('-')}.json`);
  // A name stands for all projects that begin so: files with modules of their own are one apart.
  const args = ['run', ...projects.map((name) => `--project=${name}*`), ...filters];
  const output = [
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  // Fault tests come after the build.
  const env = { ...smoke, ...(projects.includes('faults') ? { [BUILT_VARIABLE]: '1' } : {}) };
  const result = await runNode('node_modules/vitest/vitest.mjs', [...args, ...output], { env, show: true });
  failures.push(...failedInVitest(readReport(report)));
  return readVitestReport(readReport(report), result.ok);
}

async function runBuild(): Promise<Counts> {
  const web = await buildWeb();
  console.log(web.changed ? `✓ web app (${seconds(web.tookMs)})` : '✓ web app: up to date');
  const servers = await buildServers();
  console.log(`✓ server bundles (${seconds(servers.tookMs)})`);
  return { passed: 2, failed: 0, skipped: 0 };
}

async function runBrowserTests(filters: string[]): Promise<Counts> {
  const browser = await provideBrowser();
  console.log(`browser: ${browser}`);
  const report = join(reports, 'e2e.json');
  const args = ['test', '--reporter=list,json', '--pass-with-no-tests', ...filters];
  const env = { ...smoke, PLAYWRIGHT_JSON_OUTPUT_NAME: report, [BUILT_VARIABLE]: '1' };
  const result = await runNode('node_modules/playwright/cli.js', args, { env, show: true });
  failures.push(...failedInPlaywright(readReport(report)));
  return readPlaywrightReport(readReport(report), result.ok);
}

/** Where one of them is neither there nor to be had, its tests are skipped, and that is told. */
async function runOtherBrowsers(filters: string[]): Promise<Counts> {
  told.push(...(await provideOtherBrowsers()));
  return runVitest(['browsers'], filters);
}

/** Told, never judged: see changed-slips.ts. */
async function runSlips(): Promise<Counts> {
  const slips = await changedSlips();
  for (const line of linesOf(slips)) console.log(line);
  told.push(...linesOf(slips));
  return { passed: slips.counted ? 1 : 0, failed: 0, skipped: slips.counted ? 0 : 1 };
}

function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

const given = process.argv.slice(2);
const args = given.filter((arg) => arg !== WHOLE);
const smoke: Record<string, string> = given.length === 0 ? { [SMOKE_VARIABLE]: '1' } : {};
if (given.length === 0)
  console.log('the smoke test of faults and screens; `npm test -- whole` has all of them');
const chosen = args.filter((arg): arg is PhaseName => PHASES.some((name) => name === arg));
const filters = args.filter((arg) => !PHASES.some((name) => name === arg));
const wanted = (name: PhaseName) =>
  chosen.length > 0 ? chosen.includes(name) : filters.length === 0 ? name !== ASKED_FOR : isTests(name);
const isTests = (name: PhaseName) =>
  name !== 'static' && name !== 'slips' && name !== 'build' && name !== ASKED_FOR;

endWithCommands();
const startedAt = performance.now();
const failures: string[] = [];
const told: string[] = [];
const ran: { line: string; count: Counts }[] = [];

/** What is begun together stands in the order given here, whichever ends first. */
function phase(name: string, run: () => Promise<Counts>): Promise<Counts> {
  console.log(`\n━━ ${name}`);
  const phaseStartedAt = performance.now();
  const place = { line: name, count: failure };
  ran.push(place);
  const ended = run().catch((error: unknown) => {
    console.log(`✗ ${error instanceof Error ? error.message : String(error)}`);
    return failure;
  });
  return ended.then((count) => {
    const took = seconds(performance.now() - phaseStartedAt);
    place.count = count;
    place.line = `${count.failed === 0 ? '✓' : '✗'} ${name}: ${describe(count)} (${took})`;
    return count;
  });
}

function describe({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

if (wanted('static')) await phase('static', runStatic);
const quick = (['unit', 'rules', 'contract', 'simulation'] as const).filter(wanted);
if (quick.length > 0) await phase(quick.join(', '), () => runVitest(quick, filters));
let builtWell = true;
// Browser and fault tests drive the real servers, which serve the built app.
if (wanted('build') || wanted('faults') || wanted('e2e') || wanted('browsers'))
  builtWell = (await phase('build', runBuild)).failed === 0;
const needsBuild = async (run: () => Promise<Counts>): Promise<Counts> => {
  if (!builtWell) throw new Error('not run, for the build failed');
  return run();
};
// Side by side: each waits for processes, disks and pages half of its time.
const beside: [PhaseName, () => Promise<Counts>][] = [
  ['slips', runSlips],
  ['faults', () => needsBuild(() => runVitest(['faults'], filters))],
  ['e2e', () => needsBuild(() => runBrowserTests(filters))],
];
await Promise.all(beside.filter(([name]) => wanted(name)).map(([name, run]) => phase(name, run)));
if (wanted('browsers')) await phase('browsers', () => needsBuild(() => runOtherBrowsers(filters)));

const total = sum(ran.map(({ count }) => count));
if (failures.length > 0) console.log(`\nfailed:\n${failures.map((title) => `  ✗ ${title}`).join('\n')}`);
console.log(`\n${[...ran.map(({ line }) => line), ...told].join('\n')}`);
console.log(`all in ${seconds(performance.now() - startedAt)}\n`);
if (total.passed + total.failed === 0) console.log('Nothing ran: that is no success.');
console.log(describe(total));
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
