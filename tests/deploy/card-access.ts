// Ways into a card: a file onto the partition that any computer opens, and a technician's commands on the machine that it started.
import { execFile, execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Run } from './source-life.ts';

export function writeToCard(card: string, at: number, name: string, text: string): void {
  const file = join(tmpdir(), `balcao-${process.pid}-${name}`);
  writeFileSync(file, text);
  execFileSync('mcopy', ['-o', '-i', `${card}@@${at}`, file, `::/${name}`]);
  rmSync(file);
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
