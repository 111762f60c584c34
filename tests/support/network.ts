// A real network between two parts: the way leads through a network namespace of its own, whose cable loses or slows
// packets in the kernel. Needs Linux, root, iproute2 and the right to make namespaces.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { selfSigned } from './self-signed.ts';

export type Network = {
  /** The near end: what one part dials instead of the other. The far end listens on all addresses of this machine. */
  url: string;
  /** Of the near end, which speaks https as every relay does. */
  cert: string;
  /** Every packet is lost from now on, in both directions, and nobody is told. */
  lose(): void;
  /** The same somewhere on the way, where neither kernel sees it: what either end has sent is sent again after longer and longer pauses. */
  loseOnTheWay(): void;
  slow(kilobitsPerSecond: number): void;
  /** Everything passes again, at full speed. */
  clear(): void;
  close(): Promise<void>;
};

const LISTEN_MS_MAX = 60_000;
const DAY_MS = 86_400_000;
/** The hardware address of no machine. */
const NOBODY = '02:00:00:00:00:99';

// Runs inside the namespace, as the proxy with the certificate before a relay: bytes from its address to the far end, and back.
const FORWARDER = `
const { connect } = require('node:net');
const { createServer } = require('node:tls');
const [host, port, far, farPort] = process.argv.slice(1);
const { CERT: cert, KEY: key } = process.env;
createServer({ cert, key }, (near) => {
  const other = connect({ host: far, port: Number(farPort) });
  near.pipe(other).pipe(near);
  near.on('error', () => other.destroy());
  other.on('error', () => near.destroy());
}).on('tlsClientError', () => undefined).listen(Number(port), host);
`;

function run(...args: [string, ...string[]]): boolean {
  const [command, ...rest] = args;
  return spawnSync(command, rest, { stdio: 'ignore' }).status === 0;
}

/** Null where this machine does not let us make a network. */
export async function createNetwork(farPort: number): Promise<Network | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const number = process.pid % 200;
  const name = `balcao${process.pid}`;
  const [here, there] = [`bh${process.pid}`.slice(0, 15), `bt${process.pid}`.slice(0, 15)];
  const [hereIp, thereIp] = [`10.77.${number}.1`, `10.77.${number}.2`];
  const remove = (): void => {
    run('ip', 'netns', 'del', name);
    run('ip', 'link', 'del', here);
  };
  const made =
    run('ip', 'netns', 'add', name) &&
    run('ip', 'link', 'add', here, 'type', 'veth', 'peer', 'name', there) &&
    run('ip', 'link', 'set', there, 'netns', name) &&
    run('ip', 'addr', 'add', `${hereIp}/30`, 'dev', here) &&
    run('ip', 'link', 'set', here, 'up') &&
    run('ip', 'netns', 'exec', name, 'ip', 'addr', 'add', `${thereIp}/30`, 'dev', there) &&
    run('ip', 'netns', 'exec', name, 'ip', 'link', 'set', there, 'up') &&
    // Tried beforehand: a kernel without it has nothing to slow a line with.
    run(
      'tc',
      'qdisc',
      'add',
      'dev',
      here,
      'root',
      'tbf',
      'rate',
      '1mbit',
      'burst',
      '16kb',
      'latency',
      '400ms',
    ) &&
    run('tc', 'qdisc', 'del', 'dev', here, 'root');
  if (!made) {
    remove();
    return null;
  }
  const port = 4000;
  const { cert, key } = await selfSigned({
    name: thereIp,
    fromMs: Date.now() - DAY_MS,
    toMs: Date.now() + DAY_MS,
  });
  const forwarder: ChildProcess = spawn(
    'ip',
    ['netns', 'exec', name, process.execPath, '-e', FORWARDER, thereIp, `${port}`, hereIp, `${farPort}`],
    { stdio: 'ignore', env: { ...process.env, CERT: cert, KEY: key } },
  );
  const inside = (...args: string[]): boolean => run('ip', 'netns', 'exec', name, ...args);
  const shape = (kilobits: number): void => {
    const how = ['root', 'tbf', 'rate', `${kilobits}kbit`, 'burst', '16kb', 'latency', '400ms'];
    if (!run('tc', 'qdisc', 'replace', 'dev', here, ...how)) throw new Error('the line could not be slowed');
    inside('tc', 'qdisc', 'replace', 'dev', there, ...how);
  };
  /** Whom each end takes the other for: by its own address, or by one that nobody has. */
  const know = (far: string, near: string): void => {
    run('ip', 'neigh', 'replace', thereIp, 'lladdr', far, 'nud', 'permanent', 'dev', here);
    inside('ip', 'neigh', 'replace', hereIp, 'lladdr', near, 'nud', 'permanent', 'dev', there);
  };
  const nearAddress = addressOf(spawnSync('ip', ['link', 'show', here]).stdout);
  const farAddress = addressOf(spawnSync('ip', ['netns', 'exec', name, 'ip', 'link', 'show', there]).stdout);
  const network: Network = {
    url: `https://${thereIp}:${port}`,
    cert,
    // The cable out of the socket: neither end's connections hear of it.
    lose: () => void inside('ip', 'link', 'set', there, 'down'),
    loseOnTheWay: () => know(NOBODY, NOBODY),
    slow: shape,
    clear() {
      know(farAddress, nearAddress);
      inside('ip', 'link', 'set', there, 'up');
      run('tc', 'qdisc', 'del', 'dev', here, 'root');
      inside('tc', 'qdisc', 'del', 'dev', there, 'root');
    },
    async close() {
      const gone = once(forwarder, 'exit');
      forwarder.kill('SIGKILL');
      await gone;
      remove();
    },
  };
  for (const deadline = Date.now() + LISTEN_MS_MAX; Date.now() < deadline; await pause(50))
    if (await listens(thereIp, port)) return network;
  await network.close();
  return null;
}

const addressOf = (shown: Buffer): string => /link\/ether (\S+)/.exec(shown.toString())?.[1] ?? NOBODY;

function listens(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (answer: boolean) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', end(true)).once('error', end(false)).setTimeout(5000, end(false));
  });
}
