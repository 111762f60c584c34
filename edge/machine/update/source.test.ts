// What is known of the next version: by what root's updater wrote, for the channel that the owner chose.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UpdateSource } from '@balcao/shared/http/update.ts';
import { openDatabase } from '../../storage/open.ts';
import { readChoice, readSource, writeChoice } from './source.ts';

describe('the choice of an owner', () => {
  it('is to update by itself from the stable channel, until they say otherwise, and then what they said', () => {
    const db = openDatabase(':memory:', 'edge/storage/migrations');
    expect(readChoice(db)).toEqual({ auto: true, channel: 'stable' });
    writeChoice(db, { auto: false, channel: 'early' });
    expect(readChoice(db)).toEqual({ auto: false, channel: 'early' });
    writeChoice(db, { auto: true, channel: 'stable' });
    expect(readChoice(db)).toEqual({ auto: true, channel: 'stable' });
    db.$client.close();
  });
});

describe('the next version', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'balcao-update-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const NOW = '1.4.0';
  const heard = (change: Partial<UpdateSource>): UpdateSource => {
    const source = UpdateSource.parse({
      ...{ channel: 'stable', state: 'available', version: '1.5.0', heardAtMs: 1, indexAtMs: 1 },
      ...{ trouble: 'none', message: '', askedAtMs: 1, ...change },
    });
    writeFileSync(join(folder, 'source.json'), JSON.stringify(source));
    return source;
  };
  const read = () => readSource(join(folder, 'status.json'), 'stable', NOW);

  it('is not known before the first word', async () => {
    expect(await read()).toBeNull();
  });

  it('is not known where the word was of another channel', async () => {
    heard({ channel: 'early' });
    expect(await read()).toBeNull();
  });

  it('is what was heard where it is newer than the one that runs', async () => {
    expect(await read()).toBeNull();
    const source = heard({ version: '1.4.1' });
    expect(await read()).toEqual(source);
  });

  it.each(['1.4.0', '1.3.9'])(
    'is none where %s was told of before this one was installed',
    async (version) => {
      const source = heard({ version });
      expect(await read()).toEqual({ ...source, state: 'newest' });
    },
  );

  it('is still to be heard of where there was no good word yet', async () => {
    const source = heard({ state: 'none', version: '' });
    expect(await read()).toEqual(source);
  });
});
