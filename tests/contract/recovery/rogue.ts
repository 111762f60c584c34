// A relay in the wrong hands: it has every row that the store ever gave it, and says and serves whatever it likes.
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chainInput, type ReceivedRow } from '@balcao/shared/link/changes.ts';
import { GENESIS_HASH } from '@balcao/shared/link/hello.ts';
import type { HELD_CONDITIONS, RecoverySummary } from '@balcao/shared/link/recovery.ts';
import { openTestStore, type TestStore } from '../../../edge/testing/open-test-store.ts';
import { sha256 } from '../../harness/store-log.ts';

export type Rogue = ReturnType<typeof createRogue>;

export function createRogue(rows: ReceivedRow[]) {
  const rogue = {
    rows,
    summary: {} as Partial<RecoverySummary>,
    /** What it answers; a test may have it say nothing. */
    answers: (path: string): Promise<Response> => Promise.resolve(answer(path)),
    /** Stands in for the relay's /edge calls: a store that was opened with it keeps it. */
    request: (path: string): Promise<Response> => rogue.answers(path),
  };
  function answer(path: string): Response {
    const after = /^\/edge\/restore\/rows\?after=(\d+)$/.exec(path)?.[1];
    if (after !== undefined)
      return Response.json({ rows: rogue.rows.filter(({ seq }) => seq > Number(after)).slice(0, 500) });
    if (path !== '/edge/restore') return new Response(null, { status: 404 });
    const last = rogue.rows.at(-1);
    const summary: RecoverySummary = {
      lineage: last?.lineage ?? null,
      epoch: last?.epoch ?? 1,
      seq: last?.seq ?? 0,
      hash: last?.hash ?? GENESIS_HASH,
      orderNumberMax: 0,
      strays: [],
      images: [],
      ...rogue.summary,
    };
    return Response.json(summary);
  }
  return rogue;
}

/** The rows with every hash made anew, as whoever has the rows can: only the proofs are out of reach. */
export function rechained(rows: readonly ReceivedRow[]): ReceivedRow[] {
  let previous = GENESIS_HASH;
  return rows.map((row, at) => {
    const bodyHash = row.body === null ? row.bodyHash : sha256(row.body);
    const chained = { ...row, seq: at + 1, bodyHash };
    previous = sha256(chainInput(previous, chained));
    return { ...chained, hash: previous };
  });
}

/** A row that the store never wrote. */
export const invented = (
  { lineage, epoch }: TestStore['identity'],
  row: Pick<ReceivedRow, 'kind' | 'aggregateId' | 'body'> & Partial<ReceivedRow>,
): ReceivedRow => ({
  seq: 0,
  lineage,
  epoch,
  sealed: false,
  bodyHash: '',
  hash: '',
  atMs: 1,
  proof: null,
  ...row,
});

/** An administrator whom the store never made. */
export const ROOT = JSON.stringify({
  id: 'root',
  name: 'Root',
  email: 'root@rogue.example',
  emailVerified: true,
  image: null,
  role: 'ADMIN',
  createdAt: 1,
  updatedAt: 1,
  passwordHash: null,
});

export const tellVerdict = (
  store: TestStore,
  condition: (typeof HELD_CONDITIONS)[number],
  succession: string | null = null,
): Promise<Response> =>
  store.askLink('/link/restore', {
    json: { condition, seq: 1_000_000, hash: 'f'.repeat(64), succession },
  });

/** The relay asks for the log, as it does of a store that it follows, and goes again. */
export async function follow(store: TestStore): Promise<void> {
  await (await store.askLink('/link/changes?after=0')).body?.cancel();
}

export const rowsOf = (store: TestStore): ReceivedRow[] => store.outbox.after(0, 10_000);

/** The machine as it was when `earlier` was copied, at a relay in the wrong hands. */
export function reopen(earlier: string, rogue: Rogue): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-rogue-'));
  cpSync(join(earlier, 'store.db'), join(folder, 'store.db'));
  return openTestStore({ folder, relay: rogue });
}
