// The erasure of one person with its proof: what there was, whether the phone still stands anywhere in the file, and until when what
// cannot be reached now follows.
import type { Erased } from '@balcao/shared/http/privacy.ts';
import type { Actor } from '../audit/audit.ts';
import type { UsbDrives } from '../copies/usb-drives.ts';
import { countInFiles } from './byte-search.ts';
import type { Erasure } from './erasure.ts';
import type { Person } from './person.ts';

const DAY_MS = 24 * 3_600_000;
/** Somebody waits for the answer. */
const SEARCH_MS_MAX = 6000;

export type ErasePerson = ReturnType<typeof createErasePerson>;

export function createErasePerson(deps: {
  /** The database file, or `:memory:`. */
  file: string;
  person: Person;
  erasure: Pick<Erasure, 'erasePhone'>;
  backups: { settings(): { maxAgeDays: number }; mark(): string };
  usbDrives: Pick<UsbDrives, 'list'>;
  link: () => { publicUrl: string | null; isLinked: boolean };
  clock: () => number;
}) {
  const { file, person, backups } = deps;

  return async (actor: Actor, phone: string): Promise<Erased> => {
    const before = person.summary(phone);
    await deps.erasure.erasePhone(actor, phone);
    const atMs = deps.clock();
    const { publicUrl, isLinked } = deps.link();
    const usbDrives = await deps.usbDrives.list(backups.mark());
    return {
      atMs,
      phoneEnd: phone.slice(-4),
      before,
      left: await countInFiles([file, `${file}-wal`], phone, performance.now() + SEARCH_MS_MAX),
      copies: {
        lastUntilMs: atMs + backups.settings().maxAgeDays * DAY_MS,
        sticks: usbDrives.filter((stick) => stick.enrolled && stick.holdsErased).length,
        relay: publicUrl === null ? 'none' : isLinked ? 'told' : 'waits',
      },
    };
  };
}
