// `npm run doctor`: the same words as the screen's, from outside the store, also when it does not run. Changes nothing.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { BackupName } from '@balcao/shared/http/backups.ts';
import { WorkerHealth } from '@balcao/shared/http/diagnostics.ts';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { certificateState } from '../tls/certificate.ts';
import { checksOf } from './checks.ts';
import { clockDifference } from '../../replication/link/clock-difference.ts';
import { readStore } from './diagnostics.ts';
import type { Facts, StoreFacts } from './facts.ts';
import { readMachine } from './machine.ts';

const GLYPHS = { ok: '✓', warn: '▲', bad: '✗', off: '–' } as const;
const ANSWER_MS_MAX = 3000;

const Ready = z.object({
  ready: z.boolean(),
  reasons: z.array(z.string()),
  link: z.string(),
  workers: z.array(WorkerHealth).optional(),
  /** What it tells everybody instead of working. */
  trouble: z.array(z.string()).optional(),
});

/** What to print, and whether anything is bad. */
export async function runDoctor(
  config: Config,
  clock: () => number,
): Promise<{ lines: string[]; bad: boolean }> {
  const ready = await askStore(config.port);
  const store = readFile(join(config.dataDir, 'edge', 'store.db'));
  const facts: Facts = {
    atMs: clock(),
    machine: await readMachine(config.dataDir, clock()),
    store: store ?? {
      rowsWaiting: 0,
      oldestWaitingAtMs: null,
      databaseBytes: 0,
      copyOutsideAtMs: null,
      rehearsals: [],
      scrubbed: null,
    },
    linkState: ready?.link ?? (config.relayUrl === null ? 'none' : 'unknown'),
    printers: null,
    clockDifferenceMs:
      config.relayUrl === null
        ? null
        : await clockDifference(
            (path) =>
              fetch(`${config.relayUrl ?? ''}${path}`, { signal: AbortSignal.timeout(ANSWER_MS_MAX) }),
            clock,
          ),
    backup: { lastAtMs: await newestBackup(join(config.dataDir, 'edge', 'backups')), failure: null },
    databaseWritable: ready?.ready ?? store !== null,
    databaseDamaged: ready?.reasons.some((reason) => reason.includes('damaged')) ?? false,
    clockStep: null,
    databaseUnreadable: ready?.reasons.some((reason) => reason.includes('cannot be read')) ?? false,
    safeMode: ready?.reasons.some((reason) => reason.startsWith('safe mode')) ?? false,
    mdns: config.mdns,
    certificate: await certificateState(config.tls, clock()),
    errors: [],
    workers: ready?.workers ?? null,
  };
  const checks = checksOf(facts).filter((check) => check.id !== 'errors');
  const lines = [
    storeLine(ready, config.port),
    ...checks.map(({ state, name, text }) => `${GLYPHS[state]} ${name}: ${text}`),
  ];
  return {
    lines,
    bad: ready === null || ready.trouble !== undefined || checks.some((check) => check.state === 'bad'),
  };
}

function storeLine(ready: z.infer<typeof Ready> | null, port: number): string {
  if (ready === null)
    return `${GLYPHS.bad} Loja: não responde na porta ${port}. No aparelho da loja: sudo balcao restart`;
  return ready.trouble === undefined
    ? `${GLYPHS.ok} Loja: no ar.`
    : `${GLYPHS.bad} Loja: não abriu. ${ready.trouble.join(' ')}`;
}

async function askStore(port: number): Promise<z.infer<typeof Ready> | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, {
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    return Ready.parse(await response.json());
  } catch {
    // Nobody there, or somebody else.
    return null;
  }
}

function readFile(file: string): StoreFacts | null {
  try {
    const sqlite = new Database(file, { readonly: true, fileMustExist: true });
    try {
      return readStore(sqlite);
    } finally {
      sqlite.close();
    }
  } catch {
    // Missing or damaged: told as a database that cannot be used.
    return null;
  }
}

async function newestBackup(folder: string): Promise<number | null> {
  const names = await readdir(folder).catch((): string[] => []);
  const times = await Promise.all(
    names
      .filter((name) => BackupName.safeParse(name).success)
      .map(async (name) => (await stat(join(folder, name))).mtimeMs),
  );
  return times.length === 0 ? null : Math.max(...times);
}
