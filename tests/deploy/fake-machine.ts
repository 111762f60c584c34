// A machine for the installer's quick tests: a folder as its root, stand-ins for the commands that change a system, and releases
// whose store is a few lines. The scripts, their checksums, the Node and the database are real. A whole Debian: debian.soak.ts.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { machineFolder, sealRelease, type Ran } from './machine-folder.ts';

/** What is wrong with a release: it cannot read the data, never answers, or never answers but takes an order first. */
export type Fault = 'none' | 'unreadable' | 'deaf' | 'deaf-but-sells';

const STORE = String.raw`
import { createServer } from 'node:http';
import { mkdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
const { version, schema, fault } = JSON.parse(readFileSync(new URL('./facts.json', import.meta.url)));
if (process.argv[2] === 'certificate') {
  const good = [process.env.TLS_CERT_FILE, process.env.TLS_KEY_FILE].every((file) => readFileSync(file, 'utf8').startsWith('good'));
  console.log(good ? 'Certificado em ordem' : 'A chave não é a deste certificado');
  process.exit(good ? 0 : 1);
}
if (process.argv[2] === 'doctor') {
  console.log(process.env.RELAY_URL + ' ' + process.env.DATA_DIR);
  process.exit(0);
}
if (process.argv[2] === 'restore') {
  const [, port] = /^EDGE_PORT=(.*)/m.exec(readFileSync(process.env.DATA_DIR + '/../../../etc/balcao/store.env', 'utf8'));
  const running = await fetch('http://127.0.0.1:' + port + '/healthz').then(() => true, () => false);
  console.log('restore ' + process.argv.slice(3).join(' ') + (running ? ' beside the store' : ' alone'));
  if (process.argv.includes('slow.db')) await new Promise((resolve) => setTimeout(resolve, 60_000));
  process.exit(process.argv.includes('bad.db') ? 1 : 0);
}
mkdirSync(process.env.DATA_DIR + '/edge', { recursive: true });
const db = new DatabaseSync(process.env.DATA_DIR + '/edge/store.db');
db.exec('create table if not exists outbox (seq integer primary key)');
const have = db.prepare('pragma user_version').get().user_version;
if (have > schema || fault === 'unreadable') { console.log('este banco é de outra versão'); process.exit(1); }
if (have !== schema) db.exec('pragma user_version = ' + schema);
if (process.argv[2] === 'check') process.exit(0);
if (fault === 'deaf-but-sells') db.exec('insert into outbox default values');
const KINDS = { html: 'text/html; charset=utf-8', js: 'text/javascript', css: 'text/css' };
if (fault === 'none') createServer((request, response) => {
  const path = request.url === '/' ? '/index.html' : request.url;
  const kind = KINDS[path.split('.').at(-1)];
  if (kind === undefined) return response.end(JSON.stringify({ version, ready: true }));
  try {
    response.setHeader('content-type', kind);
    response.end(readFileSync(new URL('../web' + path, import.meta.url)));
  } catch {
    response.writeHead(404).end();
  }
}).listen(Number(process.env.EDGE_PORT));
setInterval(() => {}, 1000);
`;

const COMMANDS: Record<string, string> = {
  systemctl: `
    echo "systemctl $*" >> "$MACHINE/calls"
    pid="$MACHINE/store.pid"
    stop() { [ ! -f "$pid" ] || { kill -9 "$(cat "$pid")" 2>/dev/null; rm -f "$pid"; }; }
    start() { ( set -a; . "$BALCAO_PREFIX/etc/balcao/store.env"; DATA_DIR="$BALCAO_PREFIX/var/lib/balcao"; set +a
      exec 8>&- 9>&-; exec setsid "$BALCAO_PREFIX/opt/balcao/current/bin/node" "$BALCAO_PREFIX/opt/balcao/current/edge/main.js" >/dev/null 2>&1 ) & echo $! > "$pid"; }
    case "$*" in
      "stop balcao-store.service" | disable*) stop ;;
      "restart --no-block balcao-store.service") stop; start ;;
      "start balcao-store.service") start ;;
      "is-active"*) [ -f "$pid" ] && kill -0 "$(cat "$pid")" 2>/dev/null ;;
    esac`,
  runuser: 'echo "runuser $*" >> "$MACHINE/calls"; while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
  timedatectl: 'echo "${NTP:-yes}"',
  journalctl: 'echo "Código de instalação: ABCDE-12345"',
  ss: 'cat "$MACHINE/listening" 2>/dev/null || true',
  hostname: 'echo 192.168.0.7',
  ...Object.fromEntries(
    ['useradd', 'usermod', 'userdel', 'groupadd', 'chown', 'udevadm'].map((name) => [
      name,
      `echo "${name} $*" >> "$MACHINE/calls"`,
    ]),
  ),
};

