// The whole way back, tried while nothing has happened: the newest copy outside is brought here in full, opened with the recovery code that
// this machine knows, and made a store in a folder of its own, which then goes. What it cannot try is the paper that the code is printed on.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Rehearsal } from '@balcao/shared/http/backups.ts';
import { localTime } from '@balcao/shared/store/business-day.ts';
import { listFolder, markOf } from '../../shop/copies/backup-folder.ts';
import type { UsbDrives } from '../../shop/copies/usb-drives.ts';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import type { RelayClient } from '../../shop/relay/relay-client.ts';
import { newestKept, streamOf } from './kept-copy.ts';
import { recoveryCode } from '../../storage/recovery-code.ts';
import type { RestorePlace } from './restore-place.ts';
import { restoreFromFile } from './restore.ts';
import { RestoreFailed } from './restore-failed.ts';

export const REHEARSAL_CHECK_EVERY_MS = 10 * 60_000;
export const REHEARSALS = 'rehearsals';
export const Rehearsals = z.array(Rehearsal);
/** A month begins with the night's copy of its first day made. */
const MONTH_BEGINS_MS = 5 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** After an erasure or another recovery code the copy there is one that another will take the place of within minutes. */
class OnItsWay extends Error {}

type Place = Rehearsal['place'];
/** A copy outside that should come back: of when it is, and how it is brought. */
type Outside = { atMs: number; bring: (place: RestorePlace) => Promise<{ orders: number }> };
export type Rehearsing = ReturnType<typeof createRehearsing>;

const WORDS: Record<string, string> = {
  'relay-lost': 'O site não respondeu até o fim. A loja tenta de novo sozinha.',
  'not-recognised': 'O site não reconheceu esta loja.',
  'no-kept-copy': 'O site não tem mais a cópia.',
  'relay-broken': 'O site não devolveu a cópia inteira. Não conte com ela: use um pen drive.',
  'other-day': 'O site devolveu outra cópia, e não a que a loja mandou. Não conte com ela: use um pen drive.',
  'other-sheet': 'A cópia não abre com o código de recuperação desta loja.',
  'not-a-backup': 'A cópia voltou com defeito. Faça outra; se repetir, troque o pen drive.',
  unreadable: 'A cópia não pôde ser lida. Confira o pen drive; se repetir, use outro.',
  'disk-too-small': 'Não há espaço no cartão para o ensaio. Libere espaço ou use um cartão maior.',
};
const FAILED = 'O ensaio parou por um defeito. A loja tenta de novo sozinha; se repetir, chame o suporte.';

