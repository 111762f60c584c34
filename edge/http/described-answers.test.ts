// What the store answers has the form that its contract describes, and says nothing beside it: types see neither a bound nor a field too
// many, and nothing looks at an answer while a program runs.
import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isMedia, type Contract } from '@balcao/shared/http/contract.ts';
import { readReadiness } from '@balcao/shared/http/contracts/health.ts';
import { createRestoring } from '../replication/recovery/restoring.ts';
import { openTestStore, START_MS, type TestStore } from '../testing/open-test-store.ts';
import { sell } from '../testing/sell.ts';
import { asRole, type Asking } from '../testing/sign-in.ts';

const isContract = (value: object): value is Contract => 'method' in value && 'answers' in value;

/** What is read without naming anything, by anybody or by who runs the shop. */
const readings: Contract[] = [];
for (const file of readdirSync(new URL('../../shared/http/contracts/', import.meta.url))) {
  const exported = (await import(`../../shared/http/contracts/${file.replace('.ts', '')}.ts`)) as Record<
    string,
    object
  >;
  for (const contract of Object.values(exported))
    if (
      isContract(contract) &&
      contract.method === 'get' &&
      !contract.path.includes('{') &&
      // At this address the store answers by a contract of its own.
      contract !== readReadiness &&
      (contract.access === 'everybody' || contract.access === 'staff')
    )
      readings.push(contract);
}

/** Of what asks for a day or a month. */
const QUERY = 'day=2026-11-21&month=2026-11';

/** Which paths answered, and what of their answers is not as described. */
async function readAll(ask: Asking): Promise<{ answered: string[]; wrong: unknown[] }> {
  const [answered, wrong]: [string[], unknown[]] = [[], []];
  for (const { path, answers } of readings) {
    const answer = await ask(`${path}?${QUERY}`);
    const described = answers[answer.status];
    if (described === undefined || described === null || isMedia(described)) {
      await answer.body?.cancel();
      continue;
    }
    const body = (await answer.json()) as object;
    answered.push(path);
    const { data, error } = described.safeParse(body);
    if (error) wrong.push([path, error.issues]);
    else expect({ [path]: data }).toMatchObject({ [path]: body });
  }
  return { answered, wrong };
}

let store: TestStore;
beforeEach(async () => {
  const place = { file: 'nowhere.db', migrationsFolder: 'nowhere', timeZone: 'America/Sao_Paulo' };
  const restoring = createRestoring({
    place: { ...place, clock: () => START_MS },
    replace: () => Promise.resolve(),
    log: { info: () => undefined, error: () => undefined },
  });
  store = await openTestStore({ restoring });
});
afterEach(() => store.close());

describe('each answer is as described', () => {
  it('in a store that nobody has set up', async () => {
    const { answered, wrong } = await readAll(store.ask);
    expect(wrong).toEqual([]);
    expect(answered).toEqual(
      expect.arrayContaining(['/api/setup', '/api/setup/restore', '/api/store', '/api/menu']),
    );
  });

  it('in a store that sells', async () => {
    const admin = await asRole(store, 'ADMIN');
    for (const status of ['PENDING', 'RECEBIDO', 'READY', 'DELIVERED', 'CANCELLED'] as const)
      sell(store, START_MS - 60_000, { status });
    const { answered, wrong } = await readAll(admin);
    expect(wrong).toEqual([]);
    expect(answered).toEqual(
      expect.arrayContaining([
        ...['/api/staff/board', '/api/staff/catalog', '/api/staff/orders', '/api/staff/cash-session'],
        ...['/api/staff/reports/sales', '/api/staff/reports/breakdown', '/api/staff/reports/today'],
        ...['/api/staff/printing', '/api/staff/users', '/api/staff/backups', '/api/staff/condition'],
      ]),
    );
  });
});
