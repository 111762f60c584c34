// A machine for the quick tests of the relay's installer: a folder as its root, stand-ins for the commands that change a system, and
// releases whose relay is a few lines. The scripts, their checksums and the Node are real.
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { machineFolder, sealRelease } from './machine-folder.ts';

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
  pg_dump: 'echo "PGDMP of the stand-in: $*"',
  pg_restore: 'echo "pg_restore $*" >> "$MACHINE/calls"; grep -q PGDMP "${@: -1}"',
  ...Object.fromEntries(
    ['useradd', 'chown', 'apt-get', 'createuser', 'createdb'].map((name) => [
      name,
      `echo "${name} $*" >> "$MACHINE/calls"`,
    ]),
  ),
};

export async function fakeRelayMachine() {
  const machine = await machineFolder({
    product: 'opt/balcao-relay',
    pidFile: 'relay.pid',
    commands: COMMANDS,
    environment: { BALCAO_HEALTH_SECONDS: '3' },
  });
  const { folder, root, opt, run } = machine;

  return {
    ...machine,
    install: (release: string, options: { killAt?: string; env?: Record<string, string> } = {}) =>
      run(join(release, 'relay/install.sh'), [], {
        ...options,
        env: { PUBLIC_URL: 'https://acai.example.com', ...options.env },
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
    release(options: { version: string; fault?: RelayFault; arch?: string; key?: string }): string {
      const { version, fault = 'none', arch = process.arch, key } = options;
      const place = join(
        folder,
        `unpacked-${readdirSync(folder).length}`,
        `balcao-relay-${version}-linux-${arch}`,
      );
      for (const path of ['bin', 'cloud', 'pi']) mkdirSync(join(place, path), { recursive: true });
      cpSync('deploy/relay', join(place, 'relay'), { recursive: true });
      for (const name of ['lib.sh', 'incoming.sh', 'verify-archive.mjs', 'keys.mjs'])
        cpSync(`deploy/pi/${name}`, join(place, 'pi', name));
      writeFileSync(join(place, 'cloud/main.js'), RELAY);
      writeFileSync(join(place, 'cloud/package.json'), '{"type":"module"}');
      writeFileSync(join(place, 'cloud/facts.json'), JSON.stringify({ version, fault }));
      return sealRelease(
        place,
        { product: 'balcao-relay', version, arch, committedAt: 1_700_000_000 },
        key && createPublicKey(key).export({ type: 'spki', format: 'pem' }),
        key === undefined ? undefined : (sums) => sign(null, sums, createPrivateKey(key)),
      );
    },
    archive: (
      release: string,
      key?: string,
      name = `${basename(release)}-${readdirSync(folder).length}.tar.gz`,
    ): string => machine.archive(release, key, name),
    settings: (): string => readFileSync(join(root, 'etc/balcao/relay.env'), 'utf8'),
  };
}