export function createRehearsing(deps: {
  db: Db;
  /** Where it is tried: nothing else lies there. */
  folder: string;
  migrationsFolder: string;
  timeZone: string;
  clock: () => number;
  usbDrives: Pick<UsbDrives, 'listEnrolled'>;
  backups: { mark(): string };
  relayCopies: { state(): { atMs: number | null } };
  request: RelayClient['request'];
  isLinked: () => boolean;
  onChange: () => void;
  log: { info(details: object, message: string): void; warn(details: object, message: string): void };
}) {
  const { db, folder, clock, timeZone, log } = deps;
  let running: Promise<void> | null = null;
  let stopped = false;
  const request: RelayClient['request'] = (path, init) =>
    stopped ? Promise.reject(new Error('the store is being stopped')) : deps.request(path, init);

  const read = (): Rehearsal[] => Rehearsals.parse(JSON.parse(readMeta(db, REHEARSALS) ?? '[]'));

  const keep = (results: Rehearsal[]): void => writeMeta(db, REHEARSALS, JSON.stringify(results));

  /** The copy that the site was last seen to have; null while there is none, or nobody to ask. */
  function atTheSite(): Outside | null {
    const { atMs } = deps.relayCopies.state();
    if (atMs === null || !deps.isLinked()) return null;
    return {
      atMs,
      async bring(place) {
        const newest = await newestKept(request);
        if (markOf(newest.name) !== deps.backups.mark()) throw new OnItsWay();
        if (newest.atMs !== atMs) throw RestoreFailed.because('other-day');
        const stream = streamOf(request, newest);
        return restoreFromFile({ stream, bytes: newest.bytes }, { ...OF_OURS, ...codeAnd(atMs) }, place);
      },
    };
  }

  async function onAStick(): Promise<Outside | null> {
    const mark = deps.backups.mark();
    const found = await Promise.all(
      (await deps.usbDrives.listEnrolled()).map(async ({ folder: at }) =>
        (await listFolder(at, 'usb'))
          .filter(({ name }) => markOf(name) === mark)
          .map(({ name, atMs }) => ({ file: join(at, name), atMs })),
      ),
    );
    const newest = found
      .flat()
      .toSorted((a, b) => b.atMs - a.atMs)
      .at(0);
    if (newest === undefined) return null;
    return {
      atMs: newest.atMs,
      bring: (place) => restoreFromFile(newest.file, { ...OF_OURS, recoveryCode: recoveryCode(db) }, place),
    };
  }

  const codeAnd = (atMs: number) => ({ recoveryCode: recoveryCode(db), kept: { atMs } });

  async function tryOne(place: Place, copy: Outside): Promise<void> {
    const result: Rehearsal = { place, atMs: clock(), copyAtMs: copy.atMs, orders: null, failure: null };
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { orders } = await copy.bring({
        file: join(folder, 'store.db'),
        migrationsFolder: deps.migrationsFolder,
        timeZone,
        clock,
        onProgress: () => undefined,
      });
      result.orders = orders;
      log.info({ place, copyAtMs: copy.atMs, orders }, 'a copy outside was brought back and opened');
    } catch (error) {
      if (error instanceof OnItsWay || stopped) return;
      const { code } = RestoreFailed.of(error).failure;
      result.failure = WORDS[code] ?? FAILED;
      log.warn({ err: error, place, reason: code }, 'a copy outside could not be brought back');
    } finally {
      await clear();
    }
    keep([...read().filter((one) => one.place !== place), result]);
  }

  /** What was opened lies there in clear. */
  const clear = (): Promise<void> => rm(folder, { recursive: true, force: true });

  const monthOf = (atMs: number): string => localTime(atMs - MONTH_BEGINS_MS, timeZone).date.slice(0, 7);
  /** Once a month; what failed, again a day later. A time from the future was taken while the clock was wrong. */
  function isDue(place: Place): boolean {
    const last = read().find((one) => one.place === place);
    const nowMs = clock();
    if (last === undefined || last.atMs > nowMs + DAY_MS) return true;
    return monthOf(last.atMs) !== monthOf(nowMs) || (last.failure !== null && nowMs - last.atMs >= DAY_MS);
  }

  async function rehearse(mayTry: (place: Place) => boolean): Promise<void> {
    await clear();
    const found: [Place, Outside | null][] = [
      ['site', mayTry('site') ? atTheSite() : null],
      ['usb', mayTry('usb') ? await onAStick() : null],
    ];
    for (const [place, copy] of found) if (copy !== null) await tryOne(place, copy);
  }

  /** One at a time: whoever comes meanwhile waits for the same. */
  async function begin(mayTry: (place: Place) => boolean): Promise<void> {
    running ??= rehearse(mayTry).finally(() => {
      running = null;
      deps.onChange();
    });
    await running;
  }

  return {
    results: read,
    /** Of a place that is none any more. */
    purge: (place: Place): void => keep(read().filter((one) => one.place !== place)),
    isRunning: (): boolean => running !== null,
    /** Whether there is a copy outside to try. */
    canTry: async (): Promise<boolean> => atTheSite() !== null || (await onAStick()) !== null,
    /** Tries what there is, now. */
    rehearseNow: (): Promise<void> => begin(() => true),
    /** Tries what is due. */
    rehearseDue: (): Promise<void> => begin(isDue),

    /** What is under way comes to nothing, and is due as it was. */
    async stop(): Promise<void> {
      stopped = true;
      await running?.catch(() => undefined);
    },
  };
}

const OF_OURS = { withoutRelay: false };
