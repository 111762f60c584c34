// Ways into a card: a file onto the partition that any computer opens, and a technician's commands on the machine that it started.
import { execFile, execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { HAND_PORT } from './emulated.ts';
import type { Run } from './source-life.ts';

/** A release starts slowly where every instruction is emulated. */
export const SLOW = 'BALCAO_HEALTH_SECONDS=1800';
const UNITS = '/etc/systemd/system';
const HAND_SECONDS_MAX = 2400;
/** One line in, one line out: what to run and what it reads, then how it ended and what it said, each in base64 (- for nothing). */
const HAND_SCRIPT = String.raw`exec 3<>/dev/virtio-ports/${HAND_PORT}
while read -r id command input <&3; do
  case "$input" in -) : ;; *) printf %s "$input" | base64 -d ;; esac >/run/hand.input
  bash -c "$(printf %s "$command" | base64 -d)" </run/hand.input >/run/hand.output 2>&1
  printf '%s %s %s\n' "$id" "$?" "$(base64 -w 0 /run/hand.output)" >&3
done
`;
/** Without anybody at the other end it reads an end at once. */
const HAND_UNIT = `[Unit]
StartLimitIntervalSec=0
[Service]
ExecStart=/bin/bash /etc/hand.sh
Restart=always
RestartSec=1
Environment=HOME=/root LC_ALL=C.UTF-8
[Install]
WantedBy=multi-user.target
`;
/** What has to lie in the root of a machine whose commands come `byHand`, as `writeToRoot` takes it. */
export const HAND = {
  texts: { '/etc/hand.sh': HAND_SCRIPT, [`${UNITS}/hand.service`]: HAND_UNIT },
  links: { [`${UNITS}/multi-user.target.wants/hand.service`]: `${UNITS}/hand.service` },
};

/** PEM. With IMAGE, the one that it was made with: what it updates itself to has to be of the same hand. */
export function releaseKey(): string {
  const file = process.env.RELEASE_KEY;
  if (file !== undefined) return readFileSync(file, 'utf8');
  if (process.env.IMAGE !== undefined) throw new Error('RELEASE_KEY=FILE: the key that IMAGE was made with');
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

export function writeToCard(card: string, at: number, name: string, text: string): void {
  const file = join(tmpdir(), `balcao-${process.pid}-${name}`);
  writeFileSync(file, text);
  execFileSync('mcopy', ['-o', '-i', `${card}@@${at}`, file, `::/${name}`]);
  rmSync(file);
}

/** What is laid into the root of a disk that is not started: texts and files by their paths there, and links by what they lead to. */
export function writeToRoot(
  disk: string,
  rootAt: number,
  given: { texts?: Record<string, string>; files?: Record<string, string>; links?: Record<string, string> },
): void {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-root-'));
  const texts = Object.entries(given.texts ?? {}).map(([path, text], index): [string, string] => {
    const file = join(folder, `${index}`);
    writeFileSync(file, text);
    return [path, file];
  });
  const commands = [
    ...[...texts, ...Object.entries(given.files ?? {})].map(([path, file]) => `write ${file} ${path}`),
    ...Object.entries(given.links ?? {}).map(([link, target]) => `symlink ${link} ${target}`),
  ];
  execFileSync('debugfs', ['-w', '-f', '-', `${disk}?offset=${rootAt}`], {
    input: `${commands.join('\n')}\n`,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  rmSync(folder, { recursive: true });
}

/** Makes a pair of keys; `<answer>.pub` is the public one. */
export function technicianKey(folder: string): string {
  const key = join(folder, 'key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  return key;
}

/** Over SSH, as the technician whose key lies on the card. */
export function onMachine(port: number, key: string): Run {
  const options = [
    'BatchMode=yes',
    'StrictHostKeyChecking=no',
    'UserKnownHostsFile=/dev/null',
    'LogLevel=ERROR',
  ];
  const words = [
    '-i',
    key,
    '-p',
    String(port),
    ...options.flatMap((one) => ['-o', one]),
    '-o',
    'ConnectTimeout=120',
  ];
  return (command, { mayFail = false, input = '' } = {}) =>
    new Promise((resolve, reject) => {
      const asRoot = `sudo bash -c '${command.replaceAll("'", String.raw`'\''`)}' 2>&1`;
      const child = execFile('ssh', [...words, 'tecnico@127.0.0.1', asRoot], (error, stdout, stderr) => {
        if (error === null || mayFail) resolve(stdout);
        else reject(new Error(`${command}: ended with ${String(error.code)}\n${stdout}${stderr}`));
      });
      // A command that is over before it reads its input is no failure of ours.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
}

/** As root, by no network at all: `socket` leads to the machine's own HAND_PORT. One command at a time. */
export async function byHand(socket: string): Promise<Run> {
  const hand = connect(socket);
  await once(hand, 'connect');
  const answers = new Map<string, (answer: string) => void>();
  createInterface({ input: hand }).on('line', (line) => {
    const [id = ''] = line.split(' ', 1);
    answers.get(id)?.(line.slice(id.length + 1));
    answers.delete(id);
  });
  // It ends with the machine.
  hand.on('error', () => undefined);
  let asked = 0;
  const coded = (text: string): string => (text === '' ? '-' : Buffer.from(text).toString('base64'));
  return (command, { mayFail = false, input = '' } = {}) =>
    new Promise((resolve, reject) => {
      const id = `${asked++}`;
      const late = (): void => reject(new Error(`${command}: no end within ${HAND_SECONDS_MAX} s`));
      const timer = setTimeout(late, HAND_SECONDS_MAX * 1000);
      answers.set(id, (answer) => {
        clearTimeout(timer);
        const [code = '', said = ''] = answer.split(' ');
        const output = Buffer.from(said, 'base64').toString();
        if (code === '0' || mayFail) resolve(output);
        else reject(new Error(`${command}: ended with ${code}\n${output}`));
      });
      hand.write(`${id} ${coded(command)} ${coded(input)}\n`);
    });
}

/** The same commands, with the time that a release needs to start there. */
export const slowly =
  (run: Run): Run =>
  (command, given) =>
    run(command.replace(/^(balcao (update|rollback)|\S+install\.sh)/, `${SLOW} $&`), given);
