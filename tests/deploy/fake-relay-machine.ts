// A machine for the quick tests of the relay's installer: a folder as its root, stand-ins for the commands that change a system, and
// releases whose relay is a few lines. The scripts, their checksums and the Node are real.
import { execFileSync, spawn } from 'node:child_process';
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, relative } from 'node:path';
import { freePorts } from '../../scripts/ports.ts';
import { sealArchive } from '../../scripts/release-seal.ts';

/** What is wrong with a release: it finds that it cannot serve here, or starts and never answers. */
export type RelayFault = 'none' | 'unfit' | 'deaf';

const RELAY = String.raw`
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
const { version, fault } = JSON.parse(readFileSync(new URL('./facts.json', import.meta.url)));
const { SECRETS_KEY = '', PUBLIC_URL, DATABASE_URL, CLOUD_PORT } = process.env;
if (process.argv[2] === 'check' && fault === 'unfit') { console.log('✗ DATABASE_URL: no database at here'); process.exit(1); }
if (process.argv[2] === 'check') process.exit(0);
if (process.argv[2] !== undefined) {
  console.log([...process.argv.slice(2), PUBLIC_URL, DATABASE_URL, SECRETS_KEY.length].join(' '));
  process.exit(0);
}
if (fault === 'none') createServer((request, response) => response.end(JSON.stringify({ version }))).listen(Number(CLOUD_PORT));
setInterval(() => {}, 1000);
`;

const COMMANDS: Record<string, string> = {
  systemctl: `
    echo "systemctl $*" >> "$MACHINE/calls"
    pid="$MACHINE/relay.pid"
    case "$*" in
      "start balcao-relay" | "restart --no-block balcao-relay.service")
        [ ! -f "$pid" ] || kill -9 "$(cat "$pid")" 2>/dev/null
        ( exec 9>&-; exec setsid "$BALCAO_PREFIX/opt/balcao-relay/current/bin/node" --env-file="$BALCAO_PREFIX/etc/balcao/relay.env" \
          "$BALCAO_PREFIX/opt/balcao-relay/current/cloud/main.js" >/dev/null 2>&1 ) & echo $! > "$pid" ;;
    esac`,
  runuser: 'echo "runuser $*" >> "$MACHINE/calls"; while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
  getent: 'exit 2',
  journalctl: 'echo "the relay cannot start"',
  // Words of its own, then perhaps settings, then a command.
  sudo: 'while [ "$1" = -u ]; do shift 2; done; exec env "$@"',
  'balcao-relay': 'exec "$BALCAO_PREFIX/opt/balcao-relay/current/relay/balcao-relay" "$@"',
  pg_dump: 'echo PGDMP of the stand-in',
  pg_restore: 'echo "pg_restore $*" >> "$MACHINE/calls"; grep -q PGDMP "${@: -1}"',
  ...Object.fromEntries(
    ['useradd', 'chown', 'apt-get', 'createuser', 'createdb'].map((name) => [
      name,
      `echo "${name} $*" >> "$MACHINE/calls"`,
    ]),
  ),
};

