// A whole Debian on this machine, for the installer: a root made by debootstrap, its own systemd as process 1 in namespaces of its own,
// and a cable to a second network namespace, where the phone is. Nothing of it leaves the machine.
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '../../scripts/root.ts';

const PACKAGES = 'systemd,systemd-sysv,udev,dbus,iproute2,ca-certificates,curl';
const STORE_ADDRESS = '10.77.0.1';
const PHONE_ADDRESS = '10.77.0.2';
const SERVER = 'tests/deploy/source-server.ts';
const ROUTER = 'tests/deploy/dhcp.main.ts';
const SERVER_PORT = 8000;
const PHONE_MS_MAX = 240_000;
const BOOT_SECONDS_MAX = 180;

/** Why it cannot be done here, or null. */
export function whyNot(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux can make a Debian root';
  const missing = ['debootstrap', 'unshare', 'nsenter', 'ip'].filter((name) => {
    try {
      execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
  return missing.length > 0
    ? `missing here: ${missing.join(', ')} (apt-get install debootstrap iproute2)`
    : null;
}

/** Made once per suite and list of packages; every Debian is a layer on top of it. */
function baseOf(suite: string, packages: string): string {
  const list = createHash('sha256').update(packages).digest('hex').slice(0, 8);
  const base = join(root, '.cache', 'debian', `${suite}-${list}`);
  if (existsSync(base)) return base;
  const fresh = `${base}.${process.pid}`;
  mkdirSync(join(root, '.cache', 'debian'), { recursive: true });
  execFileSync('debootstrap', ['--variant=minbase', `--include=${packages}`, suite, fresh], {
    stdio: 'ignore',
  });
  renameSync(fresh, base);
  return base;
}

/** One Debian's own control group: two in one of them would count each other's processes as theirs. Null where none can be made. */
function groupFor(folder: string): string | null {
  const hierarchy = ['/sys/fs/cgroup/unified', '/sys/fs/cgroup'].find((one) =>
    isWritable(join(one, 'cgroup.procs')),
  );
  return hierarchy === undefined ? null : join(hierarchy, basename(folder));
}

function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function removeGroup(group: string): Promise<void> {
  const remove = promisify(execFile);
  // The last of its processes may be on their way out.
  await until('its control groups are gone', async () => {
    await remove('find', [group, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', '+']);
    return true;
  });
}

const BOOT = String.raw`
set -e
read -r _
cd "$FOLDER"
if [ -n "$GROUP" ]; then mkdir -p "$GROUP"; echo 0 > "$GROUP/cgroup.procs"; fi
exec unshare --cgroup bash -ec '
  mount --make-rprivate /
  mount -t overlay overlay -o "lowerdir=$BASE,upperdir=$FOLDER/upper,workdir=$FOLDER/work" root
  mount -t proc proc root/proc
  mount -t tmpfs tmpfs root/run; mount -t tmpfs tmpfs root/tmp
  if [ "$CARDS" = shown ]; then mount -t sysfs -o ro sysfs root/sys; else mount -t tmpfs tmpfs root/sys; mkdir -p root/sys/fs/cgroup; fi
  mount -t cgroup2 cgroup2 root/sys/fs/cgroup
  mount -t tmpfs tmpfs root/dev; mkdir root/dev/pts root/dev/shm
  for device in "null 3" "zero 5" "full 7" "random 8" "urandom 9"; do set -- $device; mknod -m 666 root/dev/$1 c 1 $2; done
  mknod -m 666 root/dev/tty c 5 0; ln -s /proc/self/fd root/dev/fd
  mount -t devpts -o newinstance,ptmxmode=0666 devpts root/dev/pts; ln -s pts/ptmx root/dev/ptmx
  exec env -i container=balcao PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot root /lib/systemd/systemd --system </dev/null'
`;

export type Debian = Awaited<ReturnType<typeof bootDebian>>;

/**
 * With a `manager` nobody gives the store's card an address but that system: `configure` writes its settings below the folder that it is
 * called with, which lies over the root, and no router answers before `startRouter`.
 */
export async function bootDebian(
  suite: string,
  manager?: { packages: string; configure: (root: string) => void },
) {
  const base = baseOf(suite, [PACKAGES, manager?.packages ?? ''].filter((one) => one !== '').join(','));
  const folder = mkdtempSync(join(tmpdir(), 'balcao-debian-'));
  const group = groupFor(folder);
  for (const name of ['upper', 'work', 'root']) mkdirSync(join(folder, name));
  let outer: ChildProcess | null = null;
  let init = 0;

  /** `isUp`: of what `systemctl is-system-running` says. */
  async function boot(isUp = /running|degraded/): Promise<void> {
    const namespaces = ['--pid', '--mount', '--net', '--uts', '--ipc', '--fork', '--kill-child'];
    const starting = spawn('unshare', [...namespaces, 'bash', '-c', BOOT], {
      env: {
        PATH: process.env.PATH ?? '',
        FOLDER: folder,
        BASE: base,
        GROUP: group ?? '',
        CARDS: manager ? 'shown' : 'hidden',
      },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    outer = starting;
    await until('it has namespaces of its own', async () => {
      const children = readFileSync(`/proc/${starting.pid}/task/${starting.pid}/children`, 'utf8').trim();
      init = Number(children.split(' ')[0]);
      return init > 0 && hasOwnNetwork(init);
    });
    // The cable: its end in the shop, the other where the phone is (the namespace that it starts).
    const other = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' });
    phone = other;
    await until('the phone has a namespace', async () => hasOwnNetwork(other.pid));
    // With these names from its first moment: a network manager looks at a card once.
    const ends = [
      ['eth0', 'netns', String(init)],
      ['type', 'veth', 'peer'],
      ['name', 'wlan0', 'netns', String(other.pid)],
    ];
    execFileSync('ip', ['link', 'add', ...ends.flat()]);
    for (const [pid, device, address] of [
      [init, 'eth0', STORE_ADDRESS],
      [other.pid, 'wlan0', PHONE_ADDRESS],
    ] as const) {
      ipIn(pid, 'link', 'set', 'lo', 'up');
      if (device === 'eth0' && manager) continue;
      ipIn(pid, 'address', 'add', `${address}/24`, 'dev', device);
      ipIn(pid, 'link', 'set', device, 'up');
      ipIn(pid, 'route', 'add', 'default', 'dev', device);
    }
    // A machine has its card before its power. Told of one that comes later, nobody would wait for a network.
    starting.stdin.end('\n');
    await until(
      'its systemd is up',
      async () => isUp.test((await run('systemctl is-system-running', { mayFail: true })).trim()),
      BOOT_SECONDS_MAX,
    );
  }

  const hasOwnNetwork = (pid: number | undefined): boolean =>
    readlinkSync(`/proc/${pid}/ns/net`) !== readlinkSync('/proc/self/ns/net');

  const ipIn = (pid: number | undefined, ...words: string[]): void =>
    void execFileSync('nsenter', ['-t', String(pid), '-n', 'ip', ...words]);

  /** Pulls the cable out of the router, or puts it back. */
  function cable(isIn: boolean): void {
    ipIn(phone?.pid, 'link', 'set', 'wlan0', isIn ? 'up' : 'down');
    // It went with the link.
    if (isIn) ipIn(phone?.pid, 'route', 'add', 'default', 'dev', 'wlan0');
  }

  /** The shop's router gives addresses from now on, until the power is cut. */
  function startRouter(): void {
    const words = ['-t', String(phone?.pid), '-n', process.execPath, ROUTER, PHONE_ADDRESS, STORE_ADDRESS];
    router = spawn('nsenter', words, { cwd: root, stdio: 'ignore' });
  }
  let phone: ChildProcess | null = null;
  let server: ChildProcess | null = null;
  let router: ChildProcess | null = null;

  /** A command inside, as root; what it printed. */
  function run(command: string, options: { mayFail?: boolean; input?: string } = {}): Promise<string> {
    return new Promise((resolve, reject) => {
      const child = spawn(
        'nsenter',
        [
          '-t',
          String(init),
          '-a',
          `-r/proc/${init}/root`,
          `-w/proc/${init}/root`,
          '/bin/bash',
          '-c',
          command,
        ],
        {
          env: { PATH: '/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', HOME: '/root' },
        },
      );
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      // A command that is over before it reads its input is no failure of ours.
      child.stdin.on('error', () => undefined);
      child.stdin.end(options.input ?? '');
      child.once('error', reject);
      child.once('close', (code) =>
        code === 0 || options.mayFail
          ? resolve(output)
          : reject(new Error(`${command}: ended with ${code}\n${output}`)),
      );
    });
  }

  /** A file of this project, run in the phone's network; what it printed. */
  function asPhone(file: string, env: Record<string, string>): string {
    return execFileSync('nsenter', ['-t', String(phone?.pid), '-n', process.execPath, file], {
      cwd: root,
      env: { ...process.env, ...env },
      timeout: PHONE_MS_MAX,
    }).toString();
  }

  /** A folder over HTTP where the phone is; its address. */
  async function serve(folder: string): Promise<string> {
    const words = ['-t', String(phone?.pid), '-n', process.execPath, SERVER, folder, PHONE_ADDRESS];
    server = spawn('nsenter', [...words, String(SERVER_PORT)], { cwd: root, stdio: 'ignore' });
    const address = `http://${PHONE_ADDRESS}:${SERVER_PORT}`;
    await until('the source is served', async () => (await run(`curl -sS ${address}/`)) === '');
    return address;
  }

  async function powerCut(): Promise<void> {
    const dead = outer;
    outer = null;
    server?.kill('SIGKILL');
    router?.kill('SIGKILL');
    phone?.kill('SIGKILL');
    if (!dead) return;
    const gone = new Promise((resolve) => dead.once('exit', resolve));
    process.kill(init, 'SIGKILL');
    dead.kill('SIGKILL');
    await gone;
  }

  manager?.configure(join(folder, 'upper'));
  await boot();
  return {
    address: STORE_ADDRESS,
    phoneAddress: PHONE_ADDRESS,
    run,
    asPhone,
    serve,
    boot,
    cable,
    startRouter,
    powerCut,
    /** Puts a file of this machine inside. */
    give: (file: string, path: string): void => {
      execFileSync('cp', [file, join(`/proc/${init}/root`, path)]);
    },
    write: (path: string, text: string): void => writeFileSync(join(`/proc/${init}/root`, path), text),
    async stop(): Promise<void> {
      await powerCut();
      if (group !== null) await removeGroup(group);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function until(what: string, holds: () => Promise<boolean>, secondsMax = 60): Promise<void> {
  const endMs = performance.now() + secondsMax * 1000;
  while (performance.now() < endMs) {
    if (await holds().catch(() => false)) return;
    await delay(250);
  }
  throw new Error(`not within ${secondsMax} s: ${what}`);
}
