// One server process of a shop: started, heard, killed, started again. It knows nothing of what the
// process does; readiness is an address that answers.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from './root.ts';

const DIE_WITH_PARENT = new URL('./die-with-parent.ts', import.meta.url).href;
/** Compiled and type-stripped code, kept between starts: a third of a server's time to load. */
const COMPILE_CACHE = join(root, '.cache', 'compile');
const LOG_LINES_MAX = 5_000;
const LOG_FILE_BYTES_MAX = 10_000_000;
const READY_POLL_MS = 40;
const READY_PROBE_MS_MAX = 2_000;
/** Draining a server takes a moment; what takes longer hangs. */
const STOP_MS_MAX = 6_000;

export type ChildSpec = {
  name: string;
  /** A file to run, relative to the project. */
  file: string;
  env: Record<string, string>;
  /** Ready when this answers as `isReady` asks. */
  readyUrl: string;
  isReady: (response: Response) => boolean;
  readyMsMax: number;
  /** How long it may drain before it is killed. */
  stopMsMax?: number;
  /** Also keep what it says in this file. */
  logFile?: string;
};

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

export type Child = {
  readonly name: string;
  readonly pid: number | undefined;
  /** Starts it and waits until it is ready; throws with the end of its log when it is not. */
  start(): Promise<void>;
  /** Sends the signal and waits until the process is gone; for a signal that ends nothing (SIGSTOP), only sends. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** SIGTERM, and SIGKILL when it takes too long. */
  stop(): Promise<void>;
  /** What it printed since this object was made, oldest first, the last few thousand lines. */
  log(): readonly string[];
  /** Called when the process ends without `kill` or `stop`. */
  onDeath(listener: (exit: Exit) => void): void;
};

export function createChild(spec: ChildSpec): Child {
  const lines: string[] = [];
  const deathListeners: ((exit: Exit) => void)[] = [];
  let running: ChildProcess | undefined;
  let wanted = false;

  function keep(line: string): void {
    lines.push(line);
    if (lines.length > LOG_LINES_MAX) lines.splice(0, lines.length - LOG_LINES_MAX);
    if (spec.logFile) appendTo(spec.logFile, line);
  }

  function listen(stream: NodeJS.ReadableStream | null): void {
    let rest = '';
    stream?.setEncoding('utf8');
    stream?.on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      for (const line of parts) keep(line);
    });
    stream?.on('end', () => {
      if (rest) keep(rest);
    });
  }

  function launch(): ChildProcess {
    const child = spawn(process.execPath, ['--import', DIE_WITH_PARENT, resolve(root, spec.file)], {
      cwd: root,
      env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, ...spec.env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A group of its own: Ctrl-C in the terminal reaches us alone, and we stop the parts in order.
      detached: process.platform !== 'win32',
    });
    listen(child.stdout);
    listen(child.stderr);
    child.once('exit', (code, signal) => {
      if (running === child) running = undefined;
      if (wanted) for (const listener of deathListeners) listener({ code, signal });
    });
    child.once('error', (error) => keep(`cannot run ${spec.file}: ${error.message}`));
    return child;
  }

  async function untilReady(child: ChildProcess): Promise<void> {
    const deadline = Date.now() + spec.readyMsMax;
    // Later than its end: by then its last words have been read.
    const closed = new Promise((resolve) => child.once('close', resolve));
    for (;;) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
        await closed;
        throw new Error(`${spec.name} ended before it was ready (${describeExit(child)})${tail(lines)}`);
      }
      if (await answers(spec)) return;
      if (Date.now() > deadline) {
        throw new Error(
          `${spec.name} was not ready within ${spec.readyMsMax / 1000} s (${spec.readyUrl})${tail(lines)}`,
        );
      }
      await delay(READY_POLL_MS);
    }
  }

  async function end(signal: NodeJS.Signals, graceMs?: number): Promise<void> {
    const child = running;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    wanted = false;
    const gone = once(child, 'exit');
    child.kill(signal);
    if (graceMs === undefined) {
      await gone;
      return;
    }
    const timer = setTimeout(() => {
      keep(`${spec.name} did not end within ${graceMs} ms: killed`);
      child.kill('SIGKILL');
    }, graceMs);
    await gone;
    clearTimeout(timer);
  }

  return {
    name: spec.name,
    get pid() {
      return running?.pid;
    },
    async start() {
      if (running) throw new Error(`${spec.name} runs already`);
      wanted = true;
      running = launch();
      await untilReady(running);
    },
    async kill(signal = 'SIGKILL') {
      if (signal === 'SIGSTOP' || signal === 'SIGCONT') running?.kill(signal);
      else await end(signal);
    },
    stop: () => end('SIGTERM', spec.stopMsMax ?? STOP_MS_MAX),
    log: () => lines,
    onDeath(listener) {
      deathListeners.push(listener);
    },
  };
}

async function answers(spec: ChildSpec): Promise<boolean> {
  try {
    const response = await fetch(spec.readyUrl, { signal: AbortSignal.timeout(READY_PROBE_MS_MAX) });
    await response.body?.cancel();
    return spec.isReady(response);
  } catch {
    // Nobody listens yet: that is what is being asked.
    return false;
  }
}

function describeExit(child: ChildProcess): string {
  return child.signalCode ?? `exit code ${child.exitCode ?? 'none'}`;
}

/** The last lines of a log, to stand under a message. */
export function tail(lines: readonly string[], count = 15): string {
  const last = lines.slice(-count);
  return last.length === 0 ? '; it printed nothing' : `\n${last.map((line) => `  │ ${line}`).join('\n')}`;
}

function appendTo(file: string, line: string): void {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file) && statSync(file).size > LOG_FILE_BYTES_MAX) {
    rmSync(`${file}.1`, { force: true });
    renameSync(file, `${file}.1`);
  }
  appendFileSync(file, `${line}\n`);
}
