// A copy as a restore sees it: opened with the store's own recovery code, in a file that the test may read as a database.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFile } from '../shop/copies/sealed-copy.ts';
import { recoveryCode } from '../storage/recovery-code.ts';
import type { TestStore } from './open-test-store.ts';

export async function openCopy(store: Pick<TestStore, 'db'>, sealed: string): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'balcao-opened-')), 'copy.db');
  await openFile(sealed, file, [recoveryCode(store.db)]);
  return file;
}
