// Updates as the store may ask for them: it has no rights over the machine. It lays a release file and a request into its own folder,
// and root's updater (deploy/pi/update.sh) takes them, believes only what is signed, and writes down how it went.
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UpdateRun, type ReleaseFile, type UpdateSource } from '@balcao/shared/http/update.ts';
import type { UpdateRefusal } from '@balcao/shared/http/refusals/update.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { THE_STORE, type Actor, type Audit } from '../../shop/audit/audit.ts';
import type { Backups } from '../backup/backups.ts';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { whenClosed } from '../../storage/when-closed.ts';
import { readChoice, readSource, writeChoice, type Choice } from './source.ts';

const GZIP = [0x1f, 0x8b];
/** Left free beside the file; what unpacking needs, the updater checks itself. */
const SPARE_BYTES = 200 * 1024 * 1024;
const ASKED_AT = 'update_asked_at';
/** After that, what was asked for is not going to begin. */
const ASKED_MS_MAX = 15 * 60_000;
const NEVER_BEGAN = 'O atualizador não começou. Tente de novo, ou na máquina: sudo balcao update.';
const LOOK_ASKED_AT = 'update_look_asked_at';
/** A look at the source takes seconds, or as long as a line that is dead. */
const LOOK_MS_MAX = 4 * 60_000;

export type Updates = ReturnType<typeof createUpdates>;

