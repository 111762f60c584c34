// Watches for a database file that is broken: a card that forgets gives no error, it gives other bytes. Looked at soon after a
// start, and whenever a read or a write met it. What was found stays: only another file mends it. A page that the disk does not give is
// another matter: the next look may read it, so the store goes on with what it can read, and says so until the whole file was read.
import type { WorkerSpec } from '@balcao/shared/host/worker.ts';
import { findDamage, Unreadable } from './integrity.ts';

/** The first look waits this long after a start, which people wait for. */
const AFTER_START_MS = 3000;
const READ_AGAIN_EVERY_MS = 60_000;

export type Damage = ReturnType<typeof createDamage>;

export function createDamage(deps: {
  /** `:memory:` is never broken. */
  file: string;
  /** Called once. */
  onDamage: () => void;
  /** A part of the file cannot be read, or all of it can be again. */
  onUnreadable: (is: boolean) => void;
  log: { error(details: object, message: string): void };
}) {
  const { file, log } = deps;
  let found: string | null = null;
  let isUnreadable = false;
  let checking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  async function check(pragma: 'quick_check' | 'integrity_check', stopping?: AbortSignal): Promise<void> {
    if (file === ':memory:' || found !== null || stopped) return;
    const damage = await findDamage(file, { pragma, copy: false, stopping }).catch((error: unknown) => {
      if (error instanceof Unreadable) setUnreadable(true, error);
      throw error;
    });
    setUnreadable(false);
    if (damage === null || found !== null || stopped) return;
    found = damage;
    log.error({ damage }, 'the database file is damaged');
    deps.onDamage();
  }

  function setUnreadable(next: boolean, error: unknown = null): void {
    if (isUnreadable === next || stopped) return;
    isUnreadable = next;
    if (next) log.error({ err: error }, 'a part of the database file cannot be read');
    deps.onUnreadable(next);
  }

  /** Resolves when the file was checked, or could not be checked. */
  function checkSafely(): Promise<void> {
    checking ??= check('quick_check')
      .catch((error: unknown) => log.error({ err: error }, 'the database file could not be checked'))
      .finally(() => (checking = null));
    return checking;
  }

  return {
    found: (): boolean => found !== null,
    unreadable: (): boolean => isUnreadable,

    /** A read that failed elsewhere: said until a look has found the file whole, or damaged. */
    noteUnreadable(error: unknown): void {
      if (found !== null) return;
      setUnreadable(true, error);
      void checkSafely();
    },

    /** Looks again while something cannot be read. */
    job: {
      name: 'read-again',
      everyMs: READ_AGAIN_EVERY_MS,
      mayRun: () => isUnreadable,
      run: checkSafely,
    } satisfies WorkerSpec,

    /** Rejects when the file could not be checked, or the store is stopping. */
    check,

    checkSafely,

    start(): void {
      timer = setTimeout(() => void checkSafely(), AFTER_START_MS).unref();
    },

    stop(): void {
      stopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}
