// Runs one command to its end and keeps what it printed. For tools that finish; servers are child.ts.
import { spawn, type ChildProcess } from 'node:child_process';
import { root } from './root.ts';

export type RunOptions = {
  cwd?: string;
  env?: Record<string, string>;
  /** Ends the command early, with SIGTERM. */
  signal?: AbortSignal;
  /** Ends the command when it takes longer. */
  timeoutMs?: number;
  /** Also show its output as it comes. */
  show?: boolean;
};

export type RunResult = { ok: boolean; code: number | null; output: string; tookMs: number };

const running = new Set<ChildProcess>();

/** For scripts that only run commands: asked to end, they take their commands with them and leave no orphan. */
export function endWithCommands(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.once(signal, () => {
      for (const child of running) child.kill('SIGTERM');
      const exit = () => process.exit(code);
      setTimeout(exit, 5_000);
      void Promise.all(
        [...running].map((child) => new Promise((resolve) => child.once('close', resolve))),
      ).then(exit);
    });
  }
}

export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const end = (code: number | null, note = '') =>
      resolve({
        ok: code === 0,
        code,
        output: Buffer.concat(chunks).toString('utf8') + note,
        tookMs: performance.now() - startedAt,
      });
    const signals = [
      ...(options.signal ? [options.signal] : []),
      ...(options.timeoutMs ? [AbortSignal.timeout(options.timeoutMs)] : []),
    ];
    const stop = AbortSignal.any(signals);
    if (stop.aborted) {
      end(null, 'not started: interrupted');
      return;
    }
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    let killer: NodeJS.Timeout | undefined;
    const onStop = () => {
      child.kill('SIGTERM');
      killer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    };
    stop.addEventListener('abort', onStop, { once: true });
    const settle = (code: number | null, note?: string) => {
      stop.removeEventListener('abort', onStop);
      clearTimeout(killer);
      running.delete(child);
      end(code, note);
    };
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      from.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (options.show) to.write(chunk);
      });
    }
    child.once('error', (error) => settle(null, `cannot run ${command}: ${error.message}`));
    child.once('close', (code) => settle(code, stop.aborted ? '\ninterrupted or out of time' : ''));
  });
}

/** Runs a tool of node_modules by its JavaScript file, on the Node we run on: no shell, no PATH. */
export function runNode(file: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return run(process.execPath, [`${root}/${file}`, ...args], options);
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
