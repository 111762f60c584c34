// Watches for a database file that is broken: a card that forgets gives no error, it gives other bytes. Looked at soon after a
// start, and whenever a read or a write met it. What was found stays: only another file mends it.
import { findDamage } from './integrity.ts';

/** A start comes first: people wait for it. */
const AFTER_START_MS = 3000;

export type Damage = ReturnType<typeof createDamage>;

export function createDamage(given: {
  /** `:memory:` is never broken. */
  file: string;
  /** Called once. */
  onDamage: () => void;
  log: { error(details: object, message: string): void };
}) {
  const { file, log } = given;
  let found: string | null = null;
  let looking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  async function look(): Promise<void> {
    const damage = await findDamage(file, { pragma: 'quick_check', copy: false });
    if (damage === null || found !== null || stopped) return;
    found = damage;
    log.error({ damage }, 'the database file is damaged');
    given.onDamage();
  }

  const damage = {
    found: (): boolean => found !== null,

    /** Resolves when it was looked at. */
    look(): Promise<void> {
      if (file === ':memory:' || found !== null || stopped) return Promise.resolve();
      looking ??= look()
        .catch((error: unknown) => log.error({ err: error }, 'the database file could not be checked'))
        .finally(() => (looking = null));
      return looking;
    },

    start(): void {
      timer = setTimeout(() => void damage.look(), AFTER_START_MS).unref();
    },

    drain(): void {
      stopped = true;
      if (timer) clearTimeout(timer);
    },
  };
  return damage;
}
