// What whoever watches the process hears, and how often that costs the database something. Of a whole relay: tests/contract/relay/public.test.ts.
import { expect, it } from 'vitest';
import { healthRoutes } from './health-routes.ts';

it('asks the database once a second, however many ask, and says so while it does not answer', async () => {
  let [nowMs, pings, isAway] = [1_800_000_000_000, 0, false];
  const app = healthRoutes({
    ...{ version: '1.2.3', clock: () => nowMs, gateway: { session: () => null } },
    stores: { all: () => Promise.resolve([]) },
    proxies: { warnings: () => ['a proxy'] },
    workers: { reports: () => [] },
    async ping() {
      pings += 1;
      if (isAway) throw new Error('away');
    },
  });
  const ready = async (): Promise<unknown> => {
    const answer = await app.request('/readyz');
    return { status: answer.status, ...((await answer.json()) as object) };
  };
  expect(await ready()).toMatchObject({ status: 200, ready: true, reasons: [], warnings: ['a proxy'] });
  isAway = true;
  nowMs += 999;
  expect([await ready(), pings]).toMatchObject([{ status: 200 }, 1]);
  nowMs += 1;
  const reasons = ['the database does not answer'];
  expect([await ready(), pings]).toMatchObject([
    { status: 503, ready: false, reasons, warnings: ['a proxy'] },
    2,
  ]);
  // That it answers again is known at once.
  isAway = false;
  expect([await ready(), pings]).toMatchObject([{ status: 200 }, 3]);
});
