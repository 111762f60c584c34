// Whether this release can serve this data: opens the store, which brings its database to the present form, asks it once,
// and has each native part do something. Listens nowhere, prints nothing, dials nobody: an update tries itself so on a copy
// before it touches the shop.
import { createPictureProcess } from './shop/images/picture-process.ts';
import type { Store } from './store.ts';

export type CheckReport = { ready: boolean; reasons: string[]; version: string; seq: number };

/** What a release brings as native code beside the database, which opening the store has tried: loaded on first use, so a missing part would be seen in the shop only. */
export type NativeParts = Readonly<Record<string, () => Promise<unknown>>>;

/** A machine that is busy with an update takes its time over the first line of another process. */
const TRY_MS_MAX = 120_000;

const NATIVE_PARTS: NativeParts = {
  '@node-rs/argon2': async () => {
    const { hash, verify } = await import('@node-rs/argon2');
    if (!(await verify(await hash('balcao'), 'balcao'))) throw new Error('does not know its own hash');
  },
  sharp: async () => {
    const pictures = createPictureProcess({ jobMsMax: () => TRY_MS_MAX });
    try {
      const tried = await pictures.work(() => ({ kind: 'check' }));
      if (!tried.ok) throw new Error('error' in tried ? tried.error : 'refused');
    } finally {
      pictures.stop();
    }
  },
};

export async function checkStore(
  store: Pick<Store, 'app'>,
  version: string,
  parts: NativeParts = NATIVE_PARTS,
): Promise<CheckReport> {
  const bindings = { transport: 'lan', clientIp: '127.0.0.1', origin: '' };
  const answer = await store.app.request('/readyz', {}, bindings);
  const { ready, reasons, seq } = (await answer.json()) as CheckReport;
  const broken = await findBrokenParts(parts);
  return { ready: ready && broken.length === 0, reasons: [...reasons, ...broken], version, seq };
}

async function findBrokenParts(parts: NativeParts): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, tryPart] of Object.entries(parts)) {
    try {
      await tryPart();
    } catch (error) {
      const why = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
      broken.push(`${name} does not work on this machine: ${why}`);
    }
  }
  return broken;
}