export async function fakeRelayMachine() {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-relay-machine-'));
  const root = join(folder, 'root');
  const bin = join(folder, 'bin');
  const opt = join(root, 'opt/balcao-relay');
  const [port = 0] = await freePorts(1);
  mkdirSync(root);
  mkdirSync(bin);
  for (const [name, script] of Object.entries(COMMANDS)) {
    writeFileSync(join(bin, name), `#!/usr/bin/env bash\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }

  /** Runs a script to its end; killed as soon as it says `killAt`. */
  function run(
    file: string,
    args: readonly string[],
    given: { killAt?: string; env?: Record<string, string> } = {},
  ): Promise<{ code: number | null; output: string }> {
    return new Promise((resolve) => {
      const child = spawn('bash', [file, ...args], {
        env: {
          PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
          MACHINE: folder,
          BALCAO_PREFIX: root,
          BALCAO_HEALTH_SECONDS: '3',
          PORT: String(port),
          LC_ALL: 'C.UTF-8',
          ...given.env,
        },
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString();
          if (given.killAt === undefined || child.pid === undefined || child.exitCode !== null) return;
          // With what it is just waiting for, as in a power cut.
          if (output.includes(given.killAt)) process.kill(-child.pid, 'SIGKILL');
        });
      child.once('exit', (code) => resolve({ code, output }));
    });
  }

  return {
    root,
    folder,
    port,
    run,
    install: (release: string, given: { killAt?: string; env?: Record<string, string> } = {}) =>
      run(join(release, 'relay/install.sh'), [], {
        ...given,
        env: { PUBLIC_URL: 'https://acai.example.com', ...given.env },
      }),
    /** A person's commands, in the folder with the archives. */
    shell: (script: string) => {
      const file = join(folder, 'typed.sh');
      writeFileSync(file, `set -eu\ncd '${folder}'\n${script}`);
      return run(file, []);
    },
    /** The machine's own command: `sudo balcao-relay …`. */
    command: (...args: string[]) => run(join(opt, 'current/relay/balcao-relay'), args),
    /** An unpacked release, its files listed; signed, and trusting nobody else, when there is a key. */
    release(given: { version: string; fault?: RelayFault; arch?: string; key?: string }): string {
      const { version, fault = 'none', arch = process.arch, key } = given;
      const place = join(
        folder,
        `unpacked-${readdirSync(folder).length}`,
        `balcao-relay-${version}-linux-${arch}`,
      );
      for (const path of ['bin', 'cloud', 'pi']) mkdirSync(join(place, path), { recursive: true });
      cpSync('deploy/relay', join(place, 'relay'), { recursive: true });
      for (const name of ['lib.sh', 'incoming.sh', 'verify-archive.mjs', 'keys.mjs'])
        cpSync(`deploy/pi/${name}`, join(place, 'pi', name));
      writeFileSync(join(place, 'bin/node'), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
      writeFileSync(join(place, 'cloud/main.js'), RELAY);
      writeFileSync(join(place, 'cloud/package.json'), '{"type":"module"}');
      writeFileSync(join(place, 'cloud/facts.json'), JSON.stringify({ version, fault }));
      const facts = { product: 'balcao-relay', version, arch, committedAt: 1_700_000_000 };
      writeFileSync(join(place, 'release.json'), `${JSON.stringify(facts, null, 2)}\n`);
      if (key !== undefined)
        writeFileSync(
          join(place, 'pi/release-key.pem'),
          createPublicKey(key).export({ type: 'spki', format: 'pem' }),
        );
      const sums = readdirSync(place, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .toSorted()
        .map(
          (file) =>
            `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${relative(place, file)}\n`,
        )
        .join('');
      writeFileSync(join(place, 'SHA256SUMS'), sums);
      if (key !== undefined)
        writeFileSync(join(place, 'SHA256SUMS.sig'), sign(null, Buffer.from(sums), createPrivateKey(key)));
      return place;
    },
    archive(
      release: string,
      key?: string,
      name = `${basename(release)}-${readdirSync(folder).length}.tar.gz`,
    ): string {
      const file = join(folder, name);
      execFileSync('tar', ['-C', join(release, '..'), '-czf', file, basename(release)]);
      if (key !== undefined) sealArchive(file, key);
      return file;
    },
    current: (): string | null =>
      existsSync(join(opt, 'current')) ? basename(readlinkSync(join(opt, 'current'))) : null,
    /** The version that answers on the port, or null. */
    answering: (): Promise<string | null> =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        async (answer) => ((await answer.json()) as { version: string }).version,
        () => null,
      ),
    settings: (): string => readFileSync(join(root, 'etc/balcao/relay.env'), 'utf8'),
    calls: (): string =>
      existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8') : '',
    has: (path: string): boolean => existsSync(join(root, path)),
    stop(): void {
      const pid = join(folder, 'relay.pid');
      if (existsSync(pid)) {
        try {
          process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL');
        } catch (error) {
          // Ended by itself.
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
        }
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
