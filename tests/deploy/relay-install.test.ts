// The relay's installer on a fake machine: what it refuses, what it takes back, and that a kill at any step leaves something that the next
// run completes.
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../cloud/config.ts';
import { fakeRelayMachine } from './fake-relay-machine.ts';

let machine: Awaited<ReturnType<typeof fakeRelayMachine>>;
beforeEach(async () => {
  machine = await fakeRelayMachine();
});
afterEach(() => machine.stop());

const pem = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

it.each(['install.sh', 'lib.sh', 'balcao-relay', 'compose-settings.sh', 'backup.sh'])(
  'deploy/relay/%s is a script that bash can read',
  (name) => expect(() => execFileSync('bash', ['-n', join('deploy/relay', name)])).not.toThrow(),
);

describe('the installer of the relay', () => {
  it('brings the relay up with a user, a unit and settings that the relay takes', async () => {
    const { code, output } = await machine.install(machine.release({ version: '1.0.0' }));
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain('[7/7]');
    expect(await machine.answering()).toBe('1.0.0');
    expect(machine.calls()).toMatch(/useradd --system .* balcao-relay$/m);
    expect(machine.calls()).toContain('enable --quiet balcao-relay.service');
    expect(machine.has('etc/systemd/system/balcao-relay.service')).toBe(true);
    const settings = parseEnv(machine.settings());
    expect(readConfig(settings as NodeJS.ProcessEnv)).toMatchObject({
      publicUrl: 'https://acai.example.com',
      databaseUrl: 'postgres:///balcao?host=/var/run/postgresql&user=balcao-relay',
      port: machine.port,
    });
    expect(statSync(join(machine.root, 'etc/balcao/relay.env')).mode & 0o777).toBe(0o640);
    // The operator's commands, with the relay's settings, and no secret on a command line.
    const asked = await machine.command('pair', '--host', 'centro.example');
    expect(asked.output).toBe(
      `pair --host centro.example https://acai.example.com ${settings['DATABASE_URL']} 64\n`,
    );
    expect(machine.calls()).not.toContain(settings['SECRETS_KEY']);
  });

  it('run again mends what is missing and keeps key and settings', async () => {
    const release = machine.release({ version: '1.0.0' });
    await machine.install(release);
    const before = machine.settings();
    execFileSync('rm', [
      '-r',
      join(machine.root, 'etc/systemd/system'),
      join(machine.root, 'opt/balcao-relay/current/cloud'),
    ]);
    expect(await machine.install(release)).toMatchObject({ code: 0 });
    expect(machine.settings()).toBe(before);
    expect(machine.has('etc/systemd/system/balcao-relay.service')).toBe(true);
    expect(await machine.answering()).toBe('1.0.0');
  });

  it.each([1, 2, 3, 4, 5, 6, 7])('killed at step %i and run again, is complete', async (number) => {
    const release = machine.release({ version: '1.0.0' });
    expect((await machine.install(release, { killAt: `[${number}/7]` })).code).toBeNull();
    expect(await machine.install(release)).toMatchObject({ code: 0 });
    expect(await machine.answering()).toBe('1.0.0');
    expect(globSync(join(machine.root, '**/{.placing,*.new,*.next,unfinished}'))).toEqual([]);
  });

  it.each([
    [
      'a file was changed',
      (release: string) => appendFileSync(join(release, 'cloud/main.js'), ' '),
      'corrompido',
    ],
    ['a file was added', (release: string) => writeFileSync(join(release, 'more.sh'), 'true'), 'corrompido'],
  ])('changes nothing when %s', async (_, tamper, words) => {
    const release = machine.release({ version: '1.0.0' });
    tamper(release);
    const { code, output } = await machine.install(release);
    expect(code).toBe(1);
    expect(output).toContain(words);
    expect(machine.has('opt/balcao-relay')).toBe(false);
  });

  it('says what is missing when it is for another processor, or nobody said the address', async () => {
    const other = await machine.install(machine.release({ version: '1.0.0', arch: 'riscv' }));
    expect(other).toMatchObject({
      code: 1,
      output: expect.stringContaining('para outro processador') as string,
    });
    const release = machine.release({ version: '1.0.0' });
    const unsaid = await machine.install(release, { env: { PUBLIC_URL: '' } });
    expect(unsaid).toMatchObject({
      code: 1,
      output: expect.stringContaining('PUBLIC_URL=https://') as string,
    });
    expect(machine.has('etc/balcao')).toBe(false);
  });
});

