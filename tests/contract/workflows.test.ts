// What a public forge runs: read as YAML, for a slip there is seen by nobody until a release; actions by the hash of their commit, for a tag
// can be moved to other code; and every command one that a developer has too.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ARM_PACKAGES } from '../deploy/qemu.ts';

const Step = z.looseObject({ uses: z.string().optional(), run: z.string().optional() });
const Job = z.looseObject({
  uses: z.string().optional(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  strategy: z.looseObject({ matrix: z.looseObject({ runner: z.array(z.string()) }) }).optional(),
  steps: z.array(Step).default([]),
});
const Workflow = z.looseObject({
  name: z.string(),
  // YAML 1.2, as the package reads it, has no boolean called "on".
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.enum(['read', 'write'])),
  jobs: z.record(z.string(), Job),
});
type Workflow = z.infer<typeof Workflow>;

const readWorkflow = (text: string): Workflow => Workflow.parse(parse(text));
const files = globSync('.github/workflows/*.yml');
const workflows = new Map(files.map((file) => [file, readWorkflow(readFileSync(file, 'utf8'))]));
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

/** What is wrong in a workflow: actions that are not pinned, files, jobs and commands that are not there. */
function faultsOf({ jobs }: Workflow): string[] {
  return Object.entries(jobs).flatMap(([name, job]) => {
    const used = [job.uses ?? [], job.steps.flatMap(({ uses }) => uses ?? [])].flat();
    const commands = job.steps.flatMap(({ run = '' }) =>
      [...run.matchAll(/\bnpm (?:run )?([\w-]+)/g)].map(([, command = '']) => command),
    );
    return [
      ...used
        .filter((action) => (action.startsWith('./') ? !existsSync(action) : !/@[0-9a-f]{40}$/.test(action)))
        .map((action) => `${name}: ${action}`),
      ...[job.needs ?? []]
        .flat()
        .filter((need) => !(need in jobs))
        .map((need) => `${name} needs ${need}`),
      ...commands.filter((command) => !(command in scripts)).map((command) => `${name}: npm ${command}`),
    ];
  });
}

it.each(files)('%s is well formed and pinned, and runs what is there', (file) => {
  const workflow = workflows.get(file);
  expect(workflow && faultsOf(workflow)).toEqual([]);
});

it.each([
  ['check', 'check', 'npm run check -- --all'],
  ['check', 'test', 'npm test'],
  ['every-test', 'every-test', 'npm run soak -- every-test every-pair'],
])('%s.yml runs %s on both processors', (file, name, command) => {
  const job = workflows.get(`.github/workflows/${file}.yml`)?.jobs[name];
  expect(job?.strategy?.matrix.runner).toEqual(['ubuntu-24.04', 'ubuntu-24.04-arm']);
  expect(job?.steps.map(({ run }) => run)).toContain(command);
});

it('has every test run each night', () => {
  expect(workflows.get('.github/workflows/every-test.yml')?.on['schedule']).toEqual([
    { cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) },
  ]);
});

it('[60] has what starts the archive of the other processor, which a user who is not root would leave out', () => {
  const steps = workflows.get('.github/workflows/every-test.yml')?.jobs['every-test']?.steps ?? [];
  const installed = steps.flatMap(({ run = '' }) => /apt-get install(.*)/.exec(run)?.[1]?.split(' ') ?? []);
  expect(installed).toEqual(expect.arrayContaining(ARM_PACKAGES));
});

it('releases nothing that has not passed every test', () => {
  const jobs = workflows.get('.github/workflows/release.yml')?.jobs;
  expect(jobs?.['every-test']?.uses).toBe('./.github/workflows/every-test.yml');
  expect(jobs?.['archives']?.needs).toBe('every-test');
});

describe('what is found', () => {
  const withJob = (job: string): string =>
    `name: one\non: { push: {} }\npermissions: { contents: read }\njobs:\n  build: ${job}\n`;
  it.each([
    ['an action by its tag', "{ steps: [{ uses: 'actions/checkout@v4' }] }", ['build: actions/checkout@v4']],
    [
      'a workflow that is not there',
      '{ uses: ./.github/workflows/none.yml }',
      ['build: ./.github/workflows/none.yml'],
    ],
    ['a job that is not there', '{ needs: none, steps: [] }', ['build needs none']],
    ['a command that is not there', "{ steps: [{ run: 'npm run chekc' }] }", ['build: npm chekc']],
  ])('%s', (_, job, faults) => {
    expect(faultsOf(readWorkflow(withJob(job)))).toEqual(faults);
  });

  it('text that is no workflow', () => {
    expect(() => readWorkflow('name: one\njobs: [')).toThrow(/./);
    expect(() => readWorkflow('name: one\non: { push: {} }\njobs: {}')).toThrow(/permissions/);
  });
});
