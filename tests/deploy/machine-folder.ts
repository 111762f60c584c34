// What the two machines of the installers' quick tests have alike: a folder as their root, stand-ins for the commands that change a
// system, and a way to run scripts there that the power can fail.
import { execFileSync, spawn } from 'node:child_process';
import { createHash, type KeyLike } from 'node:crypto';
import {
  chmodSync,
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

export type Ran = { code: number | null; output: string };

export async function machineFolder(deps: {
  /** The product's folder below the root, and the file that names its process. */
  product: string;
  pidFile: string;
  commands: Record<string, string>;
  environment: object;
}) {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-machine-'));
  const root = join(folder, 'root');
  const bin = join(folder, 'bin');
  const opt = join(root, deps.product);
  const [port = 0] = await freePorts(1);
  mkdirSync(root);
  mkdirSync(bin);
  const command = (name: string, script: string): void => {
    writeFileSync(join(bin, name), `#!/usr/bin/env bash\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  for (const [name, script] of Object.entries(deps.commands)) command(name, script);

  /** Runs a script to its end; killed (or whatever `signal` does) as soon as it says `killAt`. */
  function run(
    file: string,
    args: readonly string[] = [],
    options: { killAt?: string; signal?: NodeJS.Signals; input?: string; env?: object } = {},
  ): Promise<Ran> {
    return new Promise((resolve) => {
      const child = spawn('bash', [file, ...args], {
        env: {
          ...deps.environment,
          PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
          MACHINE: folder,
          BALCAO_PREFIX: root,
          PORT: String(port),
          LC_ALL: 'C.UTF-8',
          ...options.env,
        },
        detached: true,
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString();
          if (options.killAt === undefined || child.pid === undefined || child.exitCode !== null) return;
          // Its group: what the script is just waiting for dies with it, as in a power cut.
          if (output.includes(options.killAt)) process.kill(-child.pid, options.signal ?? 'SIGKILL');
        });
      child.once('exit', (code) => resolve({ code, output }));
      // One that is over before it reads its input is no failure of ours.
      child.stdin.on('error', () => undefined);
      child.stdin.end(options.input ?? '');
    });
  }

  /** The product's process ends, as in a power cut. */
  function halt(): void {
    const pid = join(folder, deps.pidFile);
    if (!existsSync(pid)) return;
    try {
      process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL');
    } catch (error) {
      // Ended by itself.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    rmSync(pid);
  }

  return {
    folder,
    root,
    bin,
    opt,
    port,
    run,
    command,
    halt,
    /** Packed; sealed when there is a key. */
    archive(release: string, key?: KeyLike, name = `${basename(release)}.tar.gz`): string {
      const file = join(folder, name);
      execFileSync('tar', ['-C', join(release, '..'), '-czf', file, basename(release)]);
      if (key !== undefined) sealArchive(file, key);
      return file;
    },
    /** The version that `current` names, or null. */
    current: (): string | null =>
      existsSync(join(opt, 'current')) ? basename(readlinkSync(join(opt, 'current'))) : null,
    /** The version that answers on the port, or null. */
    answering: (): Promise<string | null> =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        async (answer) => ((await answer.json()) as { version: string }).version,
        () => null,
      ),
    calls: (): string =>
      existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8') : '',
    has: (path: string): boolean => existsSync(join(root, path)),
    stop(): void {
      halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Completes an unpacked release: its Node, its facts and its list; `key` is the public half that it trusts, `sign` makes its signature. */
export function sealRelease(
  place: string,
  facts: { product: string; version: string; arch: string; committedAt: number },
  key?: string | Buffer,
  sign?: (sums: Buffer) => Buffer,
): string {
  writeFileSync(join(place, 'bin/node'), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
  writeFileSync(join(place, 'release.json'), `${JSON.stringify(facts, null, 2)}\n`);
  if (key !== undefined) writeFileSync(join(place, 'pi/release-key.pem'), key);
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
  if (sign) writeFileSync(join(place, 'SHA256SUMS.sig'), sign(Buffer.from(sums)));
  return place;
}