describe('another release of the relay', () => {
  const installed = async (key?: string): Promise<void> => {
    const release = machine.release({ version: '1.0.0', ...(key === undefined ? {} : { key }) });
    expect(await machine.install(release)).toMatchObject({ code: 0 });
  };

  it('is brought from its archive, the one before is kept, and gone back to when asked', async () => {
    await installed();
    const done = await machine.command('update', machine.archive(machine.release({ version: '1.1.0' })));
    expect(done).toMatchObject({ code: 0 });
    expect(await machine.answering()).toBe('1.1.0');
    expect(machine.calls()).toMatch(/^runuser -u nobody -- bash -c .*tar -xf/ms);
    await machine.command('update', machine.archive(machine.release({ version: '1.2.0' })));
    expect(readdirSync(join(machine.root, 'opt/balcao-relay/releases')).toSorted()).toEqual([
      '1.1.0',
      '1.2.0',
    ]);
    expect(await machine.command('rollback')).toMatchObject({ code: 0 });
    expect(await machine.answering()).toBe('1.1.0');
  });

  it('that finds it cannot serve is not started, and says why', async () => {
    await installed();
    const restarts = (): number => machine.calls().split('restart --no-block').length;
    const before = restarts();
    const { code, output } = await machine.command(
      'update',
      machine.archive(machine.release({ version: '1.1.0', fault: 'unfit' })),
    );
    expect(code).toBe(1);
    expect(output).toContain('DATABASE_URL: no database at here');
    expect(restarts()).toBe(before);
    expect(await machine.answering()).toBe('1.0.0');
    expect(machine.current()).toBe('1.0.0');
  });

  it('that never answers is taken back by itself', async () => {
    await installed();
    const release = machine.release({ version: '1.1.0', fault: 'deaf' });
    const { code, output } = await machine.command('update', machine.archive(release));
    expect(code).toBe(1);
    expect(output).toContain('O relay voltou sozinho à versão 1.0.0');
    expect(await machine.answering()).toBe('1.0.0');
    expect(machine.has('opt/balcao-relay/unfinished')).toBe(false);
  });

  it('that was cut off while it was tried, and never answers, is taken back by the next run', async () => {
    await installed();
    const release = machine.release({ version: '1.1.0', fault: 'deaf' });
    expect((await machine.install(release, { killAt: '[7/7]' })).code).toBeNull();
    expect(machine.current()).toBe('1.1.0');
    expect(await machine.install(release)).toMatchObject({ code: 1 });
    expect(await machine.answering()).toBe('1.0.0');
  });

  it('older than the installed one is refused', async () => {
    await installed();
    const { code, output } = await machine.install(machine.release({ version: '0.9.0' }));
    expect(code).toBe(1);
    expect(output).toContain('sudo balcao-relay rollback');
  });

  it('counts only with the seal of who made the installed one, or by the word of root', async () => {
    const [own, other] = [pem(), pem()];
    await installed(own);
    const release = machine.release({ version: '1.1.0', key: own });
    const foreign = machine.release({ version: '1.1.0', key: other });
    for (const file of [
      machine.archive(release),
      machine.archive(foreign, other),
      machine.archive(foreign, own),
    ]) {
      const { code, output } = await machine.command('update', file);
      expect({ code, output }).toMatchObject({ code: 1 });
      expect(output).toContain('não tem a assinatura');
      expect(await machine.answering()).toBe('1.0.0');
    }
    expect(await machine.command('update', machine.archive(release, own))).toMatchObject({ code: 0 });
    expect(await machine.answering()).toBe('1.1.0');
    const unsigned = machine.release({ version: '1.2.0' });
    expect(await machine.command('update', machine.archive(unsigned), '--unsigned')).toMatchObject({
      code: 0,
    });
    expect(await machine.answering()).toBe('1.2.0');
  });

  it.each<[string, () => string[], Record<string, string>]>([
    [
      'a link',
      () => {
        symlinkSync('/etc', join(machine.folder, 'made/etc'));
        return ['made'];
      },
      {},
    ],
    ['a path that leads out of its folder', () => ['--transform=s,^made/a,made/../../out,', 'made/a'], {}],
    ['a path from the root', () => [join(machine.folder, 'made/a')], {}],
    [
      'more than one folder',
      () => {
        mkdirSync(join(machine.folder, 'also'));
        return ['made', 'also'];
      },
      {},
    ],
    ['more bytes than a release can have', () => ['made'], { BALCAO_UNPACKED_MB_MAX: '1' }],
    ['more files than a release can have', () => ['made'], { BALCAO_ENTRIES_MAX: '1' }],
  ])('[84] is not unpacked with %s, also by the word of root', async (_, words, env) => {
    await installed();
    mkdirSync(join(machine.folder, 'made'));
    writeFileSync(join(machine.folder, 'made/a'), Buffer.alloc(2 * 1024 * 1024));
    const file = join(machine.folder, 'made.tar.gz');
    execFileSync('tar', ['-C', machine.folder, '-P', '-czf', file, ...words()], { stdio: 'pipe' });
    const { code, output } = await machine.run(
      join(machine.root, 'opt/balcao-relay/current/relay/balcao-relay'),
      ['update', file, '--unsigned'],
      { env },
    );
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringContaining('corrompido ou foi alterado') as string,
    });
    expect(machine.calls()).not.toContain('tar -xf');
    expect(machine.has('opt/balcao-relay/releases/.incoming')).toBe(false);
    expect(await machine.answering()).toBe('1.0.0');
  });

  it('that is no archive leaves everything as it was', async () => {
    await installed();
    const noise = join(machine.folder, 'noise.tar.gz');
    writeFileSync(noise, 'no archive');
    expect((await machine.command('update', noise)).output).toContain('corrompido ou foi alterado');
    expect(await machine.answering()).toBe('1.0.0');
  });
});

