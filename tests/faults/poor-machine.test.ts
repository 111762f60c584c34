// The store as it is installed, on as little as it may be given: what it has to do fits, and nothing that it acknowledged is lost.
import { afterEach, expect, it, type TestContext } from 'vitest';
import { orderBodies } from '../bench/order-bodies.ts';
import { demoUser } from '../support/staff-session.ts';
import { asAdmin } from './lone-store.ts';
import {
  DEMANDS,
  faultOf,
  killPoorMachine,
  NO_POOR_MACHINE,
  poorMachine,
  type PoorMachine,
} from './poor-machine.ts';

const ORDERS = 200;
const AT_ONCE = 8;
const KILLS = 3;

let machine: PoorMachine | null = null;
async function open(context: TestContext, env: Record<string, string> = {}): Promise<PoorMachine> {
  machine = await poorMachine(env);
  return machine ?? context.skip(NO_POOR_MACHINE);
}
afterEach(async () => {
  await machine?.remove();
  machine = null;
});

it('[122] makes the sample shop with its pictures in 256 MB, sells, takes pictures and copies, and shows reports', async (context) => {
  const { store, cage } = await open(context, { DEMO: '1' });
  await store.process.start();
  await store.untilReady();
  const body = await orderBodies(store.url);
  const place = async (): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await store.ask('/api/orders', { method: 'POST', headers, body: body() });
    await answer.arrayBuffer();
    return answer.status;
  };
  for (let sold = 0; sold < ORDERS; sold += AT_ONCE)
    expect(new Set(await Promise.all(Array.from({ length: AT_ONCE }, place)))).toEqual(new Set([201]));
  const owners = await Promise.all(Array.from({ length: 4 }, () => asAdmin(store, demoUser('ADMIN'))));
  const faults = await Promise.all(
    owners.flatMap((owner) => Object.values(DEMANDS).map(async (demand) => faultOf(await demand(owner)))),
  );
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
  expect(await place()).toBe(201);
  expect(cage.kills()).toBe(0);
}, 600_000);

it('[123] loses nothing with 256 MB, a tenth of a processor, a slow card and a clock that is set, and killed in the middle', async (context) => {
  const poor = await open(context);
  const { wrong, acknowledged } = await killPoorMachine(poor, { seed: 1, kills: KILLS });
  expect(wrong).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
}, 600_000);
