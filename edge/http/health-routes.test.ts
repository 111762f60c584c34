import { expect, it } from 'vitest';
import type { Held } from '../storage/write-gate.ts';
import { healthRoutes } from './health-routes.ts';

type Deps = Parameters<typeof healthRoutes>[0];

/** A store that takes orders, but for what is said of it. */
const readyWith = async (said: {
  takesWrites?: boolean;
  isUnreadable?: boolean;
  held?: Held;
  isSafe?: boolean;
  /** What measuring it fails with. */
  failure?: Error;
}): Promise<{ status: number; body: unknown }> => {
  let isUnreadable = said.isUnreadable ?? false;
  const app = healthRoutes({
    version: '1.2.3',
    writeGate: { held: () => said.held ?? null },
    damage: { unreadable: () => isUnreadable, noteUnreadable: () => void (isUnreadable = true) },
    room: { takesWrites: () => said.takesWrites ?? true },
    safeMode: { isOn: () => said.isSafe ?? false },
    outbox: { head: () => ({ seq: 9 }) },
    diagnostics: {
      health: () => (said.failure ? Promise.reject(said.failure) : Promise.resolve({ rowsWaiting: 3 })),
    },
  } as unknown as Deps);
  app.onError(({ message }) => Response.json(message, { status: 500 }));
  const answer = await app.request('/readyz');
  return { status: answer.status, body: await answer.json() };
};

const WRITES = 'the database cannot be written';
const READS = 'a part of the database file cannot be read';
const FENCED = 'held: another machine serves this store; pair this one again to take over';
const DAMAGED = 'held: the database file is damaged; restore a backup';
const BEHIND = 'held: the relay knows orders that this database does not have; they are being brought back';
const UNCONFIRMED = 'held: paired again after it was fenced, and the relay does not follow it yet';
const READ_ONLY = 'held: the disk takes no writes; what is known is shown from a copy in memory';
const SAFE = 'safe mode: it died too often; no background work and no link';

it.each<[Parameters<typeof readyWith>[0], string[]]>([
  [{}, []],
  [{ takesWrites: false }, [WRITES]],
  [{ isUnreadable: true }, [READS]],
  [{ held: 'fenced' }, [FENCED]],
  [{ held: 'damaged' }, [DAMAGED]],
  [{ held: 'behind' }, [BEHIND]],
  [{ held: 'unconfirmed' }, [UNCONFIRMED]],
  [{ held: 'read-only' }, [READ_ONLY]],
  [{ isSafe: true }, [SAFE]],
  [{ takesWrites: false, isUnreadable: true, held: 'fenced', isSafe: true }, [WRITES, READS, FENCED, SAFE]],
])('a store of which is said %j takes no orders because of %j', async (said, reasons) => {
  const ready = reasons.length === 0;
  expect(await readyWith(said)).toEqual({
    status: ready ? 200 : 503,
    body: { ready, reasons, seq: 9, rowsWaiting: 3 },
  });
});

it('a store whose file cannot be read while it is asked says so in the same answer, without what it could not measure', async () => {
  const failure = Object.assign(new Error('card'), { code: 'SQLITE_IOERR_READ' });
  expect(await readyWith({ failure, held: 'damaged' })).toEqual({
    status: 503,
    body: { ready: false, reasons: [READS, DAMAGED] },
  });
});

it('a fault that is none of the disk is not told as a file that cannot be read', async () => {
  expect(await readyWith({ failure: new Error('no such column') })).toEqual({
    status: 500,
    body: 'no such column',
  });
});
