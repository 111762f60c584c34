// What a server does with an error that nothing caught: writes it to the log and to a file that the next start reads, and ends in order.
// A process that went on would go on in a state that nobody knows.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describeError } from './written-error.ts';

/** The error that ended the process before this one, as the next start reads it from the file. */
export type LastWords = {
  atMs: number;
  /** An error's kind and where it was thrown; never what it was about. */
  kind: string;
  place: string | null;
};

/** How long the end may take before the process is ended as it is. */
const END_MS_MAX = 5000;
const EXIT_CODE = 1;

/** From now on an error that reaches nobody ends the process by `end`, with a code that says so. Returns what takes that back. */
export function keepLastWords(deps: {
  /** Null where there is no folder to keep it in. */
  file: string | null;
  clock: () => number;
  log: { fatal(details: object, message: string): void };
  /** Closes what is open. */
  end: () => Promise<void>;
  exit?: (code: number) => void;
}): () => void {
  const { file, clock, log, end, exit = (code) => process.exit(code) } = deps;
  let ending = false;

  const die = (error: unknown, from: string): void => {
    log.fatal({ err: error, from }, 'an error reached nobody; the process ends');
    if (ending) return;
    ending = true;
    try {
      if (file !== null) writeFileSync(file, JSON.stringify(lastWordsOf(error, clock())), { mode: 0o600 });
    } catch (failure) {
      log.fatal({ err: failure }, 'the last words could not be written');
    }
    setTimeout(() => exit(EXIT_CODE), END_MS_MAX).unref();
    end()
      .catch((failure: unknown) => log.fatal({ err: failure }, 'the end was not orderly'))
      .finally(() => exit(EXIT_CODE));
  };
  const onException = (error: unknown): void => die(error, 'exception');
  const onRejection = (error: unknown): void => die(error, 'rejection');
  process.on('uncaughtException', onException);
  process.on('unhandledRejection', onRejection);
  return () => {
    process.off('uncaughtException', onException);
    process.off('unhandledRejection', onRejection);
  };
}

/** What the process before this one said as it ended; null when it said nothing, or nothing that can be read. */
export function readLastWords(file: string): LastWords | null {
  try {
    const { atMs, kind, place } = JSON.parse(readFileSync(file, 'utf8')) as Partial<LastWords>;
    return typeof atMs === 'number' && typeof kind === 'string'
      ? { atMs, kind, place: typeof place === 'string' ? place : null }
      : null;
  } catch {
    return null;
  }
}

/** Removes the file once its error was reported; a file that is not there is no error. */
export const removeLastWords = (file: string): void => rmSync(file, { force: true });

function lastWordsOf(error: unknown, atMs: number): LastWords {
  const { type, code, stack } = describeError(error);
  return { atMs, kind: code ?? type, place: placeOf(stack) };
}

/** The first frame that is the project's own, as `panel.ts:12`: a whole path would say where it is installed. */
function placeOf(stack: string | undefined): string | null {
  const own = stack?.split('\n').find((line) => line.includes('file://') && !line.includes('node_modules'));
  const [file, line] = own?.slice(own.lastIndexOf('/') + 1).split(':') ?? [];
  return file === undefined || line === undefined ? null : `${file}:${line}`;
}
