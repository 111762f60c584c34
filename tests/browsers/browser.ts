// A browser that a test drives without Playwright: Firefox by WebDriver BiDi, WebKit by WebDriver. Small on purpose: what a finger, a
// keyboard and a pair of eyes need (`screen.ts`), and no more. A driver between Firefox and us would be one more download, from a place that
// distributions do not mirror.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Browser = {
  name: string;
  open(url: string): Promise<void>;
  /** Calls a function, given as its source, in the page. Takes and gives what JSON holds. */
  call<T>(source: string, ...args: unknown[]): Promise<T>;
  tapAt(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  close(): Promise<void>;
};

/** A phone's, as in the other browser tests. */
export const SCREEN = { width: 360, height: 740 };
export const START_MS_MAX = 60_000;

/** The input actions of a tap and of typing, which both protocols share. */
export const tapActions = (x: number, y: number) => [
  {
    type: 'pointer',
    id: 'finger',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
];
export const keyActions = (text: string) => [
  {
    type: 'key',
    id: 'keyboard',
    actions: Array.from(text).flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  },
];

export type Program = { printed(pattern: RegExp): Promise<RegExpExecArray>; end(): Promise<void> };

/** Starts a program with a home of its own, which goes with it. */
export function startProgram(
  file: string,
  args: (home: string) => string[],
  env: NodeJS.ProcessEnv = {},
): Program {
  const home = mkdtempSync(join(tmpdir(), 'balcao-browser-'));
  // Its own group: browsers leave children behind.
  const child = spawn(file, args(home), {
    env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`ended (${code ?? signal})`));
  });
  const listen = (heard: (text: string) => void): void => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => {
        said += data.toString();
        heard(said);
      });
  };
  return {
    async printed(pattern) {
      const found = new Promise<RegExpExecArray>((resolve) => {
        listen((text) => {
          const match = pattern.exec(text);
          if (match) resolve(match);
        });
      });
      const late = AbortSignal.timeout(START_MS_MAX);
      const failed = Promise.race([
        ended,
        new Promise<string>((resolve) => {
          late.addEventListener('abort', () => resolve('did not start in time'));
        }),
      ]);
      const outcome = await Promise.race([found, failed]);
      if (typeof outcome === 'string') throw new Error(`${file} ${outcome}:\n${said}`);
      return outcome;
    },
    async end() {
      killGroup(child);
      await ended;
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function killGroup({ pid, exitCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended at this moment.
  }
}