it('[154] a backup goes past a pooler, for what pg_dump sets would stay with a connection of it', async () => {
  await machine.install(machine.release({ version: '1.0.0' }));
  const file = join(machine.root, 'etc/balcao/relay.env');
  appendFileSync(file, 'DATABASE_DIRECT_URL=postgres://balcao@db:5432/balcao\n');
  const backups = join(machine.folder, 'backups');
  expect(await machine.command('backup', backups)).toMatchObject({ code: 0 });
  const [dump = ''] = readdirSync(backups);
  expect(readFileSync(join(backups, dump), 'utf8')).toContain('--dbname=postgres://balcao@db:5432/balcao');
});

describe("the commands of the relay's page for a machine without Docker", () => {
  it('work one after the other as they stand there', async () => {
    const page = readFileSync('deploy/relay/README.md', 'utf8');
    const section =
      page
        .replaceAll('linux-x64', `linux-${process.arch}`)
        .split(/^## /m)
        .find((one) => one.startsWith('Without Docker')) ?? '';
    const blocks = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block ?? '');
    expect(blocks).toHaveLength(3);
    for (const version of ['0.1.0', '0.2.0'])
      machine.archive(
        machine.release({ version }),
        undefined,
        `balcao-relay-${version}-linux-${process.arch}.tar.gz`,
      );
    const backups = join(machine.folder, 'backups');
    for (const block of blocks) {
      const dump = existsSync(backups) ? readdirSync(backups)[0] : undefined;
      const script = block
        .replaceAll('/var/backups/balcao', backups)
        .replaceAll(/relay-[0-9TZ-]+\.dump/g, dump ?? 'none');
      expect({ block, ...(await machine.shell(script)) }).toMatchObject({ code: 0 });
    }
    await expect.poll(machine.answering).toBe('0.2.0');
    expect(machine.calls()).toMatch(/^createdb --owner balcao-relay balcao$/m);
    expect(machine.calls()).toMatch(/^pg_restore --clean .*relay-.*\.dump$/m);
  });
});
