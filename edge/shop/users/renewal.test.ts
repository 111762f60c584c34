// A session that is used goes on: once a day the browser is given its cookie anew, with whatever answer is the first.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import { session } from './schema.ts';

const DAY_MS = 24 * 3_600_000;
let store: TestStore;
let attendant: Asking;
beforeEach(async () => {
  store = await openTestStore();
  attendant = await asRole(store, 'ATTENDANT');
});
afterEach(() => store.close());

/** As if it had begun so long ago. */
function age(ms: number): void {
  const [row] = store.db.select().from(session).all();
  store.db
    .update(session)
    .set({ expiresAt: new Date((row?.expiresAt.getTime() ?? 0) - ms) })
    .run();
}
const cookiesAt = async (path: string): Promise<[status: number, cookies: string[]]> => {
  const answer = await attendant(path);
  await answer.body?.cancel();
  return [answer.status, answer.headers.getSetCookie().map((one) => one.replace(/=.*/, ''))];
};

describe.each([
  ['answered', '/api/staff/me', 200],
  ['refused to a role', '/api/staff/audit', 403],
])('a request that is %s', (_how, path, status) => {
  it('brings the cookie of a session that is a day old, and once', async () => {
    expect(await cookiesAt(path)).toEqual([status, []]);
    age(DAY_MS - 60_000);
    expect(await cookiesAt(path)).toEqual([status, []]);
    age(120_000);
    const [answered, cookies] = await cookiesAt(path);
    expect([answered, cookies]).toEqual([status, [expect.stringContaining('session_token')]]);
    expect(await cookiesAt(path)).toEqual([status, []]);
  });
});
