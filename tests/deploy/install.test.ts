// The installer on a fake machine: what it refuses, and that a kill at any step leaves something that the next run completes.
import { execFileSync } from 'node:child_process';
import { appendFileSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeMachine } from './fake-machine.ts';

let machine: Awaited<ReturnType<typeof fakeMachine>>;
beforeEach(async () => {
  machine = await fakeMachine();
});
afterEach(() => machine.stop());

const scripts = [...globSync('deploy/**/*.sh'), 'deploy/pi/balcao'];

it.each(scripts)('%s is a script that bash can read', (file) => {
  expect(() => execFileSync('bash', ['-n', file])).not.toThrow();
});

describe('install.sh', () => {
  it('brings the store up and tells where it is and the setup code', async () => {
    const { code, output } = await machine.install(machine.release({ version: '1.0.0' }));
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain('[8/8]');
    expect(output).toContain(`http://balcao.local:${machine.port}`);
    expect(output).toContain(`http://192.168.0.7:${machine.port}`);
    expect(output).toContain('ABCDE-12345');
    expect(machine.current()).toBe('1.0.0');
    expect(await machine.answering()).toBe('1.0.0');
    expect(machine.calls()).toContain('useradd --system --user-group');
    expect(machine.calls()).toContain('usermod -a -G lp balcao');
    expect(machine.calls()).toContain('enable --quiet balcao-store.service balcao-update.path');
    const files = [
      'etc/systemd/system/balcao-store.service',
      'etc/systemd/system/balcao-update.path',
      'etc/udev/rules.d/60-balcao-printer.rules',
      'etc/systemd/journald.conf.d/balcao.conf',
    ];
    expect(files.filter((file) => !machine.has(file))).toEqual([]);
    const settings = join(machine.root, 'etc/balcao/store.env');
    expect(readFileSync(settings, 'utf8')).toMatch(/^# RELAY_URL=/m);
    expect(statSync(settings).mode & 0o777).toBe(0o640);
  });

  it('lays everything down in an image, asks for no clock and no port, and starts nothing', async () => {
    const release = machine.release({ version: '1.0.0', committedAt: 4_000_000_000 });
    writeFileSync(join(machine.folder, 'listening'), `LISTEN 0 5 *:${machine.port} *:*\n`);
    const { code, output } = await machine.run(join(release, 'pi/install.sh'), ['--image']);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(machine.current()).toBe('1.0.0');
    expect(machine.calls()).toContain('enable --quiet balcao-first-boot.service balcao-wifi.service');
    expect(machine.calls()).not.toMatch(/systemctl (re)?start .*balcao-(store|update)/);
    expect(await machine.answering()).toBeNull();
    expect(machine.has('etc/systemd/system/balcao-first-boot.service')).toBe(true);
  });

  it('mends an installation when run again, and keeps data and settings', async () => {
    const release = machine.release({ version: '1.0.0' });
    await machine.install(release);
    machine.sell();
    appendFileSync(join(machine.root, 'etc/balcao/store.env'), 'RELAY_URL=https://loja.example.com\n');
    rmSync(join(machine.root, 'etc/systemd/system/balcao-store.service'));
    const { code } = await machine.install(release);
    expect(code).toBe(0);
    expect(machine.data().orders).toBe(1);
    expect(machine.has('etc/systemd/system/balcao-store.service')).toBe(true);
    expect(readFileSync(join(machine.root, 'etc/balcao/store.env'), 'utf8')).toContain(
      'https://loja.example.com',
    );
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('killed at step %i and run again, is complete', async (number) => {
    const release = machine.release({ version: '1.0.0' });
    const killed = await machine.install(release, { killAt: `[${number}/8]` });
    expect(killed.code).toBeNull();
    const again = await machine.install(release);
    expect(again).toMatchObject({ code: 0 });
    expect(machine.current()).toBe('1.0.0');
    expect(await machine.answering()).toBe('1.0.0');
    expect(globSync(join(machine.root, '**/{.placing,.trial.*,*.new,*.next}'))).toEqual([]);
  });

  describe('changes nothing and says what to do when', () => {
    const untouched = (): void => {
      expect(machine.has('opt/balcao')).toBe(false);
      expect(machine.has('etc/balcao')).toBe(false);
      expect(machine.calls()).not.toContain('useradd');
    };

    it.each([
      ['a file was changed', (release: string) => appendFileSync(join(release, 'edge/main.js'), ' ')],
      ['a file is missing', (release: string) => rmSync(join(release, 'edge/facts.json'))],
      ['a file was added', (release: string) => writeFileSync(join(release, 'pi/more.sh'), 'true')],
    ])('%s', async (_, tamper) => {
      const release = machine.release({ version: '1.0.0' });
      tamper(release);
      const { code, output } = await machine.install(release);
      expect(code).toBe(1);
      expect(output).toContain('corrompido ou foi alterado');
      untouched();
    });

    it('the release is for another processor', async () => {
      const { code, output } = await machine.install(machine.release({ version: '1.0.0', arch: 'riscv64' }));
      expect(code).toBe(1);
      expect(output).toContain('para outro processador (riscv64)');
      untouched();
    });

    it('the disk is nearly full', async () => {
      machine.command(
        'df',
        'echo "Filesystem 1024-blocks Used Available Capacity Mounted"; echo "x 9 9 51200 99% /"',
      );
      const { code, output } = await machine.install(machine.release({ version: '1.0.0' }));
      expect(code).toBe(1);
      expect(output).toContain('O disco está quase cheio: em / há 50 MB livres');
      expect(output).toContain('apt-get clean');
      untouched();
    });

    it('another program has the port', async () => {
      writeFileSync(
        join(machine.folder, 'listening'),
        'LISTEN 0 511 0.0.0.0:80 0.0.0.0:* users:(("nginx",pid=812,fd=6))\n',
      );
      const { code, output } = await machine.install(machine.release({ version: '1.0.0' }), {
        env: { PORT: '80' },
      });
      expect(code).toBe(1);
      expect(output).toContain('A porta 80 já está em uso por nginx (processo 812)');
      expect(output).toContain('PORT=8080');
      untouched();
    });

    it('the clock is a year behind and nobody vouches for it', async () => {
      const nextYear = Math.floor(Date.now() / 1000) + 365 * 86_400;
      const release = machine.release({ version: '1.0.0', committedAt: nextYear });
      const { code, output } = await machine.install(release, { env: { NTP: 'no' } });
      expect(code).toBe(1);
      expect(output).toContain('O relógio desta máquina está errado');
      expect(output).toContain('sudo date -s');
      untouched();
      expect(await machine.install(release, { env: { NTP: 'yes' } })).toMatchObject({ code: 0 });
    });
  });

  it('believes no clock that is years ahead', async () => {
    const longAgo = Math.floor(Date.now() / 1000) - 7 * 365 * 86_400;
    const release = machine.release({ version: '1.0.0', committedAt: longAgo });
    const { code, output } = await machine.install(release, { env: { NTP: 'no' } });
    expect(code).toBe(1);
    expect(output).toContain('O relógio desta máquina está errado');
  });

  it('asks a person to look at a clock that nobody vouches for and that may be right', async () => {
    const aYearAgo = Math.floor(Date.now() / 1000) - 365 * 86_400;
    const release = machine.release({ version: '1.0.0', committedAt: aYearAgo });
    const { code, output } = await machine.install(release, { env: { NTP: 'no' } });
    expect(code).toBe(0);
    expect(output).toMatch(/Esta máquina marca \d\d\/\d\d\/\d{4} \d\d:\d\d: confira/);
  });

  it('says so when the store does not answer, with its last words', async () => {
    const { code, output } = await machine.install(machine.release({ version: '1.0.0', fault: 'deaf' }));
    expect(code).toBe(1);
    expect(output).toContain('A loja não respondeu');
  });

  it('[64] needs no network: it says that there is none, and where the address will be', async () => {
    machine.command('hostname', 'echo 169.254.7.9');
    const { code, output } = await machine.install(machine.release({ version: '1.0.0' }), {
      env: { NTP: 'no' },
    });
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain('ainda não tem rede');
    expect(output).toContain('sudo balcao status');
    expect(output).toContain('ABCDE-12345');
    expect(output).not.toContain('169.254');
  });

  it('[64] says what the system knows of a store that does not answer and says nothing', async () => {
    machine.command('journalctl', 'true');
    const { code, output } = await machine.install(machine.release({ version: '1.0.0', fault: 'deaf' }));
    expect(code).toBe(1);
    expect(output).toContain('não disse nada');
    expect(output).toContain('O sistema diz dela: nada');
    expect(output).toContain('systemctl status balcao-store');
  });

  it('refuses a release older than the installed one', async () => {
    await machine.install(machine.release({ version: '1.10.0' }));
    const { code, output } = await machine.install(machine.release({ version: '1.9.0' }));
    expect(code).toBe(1);
    expect(output).toContain('A versão 1.9.0 é mais antiga que a instalada (1.10.0)');
    expect(await machine.answering()).toBe('1.10.0');
  });

  it('updates when its release is newer', async () => {
    await machine.install(machine.release({ version: '1.0.0' }));
    expect(await machine.install(machine.release({ version: '1.0.1' }))).toMatchObject({ code: 0 });
    expect(await machine.answering()).toBe('1.0.1');
  });
});

describe('sudo balcao', () => {
  it('doctor looks with the settings of the store', async () => {
    await machine.install(machine.release({ version: '1.0.0' }), {
      env: { RELAY_URL: 'https://loja.example.com' },
    });
    const { code, output } = await machine.balcao(['doctor']);
    expect(code).toBe(0);
    expect(output.trim()).toBe(`https://loja.example.com ${join(machine.root, 'var/lib/balcao')}`);
  });

  it('certificate puts good files where the store reads them, and changes nothing for bad ones', async () => {
    await machine.install(machine.release({ version: '1.0.0' }));
    const [cert, key] = [join(machine.folder, 'cert'), join(machine.folder, 'key')];
    const settings = (): string => readFileSync(join(machine.root, 'etc/balcao/store.env'), 'utf8');
    const starts = (): number => machine.calls().split('restart --no-block balcao-store.service').length;
    writeFileSync(cert, 'good 1');
    writeFileSync(key, 'of another');
    const bad = await machine.balcao(['certificate', cert, key]);
    expect(bad).toMatchObject({ code: 1 });
    expect(bad.output).toContain('A chave não é a deste certificado');
    expect((await machine.balcao(['certificate', cert, `${key}.nowhere`])).output).toContain(
      'Não há arquivo',
    );
    expect(settings()).not.toMatch(/^TLS_CERT_FILE=/m);

    writeFileSync(key, 'good 1');
    const before = starts();
    expect(await machine.balcao(['certificate', cert, key])).toMatchObject({ code: 0 });
    expect(settings()).toMatch(/^TLS_CERT_FILE=.*\/etc\/balcao\/tls\/cert\.pem$/m);
    expect(statSync(join(machine.root, 'etc/balcao/tls/key.pem')).mode & 0o777).toBe(0o640);
    expect(starts()).toBe(before + 1);

    // A renewal: the store reads it by itself.
    writeFileSync(cert, 'good 2');
    expect(await machine.balcao(['certificate', cert, key])).toMatchObject({ code: 0 });
    expect(readFileSync(join(machine.root, 'etc/balcao/tls/cert.pem'), 'utf8')).toBe('good 2');
    expect(starts()).toBe(before + 1);
  });
});

describe('sudo balcao restore', () => {
  it('has the store stand still meanwhile, and running again after it was done, refused or broken off', async () => {
    await machine.install(machine.release({ version: '1.0.0' }));
    const back = () => expect.poll(machine.answering, { timeout: 60_000 }).toBe('1.0.0');
    const looked = await machine.balcao(['restore', '--list']);
    expect(looked).toEqual({ code: 0, output: 'restore --list beside the store\n' });
    const done = await machine.balcao(['restore', '--file=good.db']);
    expect(done).toEqual({ code: 0, output: 'restore --file=good.db alone\n' });
    await back();
    const refused = await machine.balcao(['restore', '--file', 'bad.db']);
    expect(refused).toEqual({ code: 1, output: 'restore --file bad.db alone\n' });
    await back();
    const interrupted = await machine.balcao(['restore', '--file', 'slow.db'], {
      killAt: 'alone',
      signal: 'SIGINT',
    });
    expect(interrupted.code).not.toBe(0);
    await back();
  });
});

describe('uninstall.sh', () => {
  it('takes the program away and leaves data and settings, so that installing again goes on', async () => {
    const release = machine.release({ version: '1.0.0' });
    await machine.install(release);
    machine.sell();
    expect(await machine.uninstall()).toMatchObject({ code: 0 });
    expect(machine.has('opt/balcao')).toBe(false);
    expect(machine.has('etc/systemd/system/balcao-store.service')).toBe(false);
    expect(machine.has('etc/balcao/store.env')).toBe(true);
    expect(await machine.answering()).toBeNull();
    await machine.install(release);
    expect(machine.data().orders).toBe(1);
  });

  it('deletes the data only when told so and confirmed', async () => {
    await machine.install(machine.release({ version: '1.0.0' }));
    const hesitant = await machine.uninstall(['--delete-data'], { input: 'sim\n' });
    expect(hesitant).toMatchObject({ code: 1 });
    expect(await machine.answering()).toBe('1.0.0');
    expect(await machine.uninstall(['--delete-data'], { input: 'APAGAR\n' })).toMatchObject({ code: 0 });
    const paths = ['opt/balcao', 'var/lib/balcao', 'var/lib/balcao-update', 'etc/balcao'];
    expect(paths.filter((path) => machine.has(path))).toEqual([]);
  });
});
