// What the owner chose of updates, and what root's updater heard of the source of releases. Reads what root wrote; decides nothing.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UpdateChannel, UpdateSource } from '@balcao/shared/http/update.ts';
import { compareVersions } from '@balcao/shared/version.ts';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';

const CHANNEL = 'update_channel';
const AUTO = 'update_auto';

export type Choice = { auto: boolean; channel: UpdateChannel };

/** On, and `stable`, until the owner says otherwise. */
export const readChoice = (db: Db): Choice => ({
  auto: readMeta(db, AUTO) !== 'off',
  channel: UpdateChannel.catch('stable').parse(readMeta(db, CHANNEL)),
});

export function writeChoice(db: Db, { auto, channel }: Choice): void {
  writeMeta(db, AUTO, auto ? 'on' : 'off');
  writeMeta(db, CHANNEL, channel);
}

/** Null before the first word, or what was heard of another channel than the present one. */
export async function readSource(
  statusFile: string,
  channel: UpdateChannel,
  version: string,
): Promise<UpdateSource | null> {
  try {
    const text = await readFile(join(dirname(statusFile), 'source.json'), 'utf8');
    const source = UpdateSource.parse(JSON.parse(text));
    if (source.channel !== channel) return null;
    // Written before what it tells of was installed.
    const isNewer = source.state === 'none' || (compareVersions(source.version, version) ?? 0) > 0;
    return isNewer ? source : { ...source, state: 'newest' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
