// What a card does at its first start, and what the machine's screen says: the real scripts, a folder as root, stand-ins for the programs
// that change disks and users.
import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'balcao-first-boot-'));
  mkdirSync(at('bin'));
  for (const name of ['sfdisk', 'partx', 'resize2fs', 'useradd', 'chown', 'systemctl', 'sync'])
    command(name, '');
  command('findmnt', 'echo /dev/mmcblk0p2');
  command('lsblk', 'echo mmcblk0');
  command('ssh-keygen', `echo new > '${at('etc/ssh/ssh_host_ed25519_key')}'`);
  command('getent', 'exit 2');
  put('sys/class/block/mmcblk0p2/partition', '2\n');
  put('etc/balcao/first-boot', '');
  put('etc/ssh/ssh_host_ed25519_key', "the image's");
});
afterEach(() => rmSync(root, { recursive: true }));

const at = (path: string): string => join(root, path);
const text = (path: string): string => readFileSync(at(path), 'utf8');
const calls = (): string => text('calls');
function command(name: string, script: string): void {
  writeFileSync(
    at(`bin/${name}`),
    `#!/bin/bash\necho "${name} $*" >> '${at('calls')}'\n[ -t 0 ] || [ ${name} != sfdisk ] || cat >> '${at('calls')}'\n${script}\n`,
  );
  chmodSync(at(`bin/${name}`), 0o755);
}
function put(path: string, words: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), words);
}
const environment = () => ({
  ...process.env,
  PATH: `${at('bin')}${delimiter}${process.env.PATH ?? ''}`,
  BALCAO_PREFIX: root,
  LC_ALL: 'C.UTF-8',
});
function firstBoot(): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('bash', ['deploy/pi/first-boot.sh'], {
    env: environment(),
    encoding: 'utf8',
  });
  return { code: status, output: stdout + stderr };
}

describe('the first start', () => {
  it('takes the whole card, makes keys of its own, and is over', () => {
    expect(firstBoot()).toMatchObject({ code: 0 });
    expect(calls()).toContain('sfdisk --no-reread --no-tell-kernel -q -N 2 /dev/mmcblk0\n,+\n');
    expect(calls()).toMatch(/partx --update --nr 2 \/dev\/mmcblk0\n(.*\n)*resize2fs \/dev\/mmcblk0p2/);
    expect(text('etc/ssh/ssh_host_ed25519_key')).toBe('new\n');
    expect(existsSync(at('etc/balcao/first-boot'))).toBe(false);
    expect(calls()).not.toContain('ssh.service');
  });

  it.each([
    ['sfdisk', 'usar o cartão inteiro'],
    ['partx', 'usar o cartão inteiro'],
    ['resize2fs', 'usar o cartão inteiro'],
    ['ssh-keygen', 'fazer as chaves deste aparelho'],
  ])('when %s fails, does the rest, says so, and tries again at the next start', (name, words) => {
    command(name, 'exit 1');
    expect(firstBoot()).toMatchObject({ code: 1, output: expect.stringContaining(words) as string });
    expect(text('run/balcao/first-boot')).toContain(`Não consegui ${words}`);
    expect(calls()).toMatch(name === 'ssh-keygen' ? /resize2fs/ : /ssh-keygen -A/);
    expect(existsSync(at('etc/balcao/first-boot'))).toBe(true);
    command(name, name === 'ssh-keygen' ? `echo new > '${at('etc/ssh/ssh_host_ed25519_key')}'` : '');
    expect(firstBoot()).toMatchObject({ code: 0 });
    expect(existsSync(at('run/balcao/first-boot'))).toBe(false);
  });

  it('lets a technician in by the public key on the card, with no password', () => {
    const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ tecnica@casa';
    put('boot/firmware/balcao-ssh.pub', `${key}\r\n`);
    expect(firstBoot()).toMatchObject({ code: 0 });
    expect(text('home/tecnico/.ssh/authorized_keys')).toBe(`${key}\n`);
    expect(calls()).toContain(
      'useradd --create-home --shell /bin/bash --groups sudo,systemd-journal tecnico',
    );
    expect(calls()).toContain('systemctl enable --quiet ssh.service');
  });

  it('lets nobody in by what is no public key', () => {
    put('boot/firmware/balcao-ssh.pub', '-----BEGIN OPENSSH PRIVATE KEY-----\n');
    expect(firstBoot()).toMatchObject({ code: 1 });
    expect(existsSync(at('home/tecnico'))).toBe(false);
    expect(calls()).not.toContain('useradd');
    expect(calls()).not.toContain('ssh.service');
  });
});