export function createUpdates(deps: {
  db: Db;
  dataDir: string;
  /** What root's updater writes; null where there is none. */
  statusFile: string | null;
  updateUrl: string | null;
  version: string;
  backups: Pick<Backups, 'make'>;
  audit: Audit;
  clock: () => number;
}) {
  const { db, statusFile, updateUrl, audit, clock } = deps;
  const folder = join(deps.dataDir, 'updates');
  const release = join(folder, 'release.tar.gz');
  const request = join(folder, 'request');
  let busy = false;

  async function run(): Promise<UpdateRun | null> {
    const reported = await lastRun();
    const askedAtMs = Number(readMeta(db, ASKED_AT) ?? 0);
    // The updater tells whole seconds.
    const isReported = reported !== null && reported.atMs >= Math.floor(askedAtMs / 1000) * 1000;
    if (askedAtMs === 0 || isReported) return reported;
    const isLaid = await exists(request);
    const asked = { version: '', atMs: askedAtMs };
    if (clock() - askedAtMs > ASKED_MS_MAX)
      return isLaid ? { state: 'failed', message: NEVER_BEGAN, ...asked } : reported;
    return {
      state: 'asked',
      message: isLaid
        ? 'Pedido feito. O atualizador da máquina começa em instantes.'
        : 'O atualizador da máquina está abrindo o arquivo.',
      ...asked,
    };
  }

  async function lastRun(): Promise<UpdateRun | null> {
    if (statusFile === null) return null;
    try {
      return UpdateRun.parse(JSON.parse(await readFile(statusFile, 'utf8')));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  const isUnderWay = async (): Promise<boolean> => {
    const now = await run();
    return now?.state === 'asked' || (now?.state === 'running' && clock() - now.atMs < ASKED_MS_MAX);
  };

  /** One thing at a time: two uploads would write into one file. */
  async function alone<T>(work: () => Promise<Result<T, UpdateRefusal>>): Promise<Result<T, UpdateRefusal>> {
    if (statusFile === null) return refused('unavailable');
    if (busy || (await isUnderWay())) return refused('running');
    busy = true;
    try {
      return await work();
    } finally {
      busy = false;
    }
  }

  const choice = (): Choice => readChoice(db);
  const source = async (): Promise<UpdateSource | null> =>
    statusFile === null ? null : readSource(statusFile, choice().channel, deps.version);

  async function isLooking(): Promise<boolean> {
    const askedAtMs = Number(readMeta(db, LOOK_ASKED_AT) ?? 0);
    if (askedAtMs === 0 || clock() - askedAtMs > LOOK_MS_MAX) return false;
    // The updater tells whole seconds.
    return ((await source())?.askedAtMs ?? 0) < Math.floor(askedAtMs / 1000) * 1000;
  }

  /** By one rename: the updater wakes when the name is there. */
  async function lay(words: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(`${request}.part`, words);
    await rename(`${request}.part`, request);
  }

  /** Hands the request over, after a backup. */
  async function handOver(actor: Actor, words: string, what: string): Promise<void> {
    const backup = await deps.backups.make('antes-de-atualizar');
    audit.record(actor, 'settings', 'update', `pediu uma atualização ${what}, com a cópia ${backup.name}`);
    await lay(words);
  }

  return {
    available: statusFile !== null,
    updateUrl,
    run,
    choice,
    source,
    isLooking,

    choose(actor: Actor, to: Choice): void {
      const before = choice();
      writeChoice(db, to);
      const words = [
        ...(before.auto === to.auto ? [] : [`${to.auto ? 'ligou' : 'desligou'} as atualizações automáticas`]),
        ...(before.channel === to.channel
          ? []
          : [`escolheu o canal ${to.channel === 'early' ? 'antecipado' : 'estável'} de atualizações`]),
      ];
      if (words.length > 0) audit.record(actor, 'settings', 'update-choice', words.join(' e '));
    },

    /** Asks what is newest, and for nothing else. */
    requestCheck: () =>
      alone<null>(async () => {
        if (updateUrl === null) return refused('no-url');
        // What waits there goes first.
        if (await exists(request)) return refused('running');
        writeMeta(db, LOOK_ASKED_AT, String(clock()));
        await lay(`look ${choice().channel}`);
        return accepted(null);
      }),

    /** Asks for the newest one, unless the shop opens first: `untilMs`. Throws BackupFailed: without one nothing is updated. */
    askAtNight: (version: string, untilMs: number) =>
      alone<null>(async () => {
        if (await exists(request)) return refused('running');
        const words = `night ${choice().channel} ${Math.floor(untilMs / 1000)}`;
        await handOver(THE_STORE, words, `sozinha, para a versão ${version}`);
        return accepted(null);
      }),

    /** Keeps a release file for the updater. `sha256`: what it must be, where somebody knows. */
    takeFile: (body: ReadableStream<Uint8Array>, bytes: number, sha256: string | null) =>
      alone<ReleaseFile>(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const { bavail, bsize } = await statfs(folder);
        if (bavail * bsize < bytes + SPARE_BYTES) return refused('no-space');
        const part = `${release}.part`;
        const hash = createHash('sha256');
        const file = createWriteStream(part);
        try {
          await pipeline(
            Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]),
            hashing(hash),
            file,
          );
          const sum = hash.digest('hex');
          if (!(await isGzip(part))) return refused('not-a-release');
          if (sha256 !== null && sha256.toLowerCase() !== sum) return refused('wrong-sum');
          await rename(part, release);
          return accepted({ sha256: sum, bytes: (await stat(release)).size });
        } finally {
          await whenClosed(file);
          await rm(part, { force: true });
        }
      }),

    /** Hands the request over, after a backup. Throws BackupFailed: without one nothing is updated. */
    requestUpdate: (actor: Actor, from: 'file' | 'web') =>
      alone<null>(async () => {
        if (from === 'web' && updateUrl === null) return refused('no-url');
        if (from === 'file' && !(await exists(release))) return refused('no-file');
        const what =
          from === 'web' ? `de ${updateUrl ?? ''}` : `do arquivo ${(await sumOf(release)).slice(0, 12)}…`;
        writeMeta(db, ASKED_AT, String(clock()));
        await handOver(actor, from === 'web' ? `web ${choice().channel}` : 'file', what);
        return accepted(null);
      }),
  };
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0);
    return GZIP.every((byte, index) => buffer[index] === byte);
  } finally {
    await handle.close();
  }
}

const hashing = (hash: Hash) =>
  async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