export async function fakeMachine() {
  const machine = await machineFolder({
    product: 'opt/balcao',
    pidFile: 'store.pid',
    commands: COMMANDS,
    environment: { ...process.env, BALCAO_HEALTH_SECONDS: '2' },
  });
  const { folder, root, bin, opt, port, run } = machine;
  const database = join(root, 'var/lib/balcao/edge/store.db');

  return {
    ...machine,
    /** As the system's own start: the store, and what looks after an update that was cut. */
    async boot(): Promise<Ran> {
      await run(join(bin, 'systemctl'), ['restart', '--no-block', 'balcao-store.service']);
      return run(join(opt, 'current/pi/update.sh'), ['--recover']);
    },
    install: (release: string, options = {}) => run(join(release, 'pi/install.sh'), [], options),
    update: (args: string[], options = {}) => run(join(opt, 'current/pi/update.sh'), args, options),
    uninstall: (args: string[] = [], options = {}) =>
      run(join(opt, 'current/pi/uninstall.sh'), args, options),
    /** The machine's own command: `sudo balcao …`. */
    balcao: (args: string[], options = {}) => run(join(opt, 'current/pi/balcao'), args, options),
    /** An unpacked release, sealed; `key` is the public half that it trusts, `sign` makes its signature. */
    release(options: {
      version: string;
      schema?: number;
      fault?: Fault;
      arch?: string;
      key?: string;
      sign?: (sums: Buffer) => Buffer;
      committedAt?: number;
      /** Packed without a file that its page asks for. */
      web?: 'without-script';
    }): string {
      const { version, schema = 1, fault = 'none', arch = process.arch } = options;
      const place = join(
        folder,
        'unpacked',
        `${version}-${readdirSync(folder).length}`,
        `balcao-store-${version}-linux-${arch}`,
      );
      mkdirSync(join(place, 'bin'), { recursive: true });
      mkdirSync(join(place, 'edge'));
      cpSync('deploy/pi', join(place, 'pi'), { recursive: true });
      writeFileSync(join(place, 'edge/main.js'), STORE);
      writeFileSync(join(place, 'edge/package.json'), '{"type":"module"}');
      writeFileSync(join(place, 'edge/facts.json'), JSON.stringify({ version, schema, fault }));
      mkdirSync(join(place, 'web/assets'), { recursive: true });
      writeFileSync(
        join(place, 'web/index.html'),
        '<link rel="stylesheet" href="/assets/a.css"><script type="module" src="/assets/a.js"></script>',
      );
      writeFileSync(join(place, 'web/assets/a.css'), 'body{}');
      if (options.web !== 'without-script') writeFileSync(join(place, 'web/assets/a.js'), 'document.title');
      const { committedAt = 1_700_000_000, key, sign } = options;
      return sealRelease(place, { product: 'balcao-store', version, arch, committedAt }, key, sign);
    },
    /** Whether the page opens with what it asks for. */
    async serves(): Promise<boolean> {
      const answers = await Promise.all(
        ['/', '/assets/a.js', '/assets/a.css'].map((path) => fetch(`http://127.0.0.1:${port}${path}`)),
      );
      return answers.every(({ ok }) => ok);
    },
    status: (): { state: string; message: string; version: string } =>
      JSON.parse(readFileSync(join(root, 'var/lib/balcao-update/status.json'), 'utf8')) as {
        state: string;
        message: string;
        version: string;
      },
    sell(): void {
      const db = new DatabaseSync(database);
      db.exec('insert into outbox default values');
      db.close();
    },
    data(): { orders: number; schema: number } {
      const db = new DatabaseSync(database, { readOnly: true });
      const { orders } = db.prepare('select count(*) as orders from outbox').get() as { orders: number };
      const { user_version: schema } = db.prepare('pragma user_version').get() as { user_version: number };
      db.close();
      return { orders, schema };
    },
  };
}