describe('the screen', () => {
  let store: Server | null = null;
  beforeEach(() => {
    command('hostname', 'echo 192.168.0.7');
    command('journalctl', 'echo "Esta loja ainda não tem administrador. Código de instalação: ABCDE-12345"');
  });
  afterEach(() => new Promise((resolve) => (store === null ? resolve(null) : store.close(resolve))));

  async function screen(answer: string | null): Promise<string> {
    if (answer !== null) {
      store = createServer((request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(request.url === '/api/setup' ? answer : '{}');
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => store?.once('listening', resolve));
    }
    const address = store?.address();
    const port = typeof address === 'object' && address !== null ? address.port : 9;
    put('etc/balcao/store.env', `EDGE_PORT=${port}\n`);
    const { stdout } = await promisify(execFile)('bash', ['deploy/pi/screen.sh', '--once'], {
      env: environment(),
    });
    return stdout.replaceAll(`:${port}`, '');
  }

  it('shows where the shop is and the setup code while it has no owner', async () => {
    const shown = await screen('{"needed":true}');
    expect(shown).toContain('http://balcao.local');
    expect(shown).toContain('http://192.168.0.7');
    expect(shown).toMatch(/Código de instalação:\s+ABCDE-12345\n/);
  });

  it('shows no code any more once there is an owner', async () => {
    const shown = await screen('{"needed":false}');
    expect(shown).toContain('A loja está no ar: http://balcao.local');
    expect(shown).not.toContain('ABCDE-12345');
  });

  it('says that the shop is starting while nothing answers, and what is wrong with the network', async () => {
    command('hostname', 'echo');
    put('run/balcao/wifi', '✗ A rede "Loja" não aceitou a senha.\n');
    const shown = await screen(null);
    expect(shown).toContain('A loja está ligando.');
    expect(shown).toContain('Sem rede: ligue o cabo do roteador');
    expect(shown).toContain('✗ A rede "Loja" não aceitou a senha.');
    expect(shown).not.toContain('ABCDE-12345');
  });

  it('shows no sign that the letters of a console lack', async () => {
    put('run/balcao/wifi', '✓ O aparelho está na rede "Loja".\n');
    const shown = await screen('{"needed":false}');
    expect(shown).toContain('\n  O aparelho está na rede "Loja".');
    expect(shown).not.toContain('✓');
  });

  it.each([
    ['1920x1080', 'yes', '28x14 -d'],
    ['1920x1080', 'no', '32x16'],
    ['3840x2160', 'yes', '32x16 -d'],
    ['1280x800', 'yes', '20x10 -d'],
    ['1024x768', 'yes', '32x16'],
    ['640x480', 'yes', '20x10'],
  ])(
    'of %s (letters of twice the size: %s) has the largest letters with room for the page',
    (pixels, canDouble, font) => {
      const [width = 0, height = 0] = pixels.split('x').map(Number);
      // As the kernel does it: the font decides how many letters the screen has.
      command(
        'setfont',
        `[ "\${2:-}" != -d ] || [ ${canDouble} = yes ] || exit 1
size=\${1#Lat15-Terminus}; by=1; [ "\${2:-}" != -d ] || by=2
echo "$((${height} / (\${size%x*} * by))) $((${width} / (\${size#*x} * by)))" > '${at('size')}'`,
      );
      command('stty', `cat '${at('size')}'`);
      put('size', `${Math.floor(height / 16)} ${Math.floor(width / 8)}\n`);
      put('run/balcao/first-boot', `! ${'palavra '.repeat(30)}\n`);
      // It looks once, and has no pause before the next time.
      command('sleep', 'exit 1');
      const { stdout } = spawnSync('bash', ['deploy/pi/screen.sh'], { env: environment(), encoding: 'utf8' });
      expect(
        calls()
          .match(/^setfont (.*)$/gm)
          ?.at(-1),
      ).toBe(`setfont Lat15-Terminus${font}`);
      const columns = Number(text('size').trim().split(' ')[1]);
      expect(columns).toBeGreaterThanOrEqual(64);
      const lines = stdout.split('\n');
      expect(Math.max(...lines.slice(1).map((line) => line.length))).toBeLessThanOrEqual(columns);
      expect(lines.filter((line) => line.includes('palavra')).every((line) => line.startsWith('  '))).toBe(
        true,
      );
      expect(stdout.match(/palavra/g)).toHaveLength(30);
    },
  );
});

it.each(['balcao-screen', 'balcao-wifi'])('the store does not wait for %s', (name) => {
  expect(readFileSync(`deploy/pi/units/${name}.service`, 'utf8')).not.toMatch(/^Before=/m);
});
